"""Rhythms: `every 20 minutes`, `monthly`, `each week`, `once a year` as the quantity that lies between two times."""

from typing import TYPE_CHECKING

from graphmem.model.value import Quantity

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Clause
    from graphmem.extractors.spacy_claims.sentences import Sentence

_ADVERBS: dict[str, tuple[float, str]] = {
    "hourly": (1, "hour"), "daily": (1, "day"), "nightly": (1, "day"), "weekly": (1, "week"),
    "fortnightly": (2, "week"),
    "monthly": (1, "month"), "quarterly": (3, "month"), "yearly": (1, "year"), "annually": (1, "year"),
}  # fmt: skip
_PERIODS = frozenset({"minute", "hour", "day", "night", "week", "month", "quarter", "year"})


def rhythm_of(clause: "Clause", sentence: "Sentence") -> Quantity | None:
    """How long lies between two times, where the clause says so; None when it does not."""
    for adverb in clause.adverbs:
        if adverb.lower_ in _ADVERBS and not any(child.lower_ in {"not", "twice"} for child in adverb.children):
            amount, unit = _ADVERBS[adverb.lower_]
            return Quantity(amount=amount, unit=unit)
    for child in clause.verb.children:
        found = _of_phrase(child, sentence) if child.dep_ in {"npadvmod", "dobj"} and child.pos_ == "NOUN" else None
        if found is not None:
            return found
    return None


def _of_phrase(noun: "Token", sentence: "Sentence") -> Quantity | None:
    first = noun.left_edge.lower_
    unit = noun.lemma_.lower()
    if unit == "time":
        return _so_many_times(noun, sentence)
    if unit in _PERIODS and first == "twice":
        return Quantity(amount=0.5, unit="day" if unit == "night" else unit)
    if unit not in _PERIODS or first not in {"every", "each", "once"}:
        return None
    span = sentence.quantity_at.get(noun.i)
    if span is not None:
        return Quantity(amount=span.quantity.amount, unit=unit)
    if any(child.lower_ == "other" for child in noun.children):
        return Quantity(amount=2, unit=unit)
    return Quantity(amount=1, unit="day" if unit == "night" else unit)


def _so_many_times(times: "Token", sentence: "Sentence") -> Quantity | None:
    """`three times a day`."""
    period = next((child for child in times.children if child.dep_ in {"npadvmod", "nmod"} and child.i > times.i), None)
    span = next((sentence.quantity_at[c.i] for c in (times, *times.lefts) if c.i in sentence.quantity_at), None)
    if period is None or span is None or period.lemma_.lower() not in _PERIODS or span.quantity.amount <= 0:
        return None
    return Quantity(amount=round(1 / span.quantity.amount, 6), unit=period.lemma_.lower())
