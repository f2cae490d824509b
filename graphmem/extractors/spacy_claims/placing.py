"""Where, when and in what state a thing is: `is in Ghent`, `is on 4 May`, `is out of order`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder, as_value
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.times import kind_of_time, value_of_time
from graphmem.model.value import TextValue

if TYPE_CHECKING:
    pass


if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Prep

_PLACES = frozenset("here|there|upstairs|downstairs|outside|inside|abroad|home|away".split("|"))


def placed(reading: Reading, holder: Holder) -> list[Fact]:
    """X is in Y, X is on 4 May, X is at 3 pm, X is out of order, X is there."""
    facts = _at_time(reading, holder)
    if facts:
        return facts
    for prep in reading.clause.preps:
        if prep.object.i not in reading.sentence.time_at:
            facts = _by_preposition(reading, holder, prep)
        if facts:
            return facts
    return [fact for adverb in reading.clause.adverbs for fact in _by_adverb(reading, holder, adverb)]


def _at_time(reading: Reading, holder: Holder) -> list[Fact]:
    clause, lexicon = reading.clause, reading.lexicon
    if clause.preps_without_time(reading.sentence.time_at) or clause.adverbs_of_place():
        return []
    facts = []
    for phrase in reading.times:
        if phrase.lead not in {"on", "at", "in", "", "from"}:
            continue
        kind = kind_of_time(phrase)
        entry = lexicon.find("verb", f"be {phrase.lead}".strip(), kind)
        entry = entry or lexicon.entries["start time" if kind == "clock" else "date"]
        fact = reading.fact(holder, entry.name, value_of_time(phrase))
        fact.used_times = [phrase.time]
        facts.append(fact)
    return facts


def _by_preposition(reading: Reading, holder: Holder, prep: "Prep") -> list[Fact]:
    lexicon = reading.lexicon
    converse = lexicon.find("adjective_converse", prep.words, "entity")
    if converse is not None:
        own = [holder.token] if holder.token is not None else []
        owners = reading.holders(prep.object)
        return [reading.fact(owner, converse.name, as_value(holder), prep.object, *own) for owner in owners]
    state = f"{prep.words} {prep.object.lower_}"
    bare = prep.object.tag_ == "NN" and not any(True for _ in prep.object.children) and not prep.object.ent_type_
    if state in lexicon.state_adjectives or (bare and prep.words in {"on", "in", "under", "off"}):  # "on leave"
        return [reading.fact(holder, "status", TextValue(text=state, head=state), prep.object)]
    facts = []
    for value in reading.values(prep.object):
        entry = (
            lexicon.find("adjective", f"{prep.words} {prep.object.lemma_.lower()}")
            or lexicon.find("verb", f"be {prep.words}", reading.kind(value))
            or lexicon.find("adjective", prep.words, reading.kind(value))
        )
        facts.append(reading.fact(holder, entry.name if entry else f"be {prep.words}", value, prep.object))
    return facts


def _by_adverb(reading: Reading, holder: Holder, adverb: "Token") -> list[Fact]:
    word = adverb.lower_
    if word in reading.lexicon.state_adjectives:
        return [reading.fact(holder, "status", TextValue(text=word, head=word), adverb)]
    if word in _PLACES:
        return [reading.fact(holder, "location", TextValue(text=word, head=word), adverb)]
    return []
