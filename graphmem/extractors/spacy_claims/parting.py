"""What somebody no longer has, or no longer is: `sold her Volvo`, `is back from leave`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.change import is_told
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Change
from graphmem.model.value import EntityValue, TextValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_PARTING = frozenset(
    {"sell", "sell off", "trade in", "trade", "give away", "scrap", "rid", "get rid", "dispose", "part"}
)
_COMING_BACK = frozenset({"return", "come back", "come", "get back", "be"})
_VEHICLES = frozenset("car|van|truck|lorry|motorbike|motorcycle|scooter|moped|jeep|pickup|camper|tractor".split("|"))


def parted(reading: Reading) -> list[Fact]:
    """Who sold a thing of their own has it no more, nor drives it; what else the sentence says stays as it is."""
    clause = reading.clause
    rid = clause.lemma == "rid"  # "got rid of his car" is a passive in form only
    if (clause.passive and not rid) or clause.subject is None or not is_told(clause):
        return []
    if clause.lemma not in _PARTING or not clause.polarity:
        return []
    facts = []
    for thing in [*clause.objects[:1], *_hung(reading)]:
        if not any(child.dep_ == "poss" for child in thing.lefts):
            continue  # who sells cars by trade keeps the own
        value = reading.value(thing)
        if not isinstance(value, EntityValue | TextValue):
            continue
        for holder in reading.holders(clause.subject):
            facts.append(reading.fact(holder, clause.lemma, value, thing))
            facts += [_no_more(reading.fact(holder, name, value, thing)) for name in _ways_of_having(thing, value)]
            if isinstance(value, EntityValue):
                owner = EntityValue(name=holder.name, type=holder.type)
                facts.append(_no_more(reading.fact(Holder(value.name, token=thing), "owner", owner)))
    return facts


def _hung(reading: Reading) -> "list[Token]":
    """`traded in her Volvo`, `got rid of his car`: the particle taken for a preposition."""
    return [prep.object for prep in reading.clause.preps if prep.words.split()[0] in {"in", "of", "with", "away"}]


def _ways_of_having(thing: "Token", value: Value) -> tuple[str, ...]:
    drives = thing.lemma_.lower() in _VEHICLES or (isinstance(value, EntityValue) and thing.pos_ == "PROPN")
    return ("have", "drive") if drives else ("have", "own")


def back_from(reading: Reading) -> list[Fact]:
    """`Hugo is back from leave`: he is not on leave."""
    clause = reading.clause
    if clause.lemma not in _COMING_BACK or clause.passive or not clause.polarity or clause.subject is None:
        return []
    if not is_told(clause):
        return []
    back = any(word.lower_ == "back" for word in (*clause.adverbs, *clause.adjectives)) or "back" in clause.particle
    if not back and clause.lemma != "return":
        return []
    facts = []
    for prep in clause.preps:
        away = prep.object
        if prep.words.split()[-1] != "from" or away.tag_ not in {"NN", "NNS"} or away.i in reading.sentence.time_at:
            continue
        whole = " ".join(
            token.lower_ for token in (*away.lefts, away) if token.dep_ in {"compound", "amod"} or token == away
        )
        state = TextValue(text=f"on {away.lower_}", head=f"on {away.lower_}")
        kind = TextValue(text=whole, head=away.lemma_.lower())
        for holder in reading.holders(clause.subject):
            facts.append(_no_more(reading.fact(holder, "status", state, away)))
            facts.append(_no_more(reading.fact(holder, "be on", kind, away)))
    return facts


def _no_more(fact: Fact) -> Fact:
    """What ended, whoever got it and for what."""
    fact.polarity, fact.change, fact.by_the_way = False, Change.ENDED, True
    return fact
