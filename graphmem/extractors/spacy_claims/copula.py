"""`be` and its kin: X is a Y, X is Y's Z, X is red, X is 3 m long, X is in Y, there are three X."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import possessive
from graphmem.extractors.spacy_claims.adjectives import adjectival, preps_of
from graphmem.extractors.spacy_claims.facts import Fact, Holder, as_value
from graphmem.extractors.spacy_claims.placing import placed
from graphmem.extractors.spacy_claims.predicates import predicate_values
from graphmem.extractors.spacy_claims.reading import DIRECTIONS, Reading
from graphmem.extractors.spacy_claims.values import one_of, truth
from graphmem.model.claim import Change
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token


LINKING = frozenset({"be", "remain", "stay", "become", "get", "turn", "go", "seem", "look", "appear", "keep"})


def is_copula(reading: Reading) -> bool:
    """True when the predicate only links the subject with what is said of it."""
    clause = reading.clause
    if clause.lemma == "be":
        return not clause.passive or bool(clause.attrs or clause.adjectives)
    if clause.lemma in {"become", "get", "turn", "go"}:
        return bool(clause.adjectives)
    return clause.lemma in LINKING and bool(clause.attrs or clause.adjectives)


def copula(reading: Reading) -> list[Fact]:
    """Facts of a linking clause."""
    clause = reading.clause
    if any(child.dep_ == "expl" and child.lower_ == "there" for child in clause.verb.children):
        return _existence(reading)
    subject = clause.subject
    if subject is None:
        return []
    owned = possessive.slot_of(subject, reading)
    if owned is not None:
        facts = _fill(reading, owned) if _may_fill(reading, owned) else []
        if facts:
            return facts
    facts = []
    for holder in reading.holders(subject):
        facts += _of_holder(reading, holder)
    for fact in facts if clause.lemma in {"become", "get", "turn", "go"} else []:
        fact.change = Change.MOVED
    return facts


def _fill(reading: Reading, slot: "possessive.Slot") -> list[Fact]:
    """`The N of X is V`: the predicate gives the value of the slot that the subject names."""
    facts = []
    for value, tokens, times in predicate_values(reading):
        kind = reading.kind(value) if not times or times[0].clock else "date"
        attribute = slot.attribute_for(kind, reading.lexicon)
        for holder in slot.holders:
            fact = reading.fact(holder, attribute, value, *tokens, slot.noun)
            fact.used_times = list(times)
            fact.conditions = list(slot.conditions)
            facts.append(fact)
    return facts


def _may_fill(reading: Reading, slot: "possessive.Slot") -> bool:
    """False where the predicate describes the thing instead of naming it: `the CEO is tall`, `Ana's sister is
    a doctor`."""
    entry = reading.lexicon.find("noun", slot.words)
    if entry is None and _is_somewhere(reading, slot):
        return False  # "our data centre is in Dublin" says where a thing is
    names_things = (
        entry.value in {"entity", "place"}
        if entry is not None
        else reading.lexicon.seed(slot.words).source == "default"
    )
    if not names_things:
        return True
    clause = reading.clause
    if clause.adjectives and not any(
        reading.is_amount(child) for adjective in clause.adjectives for child in adjective.children
    ):
        return False
    return not any(child.lower_ in {"a", "an"} for token in clause.attrs for child in token.lefts)


def _is_somewhere(reading: Reading, slot: "possessive.Slot") -> bool:
    """True where a thing that is ours, or theirs, is at a named place, and nothing else is said of it."""
    clause = reading.clause
    owned = any(child.dep_ == "poss" and child.tag_ == "PRP$" for child in slot.noun.lefts)
    if not owned or clause.attrs or clause.adjectives or reading.times:
        return False
    return any(prep.words in {"in", "at"} and prep.object.pos_ == "PROPN" for prep in clause.preps)


def _existence(reading: Reading) -> list[Fact]:
    """`There are three lifts in the tower`: the place has that number of them."""
    clause = reading.clause
    things = [
        *clause.attrs,
        *([clause.subject] if clause.subject is not None and clause.subject.dep_ != "expl" else []),
    ]
    facts = []
    for thing in things[:1]:
        place = next((prep for prep in clause.preps if prep.words in {"in", "at", "on"}), None)
        place_token = place.object if place else _place_on(thing)
        value = reading.value(thing)
        if value is None:
            continue
        if place_token is not None and (holder := reading.holder(place_token)) is not None:
            attribute = f"number of {value.noun}" if isinstance(value, Quantity) and value.noun else "have"
            facts.append(reading.fact(holder, attribute, value, thing, place_token))
        elif clause.verb.dep_ != "ROOT":
            continue  # "where there is a liquid market" supposes it
        elif (holder := reading.holder(thing)) is not None and not isinstance(value, Quantity):
            facts.append(reading.fact(holder, "exist", truth(), thing))
    return facts


def _place_on(thing: "Token") -> "Token | None":
    for child in thing.children:
        if child.dep_ == "prep" and child.lower_ in {"in", "at", "on"}:
            return next((token for token in child.children if token.dep_ == "pobj"), None)
    return None


def _of_holder(reading: Reading, holder: Holder) -> list[Fact]:
    clause = reading.clause
    facts: list[Fact] = []
    if (
        len(clause.attrs) == 1
        and len(clause.adjectives) == 1
        and reading.is_amount(clause.attrs[0])
        and clause.attrs[0].i + 1 == clause.adjectives[0].i
    ):
        entry = reading.lexicon.find("adjective", clause.adjectives[0].lower_, "quantity")
        value = reading.value(clause.attrs[0])
        if entry is not None and value is not None:  # "25 m long", with the amount hung on the verb
            return [reading.fact(holder, entry.name, value, *clause.attrs, *clause.adjectives)]
    for token in clause.attrs:
        facts += _nominal(reading, holder, token)
    for adjective in clause.adjectives:
        facts += adjectival(reading, holder, adjective)
    if not facts:
        facts += placed(reading, holder)
    return facts


_UNIQUE = 0.6


def _nominal(reading: Reading, holder: Holder, token: "Token") -> list[Fact]:
    """X is [a | the] N: a relation turned round where N is relational, else a kind or a measure."""
    if token.lower_ in DIRECTIONS:
        return [
            reading.fact(holder, f"{token.lower_} {prep.words}", value, token, prep.object)
            for prep in preps_of(token)
            for value in reading.values(prep.object)
        ]
    partners = _each_other(reading, token)
    if partners is not None:
        return partners if holder.token is not None and holder.token == reading.clause.subject else []
    facts = []
    relational = possessive.slot_of(token, reading, strict=not _is_definite(token))
    if relational is not None and not _is_definite(token) and reading.lexicon.seed(relational.words).single >= _UNIQUE:
        relational = None  # "a king of Powys" is one of many
    kind = _kind_of(reading, holder, token)
    if kind:
        return kind
    if relational is not None and relational.holders and not reading.is_amount(token):
        value = as_value(holder)
        for owner in relational.holders:
            attribute = relational.attribute_for(reading.kind(value), reading.lexicon)
            fact = reading.fact(owner, attribute, value, token, *([holder.token] if holder.token is not None else []))
            fact.conditions = [*holder.conditions, *relational.conditions]
            fact.quantifier = holder.quantifier
            facts.append(fact)
        return facts
    token = one_of(token)
    for other in [token, *(t for t in token.conjuncts if t.i > token.i and t.pos_ not in {"VERB", "AUX"})]:
        stated = reading.value(other)
        if stated is not None:
            facts.append(_measure_or_kind(reading, holder, other, stated))
    return facts


def _kind_of(reading: Reading, holder: Holder, token: "Token") -> list[Fact]:
    """`a subsidiary of X`, `a member of X`: said of what is the subsidiary, not of X."""
    if _is_definite(token):
        return []
    found = []
    for prep in preps_of(token):
        entry = reading.lexicon.find("adjective", f"{token.lemma_.lower()} {prep.words}")
        if entry is not None:
            found += [
                reading.fact(holder, entry.name, value, token, prep.object) for value in reading.values(prep.object)
            ]
    return found


def _each_other(reading: Reading, token: "Token") -> list[Fact] | None:
    """`Mara and Yusuf are siblings`: a relation that holds both ways, between two subjects."""
    entry = reading.lexicon.find("noun", token.lemma_.lower(), "entity")
    subject = reading.clause.subject
    if entry is None or not entry.symmetric or subject is None or token.tag_ not in {"NNS", "NNPS"}:
        return None
    pair = reading.holders(subject)
    if len(pair) != 2:
        return None
    return [reading.fact(pair[0], entry.name, EntityValue(name=pair[1].name, type=pair[1].type), token)]


def _is_definite(token: "Token") -> bool:
    return any(child.lower_ == "the" or child.dep_ == "poss" for child in token.lefts) or not any(
        child.lower_ in {"a", "an", "one"} for child in token.lefts
    )


def _measure_or_kind(reading: Reading, holder: Holder, token: "Token", value: Value) -> Fact:
    attribute = "be"
    noun = holder.token.lemma_.lower() if holder.token is not None else ""
    entry = reading.lexicon.find("noun", noun, reading.kind(value)) or reading.lexicon.find(
        "noun", holder.name.lower(), reading.kind(value)
    )
    if entry is not None and isinstance(value, Quantity | TimeValue):
        attribute = entry.name
    elif isinstance(value, Quantity):
        money = len(value.unit) == 3 and value.unit.isupper()
        attribute = "age" if _is_age(value, holder) else "price" if money else "amount"
    elif isinstance(value, TimeValue):
        attribute = "start time" if value.clock else "date"
    elif isinstance(value, TextValue) and value.head in reading.lexicon.colours:
        attribute = "colour"
    fact = reading.fact(holder, attribute, value, token)
    fact.used_times = [time for time in [reading.sentence.time_at.get(token.i)] if time is not None]
    fact.conditions = reading.restrictions(token)
    return fact


def _is_age(value: Quantity, holder: Holder) -> bool:
    if value.unit not in {"", "years", "year"} or value.noun or value.amount >= 125:
        return False
    token = holder.token
    named = token is not None and token.tag_ in {"NNP", "PRP"} and holder.type in {"", "PERSON", "ORG", "GPE"}
    return holder.type == "PERSON" or named
