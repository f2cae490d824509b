"""What a linking predicate states: noun, adjective, amount or time, with the words that it uses."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.times import value_of_time
from graphmem.model.value import Value

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import TimeSpan


Stated = tuple[Value, "list[Token]", "list[TimeSpan]"]


def predicate_values(reading: Reading) -> "list[Stated]":
    """Values that the predicate states, with the tokens and times that they use."""
    found = [*_nominal_values(reading), *_adjective_values(reading)]
    for adverb in reading.clause.adverbs if not found else []:
        amount = next((child for child in adverb.children if reading.is_amount(child)), None)
        stated = reading.value(amount) if amount is not None else None
        if amount is not None and stated is not None:
            found.append((stated, [amount], []))  # "is 5 mg twice a day"
    if found:
        return found
    if reading.times and not reading.clause.preps:
        return [(value_of_time(phrase), [], [phrase.time]) for phrase in reading.times[:1]]
    return _prepositional_values(reading)[:1]


def _nominal_values(reading: Reading) -> "list[Stated]":
    found: list[Stated] = []
    for token in reading.clause.attrs:
        time = reading.sentence.time_at.get(token.i)
        found += [(value, [token], [time] if time else []) for value in reading.values(token)]
    return found


def _adjective_values(reading: Reading) -> "list[Stated]":
    found: list[Stated] = []
    for adjective in reading.clause.adjectives:
        amount = next((child for child in adjective.children if reading.is_amount(child)), None)
        value = reading.value(amount if amount is not None else adjective)
        if value is not None:
            found.append((value, [adjective, *([amount] if amount is not None else [])], []))
    return found


_GIVING = frozenset({"in", "at", "on", "from", "with", "by", "near", "to", "about", "around", "under", "over"})


def _prepositional_values(reading: Reading) -> "list[Stated]":
    found: list[Stated] = []
    for prep in reading.clause.preps:
        time = reading.sentence.time_at.get(prep.object.i)
        if time is not None:
            phrase = next((phrase for phrase in reading.times if phrase.time is time), None)
            found += [(value_of_time(phrase), [prep.object], [time])] if phrase is not None else []
        elif prep.words in _GIVING:
            found += [(value, [prep.object], []) for value in [reading.value(prep.object)] if value is not None]
    return found
