"""Clauses: each predicate of a sentence with its subject, arguments, polarity and modality, passives and
control undone."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import attribution
from graphmem.extractors.spacy_claims.arguments import SUBJECTS, assemble
from graphmem.extractors.spacy_claims.change import change_of
from graphmem.extractors.spacy_claims.clause import Clause, Frame
from graphmem.extractors.spacy_claims.conditions import is_condition_clause
from graphmem.extractors.spacy_claims.governing import FACTIVE, governed
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.model.claim import Modality

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence

_PREDICATE_DEPS = frozenset({"ROOT", "conj", "ccomp", "advcl", "relcl", "acl", "parataxis", "xcomp", "pcomp", "dep"})


def clauses_of(sentence: "Sentence", root: "Token | None" = None) -> list[Clause]:
    """All predicates of a sentence that assert something, outermost first."""
    start = root if root is not None else sentence.tokens.root
    return list(_visit(start, sentence, Frame(modality=_sentence_modality(sentence), change=change_of(sentence))))


def _sentence_modality(sentence: "Sentence") -> Modality:
    return Modality.REPORTED if attribution.sentence_reports(sentence) else Modality.ASSERTED


def _visit(verb: "Token", sentence: "Sentence", frame: Frame) -> Iterator[Clause]:
    if verb.pos_ not in {"VERB", "AUX"}:
        yield from _visit_children(verb, sentence, Frame(modality=frame.modality, change=frame.change))
        return
    clause = assemble(verb, sentence, frame)
    inner = governed(verb, clause)
    if inner is None:
        yield clause
    else:
        target, target_frame = inner
        clause.silent = True
        yield clause
        yield from _visit(target, sentence, target_frame)
    yield from _visit_children(verb, sentence, frame, clause, skip=inner[0] if inner else None)


def _visit_children(
    verb: "Token", sentence: "Sentence", frame: Frame, clause: Clause | None = None, skip: "Token | None" = None
) -> Iterator[Clause]:
    """Clauses below: conjoined ones share subject and auxiliaries; relative ones take their noun as subject."""
    for token in _predicates_below(verb):
        if token == skip:
            continue
        child_frame = _child_frame(token, verb, frame, clause, sentence)
        if child_frame is not None:
            yield from _visit(token, sentence, child_frame)


def _predicates_below(verb: "Token") -> "list[Token]":
    found: list[Token] = []
    stack = list(verb.children)
    while stack:
        token = stack.pop(0)
        if token.pos_ in {"VERB", "AUX"} and token.dep_ in _PREDICATE_DEPS:
            found.append(token)
        else:
            stack.extend(token.children)
    return sorted(found, key=lambda token: token.i)


def _child_frame(
    token: "Token", verb: "Token", frame: Frame, clause: Clause | None, sentence: "Sentence"
) -> Frame | None:
    dep, parent = token.dep_, token.head
    own_subject = any(child.dep_ in SUBJECTS for child in token.children)
    base = Frame(
        modality=frame.modality if frame.attributed_to else Modality.ASSERTED,
        attributed_to=frame.attributed_to,
        change=frame.change,
    )
    if clause is None:
        return base if dep not in {"relcl", "acl"} else _noun_frame(token, base)
    if dep == "conj" and parent == verb:
        auxiliaries = (
            ()
            if own_subject or _has_auxiliary(token)
            else tuple(c for c in verb.children if c.dep_ in {"aux", "auxpass"})
        )
        shares_negation = not own_subject and auxiliaries != () and _joined_by_or(token, verb)
        return replace(
            base,
            subject=None if own_subject else clause.subject,
            passive=clause.passive
            and verb_lemma(token) not in _NEVER_PASSIVE
            and not any(c.dep_ == "dobj" for c in token.children)
            if auxiliaries and token.tag_ == "VBN"
            else None,
            auxiliaries=auxiliaries,
            modality=frame.modality,
            polarity=clause.polarity if shares_negation else True,
            negator=clause.negator if shares_negation else "",
            conditions=frame.conditions,
        )
    if dep in {"relcl", "acl"}:
        return _noun_frame(token, base)
    if dep == "advcl":
        if is_condition_clause(token):
            return None
        if not own_subject:
            return (
                replace(base, subject=clause.subject, passive=token.tag_ == "VBN" or None)
                if token.tag_ in {"VBN", "VBG"} and _is_participial(token)
                else None
            )
        return base
    if dep in {"ccomp", "parataxis", "dep"}:
        return base if own_subject and (dep != "ccomp" or verb.lemma_ in FACTIVE or token.i < verb.i) else None
    return None


_NEVER_PASSIVE = frozenset(
    (
        "serve|work|live|become|go|come|die|remain|move|stay|return|arrive|rise|fall|study|"
        "graduate|retire|resign|travel"
    ).split("|")
)


def _has_auxiliary(token: "Token") -> bool:
    return any(child.dep_ in {"aux", "auxpass"} for child in token.children)


def _joined_by_or(token: "Token", verb: "Token") -> bool:
    return any(child.dep_ == "cc" and child.lower_ in {"or", "nor"} and child.i < token.i for child in verb.children)


def _is_participial(token: "Token") -> bool:
    return not any(child.dep_ == "mark" for child in token.children) and not any(
        child.dep_ == "aux" and child.lower_ == "to" for child in token.children
    )


def _who_is(noun: "Token") -> "Token":
    """`X is a painter who lived …`, `X, a painter who lived …`: what is said of the painter is said of X."""
    if noun.dep_ == "attr" and verb_lemma(noun.head) == "be":
        return next(
            (child for child in noun.head.children if child.dep_ == "nsubj" and child.tag_ not in {"WP", "WDT"}), noun
        )
    if noun.dep_ == "appos" and noun.head.pos_ == "PROPN" and noun.pos_ == "NOUN":
        return noun.head
    return noun


def _work_of(person: "Token", verb: "Token") -> "Token":
    """`X is a novel by Ana Diaz, published in 1984`: the novel was published, not its author."""
    by = person.head
    made = person.dep_ == "pobj" and by.lower_ == "by" and by.head.dep_ in {"attr", "appos"} and by.head.pos_ == "NOUN"
    comma = any(token.text == "," for token in verb.doc[person.i : verb.i])
    return _who_is(by.head) if made and comma and verb.lower_ not in {"born", "married", "buried"} else person


def _noun_frame(token: "Token", base: Frame) -> Frame | None:
    """A relative or participial clause speaks of the noun that it hangs on."""
    noun = _who_is(token.head)
    if token.dep_ == "acl" and any(child.lower_ == "to" and child.dep_ == "aux" for child in token.children):
        return None
    if noun.pos_ not in {"NOUN", "PROPN", "PRON"}:
        return None
    if token.dep_ == "acl":
        if token.tag_ == "VBN":
            return replace(base, subject=_work_of(noun, token), passive=True)
        return replace(base, subject=noun) if token.tag_ == "VBG" else None
    relative = next((child for child in token.children if child.dep_ in SUBJECTS), None)
    if relative is not None and relative.tag_ in {"WP", "WDT"}:
        return replace(base, subject=noun)
    return (
        base
        if relative is not None and relative.lower_ not in {"that", "which", "who"} and _holds_object(token)
        else None
    )


def _holds_object(token: "Token") -> bool:
    return any(child.dep_ in {"dobj", "attr", "acomp"} and child.tag_ not in {"WP", "WDT"} for child in token.children)
