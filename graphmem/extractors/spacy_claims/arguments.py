"""What belongs to a predicate: subject, objects, prepositions, polarity and modality of its own."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import negation
from graphmem.extractors.spacy_claims.conditions import condition_of_clause, is_condition_clause
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.modality import (
    HEDGES,
    REPORTS,
    of_modal,
    stronger,
)
from graphmem.model.claim import Change, Modality

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence

from graphmem.extractors.spacy_claims.clause import Clause, Frame, Prep

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})


def assemble(verb: "Token", sentence: "Sentence", frame: Frame) -> Clause:
    """The clause of a verb: what it says for itself, within the frame that it is given."""
    own = next((child for child in verb.children if child.dep_ in SUBJECTS and child.dep_ != "expl"), None)
    subject = own if own is not None and own.tag_ not in {"WP", "WDT"} else frame.subject or own
    if own is not None and own.lower_ == "that" and frame.subject is not None:
        subject = frame.subject
    subject = _by_name(subject)
    auxiliaries = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}] or list(frame.auxiliaries)
    passive = (
        frame.passive
        if frame.passive is not None
        else any(c.dep_ == "auxpass" for c in auxiliaries) or (own is not None and own.dep_ == "nsubjpass")
    )
    negator = negation.negator_of(verb)
    ended = negation.ended_adverb(verb)
    subject_negator = negation.negative_determiner(subject) if subject is not None else None
    modality, confidence = frame.modality, frame.confidence
    negated = negator is not None or subject_negator is not None
    for auxiliary in auxiliaries:
        if auxiliary.tag_ in {"MD", "VBP", "VB"} and auxiliary.lemma_ not in {"be", "have", "do"}:
            modality = stronger(modality, of_modal(auxiliary, verb, negated=negated))
    modality = stronger(modality, _hedged(verb, sentence))
    flips = (negated and modality is not Modality.PROHIBITED) or ended is not None
    word = ended or negator or subject_negator
    clause = Clause(
        sentence=sentence, verb=verb, subject=subject, passive=bool(passive),
        polarity=frame.polarity != flips, negator=_negator_words(word, ended) or frame.negator,
        modality=modality, attributed_to=frame.attributed_to, conditions=list(frame.conditions),
        change=Change.ENDED if ended is not None else frame.change, confidence=confidence,
        perfect=any(child.lemma_ == "have" and child.dep_ == "aux" for child in auxiliaries), governors=frame.governors,
    )  # fmt: skip
    _collect(clause)
    for target in [*clause.objects, *clause.attrs]:
        denial = negation.negative_determiner(target)
        if denial is not None and not negated:
            clause.polarity, clause.negator = not clause.polarity, denial.text  # "has no café"
    if any(adverb.lower_ in _FORMERLY for adverb in clause.adverbs) and clause.polarity:
        clause.polarity, clause.change = False, Change.ENDED
    return clause


_FORMERLY = frozenset({"formerly", "previously"})


def _by_name(subject: "Token | None") -> "Token | None":
    """`A trained physicist, Ana Diaz worked …`: the name behind the description is who it is about."""
    if subject is None or subject.pos_ != "NOUN":
        return subject
    return next(
        (
            child
            for child in subject.children
            if child.dep_ == "appos" and child.pos_ == "PROPN" and child.i > subject.i and child.ent_type_ == "PERSON"
        ),
        subject,
    )


def _negator_words(word: "Token | None", ended: "Token | None") -> str:
    if word is None:
        return ""
    return "no longer" if ended is not None and word.lower_ == "no" else word.text


def _hedged(verb: "Token", sentence: "Sentence") -> Modality:
    for child in verb.children:
        if child.dep_ in {"advmod", "npadvmod", "intj", "dep"}:
            if child.lower_ in REPORTS:
                return Modality.REPORTED
            if child.lower_ in HEDGES:
                return Modality.POSSIBLE
    first = next((token for token in sentence.tokens if not token.is_space and not token.is_punct), None)
    if first is not None and first.lower_ in HEDGES and first.head in (verb, *verb.ancestors):
        return Modality.POSSIBLE
    return Modality.ASSERTED


_IDIOMS = frozenset({("take", "place"), ("take", "effect"), ("take", "part"), ("take", "care")})


def _collect(clause: Clause) -> None:
    lists = {
        "attr": clause.attrs, "oprd": clause.attrs, "acomp": clause.adjectives, "advmod": clause.adverbs,
    }  # fmt: skip
    for child in clause.verb.children:
        dep = child.dep_
        if dep in lists:
            lists[dep].append(child)
        elif dep == "dobj":
            _add_object(clause, child)
        elif dep == "npadvmod" and child.i not in clause.sentence.time_at:
            clause.adverbs.append(child)
        elif dep == "prt":
            clause.particle, clause.known_lemma = child.lower_, ""
        elif dep == "agent":
            clause.agent = next((token for token in child.children if token.dep_ == "pobj"), None)
        elif dep == "advcl" and is_condition_clause(child):
            condition = condition_of_clause(child)
            clause.conditions.extend([condition] if condition is not None else [])
        if dep == "dative" and child.pos_ != "ADP":
            clause.datives.append(child)
        elif dep in {"prep", "dative"} and child.pos_ in {"ADP", "SCONJ", "VERB", "ADV"}:
            _add_preps(clause, child)
    for adverb in clause.adverbs:
        clause.preps.extend(prep for child in adverb.children if child.dep_ == "prep" for prep in read_preps(child))


def _add_object(clause: Clause, token: "Token") -> None:
    """An object; `takes place` is one verb, and a reflexive object is none."""
    plain = not any(child.dep_ in {"det", "poss", "amod"} for child in token.children)
    if plain and (verb_lemma(clause.verb), token.lower_) in _IDIOMS:
        clause.particle, clause.known_lemma = token.lower_, ""
        clause.preps.extend(prep for child in token.children if child.dep_ == "prep" for prep in read_preps(child))
    elif not token.lower_.endswith(("self", "selves")):
        clause.objects.append(token)


def _add_preps(clause: Clause, token: "Token") -> None:
    """The prepositions at the token, and those that the parser hung on a time or an amount (`at 5 pm on Saturdays`)."""
    for prep in read_preps(token):
        span = clause.sentence.quantity_at.get(token.i)
        if span is not None and span.start <= token.idx < span.number_start:
            clause.objects.append(prep.object)  # "seats at most 200": the preposition belongs to the amount
            continue
        clause.preps.append(prep)
        if prep.words == "from":
            within = clause.sentence.quantity_at.get(prep.object.i)  # "from 40 to 45 euro" is one range
            clause.preps.extend(
                inner
                for c in (*prep.object.children, *prep.token.children)
                if c.dep_ == "prep" and c.lower_ == "to" and (within is None or c.idx >= within.end)
                for inner in read_preps(c)
            )
        if prep.object.i in clause.sentence.time_at or prep.object.i in clause.sentence.quantity_at:
            for child in prep.object.children:
                if child.dep_ == "prep" and child.lower_ != "of":
                    _add_preps(clause, child)


_PREP_NOUNS = frozenset(
    (
        "addition|terms|spite|front|charge|behalf|accordance|line|case|order|respect|relation|favour|"
        "favor|lieu|light|view|exception|course|top|part|call"
    ).split("|")
)


def read_preps(token: "Token") -> list[Prep]:
    """The preposition at that token with each of its conjoined objects; `according to` and the like are one
    preposition."""
    words, target = token.lower_, next((child for child in token.children if child.dep_ in {"pobj", "pcomp"}), None)
    if target is None and words == "as":
        target = next(
            (child for child in token.children if child.dep_ in {"amod", "acomp", "advmod"} and child.pos_ == "ADJ"),
            None,
        )  # "described as pragmatic"
    inner = next((child for child in token.children if child.dep_ == "prep"), None)
    if (
        target is not None
        and target.lower_ in _PREP_NOUNS
        and not any(child.dep_ in {"det", "poss", "amod"} for child in target.children)
    ):
        tail = next((child for child in target.children if child.dep_ == "prep"), None)
        end = (
            next((child for child in tail.children if child.dep_ in {"pobj", "pcomp"}), None)
            if tail is not None
            else None
        )
        if tail is not None and end is not None:
            words, target = f"{words} {target.lower_} {tail.lower_}", end
    if target is None and inner is not None:
        words, target = (
            f"{words} {inner.lower_}",
            next((child for child in inner.children if child.dep_ == "pobj"), None),
        )
    elif any(child.dep_ == "prep" and child.i == token.i - 1 for child in token.children):
        words = f"{token.doc[token.i - 1].lower_} {words}"
    if target is None or target.tag_ in {"WDT", "WP", "WP$", "WRB"}:
        return []
    found = [Prep(words, target, token)]
    return found + [
        Prep(words, other, token)
        for other in target.conjuncts
        if other.i > target.i and other.pos_ not in {"VERB", "AUX"}
    ]
