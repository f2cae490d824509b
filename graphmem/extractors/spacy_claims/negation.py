"""Negators: which of them govern the predicate, and which only look like one."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_NEGATORS = frozenset({"not", "n't", "never", "n’t", "nt", "no", "neither", "nor", "hardly", "scarcely", "nowhere"})
_NO_WORDS = frozenset({"no", "neither", "none", "nobody", "nothing", "no-one"})


def negator_of(verb: "Token") -> "Token | None":
    """The word that negates the verb itself; None when nothing does (`not only`, `whenever` and `no longer`
    are none)."""
    for child in verb.children:
        word = child.lower_
        if word in _NEGATORS and child.dep_ in {"neg", "advmod", "preconj", "cc", "det"}:
            if word == "no" or (word in {"nor", "neither"} and child.i > verb.i):
                continue
            following = child.nbor(1).lower_ if child.i + 1 < len(child.doc) else ""
            if word == "not" and following in {"only", "just", "merely", "least", "necessarily"}:
                continue
            return child
    return None


def negative_determiner(head: "Token") -> "Token | None":
    """`no` before a noun, or a noun that says none by itself: it negates the predicate that takes it."""
    if head.lower_ in {"nobody", "nothing", "none", "neither"}:
        return head
    for child in head.lefts:
        if child.lower_ in _NO_WORDS and child.dep_ in {"det", "neg", "preconj", "advmod", "cc"}:
            # "no more than 12 tonnes" is a bound of the amount, not a denial.
            bounds = child.i + 1 < len(child.doc) and child.nbor(1).tag_ in {"JJR", "RBR"}
            return None if bounds and "than" in {token.lower_ for token in child.doc[child.i : child.i + 3]} else child
    return None


def ended_adverb(verb: "Token") -> "Token | None":
    """The `no longer`, `not … any more`, `any longer` of a verb, which says that something ended."""
    for child in verb.children:
        if child.lower_ == "longer" and child.dep_ in {"advmod", "npadvmod"}:
            return next((grandchild for grandchild in child.children if grandchild.lower_ in {"no", "any"}), child)
        if (
            child.lower_ in {"anymore", "more"}
            and child.dep_ in {"advmod", "npadvmod"}
            and (child.lower_ == "anymore" or child.nbor(-1).lower_ == "any")
        ):
            return child
    return None
