"""Verbs that the lexicon knows: each argument that has a slot fills it, whichever side the sentence began with."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder, are_torn
from graphmem.extractors.spacy_claims.moving import is_organisation
from graphmem.extractors.spacy_claims.posts import is_personal
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.times import kind_of_time, value_of_time
from graphmem.model.value import EntityValue, TextValue, TimeValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.times import TimePhrase
    from graphmem.lexicon import LexiconEntry
    from graphmem.lexicon.lexicon import FormKind


def known(reading: Reading) -> list[Fact]:
    """Facts of a verb that has a slot in the lexicon."""
    return _passive(reading) if reading.clause.passive else _active(reading)


def _active(reading: Reading) -> list[Fact]:
    clause, lexicon, lemma = reading.clause, reading.lexicon, reading.clause.lemma
    facts: list[Fact] = []
    holders = reading.holders(clause.subject)
    for token in clause.objects:
        for value in reading.values(token):
            facts += _object(reading, holders, token, value)
    for prep in clause.preps:
        form = f"{lemma} {prep.words}"
        if prep.object.i in reading.sentence.time_at:
            continue
        for value in reading.values(prep.object):
            entry = lexicon.find("verb", f"{form} {prep.object.lemma_.lower()}") or lexicon.find(
                "verb", form, reading.kind(value)
            )
            if entry is not None and not clause.objects:
                facts += [reading.fact(holder, entry.name, value, prep.object) for holder in holders]
            converse = lexicon.find("converse", form, "entity")
            if converse is not None and (owner := reading.holder(prep.object)) is not None:
                facts += [_turned(reading, owner, converse, holder, prep.object) for holder in holders]
    if not clause.objects:
        facts += _times(reading, holders, "verb")
        facts += _amounts(reading, holders)
    return _mark_events(reading, facts)


# Prizes are given again and again: who won one says nothing of who else did.
_GIVEN_AGAIN = frozenset(
    "medal|prize|award|honour|honor|scholarship|seat|vote|trophy|title|grant|support|lottery".split("|")
)


def _object(reading: Reading, holders: list[Holder], token: "Token", value: Value) -> list[Fact]:
    clause, lexicon, lemma = reading.clause, reading.lexicon, reading.clause.lemma
    kind = reading.kind(value)
    entry = lexicon.find("verb", lemma, kind)
    if entry is not None:
        numbered = any(child.dep_ == "nummod" and child.i > token.i for child in token.children)
        slot = lexicon.find("noun", token.lemma_.lower()) if lemma == "use" and numbered else None
        entry = slot or entry  # "uses port 25" says what its port is
        return [reading.fact(holder, entry.name, value, token) for holder in holders]
    negated = lexicon.find("negated", lemma, kind)
    if negated is not None:
        facts = [reading.fact(holder, negated.name, value, token) for holder in holders]
        for fact in facts:
            fact.polarity = not clause.polarity
        return facts
    converse = lexicon.find("converse", lemma, "entity")
    # "Ana wrote a book" says something of Ana; "Ana wrote the anthem" says who wrote the anthem.
    unique = not (lemma == "win" and token.lemma_.lower() in _GIVEN_AGAIN)
    if (lemma in _EXECUTING and is_executed(token, holders, bodies=lemma == "operate")) or (
        lemma in _LEADING and _has_version(token)
    ):
        return []
    if converse is not None and unique and _is_particular(token) and (owner := reading.holder(token)) is not None:
        return [_turned(reading, owner, converse, holder, token) for holder in holders]
    return []


# What machines and people execute: who runs it leads nothing.
_EXECUTING = frozenset({"run", "operate"})
_LEADING = frozenset({"manage", "maintain", "direct", "coordinate"})
_EXECUTED = frozenset(
    "test|job|script|query|check|backup|scan|workload|container|code|software|process|task|command|benchmark|experiment|"
    "simulation|model|migration|binary|kernel|firmware|errand|race|marathon|mile|risk".split("|")
)


def is_executed(thing: "Token", doers: Sequence[Holder], *, bodies: bool) -> bool:
    """True where "run" is "execute" and not "lead": of software and jobs, and of names that no person runs.

    "Ana runs Harbour House" says who leads it; "the server runs Ubuntu" and "Team Blue runs Kubernetes 1.29" do not.
    bodies says whether firms do it too: they operate what a person runs.
    """
    if thing.lemma_.lower() in _EXECUTED:
        return True
    if thing.pos_ != "PROPN":
        return False
    able = [doer for doer in doers if is_personal(doer) or (bodies and is_organisation(doer.name, doer.type))]
    return _has_version(thing) or not any(not _has_digit(doer.name) for doer in able)


def _has_version(thing: "Token") -> bool:
    """True for a name with a number: `PostgreSQL 16`."""
    parts = [token for token in (thing, *thing.children) if token.dep_ != "poss"]
    return thing.pos_ == "PROPN" and any(_has_digit(token.text) for token in parts)


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _is_particular(token: "Token") -> bool:
    if token.pos_ in {"PROPN", "PRON"} or token.ent_type_ in {"ORG", "WORK_OF_ART", "PRODUCT", "EVENT", "GPE", "FAC"}:
        return True
    if any(child.lower_ in {"a", "an", "some", "any", "several", "many", "more"} for child in token.lefts):
        return False
    if token.tag_ == "NN" and any(child.tag_ == "HYPH" for child in token.lefts):
        return True  # "owns ledger-sync": a bare word with a hyphen is the name of a piece of software
    return any(
        child.lower_ in {"the", "this", "that", "these", "those", "all", "every", "each"} or child.dep_ == "poss"
        for child in token.lefts
    ) or any(child.dep_ == "nummod" and child.i > token.i for child in token.children)


def _turned(reading: Reading, owner: Holder, entry: "LexiconEntry", doer: Holder, token: "Token") -> Fact:
    """The slot belongs to what the verb is done to; who does it is the value."""
    doing = doer.token
    amount = reading.value(doing) if doing is not None and reading.is_amount(doing) else None
    if amount is not None and doing is not None:
        return reading.fact(owner, entry.name, amount, token, doing)  # "approved by at least three reviewers"
    bare = (
        doing is not None
        and doing.pos_ == "NOUN"
        and not any(c.lower_ in {"the", "this", "that"} or c.dep_ == "poss" for c in doing.lefts)
    )
    value: Value = (
        TextValue(text=doer.name, head=doing.lemma_.lower())
        if bare and doing is not None
        else EntityValue(name=doer.name, type=doer.type)
    )
    fact = reading.fact(owner, entry.name, value, token, *([doing] if doing is not None else []))
    fact.quantifier = doer.quantifier
    return fact


def _passive(reading: Reading) -> list[Fact]:
    clause, lexicon, lemma = reading.clause, reading.lexicon, reading.clause.lemma
    facts: list[Fact] = []
    holders = reading.holders(clause.subject)
    if clause.agent is not None:
        facts += _by_agent(reading, holders, clause.agent)
    for prep in clause.preps:
        if prep.object.i in reading.sentence.time_at:
            continue
        form = f"{lemma} {prep.words}"
        for value in reading.values(prep.object):
            kind = reading.kind(value)
            entry = lexicon.find("passive", form, kind) or lexicon.find("verb", f"be {form}", kind)
            if entry is not None:
                facts += [
                    reading.fact(holder, name, value, prep.object)
                    for holder in holders
                    for name in _seats(entry.name, holder)
                ]
    for token in [*clause.objects, *clause.attrs]:
        for value in reading.values(token):
            entry = lexicon.find("passive", lemma, reading.kind(value))
            if entry is not None:
                facts += [reading.fact(holder, entry.name, value, token) for holder in holders]
    facts += _times(reading, holders, "passive")
    return _mark_events(reading, facts)


def _seats(attribute: str, holder: Holder) -> tuple[str, ...]:
    """A person who is based somewhere lives there. The recogniser takes many a firm for a person: of a single word
    that it calls one, both are said."""
    if attribute != "headquarters" or is_organisation(holder.name, holder.type):
        return (attribute,)
    token = holder.token
    if token is not None and token.lower_ in {"i", "he", "she"}:
        return ("residence",)
    if holder.type != "PERSON":
        return (attribute,)
    return ("residence",) if " " in holder.name else (attribute, "residence")


def _by_agent(reading: Reading, holders: list[Holder], agent: "Token") -> list[Fact]:
    lexicon, lemma = reading.lexicon, reading.clause.lemma
    facts: list[Fact] = []
    converse = lexicon.find("passive", f"{lemma} by", "entity") or lexicon.find("converse", lemma, "entity")
    for doer in reading.holders(agent):
        for holder in holders:
            if converse is not None:
                facts.append(_turned(reading, holder, converse, doer, agent))
                continue
            entry = lexicon.find("verb", lemma, "entity")
            if entry is not None:
                value = EntityValue(name=holder.name, type=holder.type)
                facts.append(
                    reading.fact(doer, entry.name, value, agent, *([holder.token] if holder.token is not None else []))
                )
    return facts


def _times(reading: Reading, holders: list[Holder], kind_of_form: "FormKind") -> list[Fact]:
    """Times that are the value itself: `was founded in 1907`, `opens at 9`, `ends on 4 May`."""
    facts: list[Fact] = []
    lemma = reading.clause.lemma
    for phrase in reading.times:
        value, kind = value_of_time(phrase), kind_of_time(phrase)
        if lemma in reading.lexicon.state_verbs and isinstance(value, TextValue):
            continue  # "is closed on Friday" tells when the state holds
        form = f"{lemma} {_plain(phrase.lead)}".strip()
        entry = reading.lexicon.find(kind_of_form, form, kind)
        if entry is not None:
            value = value_of_time(phrase, bounded=False)  # in "applies from 3 May" the day is the value
        elif phrase.lead in _NOT_BEFORE and not reading.clause.polarity:
            facts += _from_then_on(reading, holders, phrase, kind_of_form)
        elif phrase.lead in {"", "by", "before", "around", "about", "in", "on", "after", "since"} and lemma not in {
            "fall",
            "be",
        }:
            entry = reading.lexicon.find(kind_of_form, f"{lemma} on", kind) or reading.lexicon.find(
                kind_of_form, f"{lemma} in", kind
            )
        if entry is None:
            continue
        for holder in holders:
            fact = reading.fact(holder, entry.name, value)
            fact.used_times = [phrase.time]
            facts.append(fact)
    return facts


_NOT_BEFORE = frozenset({"before", "until", "till"})


def _from_then_on(
    reading: Reading, holders: list[Holder], phrase: "TimePhrase", kind_of_form: "FormKind"
) -> list[Fact]:
    """`does not open before 10 am`: it opens then or later."""
    kind, lemma = kind_of_time(phrase), reading.clause.lemma
    forms = (f"{lemma} at", f"{lemma} on", f"{lemma} in", lemma)
    entry = next((e for form in forms if (e := reading.lexicon.find(kind_of_form, form, kind)) is not None), None)
    value = value_of_time(phrase, bounded=False)
    if entry is None or not isinstance(value, TimeValue):
        return []
    facts = [reading.fact(h, entry.name, value.model_copy(update={"bound": "at_least"})) for h in holders]
    for fact in facts:
        fact.used_times, fact.polarity = [phrase.time], True
    return facts


def _plain(lead: str) -> str:
    return {"till": "until", "up until": "until"}.get(lead, lead)


def _amounts(reading: Reading, holders: list[Holder]) -> list[Fact]:
    """Amounts without a preposition: `lasts three hours`, `costs 8 euro`, `opens at 7`."""
    facts: list[Fact] = []
    clause, lemma = reading.clause, reading.clause.lemma
    for child in clause.verb.children:
        if child.dep_ in {"npadvmod", "attr", "dobj", "advmod", "oprd"} and reading.is_amount(child):
            value = reading.value(child)
            entry = reading.lexicon.find("verb", lemma, reading.kind(value)) if value is not None else None
            if value is not None and entry is not None:
                facts += [reading.fact(holder, entry.name, value, child) for holder in holders]
    if not facts and not any(phrase.time.clock for phrase in reading.times):
        facts += _bare_hours(reading, holders)
    return facts


def _bare_hours(reading: Reading, holders: list[Holder]) -> list[Fact]:
    """`opens at 7`: a bare number after `at` or `until` is an hour when the verb takes times of day."""
    from graphmem.model.value import Quantity

    facts: list[Fact] = []
    for prep in reading.clause.preps:
        entry = reading.lexicon.find("verb", f"{reading.clause.lemma} {_plain(prep.words)}", "clock")
        value = reading.value(prep.object)
        if entry is None or entry.value != "clock" or not isinstance(value, Quantity) or value.unit or value.noun:
            continue
        if value.amount == int(value.amount) and 0 <= value.amount <= 24:
            # Whoever closes at 6 closes in the evening; other bare hours stay as they are written.
            hour = int(value.amount) + (12 if entry.name == "closing time" and 0 < value.amount < 12 else 0)
            clock = TimeValue(clock=f"{hour % 24:02d}:00", text=prep.object.text)
            facts += [reading.fact(holder, entry.name, clock, prep.object) for holder in holders]
    return facts


_MANY = 24


def _mark_events(reading: Reading, facts: list[Fact]) -> list[Fact]:
    """Events are marked, and what fills one slot of the verb is no condition of another."""
    if are_torn(facts):
        return []
    # Of a long list each fact keeps its own tokens: what hundreds share would be looked through for each.
    used = [token for fact in facts for token in fact.used] if len(facts) <= _MANY else []
    times = [time for fact in facts for time in fact.used_times]
    for fact in facts:
        entry = reading.lexicon.entries.get(fact.attribute)
        fact.event = entry is not None and entry.event
        own = {token.i for token in fact.used}
        fact.used += [token for token in used if token.i not in own]
        if fact.event:
            fact.used_times = fact.used_times or times
    return facts + _dates_of(reading, facts)


def _dates_of(reading: Reading, facts: list[Fact]) -> list[Fact]:
    """`Ada founded Kestrel in 1998` also tells when Kestrel was founded."""
    entries = reading.lexicon.entries
    found: list[Fact] = []
    for fact in facts:
        dated = entries[fact.attribute].dated if fact.attribute in entries else None
        if dated is None or any(other.attribute == dated for other in facts):
            continue
        for phrase in reading.times:
            if phrase.lead in {"in", "on", "", "at", "during"} and phrase.time.interval.start is not None:
                when = reading.fact(fact.holder, dated, value_of_time(phrase), *fact.used)
                when.used_times, when.event = [phrase.time], True
                found.append(when)
                break
    return found
