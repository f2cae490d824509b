"""Verbs that no lexicon knows: their lemma is the attribute, their object the value."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder, are_torn
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.possessive import is_generic
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.times import RECURRING, value_of_time
from graphmem.extractors.spacy_claims.values import truth
from graphmem.model.claim import Modality
from graphmem.model.value import EntityValue, Quantity, TextValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token


_ORDERS = frozenset({Modality.REQUIRED, Modality.PROHIBITED, Modality.PERMITTED})

LIGHT_PREPS = frozenset(("by|because of|due to|according to|like|as|despite|instead of|since|than").split("|"))


def unknown(reading: Reading) -> list[Fact]:
    """A verb that is in no lexicon: its lemma is the attribute, its object the value."""
    clause = reading.clause
    if clause.passive:
        return _unknown_passive(reading)
    if _is_impersonal(reading) and clause.objects and clause.modality in _ORDERS:
        # "It is forbidden to feed the swans"
        done = clause.objects[0]
        return [reading.fact(holder, f"be {clause.lemma}", truth(), done) for holder in reading.holders(done)]
    if clause.subject is None:
        return []
    facts = []
    holders = reading.holders(clause.subject)
    for holder in holders:
        facts += _unknown_active(reading, holder)
    return [] if are_torn(facts) else facts


def _is_impersonal(reading: Reading) -> bool:
    """`It is forbidden to feed the swans`: nobody is named who must not."""
    clause = reading.clause
    subject = clause.subject
    if subject is None or subject.dep_ == "expl":
        return True
    governor = verb_lemma(subject.head)
    said = next((child.lower_ for child in subject.head.children if child.dep_ == "acomp"), governor)
    return subject.lower_ == "it" and subject.head != clause.verb and said in _IMPERSONAL


_IMPERSONAL = frozenset(
    "forbid|prohibit|permit|allow|ban|illegal|unlawful|legal|lawful|mandatory|compulsory|necessary|permissible".split(
        "|"
    )
)


def _unknown_active(reading: Reading, holder: Holder) -> list[Fact]:
    clause, lemma = reading.clause, reading.clause.lemma
    if holder.name == "you" and (clause.sentence.imperative or (clause.objects and clause.modality in _ORDERS)):
        return _asked_of_you(reading, holder)
    stated = [*clause.objects, *clause.attrs[:1], *clause.adjectives[:1]]
    if stated:
        return [reading.fact(holder, lemma, value, token) for token in stated for value in reading.values(token)]
    inner = next((child for child in clause.verb.children if child.dep_ == "xcomp" and _is_infinitive(child)), None)
    if inner is not None:
        return _with_infinitive(reading, holder, inner)
    duration = _duration(reading)
    if duration is not None:
        return [reading.fact(holder, f"{lemma} duration", duration[0], duration[1])]
    facts = _with_preposition(reading, holder) or _regular_times(reading, holder, lemma)
    if facts:
        return facts
    aside = clause.verb.dep_ in {"acl", "advcl"} or (clause.verb.dep_ == "relcl" and not clause.conditions)
    return [] if lemma in _LIGHT_VERBS or aside else [reading.fact(holder, lemma, truth())]


def _asked_of_you(reading: Reading, holder: Holder) -> list[Fact]:
    """`You must grease the hinge` asks the same as `Grease the hinge`: it is said of the hinge."""
    clause = reading.clause
    if not clause.objects or clause.objects[0].lower_ in {"me", "us"}:
        return []
    done = [owner for token in clause.objects for owner in reading.holders(token)]
    if done:
        return [reading.fact(owner, f"be {clause.lemma}", truth(), clause.objects[0]) for owner in done]
    word = clause.objects[0].lower_
    return [reading.fact(holder, clause.lemma, TextValue(text=word, head=word), clause.objects[0])]


def _is_infinitive(token: "Token") -> bool:
    return token.pos_ == "VERB" and any(child.lower_ == "to" for child in token.lefts)


def _with_infinitive(reading: Reading, holder: Holder, inner: "Token") -> list[Fact]:
    attribute = f"{reading.clause.lemma} to {verb_lemma(inner)}"
    objects = [child for child in inner.children if child.dep_ == "dobj"]
    facts = [reading.fact(holder, attribute, value, token) for token in objects for value in reading.values(token)]
    return facts or [reading.fact(holder, attribute, truth(), inner)]


def _with_preposition(reading: Reading, holder: Holder) -> list[Fact]:
    clause = reading.clause
    for prep in reading.clause.preps_without_time(reading.sentence.time_at):
        amount_by = prep.words == "by" and reading.is_amount(prep.object)
        means = prep.words == "by" and not clause.objects and prep.object.tag_ == "NN" and prep.token.i > clause.verb.i
        if (prep.words in LIGHT_PREPS and not amount_by and not means) or prep.object.pos_ in {"VERB", "AUX"}:
            continue
        value = reading.value(prep.object)
        if value is not None:
            return [reading.fact(holder, f"{reading.clause.lemma} {prep.words}", value, prep.object)]
    return []


def _regular_times(reading: Reading, holder: Holder, attribute: str) -> list[Fact]:
    """`meets on Tuesdays at 7 pm`: with nothing else said, the day and the hour are what is said."""
    facts = []
    for phrase in reading.times:
        recurring = (
            phrase.time.clock is None and phrase.time.interval.start is None and phrase.time.text.lower() in RECURRING
        )
        if not phrase.time.clock and not recurring:
            continue
        value = (
            value_of_time(phrase, bounded=False)
            if phrase.time.clock
            else TextValue(text=phrase.time.text, head=phrase.time.text.lower())
        )
        fact = reading.fact(holder, f"{attribute} {'at' if phrase.time.clock else 'on'}", value)
        fact.used_times = [phrase.time]
        facts.append(fact)
    return facts


_LIGHT_VERBS = frozenset(
    ("make|have|do|get|let|keep|give|take|put|see|set|try|seem|say|tell|think|know|mean|want").split("|")
)


def _duration(reading: Reading) -> "tuple[Quantity, Token] | None":
    """`has worked here 5 years`, `worked for 5 years`."""
    clause = reading.clause
    candidates = [child for child in clause.verb.children if child.dep_ == "npadvmod"] + [
        prep.object for prep in clause.preps if prep.words == "for"
    ]
    for token in candidates:
        value = reading.value(token)
        if token.left_edge.lower_ in {"every", "each"}:
            continue
        if isinstance(value, Quantity) and value.unit.lower().rstrip("s") in {
            "year",
            "month",
            "week",
            "day",
            "hour",
            "decade",
            "minute",
        }:
            return value, token
    return None


def _unknown_passive(reading: Reading) -> list[Fact]:
    clause = reading.clause
    if clause.subject is None:
        return []
    patients = reading.holders(clause.subject)
    if clause.agent is not None and reading.is_amount(clause.agent):
        value = reading.value(clause.agent)
        return [
            reading.fact(patient, f"be {clause.lemma} by", value, clause.agent)
            for patient in patients
            if value is not None
        ]
    if clause.agent is not None:
        return [fact for patient in patients for fact in _with_agent(reading, patient, clause.agent)]
    facts = []
    for patient in patients:
        facts += _agentless(reading, patient)
    return facts


def _with_agent(reading: Reading, patient: Holder, agent: "Token") -> list[Fact]:
    """Active direction when the doer is a particular one; `staffed by volunteers` says something of what is staffed."""
    clause = reading.clause
    value = _entity_of(patient)
    facts = []
    for holder in reading.holders(agent):
        if is_generic(agent) and clause.modality not in _ORDERS:
            facts.append(
                reading.fact(
                    patient, f"be {clause.lemma} by", TextValue(text=holder.name, head=agent.lemma_.lower()), agent
                )
            )
        else:
            facts.append(
                reading.fact(
                    holder, clause.lemma, value, agent, *([patient.token] if patient.token is not None else [])
                )
            )
    return facts


def _agentless(reading: Reading, patient: Holder) -> list[Fact]:
    clause = reading.clause
    for token in [*clause.objects, *clause.attrs]:
        return [reading.fact(patient, f"be {clause.lemma}", value, token) for value in reading.values(token)]
    for prep in clause.preps_without_time(reading.sentence.time_at):
        if prep.words in LIGHT_PREPS - {"as"} or prep.token.i < clause.verb.i or prep.object.pos_ in {"VERB", "AUX"}:
            continue
        if prep.words in {"for", "during", "without", "under", "if", "unless", "except", "after", "before"}:
            continue
        value = reading.value(prep.object)
        if value is not None:
            return [reading.fact(patient, f"be {clause.lemma} {prep.words}", value, prep.object)]
    if clause.verb.dep_ in {"acl", "advcl"} and not reading.times:
        return []
    regular = _regular_times(reading, patient, f"be {clause.lemma}")
    if regular:
        return regular
    return [reading.fact(patient, f"be {clause.lemma}", truth())]


def _entity_of(holder: Holder) -> Value:
    return EntityValue(name=holder.name, type=holder.type)
