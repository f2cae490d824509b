"""Quantifiers of a noun phrase: all, most, some, no, only."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_WORDS = {
    "all": "all", "every": "all", "each": "all", "any": "all", "both": "all", "most": "most", "some": "some",
    "several": "some", "few": "few", "many": "many", "half": "half", "certain": "some", "no": "no", "none": "no",
    "only": "only", "sole": "only",
}  # fmt: skip
_DEFINITE = frozenset({"the", "this", "that", "these", "those"})


def quantifier_of(head: "Token") -> tuple[str, bool]:
    """Quantifier of the phrase (or empty), and whether a definite article or possessor marks it."""
    quantifier, definite = "", False
    for child in head.lefts:
        word = child.lower_
        if child.dep_ in {"det", "predet", "amod", "advmod", "preconj", "neg"} and word in _WORDS:
            quantifier = quantifier or _WORDS[word]
        if word in _DEFINITE or child.dep_ == "poss":
            definite = True
    if quantifier == "few" and any(child.lower_ == "a" for child in head.lefts):
        quantifier = "some"  # "a few" are some, "few" are not many
    # "Only members": the adverb may hang on the verb that follows.
    before = head.doc[head.left_edge.i - 1] if head.left_edge.i > 0 else None
    if (
        before is not None
        and before.lower_ == "only"
        and not quantifier
        and not head.doc[head.left_edge.i].is_sent_start
    ):
        quantifier = "only"
    if not quantifier and head.lower_ in {"everyone", "everybody", "everything"}:
        quantifier = "all"
    if not quantifier and head.lower_ in {"nobody", "none", "nothing"}:
        quantifier = "no"
    return quantifier, definite
