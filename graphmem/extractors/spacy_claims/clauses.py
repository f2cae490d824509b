"""Clauses: each predicate of a sentence with its subject, arguments, polarity and modality, passives and control undone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import attribution, negation
from graphmem.extractors.spacy_claims.change import change_of
from graphmem.extractors.spacy_claims.conditions import condition_of_clause, is_condition_clause
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.modality import (
    GOVERNORS,
    HEDGES,
    NEGATIVE_GOVERNORS,
    REMINDERS,
    REPORTS,
    of_modal,
    stronger,
)
from graphmem.model.claim import Change, Condition, Modality

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
_PREDICATE_DEPS = frozenset({"ROOT", "conj", "ccomp", "advcl", "relcl", "acl", "parataxis", "xcomp", "pcomp", "dep"})
_TASTE = frozenset({"like", "love", "enjoy", "hate", "dislike", "prefer", "adore", "detest", "loathe"})
# Verbs whose clause is a fact of its own when the whole is true, and those that ask for it.
_FACTIVE = frozenset(
    (
        "know|notice|find|confirm|show|see|realise|realize|discover|announce|note|mean|learn|verify|"
        "establish|prove|remember|regret|observe|state|record"
    ).split("|")
)
_DEMANDING = frozenset(("require|ensure|insist|demand|recommend|ask|request|sure|order|mandate").split("|"))


@dataclass(slots=True)
class Prep:
    """A preposition with its object: `words` is the preposition as written, in lower case."""

    words: str
    object: "Token"
    token: "Token"


@dataclass(frozen=True, slots=True)
class Frame:
    """What a clause takes over from the clauses around it."""

    subject: "Token | None" = None
    passive: bool | None = None
    modality: Modality = Modality.ASSERTED
    polarity: bool = True
    negator: str = ""
    attributed_to: str | None = None
    conditions: tuple[Condition, ...] = ()
    change: Change | None = None
    auxiliaries: tuple["Token", ...] = ()
    confidence: float = 1.0
    governors: tuple[int, ...] = ()


@dataclass(slots=True)
class Clause:
    """One predicate and all that belongs to it. Subject is the grammatical one; passive says which side it is."""

    sentence: "Sentence"
    verb: "Token"
    subject: "Token | None"
    passive: bool
    polarity: bool
    negator: str
    modality: Modality
    attributed_to: str | None
    change: Change | None
    conditions: list[Condition]
    confidence: float
    particle: str = ""
    agent: "Token | None" = None
    objects: "list[Token]" = field(default_factory=list)
    datives: "list[Token]" = field(default_factory=list)
    attrs: "list[Token]" = field(default_factory=list)
    adjectives: "list[Token]" = field(default_factory=list)
    adverbs: "list[Token]" = field(default_factory=list)
    preps: list[Prep] = field(default_factory=list)
    perfect: bool = False
    known_lemma: str = ""
    silent: bool = False  # only governs another clause: it says nothing itself, but its subject may be spoken of
    governors: tuple[int, ...] = ()  # places of the verbs whose times are this clause's too (`plans next year to move`)

    @property
    def lemma(self) -> str:
        """Lemma of the verb with its particle (`take over`)."""
        if not self.known_lemma:
            self.known_lemma = f"{verb_lemma(self.verb)} {self.particle}".strip()
        return self.known_lemma

    def preps_without_time(self, time_at: Mapping[int, object]) -> list[Prep]:
        """Prepositions whose object is no time."""
        return [prep for prep in self.preps if prep.object.i not in time_at]

    def adverbs_of_place(self) -> "list[Token]":
        """Adverbs that say where."""
        return [adverb for adverb in self.adverbs if adverb.lower_ in _PLACES]


_PLACES = frozenset(("here|there|upstairs|downstairs|outside|inside|abroad|home|away|online").split("|"))


def clauses_of(sentence: "Sentence", root: "Token | None" = None) -> list[Clause]:
    """All predicates of a sentence that assert something, outermost first."""
    found: list[Clause] = []
    start = root if root is not None else sentence.tokens.root
    for clause in _visit(start, sentence, Frame(modality=_sentence_modality(sentence), change=change_of(sentence))):
        found.append(clause)
    return found


def _sentence_modality(sentence: "Sentence") -> Modality:
    return Modality.REPORTED if attribution.sentence_reports(sentence) else Modality.ASSERTED


def _visit(verb: "Token", sentence: "Sentence", frame: Frame) -> Iterator[Clause]:
    if verb.pos_ not in {"VERB", "AUX"}:
        yield from _visit_children(verb, sentence, Frame(modality=frame.modality, change=frame.change))
        return
    clause = _assemble(verb, sentence, frame)
    inner = _governed(verb, clause)
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
        shares_negation = not own_subject and not auxiliaries == () and _joined_by_or(token, verb)
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
        return base if own_subject and (dep != "ccomp" or verb.lemma_ in _FACTIVE or token.i < verb.i) else None
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


def _noun_frame(token: "Token", base: Frame) -> Frame | None:
    """A relative or participial clause speaks of the noun that it hangs on."""
    noun = _who_is(token.head)
    if token.dep_ == "acl" and any(child.lower_ == "to" and child.dep_ == "aux" for child in token.children):
        return None
    if noun.pos_ not in {"NOUN", "PROPN", "PRON"}:
        return None
    if token.dep_ == "acl":
        if token.tag_ == "VBN":
            return replace(base, subject=noun, passive=True)
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


def _assemble(verb: "Token", sentence: "Sentence", frame: Frame) -> Clause:
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
    for child in clause.verb.children:
        dep = child.dep_
        if dep == "prt":
            clause.particle = child.lower_
            clause.known_lemma = ""
        elif (
            dep == "dobj"
            and (verb_lemma(clause.verb), child.lower_) in _IDIOMS
            and not any(c.dep_ in {"det", "poss", "amod"} for c in child.children)
        ):
            clause.particle, clause.known_lemma = child.lower_, ""
            clause.preps.extend(
                prep for grandchild in child.children if grandchild.dep_ == "prep" for prep in read_preps(grandchild)
            )
        elif dep == "dobj" and not child.lower_.endswith(("self", "selves")):
            clause.objects.append(child)
        elif dep == "dative" and child.pos_ != "ADP":
            clause.datives.append(child)
        elif dep in {"attr", "oprd"}:
            clause.attrs.append(child)
        elif dep == "acomp":
            clause.adjectives.append(child)
        elif dep == "advmod" or (dep == "npadvmod" and child.i not in clause.sentence.time_at):
            clause.adverbs.append(child)
        elif dep == "agent":
            clause.agent = next((token for token in child.children if token.dep_ == "pobj"), None)
        elif dep == "advcl" and is_condition_clause(child):
            condition = condition_of_clause(child)
            if condition is not None:
                clause.conditions.append(condition)
        if dep in {"prep", "dative"} and child.pos_ in {"ADP", "SCONJ", "VERB", "ADV"}:
            _add_preps(clause, child)
    for adverb in clause.adverbs:
        clause.preps.extend(prep for child in adverb.children if child.dep_ == "prep" for prep in read_preps(child))


def _add_preps(clause: Clause, token: "Token") -> None:
    """The prepositions at the token, and those that the parser hung on a time or an amount (`at 5 pm on Saturdays`)."""
    for prep in read_preps(token):
        span = clause.sentence.quantity_at.get(prep.object.i)
        if span is not None and span.start <= token.idx < span.number_start:
            clause.objects.append(prep.object)  # "seats at most 200": the preposition belongs to the amount
            continue
        clause.preps.append(prep)
        if prep.words == "from":
            clause.preps.extend(
                inner for c in prep.object.children if c.dep_ == "prep" and c.lower_ == "to" for inner in read_preps(c)
            )
        if prep.object.i in clause.sentence.time_at or prep.object.i in clause.sentence.quantity_at:
            for child in prep.object.children:
                if child.dep_ == "prep" and child.lower_ != "of":
                    _add_preps(clause, child)


_PREP_NOUNS = frozenset(
    (
        "addition|terms|spite|front|charge|behalf|accordance|line|case|order|respect|relation|favour|"
        "favor|lieu|light|view|exception|course|top|part"
    ).split("|")
)


def read_preps(token: "Token") -> list[Prep]:
    """The preposition at that token with each of its conjoined objects; `according to` and the like are one preposition."""
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


_ADDRESSING = frozenset("note|remember|remind|tell|see|know|notice|consider|recall|say|mention|inform|let|ask|mind|check".split("|"))


def _governed(verb: "Token", clause: Clause) -> "tuple[Token, Frame] | None":
    """The clause that a governing verb stands for (`plans to open`, `is allowed to park`, `thinks that …`), with its frame."""
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
        return None
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
    if key in {"true", "clear", "certain", "sure", "correct"} or key in _FACTIVE:
        if clause.sentence.imperative:
            base = replace(base, modality=Modality.ASSERTED, polarity=True, negator="")  # "note that the office is closed"
        polarity = base.polarity if key in {"true", "correct"} else True
        return complement, replace(base, polarity=polarity, negator=base.negator if not polarity else "")
    if key in {"false", "untrue", "wrong", "incorrect"}:
        return complement, replace(base, polarity=not base.polarity, negator=key)
    return None
