"""What is used instead: `switched from Jenkins to GitLab`, `replaced its Zebra scanners with Honeywell scanners`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.adjectives import preps_of
from graphmem.extractors.spacy_claims.change import is_told
from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.possessive import slot_of
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Change
from graphmem.model.value import EntityValue, TextValue

if TYPE_CHECKING:
    from spacy.tokens import Token

_SWITCHING = frozenset({"switch", "switch over", "change over", "migrate", "convert"})
_REPLACING = frozenset({"replace", "swap", "swap out", "exchange", "substitute"})
_USERS = frozenset("team|club|company|office|department|group|school|hospital|bank|university|agency|museum".split("|"))
_PLACES = frozenset({"GPE", "LOC", "FAC"})


def switched(reading: Reading) -> list[Fact]:
    """Who switched to a named thing uses it, and no longer uses the other."""
    clause = reading.clause
    if not is_told(clause) or clause.subject is None or not clause.polarity:
        return []
    if clause.lemma in _SWITCHING and not clause.passive:
        old, new = _behind(reading, "from"), _behind(reading, "to")
        moves = clause.lemma == "migrate" and new is not None and new.ent_type_ in _PLACES
        return [] if moves or _is_slot(reading, clause.subject) else _instead(reading, clause.subject, old, new)
    if clause.lemma in _REPLACING and clause.objects and not clause.passive:
        old = clause.objects[0]
        new = _behind(reading, "with") or _behind(reading, "for") or _behind(reading, "by")
        owned = any(child.dep_ == "poss" and child.tag_ == "PRP$" for child in old.lefts)
        named = owned or old.pos_ == "PROPN"
        return _instead(reading, clause.subject, old, new) if named and old.ent_type_ != "PERSON" else []
    return []


def _instead(reading: Reading, user: "Token", old: "Token | None", new: "Token | None") -> list[Fact]:
    facts = []
    for thing, holds in ((new, True), (old, False)):
        if new is None or thing is None:
            continue
        used = [token for token in (thing, old, new) if token is not None]
        value = reading.value(thing)
        if not isinstance(value, EntityValue | TextValue) or (thing.pos_ != "PROPN" and not _is_made_by(thing)):
            continue
        for holder in reading.holders(user):
            fact = reading.fact(holder, "uses", value, *used)
            fact.polarity, fact.change = holds, Change.MOVED if holds else Change.ENDED
            facts.append(fact)
    return facts if any(fact.polarity for fact in facts) else []


def _is_made_by(thing: "Token") -> bool:
    """`Zebra scanners`: things with their make; "manual mode" and "night shifts" are nothing that one uses."""
    return any(child.pos_ == "PROPN" and child.dep_ in {"compound", "nmod", "amod"} for child in thing.lefts)


def _is_slot(reading: Reading, subject: "Token") -> bool:
    """`The supplier switched to Brix` fills a slot; a team or an office is who uses."""
    return subject.lemma_.lower() not in _USERS and slot_of(subject, reading) is not None


def _behind(reading: Reading, word: str) -> "Token | None":
    clause = reading.clause
    preps = [*clause.preps, *(prep for token in clause.objects for prep in preps_of(token))]
    return next(
        (
            prep.object
            for prep in preps
            if prep.words == word and prep.object.i not in reading.sentence.time_at and prep.object.pos_ != "VERB"
        ),
        None,
    )
