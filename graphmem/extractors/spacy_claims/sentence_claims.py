"""From one sentence to its claims: clauses, constructions, binding; subjects are noted for the pronouns that follow."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import copula as linking
from graphmem.extractors.spacy_claims import requirement
from graphmem.extractors.spacy_claims.binding import bind, is_sound
from graphmem.extractors.spacy_claims.brands import brands
from graphmem.extractors.spacy_claims.clause import Clause
from graphmem.extractors.spacy_claims.clauses import clauses_of
from graphmem.extractors.spacy_claims.contrast import contrasted
from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.nominal import nominal
from graphmem.extractors.spacy_claims.parting import back_from
from graphmem.extractors.spacy_claims.possessive import slot_of
from graphmem.extractors.spacy_claims.pronouns import Referent, Resolver, gender_of, is_pronoun
from graphmem.extractors.spacy_claims.reading import Reading, time_phrases
from graphmem.extractors.spacy_claims.verbal import verbal
from graphmem.extractors.spacy_claims.versions import versions
from graphmem.lexicon import in_other_words, load_lexicon
from graphmem.model.claim import ClaimDraft
from graphmem.model.value import EntityValue, TextValue
from graphmem.protocols import ExtractionInput

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence


def claims_of(sentence: "Sentence", resolver: Resolver, given: ExtractionInput) -> list[ClaimDraft]:
    """Claims of the sentence, without repeats."""
    if sentence.quote.rstrip().endswith("?"):
        return []
    found: dict[tuple[object, ...], ClaimDraft] = {}
    beside: list[Referent] = []
    clauses = sorted(clauses_of(sentence), key=lambda clause: clause.verb.i)
    for clause in clauses:
        reading = Reading(
            clause, sentence, resolver, load_lexicon(), time_phrases(clause, sentence), given.title, given.observed_at
        )
        _note_subject(clause, reading, resolver)
        for fact in [] if clause.silent else facts_of(reading):
            for draft in contrasted([bind(fact, reading)]):
                if not is_sound(draft):
                    continue
                found.setdefault(
                    (draft.subject_key, draft.attribute, draft.value, draft.polarity, draft.modality, draft.conditions),
                    draft,
                )
                if draft.attribute == "require":
                    resolver.requiring = draft.subject
                if isinstance(draft.value, EntityValue) and draft.value.name != draft.subject:
                    beside.append(Referent(draft.value.name, draft.value.type))
                    beside.append(Referent(draft.subject, draft.subject_type))
    _note_beside(beside, resolver)
    _note_kinds(found.values(), sentence, resolver)
    return list(dict.fromkeys(in_other_words(found.values())))


def _note_kinds(claims: Iterable[ClaimDraft], sentence: "Sentence", resolver: Resolver) -> None:
    """`X is a film`: the film is X, until another comes in."""
    resolver.note_nouns(sentence.tokens)
    for claim in claims:
        value = claim.value
        if claim.attribute == "be" and isinstance(value, TextValue) and claim.polarity and claim.subject[:1].isupper():
            resolver.kinds[value.head] = Referent(claim.subject, claim.subject_type)


def _note_beside(named: list[Referent], resolver: Resolver) -> None:
    """Once the sentence is read, remember what it named beside its subjects; the people of earlier ones are
    forgotten."""
    subjects = {known.name for known in resolver.seen}
    resolver.rivals.clear()
    for referent in named:
        if referent.name not in subjects:
            resolver.note_value(referent)


def facts_of(reading: Reading) -> list[Fact]:
    """Facts of one clause: what it says, and what its phrases say by the way."""
    facts = requirement.suffices(reading)
    if not facts:
        facts = back_from(reading) or (linking.copula(reading) if linking.is_copula(reading) else verbal(reading))
    return facts + versions(facts, reading) + brands(facts, reading) + nominal(reading)


def _note_subject(clause: Clause, reading: Reading, resolver: Resolver) -> None:
    subject = clause.subject
    if subject is None or is_pronoun(subject):
        return
    slot = slot_of(subject, reading)
    if slot is not None and not slot.bare and slot.holders and slot.holders[0].token is not None:
        # "Spain's monarch is …, and its prime minister …": the talk is of Spain.
        owner = slot.holders[0]
        if owner.token is not None and not is_pronoun(owner.token):
            resolver.note(_referent(owner.token, owner.name, owner.type))
        return
    for holder in reading.holders(subject)[:1]:
        resolver.note(_referent(subject, holder.name, holder.type))


def _referent(token: "Token", name: str, kind: str) -> Referent:
    plural = token.tag_ in {"NNS", "NNPS"} or any(child.dep_ == "conj" for child in token.children)
    return Referent(
        name,
        kind,
        is_plural=plural and kind != "ORG",
        is_name=token.pos_ == "PROPN" or bool(kind),
        gender=gender_of(token),
    )
