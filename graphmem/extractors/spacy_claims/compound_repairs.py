"""Mends names of things whose first noun the parser tore off (`the payments API`)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Span as TokenSpan
    from spacy.tokens import Token

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
