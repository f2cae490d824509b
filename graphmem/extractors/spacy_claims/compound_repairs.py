"""Mends subjects that the parser tore apart (`the payments API`) or hung too low (`members need not pay`)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Span as TokenSpan
    from spacy.tokens import Token

_HELPERS = frozenset({"aux", "auxpass"})
_TIMES = frozenset({"DATE", "TIME"})
_WHEN = frozenset("moment|instant|time|minute|hour|day|night|morning|evening|week|month|season|year".split("|"))
_BEFORE = frozenset({"det", "poss", "amod", "compound", "nmod", "nummod", "predet"})


def repair_compounds(tokens: "TokenSpan") -> None:
    """Hang a noun on the bare noun behind it when both were read as parts of one verb and only the first has an
    article: `The payments API allows …` speaks of one API among several, not of the API."""
    for first in tokens[:-1]:
        second = first.nbor(1)
        if first.tag_ in {"NN", "NNS"} and _is_torn(first, second):
            for child in [*first.lefts]:
                if child.dep_ in _BEFORE:
                    child.head = second
            first.head, first.dep_ = second, "compound"


def repair_auxiliaries(tokens: "TokenSpan") -> None:
    """`Members need not complete it`: the subject hangs on the auxiliary, and belongs to the verb."""
    for token in tokens:
        helper = token.head
        if token.dep_ in {"nsubj", "nsubjpass"} and helper.dep_ in _HELPERS and helper.head.pos_ in {"VERB", "AUX"}:
            token.head = helper.head


def repair_shares(tokens: "TokenSpan") -> None:
    """`Brix is 55 % owned by Salt`: the participle behind a share is the verb, `is` helps it."""
    for owned in tokens:
        share = owned.nbor(-1) if owned.i > tokens.start else None
        if owned.tag_ != "VBN" or share is None or share.lower_ not in _PERCENT:
            continue
        being = owned.head if owned.dep_ == "acomp" else share.head if owned.head == share else None
        if being is None or being.lemma_ != "be" or not any(child.dep_ == "agent" for child in owned.children):
            continue
        owned.head, owned.dep_ = (owned, "ROOT") if being.head == being else (being.head, being.dep_)
        for child in [*being.children]:
            if child != owned:
                child.head = owned
                child.dep_ = "nsubjpass" if child.dep_ == "nsubj" else child.dep_
        being.head, being.dep_ = owned, "auxpass"
        share.head, share.dep_ = owned, "npadvmod"
        owned.pos_, owned.lemma_ = "VERB", _LEMMAS.get(owned.lower_, owned.lemma_)


_PERCENT = frozenset({"%", "percent", "cent"})
_LEMMAS = {"owned": "own", "held": "hold", "controlled": "control"}


def _is_torn(first: "Token", second: "Token") -> bool:
    """True for two neighbours under one verb, an article before the first and none at the second."""
    return (
        second.dep_ in {"nsubj", "nsubjpass"}
        and second.tag_ in {"NN", "NNS"}
        and first.head == second.head
        and first.dep_ in {"npadvmod", "nsubj", "nsubjpass", "dep"}
        and first.ent_type_ not in _TIMES
        and first.lemma_ not in _WHEN  # `The day water froze`
        and second.i < second.head.i
        and any(child.dep_ in {"det", "poss"} for child in first.lefts)
        and not any(True for _ in second.lefts)
    )
