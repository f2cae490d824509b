"""A clause with everything that constructions ask of it: holders, values, times; the one object they are handed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.conditions import condition_of_prep
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.phrases import read_phrase
from graphmem.extractors.spacy_claims.pronouns import Resolver, is_pronoun
from graphmem.extractors.spacy_claims.times import TimePhrase, phrase_of
from graphmem.extractors.spacy_claims.values import kind_of, quantity_of, value_of, values_of
from graphmem.model.claim import Condition, Modality
from graphmem.model.value import Value

if TYPE_CHECKING:
    from datetime import datetime

    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Clause
    from graphmem.extractors.spacy_claims.sentences import Sentence
    from graphmem.lexicon import Lexicon


@dataclass(slots=True)
class Reading:
    """One clause being read."""

    clause: "Clause"
    sentence: "Sentence"
    resolver: Resolver
    lexicon: "Lexicon"
    times: list[TimePhrase]
    title: str | None = None
    observed_at: "datetime | None" = None
    _extents: dict[int, tuple[int, int]] = field(default_factory=dict)

    def holder(self, token: "Token") -> Holder | None:
        """The thing that the phrase names, as the holder of a slot; None for what cannot be known."""
        known = self.resolver.resolve_class(token)
        if known is not None:
            return Holder(known.name, known.type, token=token)
        share = _SHARES.get(token.lemma_.lower())
        if share is not None and (whole := _of(token)) is not None:
            # "None of the samples", "half of the tenants": what is spoken of is the whole.
            group = self.holder(whole)
            return Holder(group.name, group.type, share, group.conditions, token) if group is not None else None
        everyone = self._everyone(token)
        if everyone is not None:
            return everyone
        if is_pronoun(token):
            referent = self.resolver.resolve(token)
            return Holder(referent.name, referent.type, token=token) if referent else None
        if token.i in self.sentence.time_at or not _may_name(token):
            return None
        owner = next((child for child in token.children if child.dep_ == "poss"), None)
        if owner is not None and is_pronoun(owner) and owner.lower_ != "our":
            referent = self.resolver.resolve(owner)
            if referent is None:
                return None
            own = read_phrase(token, self.sentence)
            return Holder(
                f"{referent.name}'s {own.text}", own.type, own.quantifier, tuple(self.restrictions(token)), token
            )
        phrase = read_phrase(token, self.sentence, keep_number=False)
        if not any(char.isalnum() for char in phrase.text):
            return None
        joined = self._joined(token, phrase.text) if not phrase.is_name else None
        if joined is not None:
            return joined
        counted = not phrase.quantifier and any(c.dep_ == "nummod" and c.i < token.i for c in token.lefts)
        quantifier = "some" if counted and not phrase.definite else phrase.quantifier
        return Holder(phrase.text, phrase.type, quantifier, tuple(self.restrictions(token)), token)

    def _joined(self, token: "Token", text: str) -> Holder | None:
        """`The door to the cellar` is the cellar door: a thing told apart by one other thing that it belongs to."""
        prep = next((child for child in token.rights if child.dep_ == "prep"), None)
        if prep is None or prep.lower_ not in {"to", "for"} or token.tag_ != "NN" or not _is_definite(token):
            return None
        other = next((child for child in prep.children if child.dep_ == "pobj"), None)
        if other is None or other.tag_ != "NN" or not _is_definite(other) or other.i in self.sentence.time_at:
            return None
        whole = read_phrase(other, self.sentence).text
        rest = tuple(c for c in self.restrictions(token) if c.name != prep.lower_)
        return Holder(f"{whole} {text}", "", "", rest, token)

    def _everyone(self, token: "Token") -> Holder | None:
        """`Everyone`, `nobody`, `no one`: whom a rule is meant for, where it names nobody else."""
        word = token.lower_
        if word == "one" and any(child.lower_ == "no" for child in token.lefts):
            word = "nobody"
        norm = self.clause.modality in {Modality.REQUIRED, Modality.PERMITTED, Modality.PROHIBITED}
        if word not in _EVERYONE or not norm or token.dep_ not in {"nsubj", "nsubjpass"}:
            return None
        return Holder("everyone", "", _EVERYONE[word], tuple(self.restrictions(token)), token)

    def holders(self, token: "Token | None") -> list[Holder]:
        """The thing named, and each that is joined to it."""
        if token is None:
            return []
        joined = [
            token,
            *(other for other in token.conjuncts if other.i > token.i and other.pos_ in {"NOUN", "PROPN", "PRON"}),
        ]
        return [holder for holder in map(self.holder, joined) if holder is not None]

    def restrictions(self, head: "Token", skip: frozenset[str] = frozenset({"of"})) -> list[Condition]:
        """Prepositional phrases on a noun, as conditions; `of` belongs to the name."""
        found = []
        for child in head.rights:
            if child.dep_ != "prep" or child.lower_ in skip or self._is_time(child):
                continue
            target = next(
                (
                    token
                    for token in child.children
                    if token.dep_ in {"pobj", "pcomp"} and token.pos_ not in {"VERB", "AUX"}
                ),
                None,
            )
            if target is not None and target.i not in self.sentence.time_at:
                found.extend(self._conditions_of(child.lower_, target))
        return found + self._bounds_on(head)

    def _conditions_of(self, words: str, target: "Token") -> list[Condition]:
        """One condition for each object; `between` has one for both."""
        others = [other for other in target.conjuncts if other.i > target.i and other.pos_ in {"NOUN", "PROPN"}]
        each = [self.condition(words, token) for token in (target, *others)]
        if words == "between" and len(each) > 1:
            return [Condition(name=words, value=" and ".join(sorted(condition.value for condition in each)))]
        return each

    def _bounds_on(self, head: "Token") -> list[Condition]:
        """`pumps over 5 kW`: a bounded amount right behind a noun restricts it, however the parser hung it."""
        for child in head.rights:
            span = self.sentence.quantity_at.get(child.i)
            if (
                span is not None
                and child.dep_ != "prep"
                and span.start < span.number_start
                and span.start <= head.idx + len(head) + 1
            ):
                text = self.sentence.source
                return [
                    condition_of_prep(
                        text[span.start : span.number_start].strip().lower(), text[span.number_start : span.end]
                    )
                ]
        return []

    def condition(self, words: str, target: "Token") -> Condition:
        """A preposition and its object as a condition; quantities keep their words."""
        quantity = self.sentence.quantity_at.get(target.i)
        if quantity is not None and quantity.has_unit:
            text = self.sentence.source[quantity.number_start : quantity.end]
            return condition_of_prep(words, text)
        if is_pronoun(target):
            referent = self.resolver.resolve(target)
            return condition_of_prep(words, referent.name if referent else target.lower_)
        if target.pos_ in {"ADV", "ADJ"}:
            return condition_of_prep(words, target.lower_)
        text = read_phrase(target, self.sentence, keep_number=True).text.strip() or target.text
        return condition_of_prep(words, f"all {text}" if self._means_all(target) and not text[:1].isdigit() else text)

    def _means_all(self, target: "Token") -> bool:
        """`In all shops`; what is not so in all of them may be so in most, what is not so in any is so in none."""
        whole = _WHOLE if self.clause.polarity else _NONE_OF
        return any(child.dep_ in {"det", "predet"} and child.lower_ in whole for child in target.lefts)

    def values(self, token: "Token") -> list[Value]:
        """The values that the phrase states."""
        return values_of(token, self.sentence, self.resolver)

    def value(self, token: "Token") -> Value | None:
        """The value that the phrase states."""
        return value_of(token, self.sentence, self.resolver)

    def is_amount(self, token: "Token") -> bool:
        """True when the phrase is a quantity."""
        return quantity_of(token, self.sentence) is not None

    def kind(self, value: Value) -> str:
        """The lexicon's word for the kind of a value."""
        return kind_of(value)

    def fact(self, holder: Holder, attribute: str, value: Value, *used: "Token") -> Fact:
        """A fact of this clause."""
        return Fact(
            holder,
            attribute,
            self.predicate(),
            value,
            self.clause,
            used=[*used, *([holder.token] if holder.token is not None else [])],
        )

    def extent(self, key: int, tokens: "Callable[[], Iterable[Token]]") -> tuple[int, int]:
        """First and last of these tokens within the sentence, found once for each key; the verb where none is."""
        known = self._extents.get(key)
        if known is None:
            sentence, verb = self.sentence.tokens, self.clause.verb.i
            inside = [t.i for t in tokens() if sentence.start <= t.i < sentence.end and not t.is_space] or [verb]
            known = self._extents[key] = min(inside), max(inside)
        return known

    def predicate(self) -> str:
        """The words of the predicate as written."""
        verb = self.clause.verb
        parts = [t for t in verb.children if t.dep_ in {"aux", "auxpass", "neg", "prt", "acomp"}] + [verb]
        if self.clause.lemma == "be":
            parts += [t for t in verb.children if t.dep_ == "prep" and t.i > verb.i][:1]
            parts += [t for t in verb.children if t.dep_ in {"attr", "advmod"} and t.lower_ in DIRECTIONS]
        return " ".join(token.text for token in sorted(parts, key=lambda token: token.i))

    def _is_time(self, prep: "Token") -> bool:
        return any(child.i in self.sentence.time_at for child in prep.children)


_WHOLE = frozenset({"all", "every", "each", "any"})
_NONE_OF = frozenset({"any"})


def _is_definite(token: "Token") -> bool:
    return any(child.lower_ == "the" for child in token.lefts)


_EVERYONE = {"everyone": "all", "everybody": "all", "anyone": "all", "anybody": "all", "nobody": "no"}
_SHARES = {
    "none": "no", "half": "half", "majority": "most", "most": "most", "all": "all", "some": "some",
    "many": "many", "few": "few", "several": "some", "each": "all", "any": "all", "minority": "some",
    "both": "all", "neither": "no", "rest": "some", "part": "some",
}  # fmt: skip


def _of(token: "Token") -> "Token | None":
    prep = next((child for child in token.children if child.dep_ == "prep" and child.lower_ == "of"), None)
    return next((child for child in prep.children if child.dep_ == "pobj"), None) if prep is not None else None


def _may_name(token: "Token") -> bool:
    """True for words that can head the name of a thing; a subject at the start of a sentence may be tagged as
    a verb."""
    if token.tag_ == "VB" and token.dep_ in {"nsubj", "nsubjpass"} and token.text[:1].isupper():
        return True
    return token.pos_ not in {"VERB", "AUX", "ADJ", "ADV", "SCONJ", "INTJ", "PUNCT", "SYM"}


DIRECTIONS = frozenset(
    (
        "north|south|east|west|northeast|northwest|southeast|southwest|left|right|ahead|inside|"
        "outside|upstream|downstream|uphill|downhill"
    ).split("|")
)
_CLAUSE_DEPS = frozenset({"ROOT", "conj", "ccomp", "advcl", "relcl", "acl", "parataxis", "xcomp", "pcomp"})


def time_phrases(clause: "Clause", sentence: "Sentence") -> list[TimePhrase]:
    """Times of the sentence whose nearest predicate is the clause's verb, or one that governs it."""
    found = []
    for time in sentence.times:
        token = next((token for token in sentence.tokens if time.start <= token.idx < time.end), None)
        if token is None:
            continue
        owner = next(
            (up for up in (token, *token.ancestors) if up.pos_ in {"VERB", "AUX"} and up.dep_ in _CLAUSE_DEPS), None
        )
        if (owner is None and clause.verb.dep_ == "ROOT") or (
            owner is not None and (owner == clause.verb or owner.i in clause.governors)
        ):
            found.append(phrase_of(time, sentence))
    return found
