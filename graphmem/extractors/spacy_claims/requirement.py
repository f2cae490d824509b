"""Requirements: X requires N things, X must have N things, N things suffice for X, the N-thing requirement
applies to Y."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Condition, Modality
from graphmem.model.value import Quantity, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_NEEDING = frozenset({"require", "need", "necessitate", "demand", "call for"})
_SUFFICING = frozenset({"suffice"})
_ENOUGH = frozenset({"enough", "sufficient", "adequate"})
_RULES = frozenset({"requirement", "rule", "limit", "minimum", "obligation"})
_REACHING = frozenset({"apply", "hold", "stand", "remain", "extend", "concern", "cover"})


def requires(reading: Reading) -> list[Fact]:
    """`X requires two trials`, `X needs a licence`, `X must have a lid`, `two trials are required for X`."""
    clause = reading.clause
    if clause.lemma in _NEEDING and clause.passive:
        return _is_required(reading)
    must_have = (
        clause.lemma in {"have", "hold", "carry", "undergo"}
        and clause.modality in {Modality.REQUIRED, Modality.PROHIBITED}
        and not clause.passive
    )
    if not (clause.lemma in _NEEDING and not clause.passive) and not must_have:
        return []
    facts = []
    for holder in reading.holders(clause.subject):
        for token in clause.objects:
            facts += [_fact(reading, holder, value, token) for value in reading.values(token)]
    return facts


def _is_required(reading: Reading) -> list[Fact]:
    """`Two trials are required for X`: X is what requires them; `X is required` alone says so of X."""
    clause = reading.clause
    subject = clause.subject
    target = next(
        (prep.object for prep in clause.preps if prep.words in {"for", "by", "under", "in", "of", "at"}), clause.agent
    )
    if subject is None or target is None or (holder := reading.holder(target)) is None:
        return []
    return [_fact(reading, holder, value, subject, target) for value in reading.values(subject)]


def _fact(reading: Reading, holder: Holder, value: Value, *used: "Token") -> Fact:
    fact = reading.fact(holder, "require", value, *used)
    if reading.clause.modality in {Modality.ASSERTED, Modality.PLANNED}:
        fact.modality = Modality.REQUIRED
    return fact


def suffices(reading: Reading) -> list[Fact]:
    """`One trial may suffice for X`, `one is enough`: X requires that many."""
    clause = reading.clause
    enough = clause.lemma == "be" and any(adjective.lower_ in _ENOUGH for adjective in clause.adjectives)
    if (clause.lemma not in _SUFFICING and not enough) or clause.subject is None:
        return []
    value = reading.value(clause.subject)
    if not isinstance(value, Quantity):
        return []
    under = next((prep for prep in clause.preps if prep.words in {"under", "in", "at", "per"}), None)
    preps = list(clause.preps)
    for adjective in clause.adjectives:
        from graphmem.extractors.spacy_claims.adjectives import preps_of

        preps += preps_of(adjective)
    purpose = next((prep for prep in preps if prep.words == "for"), None)
    holder = reading.holder(under.object) if under is not None else None
    used = [clause.subject]
    conditions: list[Condition] = []
    if holder is None and reading.resolver.requiring is not None:
        holder = Holder(reading.resolver.requiring)
    if holder is None and purpose is not None:
        holder = reading.holder(purpose.object)
        used.append(purpose.object)
    elif purpose is not None:
        conditions.append(reading.condition("for", purpose.object))
        used.append(purpose.object)
    if holder is None:
        return []
    fact = reading.fact(holder, "require", value, *used, *([under.object] if under is not None else []))
    fact.conditions = conditions
    if reading.clause.modality is Modality.ASSERTED:
        fact.modality = Modality.REQUIRED
    return [fact]


def applies(reading: Reading) -> list[Fact]:
    """`The two-trial requirement for X still applies to Y`: X requires two trials, for Y."""
    clause = reading.clause
    subject = clause.subject
    if subject is None or subject.lemma_.lower() not in _RULES or clause.verb.lemma_ not in _REACHING:
        return []
    value = _counted(subject, reading)
    owner = next(
        (
            t
            for c in subject.rights
            if c.dep_ == "prep" and c.lower_ in {"for", "of", "under", "in"}
            for t in c.children
            if t.dep_ == "pobj"
        ),
        None,
    )
    if value is None or owner is None or (holder := reading.holder(owner)) is None:
        return []
    fact = reading.fact(holder, "require", value, subject, owner)
    fact.modality = Modality.REQUIRED if clause.modality is Modality.ASSERTED else clause.modality
    fact.conditions = [reading.condition("for", prep.object) for prep in clause.preps if prep.words in {"to", "for"}]
    fact.used += [prep.object for prep in clause.preps if prep.words in {"to", "for"}]
    return [fact]


def _counted(noun: "Token", reading: Reading) -> Quantity | None:
    """The `two-trial` of `two-trial requirement`."""
    for child in noun.lefts:
        if child.dep_ in {"compound", "amod", "nmod"}:
            for number in child.lefts:
                span = reading.sentence.quantity_at.get(number.i)
                if span is not None and not span.has_unit:
                    return span.quantity.model_copy(update={"noun": child.lemma_.lower()})
    return None
