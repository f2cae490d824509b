"""Movement and change: moved to, was pushed to, rose from … to, was raised to, renamed to."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import change as wording
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.possessive import Slot, slot_of
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.times import value_of_time
from graphmem.model.claim import Change
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import TimeSpan

_TO = ("to", "into", "until", "till", "towards", "for", "at")
_RENAMING = frozenset({"rename", "rebrand", "retitle", "rechristen"})


def moved(reading: Reading) -> list[Fact]:
    """Facts of a verb that brings a slot to a new value."""
    clause = reading.clause
    if clause.verb.lemma_.lower() in _RENAMING:
        return _renamed(reading)
    if not wording.moves(clause.verb):
        return []
    target = _target(reading)
    if target is None:
        return []
    value, tokens, times = target
    thing = clause.subject if clause.passive or not clause.objects else clause.objects[0]
    if thing is None:
        return []
    slot = slot_of(thing, reading)
    facts = _of_slot(reading, slot, value, tokens) if slot is not None and _fits(slot, value, reading) else _of_thing(reading, thing, value, tokens)
    for fact in facts:
        fact.used_times = list(times)
        fact.change = fact.change or Change.MOVED
    return facts


def _fits(slot: Slot, value: Value, reading: Reading) -> bool:
    return not slot.bare or reading.lexicon.find("noun", slot.words, reading.kind(value)) is not None


def _of_slot(reading: Reading, slot: Slot, value: Value, tokens: "list[Token]") -> list[Fact]:
    attribute = slot.attribute_for(reading.kind(value), reading.lexicon)
    facts = []
    for holder in slot.holders:
        fact = reading.fact(holder, attribute, value, slot.noun, *tokens)
        fact.conditions = list(slot.conditions)
        facts.append(fact)
    return facts


def _of_thing(reading: Reading, thing: "Token", value: Value, tokens: "list[Token]") -> list[Fact]:
    """What moves is a thing: its place, its date, or its home, as the target tells."""
    clause = reading.clause
    facts = []
    for holder in reading.holders(thing):
        attribute = _attribute(reading, holder, value)
        if attribute is not None and not (clause.objects and not clause.passive and attribute == "residence"):
            facts.append(reading.fact(holder, attribute, value, thing, *tokens))
    return facts


def _attribute(reading: Reading, holder: Holder, value: Value) -> str | None:
    lemma = reading.clause.verb.lemma_.lower()
    if isinstance(value, TimeValue):
        if lemma not in wording.SCHEDULING | {"change", "set"}:
            return None
        return "start time" if value.clock else "date"
    if isinstance(value, EntityValue | TextValue) and lemma in wording.RELOCATING:
        token = holder.token
        personal = holder.type == "PERSON" or (token is not None and token.tag_ in {"NNP", "PRP"} and holder.type not in {"ORG", "FAC", "PRODUCT", "EVENT"})
        return "residence" if personal else "headquarters" if holder.type == "ORG" else "location"
    if isinstance(value, Quantity) and lemma in {"rise", "fall", "grow", "shrink", "increase", "decrease", "drop", "climb", "decline"}:
        return "amount"
    return None


def _target(reading: Reading) -> "tuple[Value, list[Token], list[TimeSpan]] | None":
    """The new value: what follows `to`, with the times that `from … to` uses up."""
    clause = reading.clause
    for phrase in reading.times:
        if phrase.lead in {"to", "until", "till"} or (phrase.lead in {"for", "by"} and wording.moves(clause.verb) and clause.verb.lemma_ in wording.SCHEDULING):
            if phrase.lead == "by" or (phrase.lead in {"until", "till"} and clause.verb.lemma_ not in wording.SCHEDULING):
                continue
            used = [other.time for other in reading.times if other.lead in {"from", "to", "until", "till"}]
            return value_of_time(phrase).model_copy(update={"bound": "exact"}), [], used
    preps = list(clause.preps)
    for token in [*clause.objects, *([clause.subject] if clause.subject is not None else [])]:
        from graphmem.extractors.spacy_claims.copula import preps_of

        preps += preps_of(token)
    for word in ("to", "into"):
        for prep in preps:
            last = prep.words.split()[-1]
            if last != word or prep.object.i in reading.sentence.time_at:
                continue
            value = reading.value(prep.object)
            if value is not None:
                olds = [other.object for other in preps if other.words.split()[0] == "from"]
                return value, [prep.object, *olds], []
    return None


def _renamed(reading: Reading) -> list[Fact]:
    clause = reading.clause
    thing = clause.subject if clause.passive or not clause.objects else clause.objects[0]
    names = [*clause.attrs, *(token for token in clause.objects if token != thing)]
    names += [prep.object for prep in clause.preps if prep.words in {"to", "as", "into"}]
    names += [child for child in clause.verb.children if child.dep_ in {"oprd", "ccomp", "xcomp"} and child not in names]
    facts = []
    for name in names[:1]:
        value = reading.value(name)
        if isinstance(value, EntityValue | TextValue) and thing is not None:
            facts = [reading.fact(holder, "name", value, thing, name) for holder in reading.holders(thing)]
    for fact in facts:
        fact.change = Change.MOVED
    return facts
