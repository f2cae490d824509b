"""`be` and its kin: X is a Y, X is Y's Z, X is red, X is 3 m long, X is in Y, there are three X."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import possessive
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.reading import DIRECTIONS, Reading
from graphmem.extractors.spacy_claims.times import kind_of_time, value_of_time
from graphmem.extractors.spacy_claims.values import one_of, truth
from graphmem.model.claim import Change
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clauses import Prep
    from graphmem.extractors.spacy_claims.sentences import TimeSpan

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
    """False where the predicate describes the thing instead of naming it: `the CEO is tall`, `Ana's sister is a doctor`."""
    entry = reading.lexicon.find("noun", slot.words)
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
        facts += _adjectival(reading, holder, adjective)
    if not facts:
        facts += _placed(reading, holder)
    return facts


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
    kind = _kind_of(reading, holder, token)
    if kind:
        return kind
    if relational is not None and relational.holders and not reading.is_amount(token):
        value = _as_value(holder)
        for owner in relational.holders:
            attribute = relational.attribute_for(reading.kind(value), reading.lexicon)
            fact = reading.fact(owner, attribute, value, token, *([holder.token] if holder.token is not None else []))
            fact.conditions = [*holder.conditions, *relational.conditions]
            fact.quantifier = holder.quantifier
            facts.append(fact)
        return facts
    token = one_of(token)
    for other in [token, *(t for t in token.conjuncts if t.i > token.i and t.pos_ not in {"VERB", "AUX"})]:
        value = reading.value(other)
        if value is not None:
            facts.append(_measure_or_kind(reading, holder, other, value))
    return facts


def _kind_of(reading: Reading, holder: Holder, token: "Token") -> list[Fact]:
    """`a subsidiary of X`, `a member of X`: said of what is the subsidiary, not of X."""
    if _is_definite(token):
        return []
    found = []
    for prep in preps_of(token):
        entry = reading.lexicon.find("adjective", f"{token.lemma_.lower()} {prep.words}")
        if entry is not None:
            found += [reading.fact(holder, entry.name, value, token, prep.object) for value in reading.values(prep.object)]
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


def _as_value(holder: Holder) -> Value:
    token = holder.token
    if (
        token is not None
        and token.pos_ == "NOUN"
        and not any(child.lower_ in {"the", "this"} or child.dep_ == "poss" for child in token.lefts)
    ):
        return TextValue(text=holder.name, head=token.lemma_.lower())
    return EntityValue(name=holder.name, type=holder.type)


def _measure_or_kind(reading: Reading, holder: Holder, token: "Token", value: Value) -> Fact:
    attribute = "be"
    noun = holder.token.lemma_.lower() if holder.token is not None else ""
    entry = reading.lexicon.find("noun", noun, reading.kind(value)) or reading.lexicon.find(
        "noun", holder.name.lower(), reading.kind(value)
    )
    if entry is not None and isinstance(value, Quantity | TimeValue):
        attribute = entry.name
    elif isinstance(value, Quantity):
        attribute = "age" if _is_age(value, holder) else "amount"
    elif isinstance(value, TimeValue):
        attribute = "start time" if value.clock else "date"
    elif isinstance(value, TextValue) and value.head in reading.lexicon.colours:
        attribute = "colour"
    fact = reading.fact(holder, attribute, value, token)
    fact.used_times = [time for time in [reading.sentence.time_at.get(token.i)] if time is not None]
    fact.conditions = reading.restrictions(token)
    return fact


def _is_age(value: Quantity, holder: Holder) -> bool:
    return value.unit in {"", "years", "year"} and not value.noun and value.amount < 125 and (
        holder.type == "PERSON" or (holder.token is not None and holder.token.tag_ in {"NNP", "PRP"} and holder.type in {"", "PERSON", "ORG", "GPE"})
    )  # fmt: skip


def _adjectival(reading: Reading, holder: Holder, adjective: "Token") -> list[Fact]:
    lexicon = reading.lexicon
    measures = _measures(reading, holder, adjective)
    if measures:
        return measures
    if adjective.lower_ in DIRECTIONS:
        of = [prep for prep in preps_of(adjective) if prep.words == "of"]
        return [reading.fact(holder, f"{adjective.lower_} of", value, adjective, prep.object) for prep in of for value in reading.values(prep.object)]
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
                    _as_value(holder),
                    adjective,
                    prep.object,
                    *([holder.token] if holder.token is not None else []),
                )
            )
        elif lexicon.knows("adjective", form):
            facts += [
                reading.fact(holder, lexicon.find("adjective", form).name, each, adjective, prep.object)
                for each in reading.values(prep.object)
            ]  # type: ignore[union-attr]
    return facts


def preps_of(token: "Token") -> "list[Prep]":
    """Prepositions below a token with their objects."""
    from graphmem.extractors.spacy_claims.clauses import read_preps

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


def _placed(reading: Reading, holder: Holder) -> list[Fact]:
    """X is in Y, X is on 4 May, X is at 3 pm, X is out of order, X is there."""
    clause, lexicon = reading.clause, reading.lexicon
    facts: list[Fact] = []
    for phrase in reading.times:
        form = f"be {phrase.lead}".strip()
        value = value_of_time(phrase)
        kind = kind_of_time(phrase)
        entry = lexicon.find("verb", form, kind) or lexicon.entries["date" if kind == "date" else "start time"]
        if (
            phrase.lead in {"on", "at", "in", "", "from"}
            and not clause.preps_without_time(reading.sentence.time_at)
            and not clause.adverbs_of_place()
        ):
            fact = reading.fact(holder, entry.name, value)
            fact.used_times = [phrase.time]
            facts.append(fact)
    if facts:
        return facts
    for prep in clause.preps:
        if prep.object.i in reading.sentence.time_at:
            continue
        converse = lexicon.find("adjective_converse", prep.words, "entity")
        if converse is not None:
            owners = reading.holders(prep.object)
            facts += [
                reading.fact(
                    owner,
                    converse.name,
                    _as_value(holder),
                    prep.object,
                    *([holder.token] if holder.token is not None else []),
                )
                for owner in owners
            ]
            continue
        state = f"{prep.words} {prep.object.lower_}"
        if state in lexicon.state_adjectives:
            facts.append(reading.fact(holder, "status", TextValue(text=state, head=state), prep.object))
            continue
        for value in reading.values(prep.object):
            entry = (
                lexicon.find("adjective", f"{prep.words} {prep.object.lemma_.lower()}")
                or lexicon.find("verb", f"be {prep.words}", reading.kind(value))
                or lexicon.find("adjective", prep.words, reading.kind(value))
            )
            attribute = entry.name if entry else f"be {prep.words}"
            facts.append(reading.fact(holder, attribute, value, prep.object))
        if facts:
            break
    if not facts:
        for adverb in clause.adverbs:
            if adverb.lower_ in lexicon.state_adjectives:
                facts.append(reading.fact(holder, "status", TextValue(text=adverb.lower_, head=adverb.lower_), adverb))
            elif adverb.lower_ in {
                "here",
                "there",
                "upstairs",
                "downstairs",
                "outside",
                "inside",
                "abroad",
                "home",
                "away",
            }:
                facts.append(
                    reading.fact(holder, "location", TextValue(text=adverb.lower_, head=adverb.lower_), adverb)
                )
    return facts
