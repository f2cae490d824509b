"""Duties that change hands: `took over the archive from Petra`, `handed the service over to Igor`."""

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.change import is_told
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.possessive import slot_of
from graphmem.extractors.spacy_claims.posts import is_personal
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Change
from graphmem.model.value import EntityValue

if TYPE_CHECKING:
    from spacy.tokens import Token

_GIVEN = ("lead", "responsible")
_TAKEN = ("owner",)  # who leads, and who answers for it, is one at a time: the new one is enough
_HANDING = frozenset({"hand over", "pass on", "turn over", "hand"})
# What is taken over for a while, or in passing, gives nobody a duty.
_PASSING = frozenset("shift|call|bill|wheel|driving|seat|room|debt|lease|flat|phone|conversation|turn|place".split("|"))
_DUTIES = frozenset("role|post|position|job|task|duty|responsibility|work".split("|"))


def handed_over(reading: Reading) -> list[Fact]:
    """Who answers for a thing now, and who no longer does. A firm that takes over a firm buys it, which is told
    elsewhere."""
    clause = reading.clause
    if not is_told(clause):
        return []
    if clause.lemma == "take over" and clause.objects and not clause.passive:
        return _taken_over(reading, clause.objects[0])
    if clause.lemma in _HANDING:
        return _given_over(reading)
    return []


def _taken_over(reading: Reading, thing: "Token") -> list[Fact]:
    clause = reading.clause
    giver = _at(reading, "from", thing)
    takers = reading.holders(clause.subject)
    if thing.ent_type_ == "PERSON" or thing.lemma_.lower() in _PASSING | _DUTIES:
        return []
    named = thing.pos_ == "PROPN" and not any(child.lower_ == "the" for child in thing.lefts)
    people = all(is_personal(taker) for taker in takers)
    if named and (giver is None or not people):
        return []
    if giver is None and not people:
        return []
    return _passed(reading, thing, takers, giver)


def _given_over(reading: Reading) -> list[Fact]:
    clause = reading.clause
    thing = clause.subject if clause.passive else clause.objects[0] if clause.objects else None
    taker = _at(reading, "to", thing) if thing is not None else None
    if thing is None or taker is None or taker.pos_ != "PROPN" or thing.lemma_.lower() in _PASSING | _DUTIES:
        return []
    if clause.lemma == "hand" and not any(adverb.lower_ == "over" for adverb in clause.adverbs):
        return []
    giver = _at(reading, "from", thing) if clause.passive else clause.subject
    return _passed(reading, thing, reading.holders(taker), giver)


def _passed(reading: Reading, thing: "Token", takers: list[Holder], giver: "Token | None") -> list[Fact]:
    slot = slot_of(thing, reading, strict=True)
    if slot is not None and not slot.bare and slot.holders:
        owners = slot.holders
        given: tuple[str, ...] = (slot.attribute_for("entity", reading.lexicon),)
        taken: tuple[str, ...] = ()
    else:
        owners, given, taken = _things(reading, thing), _GIVEN, _TAKEN
    facts = [_fact(reading, owner, name, taker, thing) for owner in owners for name in given for taker in takers]
    for former in reading.holders(giver):
        if former.name in {taker.name for taker in takers}:
            continue
        for ended in [_fact(reading, owner, name, former, thing) for owner in owners for name in taken]:
            ended.polarity, ended.change = not reading.clause.polarity, Change.ENDED
            facts.append(ended)
    return facts


def _things(reading: Reading, thing: "Token") -> list[Holder]:
    """What is handed on, without the hands."""
    kept = [
        (holder, [c for c in holder.conditions if c.name not in {"from", "to"}]) for holder in reading.holders(thing)
    ]
    return [replace(holder, conditions=tuple(conditions)) for holder, conditions in kept]


def _fact(reading: Reading, owner: Holder, attribute: str, who: Holder, thing: "Token") -> Fact:
    used = [thing, *([who.token] if who.token is not None else [])]
    fact = reading.fact(owner, attribute, EntityValue(name=who.name, type=who.type), *used)
    fact.used += [prep.object for prep in reading.clause.preps if prep.words in {"from", "to"}]
    fact.change = Change.MOVED
    return fact


def _at(reading: Reading, word: str, thing: "Token") -> "Token | None":
    """The named one behind `from` or `to`, on the verb or hung on the thing."""
    preps = [(prep.words, prep.object) for prep in reading.clause.preps]
    for child in thing.children:
        if child.dep_ == "prep":
            preps += [(child.lower_, token) for token in child.children if token.dep_ == "pobj"]
    return next((token for words, token in preps if words == word and token.pos_ in {"PROPN", "PRON"}), None)
