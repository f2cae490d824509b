"""Movement and change: moved to, was pushed to, rose from … to, was raised to, renamed to."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import change as wording
from graphmem.extractors.spacy_claims.adjectives import preps_of
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.possessive import Slot, slot_of
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.times import value_of_time
from graphmem.extractors.spacy_claims.upgrading import is_machine, place_meant, upgraded
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
    if verb_lemma(clause.verb) in _RENAMING:
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
    kind = ("clock" if times[0].clock else "date") if times else reading.kind(value)
    known = slot is not None and reading.lexicon.find("noun", slot.words, kind) is not None
    patterned = slot is not None and not reading.lexicon.knows_noun(slot.words) and reading.lexicon.is_slot(slot.words)
    measured = slot is not None and isinstance(value, Quantity) and (is_machine(thing) or not (known or patterned))
    moves_away = slot is not None and not reading.lexicon.is_slot(slot.words) and _goes_elsewhere(thing, reading)
    if (measured or moves_away) and (facts := _of_thing(reading, thing, value, kind, tokens)):
        pass  # "the laptop of Ana was upgraded to 16 GB of memory": the laptop is a thing
    elif slot is not None and (not slot.bare or known or (patterned and isinstance(value, Quantity))):
        facts = _of_slot(reading, slot, value, kind, tokens)
    else:
        facts = _of_thing(reading, thing, value, kind, tokens)
    for fact in facts:
        fact.used_times = list(times)
        fact.change = fact.change or Change.MOVED
    return facts


def _goes_elsewhere(thing: "Token", reading: Reading) -> bool:
    """`Our data centre was moved to Dublin`: a thing of somebody's that goes to another place is no slot."""
    owned = any(child.dep_ == "poss" and child.tag_ == "PRP$" for child in thing.lefts)
    return owned and verb_lemma(reading.clause.verb) in wording.RELOCATING


def _of_slot(reading: Reading, slot: Slot, value: Value, kind: str, tokens: "list[Token]") -> list[Fact]:
    attribute = slot.attribute_for(kind, reading.lexicon)
    facts = []
    for holder in slot.holders:
        fact = reading.fact(holder, attribute, value, slot.noun, *tokens)
        fact.conditions = list(slot.conditions)
        facts.append(fact)
    return facts


def _of_thing(reading: Reading, thing: "Token", value: Value, kind: str, tokens: "list[Token]") -> list[Fact]:
    """What moves is a thing: its place, its date, or its home, as the target tells."""
    clause = reading.clause
    facts = []
    for holder in reading.holders(thing):
        facts += [
            reading.fact(holder, attribute, value, thing, *tokens)
            for attribute in _attributes(reading, holder, value, kind)
            if not (clause.objects and not clause.passive and attribute == "residence")
        ]
    return facts


def _attributes(reading: Reading, holder: Holder, value: Value, kind: str) -> list[str]:
    """A body that moves has another seat, and is at another place; so does a building that is named as one."""
    name = _attribute(reading, holder, value, kind) or upgraded(reading, holder, value)
    return ["headquarters", "location"] if name == "headquarters" else [name] if name is not None else []


def _attribute(reading: Reading, holder: Holder, value: Value, kind: str) -> str | None:
    lemma = verb_lemma(reading.clause.verb)
    if kind in {"date", "clock"}:
        if kind == "date" and lemma in wording.PROLONGING:
            return "end date"  # "the lease was extended until May"
        if lemma not in wording.SCHEDULING | {"change", "set"}:
            return None
        return "start time" if kind == "clock" else "date"
    if isinstance(value, EntityValue | TextValue) and lemma in wording.RELOCATING:
        token = holder.token
        if is_organisation(holder.name, holder.type):
            return "headquarters"
        personal = holder.type in {"PERSON", "ORG", "GPE"} or (
            token is not None and token.tag_ in {"NNP", "PRP"} and not holder.type
        )
        return "residence" if personal else "location"
    if isinstance(value, Quantity) and lemma in {
        "rise",
        "fall",
        "grow",
        "shrink",
        "increase",
        "decrease",
        "drop",
        "climb",
        "decline",
    }:
        return "amount"
    return None


_DESIGNATORS = frozenset(
    (
        "inc|inc.|ltd|ltd.|llc|plc|gmbh|ag|sa|nv|bv|oy|ab|as|corp|corp.|corporation|company|co|"
        "co.|group|labs|laboratories|bank|university|institute|ministry|agency|college|school|museum|"
        "club|team|party|union|society|association|foundation|federation|committee|council|commission|"
        "department|office|hospital|partners|holdings|industries|systems|technologies|software|media|"
        "press|airlines|airways|motors|energy|pharma|pharmaceuticals|brothers|sons|works|services|"
        "solutions|consulting|studio|studios|records|times|news|academy|court|authority|fund|trust|"
        "league"
    ).split("|")
)


def is_organisation(name: str, kind: str) -> bool:
    """True when the words of the name say that it is an organisation; the recogniser alone mistakes too many
    people for one."""
    words = name.lower().replace(",", " ").split()
    return bool(words) and (bool(_DESIGNATORS & set(words)) or (kind == "ORG" and name.isupper() and len(name) > 1))


Target = tuple[Value, "list[Token]", "list[TimeSpan]"]


def _target(reading: Reading) -> "Target | None":
    """The new value: what follows `to`, with the times that `from … to` uses up."""
    return _target_time(reading) or _target_range(reading) or _target_thing(reading)


def _target_time(reading: Reading) -> "Target | None":
    schedules = verb_lemma(reading.clause.verb) in wording.SCHEDULING
    for phrase in reading.times:
        if phrase.lead == "to" or (phrase.lead in {"until", "till", "for"} and schedules):
            used = [other.time for other in reading.times if other.lead in {"from", "to", "until", "till"}]
            return value_of_time(phrase, bounded=False), [], used
    for phrase in reading.times:
        clock = phrase.time.clock or ""
        if phrase.lead == "from" and "-" in clock:
            return TimeValue(clock=clock.partition("-")[2], text=phrase.time.text), [], [phrase.time]
    return None


def _target_range(reading: Reading) -> "Target | None":
    """`rose from 40 to 45 euro`, read as one range: its upper end is the new value."""
    for prep in reading.clause.preps:
        value = reading.value(prep.object) if prep.words == "from" else None
        if isinstance(value, Quantity) and value.upper is not None:
            new = value.model_copy(update={"amount": value.upper, "upper": None, "bound": "exact"})
            return new, [prep.object], []
    return None


def _target_thing(reading: Reading) -> "Target | None":
    clause = reading.clause
    if (there := place_meant(reading)) is not None:
        value = reading.value(there)
        return (value, [there], []) if value is not None else None
    preps = list(clause.preps)
    for token in [*clause.objects, *([clause.subject] if clause.subject is not None else [])]:
        preps += preps_of(token)
    for word in ("to", "into"):
        for prep in preps:
            if prep.words.split()[-1] != word or prep.object.i in reading.sentence.time_at:
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
    names += [
        child for child in clause.verb.children if child.dep_ in {"oprd", "ccomp", "xcomp"} and child not in names
    ]
    facts = []
    for name in names[:1]:
        value = reading.value(name)
        if isinstance(value, EntityValue | TextValue) and thing is not None:
            facts = [reading.fact(holder, "name", value, thing, name) for holder in reading.holders(thing)]
    for fact in facts:
        fact.change = Change.MOVED
    return facts
