"""States and duties: `is enabled`, `went offline`, `grease the hinge`, `smoking is prohibited`, `is married`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.adjectives import preps_of
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.loading import is_verb
from graphmem.extractors.spacy_claims.possessive import is_generic
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.values import truth
from graphmem.model.claim import Change, Modality
from graphmem.model.value import EntityValue, TextValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token


def states(reading: Reading) -> list[Fact]:
    """`Enable X`, `X is enabled`, `X was switched off`, `the gate shuts`: the state that a verb brings about."""
    clause = reading.clause
    adverb = next(
        (t for t in clause.adverbs if clause.lemma in {"go", "come"} and t.lower_ in reading.lexicon.state_adjectives),
        None,
    )
    if adverb is not None:
        gone = TextValue(text=adverb.lower_, head=adverb.lower_)
        facts = [reading.fact(holder, "status", gone, adverb) for holder in reading.holders(clause.subject)]
        for fact in facts:
            fact.change = Change.MOVED
        return facts
    return _brought_about(reading)


def _brought_about(reading: Reading) -> list[Fact]:
    clause = reading.clause
    state = reading.lexicon.state_verbs.get(clause.lemma)
    if (
        clause.passive
        and state is None
        and clause.verb.lower_ in reading.lexicon.state_adjectives
        and clause.agent is None
    ):
        state = clause.verb.lower_
    if state is None:
        return []
    patient = clause.subject if clause.passive or not clause.objects else clause.objects[0]
    if not clause.passive and clause.objects and not reading.sentence.imperative and is_generic(clause.objects[0]):
        return []
    if (
        not clause.passive
        and not clause.objects
        and clause.lemma not in {"open", "close", "shut", "start", "stop", "resume"}
    ):
        return []
    return [
        reading.fact(
            holder,
            "status",
            TextValue(text=state, head=state),
            *(token for token in (patient, clause.agent) if token is not None),
        )
        for holder in reading.holders(patient)
    ]


def ceased(reading: Reading) -> list[Fact]:
    """`gave up smoking`, `has quit gambling`: who did so does not smoke."""
    clause = reading.clause
    deed = clause.objects[0] if clause.objects else None
    if clause.passive or clause.lemma not in {"give up", "quit", "stop", "kick"} or deed is None:
        return []
    stem = _verb_of(deed)
    doing = next((c for c in deed.lefts if c.tag_ == "VBG" and c.dep_ in {"compound", "amod"}), None)
    if (
        doing is not None
        and (verb := _verb_of(doing)) is not None
        and not any(c.dep_ in {"det", "poss"} for c in deed.lefts)
    ):
        return _ended(reading, verb, TextValue(text=deed.lemma_.lower(), head=deed.lemma_.lower()), deed)
    bare = not any(child.dep_ in {"det", "poss"} for child in deed.lefts)
    if not deed.lower_.endswith("ing") or stem is None or not bare:
        return []
    return _ended(reading, stem, truth(), deed)


def _verb_of(gerund: "Token") -> str | None:
    word = gerund.lower_
    return next((s for s in (word[:-3], word[:-3] + "e", word[:-4]) if word.endswith("ing") and is_verb(s)), None)


def _ended(reading: Reading, attribute: str, value: Value, deed: "Token") -> list[Fact]:
    facts = [reading.fact(holder, attribute, value, deed) for holder in reading.holders(reading.clause.subject)]
    for fact in facts:
        fact.polarity, fact.change = not reading.clause.polarity, Change.ENDED
    return facts


def imperative(reading: Reading) -> list[Fact]:
    """`Grease the hinge monthly`: the thing must be greased."""
    clause = reading.clause
    if not reading.sentence.imperative or not clause.objects:
        return []
    amount = next((value for token in clause.objects[1:] if (value := reading.value(token)) is not None), None)
    return [
        reading.fact(holder, f"be {clause.lemma}", amount or truth(), *clause.objects)
        for holder in reading.holders(clause.objects[0])
    ]


_DEONTIC = {
    "allow": Modality.PERMITTED, "permit": Modality.PERMITTED, "authorise": Modality.PERMITTED,
    "tolerate": Modality.PERMITTED, "prohibit": Modality.PROHIBITED, "forbid": Modality.PROHIBITED,
    "ban": Modality.PROHIBITED, "outlaw": Modality.PROHIBITED,
}  # fmt: skip


def deontic(reading: Reading) -> list[Fact]:
    """`Smoking is prohibited in the hall`, `dogs are allowed`, `a helmet is required`."""
    clause = reading.clause
    if not clause.passive or clause.subject is None:
        return []
    if clause.lemma in {"require", "need", "oblige"}:
        state = TextValue(text="mandatory", head="mandatory")
        return [reading.fact(holder, "status", state) for holder in reading.holders(clause.subject)]
    modality = _DEONTIC.get(clause.lemma)
    if modality is None:
        return []
    deed = clause.subject
    done = next((child for child in deed.children if child.dep_ == "dobj"), None)
    if deed.pos_ == "VERB" and done is not None:
        # "Feeding the swans is forbidden" says of the swans what "don't feed the swans" says.
        facts = [reading.fact(holder, f"be {verb_lemma(deed)}", truth(), done) for holder in reading.holders(done)]
        for fact in facts:
            fact.modality = modality
        return facts
    facts = [reading.fact(holder, "allow", truth()) for holder in reading.holders(clause.subject)]
    if not facts and deed.tag_ == "VBG":
        facts = [_deed(reading, deed)]
    for fact in facts:
        fact.modality = clause.modality if clause.modality in {Modality.REPORTED, Modality.POSSIBLE} else modality
    return facts


def _deed(reading: Reading, deed: "Token") -> Fact:
    """`Smoking on the terrace is not permitted`: where the deed is done restricts what is said of it."""
    fact = reading.fact(
        Holder(deed.lower_.capitalize() if deed.is_sent_start else deed.lower_, token=deed), "allow", truth()
    )
    fact.conditions = [reading.condition(prep.words, prep.object) for prep in preps_of(deed)]
    return fact


def married(reading: Reading) -> list[Fact]:
    """`Mara and Piet got married`, `Mara is married`: to one another, or a state of hers."""
    clause = reading.clause
    if (
        clause.lemma not in {"marry", "divorce", "engage"}
        or not clause.passive
        or any(prep.words in {"to", "from"} for prep in clause.preps)
    ):
        return []
    holders = reading.holders(clause.subject)
    if len(holders) == 2 and clause.lemma == "marry":
        return [reading.fact(holders[0], "spouse", EntityValue(name=holders[1].name, type=holders[1].type))]
    word = clause.verb.lower_
    return [reading.fact(holder, "be", TextValue(text=word, head=word)) for holder in holders]
