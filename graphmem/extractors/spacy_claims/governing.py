"""Verbs that only govern another clause: `plans to`, `is allowed to`, `thinks that`, `it is true that`."""

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import attribution
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.modality import (
    GOVERNING_NOUNS,
    GOVERNORS,
    NEGATIVE_GOVERNORS,
    REMINDERS,
    stronger,
)
from graphmem.model.claim import Change, Modality

if TYPE_CHECKING:
    from spacy.tokens import Token


from graphmem.extractors.spacy_claims.arguments import SUBJECTS
from graphmem.extractors.spacy_claims.clause import Clause, Frame

_TASTE = frozenset({"like", "love", "enjoy", "hate", "dislike", "prefer", "adore", "detest", "loathe"})

# Verbs whose clause is a fact of its own when the whole is true, and those that ask for it.
FACTIVE = frozenset(
    (
        "know|notice|find|confirm|show|see|realise|realize|discover|announce|note|mean|learn|verify|"
        "establish|prove|remember|regret|observe|state|record"
    ).split("|")
)

_DEMANDING = frozenset(("require|ensure|insist|demand|recommend|ask|request|sure|order|mandate").split("|"))

_ADDRESSING = frozenset(
    "note|remember|remind|tell|see|know|notice|consider|recall|say|mention|inform|let|ask|mind|check".split("|")
)


def governed(verb: "Token", clause: Clause) -> "tuple[Token, Frame] | None":
    """The clause that a governing verb stands for (`plans to open`, `is allowed to park`, `thinks that …`),
    with its frame."""
    complement = next(
        (child for child in verb.children if child.dep_ in {"xcomp", "ccomp"} and child.pos_ in {"VERB", "AUX"}), None
    )
    key = verb_lemma(verb)
    if clause.adjectives and key == "be":
        adjective = clause.adjectives[0]
        inner = next(
            (
                child
                for child in adjective.children
                if child.dep_ in {"xcomp", "ccomp"} and child.pos_ in {"VERB", "AUX"}
            ),
            None,
        )
        complement, key = complement if inner is None else inner, adjective.lower_
    if complement is None:
        return _had(clause, key) or _released(clause, key)
    own_subject = next((child for child in complement.children if child.dep_ in SUBJECTS), None)
    finite = own_subject is not None and not any(
        child.lower_ == "to" and child.dep_ == "aux" for child in complement.children
    )
    if clause.sentence.imperative and finite and key in _ADDRESSING:
        return complement, Frame(change=clause.change, conditions=tuple(clause.conditions))
    base = Frame(
        modality=clause.modality, polarity=clause.polarity, negator=clause.negator, attributed_to=clause.attributed_to,
        conditions=tuple(clause.conditions), change=clause.change, governors=(*clause.governors, verb.i),
    )  # fmt: skip
    if finite:
        return _finite_complement(clause, key, complement, base)
    if key in _TASTE:
        return None
    if key not in GOVERNORS or (key == "use" and verb.tag_ != "VBD"):
        return None
    modality = stronger(base.modality, GOVERNORS[key])
    if key in REMINDERS and clause.negator and key != "remember":
        base = replace(base, polarity=True, negator="")
    elif key in NEGATIVE_GOVERNORS:
        base = replace(base, polarity=not clause.polarity, negator=clause.negator or verb.text)
    if GOVERNORS[key] is Modality.REPORTED and clause.passive:
        base = replace(base, attributed_to=attribution.agent_name(clause.agent))
    subject = own_subject or (clause.objects[0] if clause.objects and not clause.passive else clause.subject)
    change = Change.ENDED if key in {"cease", "stop", "quit", "use"} and clause.polarity else base.change
    return complement, replace(base, subject=subject, modality=modality, change=change)


def _had(clause: Clause, key: str) -> "tuple[Token, Frame] | None":
    """`has no plans to sell its ferries`, `is under no obligation to pay`: the noun governs what is done."""
    nouns = clause.objects if key in {"have", "see", "make"} else [p.object for p in clause.preps if p.words == "under"]
    for noun in nouns:
        modality = GOVERNING_NOUNS.get(noun.lemma_.lower())
        done = next(
            (
                child
                for child in noun.children
                if child.dep_ in {"acl", "relcl", "xcomp"}
                and any(c.lower_ == "to" and c.dep_ == "aux" for c in child.lefts)
            ),
            None,
        ) or next((t for p in noun.children if p.lower_ == "of" for t in p.children if t.tag_ == "VBG"), None)
        if modality is None or done is None:
            continue
        denied = any(child.lower_ == "no" for child in noun.lefts)
        polarity = clause.polarity and not (denied and not clause.negator)
        frame = Frame(
            subject=clause.subject, modality=stronger(clause.modality, modality), polarity=polarity,
            negator=clause.negator or ("no" if denied else ""), attributed_to=clause.attributed_to,
            conditions=tuple(clause.conditions), change=clause.change, governors=(*clause.governors, clause.verb.i),
        )  # fmt: skip
        return done, frame
    return None


_RELEASING = frozenset({"exempt", "excuse", "release", "relieve", "dispense", "spare", "absolve", "free", "freed"})


def _released(clause: Clause, key: str) -> "tuple[Token, Frame] | None":
    """`is exempt from keeping a logbook`: who is so need not keep one."""
    if key not in _RELEASING or clause.subject is None or not (clause.passive or clause.adjectives):
        return None
    places = (clause.verb, *clause.adjectives)
    done = next(
        (
            token
            for place in places
            for prep in place.children
            if prep.lower_ in {"from", "of"}
            for token in prep.children
            if token.tag_ == "VBG" and token.dep_ == "pcomp"
        ),
        None,
    )
    if done is None:
        return None
    frame = Frame(
        subject=clause.subject, modality=stronger(clause.modality, Modality.REQUIRED), polarity=not clause.polarity,
        negator=clause.negator or key, attributed_to=clause.attributed_to,
        conditions=tuple(clause.conditions), change=clause.change, governors=(*clause.governors, clause.verb.i),
    )  # fmt: skip
    return done, frame


def _finite_complement(clause: Clause, key: str, complement: "Token", base: Frame) -> "tuple[Token, Frame] | None":
    if key not in {"possible", "likely", "true"}:
        base = replace(base, governors=())  # when it was said is not when it holds
    if attribution.is_report(key) or (clause.passive and attribution.is_report(verb_lemma(clause.verb))):
        # "Frank doesn't think that the pump leaks": the negator is meant for the leaking.
        speaker = None if clause.passive else attribution.speaker_of(clause.subject)
        return complement, replace(base, modality=Modality.REPORTED, attributed_to=speaker)
    if key in _DEMANDING or key in {"essential", "necessary", "important", "mandatory"}:
        return complement, replace(base, modality=stronger(base.modality, Modality.REQUIRED))
    if key in {"possible", "likely", "conceivable", "probable"}:
        return complement, replace(base, modality=Modality.POSSIBLE)
    if key in {"unlikely", "impossible", "doubtful"}:
        return complement, replace(base, modality=Modality.POSSIBLE, polarity=not base.polarity, negator=key)
    if key in {"true", "clear", "certain", "sure", "correct"} or key in FACTIVE:
        if clause.sentence.imperative:
            base = replace(
                base, modality=Modality.ASSERTED, polarity=True, negator=""
            )  # "note that the office is closed"
        polarity = base.polarity if key in {"true", "correct"} else True
        return complement, replace(base, polarity=polarity, negator=base.negator if not polarity else "")
    if key in {"false", "untrue", "wrong", "incorrect"}:
        return complement, replace(base, polarity=not base.polarity, negator=key)
    return None
