"""Adjectives said of a thing: measures, relations (`allergic to`), states, colours, times beside `open`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.compared import compared
from graphmem.extractors.spacy_claims.facts import Fact, Holder, as_value
from graphmem.extractors.spacy_claims.reading import DIRECTIONS, Reading
from graphmem.extractors.spacy_claims.times import value_of_time
from graphmem.model.claim import Modality
from graphmem.model.value import Quantity, TextValue, TruthValue

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Prep


def adjectival(reading: Reading, holder: Holder, adjective: "Token") -> list[Fact]:
    """Facts of one predicate adjective and those joined to it."""
    lexicon = reading.lexicon
    measures = _measures(reading, holder, adjective)
    if measures:
        return measures
    if beyond := _beyond(reading, holder, adjective) or compared(reading, holder, adjective):
        return beyond
    if adjective.lower_ in _WELCOMING:
        return _allowed(reading, holder, adjective)
    if adjective.lower_ in DIRECTIONS:
        of = [prep for prep in preps_of(adjective) if prep.words == "of"]
        return [
            reading.fact(holder, f"{adjective.lower_} of", value, adjective, prep.object)
            for prep in of
            for value in reading.values(prep.object)
        ]
    facts = _with_preposition(reading, holder, adjective)
    if facts:
        return facts
    facts = []
    for other in [
        adjective,
        *(t for t in adjective.conjuncts if t.i > adjective.i and t.pos_ in {"ADJ", "ADV", "NOUN", "VERB"}),
    ]:
        stated = reading.value(other)
        if stated is None:
            continue
        head = other.lower_ if other.tag_ in {"VBN", "VBG"} else other.lemma_.lower()
        value = TextValue(text=stated.text, head=head) if isinstance(stated, TextValue) else stated
        attribute = "status" if head in lexicon.state_adjectives else "colour" if head in lexicon.colours else "be"
        fact = reading.fact(holder, attribute, value, other)
        fact.conditions = [
            reading.condition(prep.words, prep.object)
            for prep in preps_of(other)
            if prep.object.i not in reading.sentence.time_at and prep.object.pos_ not in {"VERB", "AUX"}
        ]
        facts.append(fact)
    return facts


def _measures(reading: Reading, holder: Holder, adjective: "Token") -> list[Fact]:
    """`120 metres long and 8 metres wide`."""
    facts = []
    for other in [adjective, *(t for t in adjective.conjuncts if t.i > adjective.i)]:
        amount = next(
            (
                child
                for child in other.children
                if child.dep_ in {"npadvmod", "advmod", "nummod"} and reading.is_amount(child)
            ),
            None,
        )
        if amount is not None and (value := reading.value(amount)) is not None:
            entry = reading.lexicon.find("adjective", other.lower_, "quantity")
            facts.append(reading.fact(holder, entry.name if entry else other.lower_, value, other, amount))
    return facts


def _beyond(reading: Reading, holder: Holder, adjective: "Token") -> list[Fact]:
    """`deeper than 40 m`: the measure of the adjective is more than that."""
    if adjective.tag_ not in {"JJR", "RBR"}:
        return []
    entry = reading.lexicon.find("adjective", adjective.lemma_.lower(), "quantity")
    for prep in preps_of(adjective) if entry is not None else ():
        value = reading.value(prep.object) if prep.words == "than" else None
        if entry is not None and isinstance(value, Quantity) and value.unit:
            bound = value.model_copy(update={"bound": "more_than"})
            return [reading.fact(holder, entry.name, bound, adjective, prep.object)]
    return []


_WELCOMING = frozenset({"welcome", "unwelcome"})


def _allowed(reading: Reading, holder: Holder, adjective: "Token") -> list[Fact]:
    """`Dogs are welcome in the garden`: they are allowed there."""
    fact = reading.fact(holder, "allow", TruthValue(), adjective)
    fact.modality = Modality.PERMITTED if adjective.lower_ == "welcome" else Modality.PROHIBITED
    fact.conditions = [
        reading.condition(prep.words, prep.object)
        for prep in preps_of(adjective)
        if prep.object.i not in reading.sentence.time_at
    ]
    return [fact]


def _with_preposition(reading: Reading, holder: Holder, adjective: "Token") -> list[Fact]:
    """`allergic to nuts`, `responsible for billing`, `due on Friday`, `open until 9 pm`."""
    lexicon, word = reading.lexicon, adjective.lower_
    if word in {"open", "closed", "shut"} and any(phrase.time.clock for phrase in reading.times):
        return open_hours(reading, holder, word)
    for phrase in reading.times:
        entry = lexicon.find("adjective", f"{word} {phrase.lead}".strip(), "date")
        if entry is not None:
            fact = reading.fact(holder, entry.name, value_of_time(phrase, bounded=False), adjective)
            fact.used_times = [phrase.time]
            return [fact]
    facts = []
    for prep in [*preps_of(adjective), *reading.clause.preps]:
        value = reading.value(prep.object)
        if value is None:
            continue
        form = f"{word} {prep.words}"
        converse = lexicon.find("adjective_converse", form, "entity")
        if converse is not None and (owner := reading.holder(prep.object)) is not None:
            facts.append(
                reading.fact(
                    owner,
                    converse.name,
                    as_value(holder),
                    adjective,
                    prep.object,
                    *([holder.token] if holder.token is not None else []),
                )
            )
        elif (entry := lexicon.find("adjective", form)) is not None:
            attribute = entry.name
            facts += [
                reading.fact(holder, attribute, each, adjective, prep.object) for each in reading.values(prep.object)
            ]
    return facts


def preps_of(token: "Token") -> "list[Prep]":
    """Prepositions below a token with their objects."""
    from graphmem.extractors.spacy_claims.arguments import read_preps

    return [prep for child in token.children if child.dep_ == "prep" for prep in read_preps(child)]


def open_hours(reading: Reading, holder: Holder, word: str) -> list[Fact]:
    """Times of day beside `open`: a span is the opening hours, `until` the closing time, `from` the opening time."""
    facts = []
    clocks = [phrase for phrase in reading.times if phrase.time.clock]
    for phrase in clocks:
        clock = phrase.time.clock or ""
        if "-" in clock:
            attribute = "opening hours"
        elif phrase.lead in {"until", "till", "to", "up to"}:
            attribute = "closing time" if word == "open" else "opening time"
        else:
            attribute = "opening time" if word == "open" else "closing time"
        value = value_of_time(phrase, bounded=False)
        fact = reading.fact(holder, attribute, value)
        fact.used_times = [other.time for other in clocks]
        facts.append(fact)
    return facts
