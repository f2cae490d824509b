"""Slots named by nouns: "X's N", "the N of X", "the N for X", "the X N": who holds the slot and what it is called."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.quantifiers import quantifier_of
from graphmem.model.claim import Condition
from graphmem.model.value import TextValue

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.reading import Reading
    from graphmem.lexicon import Lexicon

_OWNER_PREPS = ("of", "for", "at", "in", "to", "on")
# Adjectives that do not make another slot of a noun.
_HARMLESS = frozenset(
    (
        "new|current|present|official|exact|total|overall|actual|full|own|latest|today|precise|"
        "newly|incumbent|final|agreed|planned|whole|entire|real|main"
    ).split("|")
)
_NOT_SLOTS = frozenset(
    (
        "one|part|some|most|all|kind|type|sort|lot|member|group|pair|list|range|series|couple|"
        "handful|majority|none|any|rest|half|example|form|piece|set"
    ).split("|")
)
_ROLES_BY_NAME = frozenset({"GPE", "ORG", "FAC", "PRODUCT", "EVENT", "LOC", "WORK_OF_ART", "NORP"})


@dataclass(slots=True)
class Slot:
    """A slot that a noun phrase names. bare is True when nothing in the phrase says whose it is."""

    noun: "Token"
    holders: list[Holder]
    words: str
    conditions: list[Condition] = field(default_factory=list)
    bare: bool = False
    is_new: bool = False

    def attribute_for(self, kind: str, lexicon: "Lexicon") -> str:
        """Canonical name of the slot for a value of that kind; its own words when the lexicon has none."""
        entry = lexicon.find("noun", self.words, kind) or lexicon.find("noun", self.words)
        return entry.name if entry is not None else self.words


def slot_of(noun: "Token", reading: "Reading", *, strict: bool = False) -> Slot | None:
    """The slot that the phrase names; None when it names a thing. strict asks for a noun that the lexicon knows."""
    if noun.pos_ not in {"NOUN", "PROPN"} or noun.i in reading.sentence.time_at or noun.lemma_.lower() in _NOT_SLOTS:
        return None
    words, is_new, owner_compound = slot_words(noun, reading.lexicon)
    inner = _title_of(noun, reading.lexicon)
    if inner is not None:
        words = f"{noun.lemma_.lower()} of {inner.lemma_.lower()}"
    known = reading.lexicon.is_slot(words)
    if strict and not known:
        return None
    owner, preposition = _owner(noun, known=known) if inner is None else _owner_of_title(noun, inner)
    if owner is None and owner_compound is not None and known:
        owner = owner_compound
    counted = _number_of(noun, reading)
    if counted is not None:
        return counted
    if owner is not None and preposition == "for" and owner.lemma_.lower() in _GROUPS and is_generic(owner):
        # "The fee for students is 10 euro": students are whom the fee is meant for, not what charges it.
        quantifier, _ = quantifier_of(noun)
        return Slot(
            noun,
            [Holder(reading.title or words, token=noun, quantifier=quantifier)],
            words,
            reading.restrictions(noun),
            bare=True,
            is_new=is_new,
        )
    if owner is not None:
        holders = reading.holders(owner)
        conditions = reading.restrictions(noun, skip=frozenset({"of", preposition}))
        return Slot(noun, holders, words, conditions, is_new=is_new) if holders else None
    quantifier, definite = quantifier_of(noun)
    if (
        not known
        or strict
        or noun.pos_ == "PROPN"
        or not (definite or noun.tag_ == "NNS" or not any(child.dep_ == "det" for child in noun.lefts))
        or noun.dep_ not in {"nsubj", "nsubjpass", "dobj"}
    ):
        return None
    name = reading.title or words
    conditions = reading.restrictions(noun)
    return Slot(noun, [Holder(name, token=noun, quantifier=quantifier)], words, conditions, bare=True, is_new=is_new)


_GROUPS = frozenset(
    (
        "adult|child|student|member|patient|visitor|guest|employee|customer|client|pensioner|senior|"
        "person|people|user|tenant|worker|woman|man|minor|resident|citizen|tourist|beginner|company|"
        "firm|bank|institution|investor|family|group|applicant|participant|non-member|nonmember|"
        "volunteer|teacher|staff|driver|owner|infant|baby|teenager|team|business|consumer|subscriber|"
        "contractor|candidate|reader|player|passenger|cyclist|dog|car|vehicle"
    ).split("|")
)


def is_generic(token: "Token") -> bool:
    """True for a bare plural, mass noun or indefinite: no particular thing."""
    if token.pos_ != "NOUN":
        return False
    return not any(
        child.lower_ in {"the", "this", "that", "these", "those"} or child.dep_ == "poss" for child in token.lefts
    ) and not any(child.dep_ == "nummod" and child.i > token.i for child in token.children)


def _number_of(noun: "Token", reading: "Reading") -> Slot | None:
    """`the number of nodes in the cluster`: the cluster has a number of nodes; nobody's number is one of the
    things counted."""
    if noun.lemma_.lower() not in {"number", "count", "total"}:
        return None
    prep = next((child for child in noun.rights if child.dep_ == "prep" and child.lower_ == "of"), None)
    thing = next((token for token in prep.children if token.dep_ == "pobj"), None) if prep is not None else None
    if thing is None or thing.pos_ not in {"NOUN", "PROPN"}:
        return None
    words = f"number of {thing.lemma_.lower()}"
    places = [
        child
        for child in (*thing.rights, *noun.rights)
        if child.dep_ == "prep" and child.lower_ in {"in", "of", "at", "on", "for", "per"} and child.i > thing.i
    ]
    owner = next((token for place in places for token in place.children if token.dep_ == "pobj"), None)
    holders = reading.holders(owner) if owner is not None else reading.holders(thing)
    return Slot(noun, holders, words) if holders else None


def _owner(noun: "Token", *, known: bool) -> "tuple[Token | None, str]":
    for child in noun.children:
        if child.dep_ == "poss":
            return child, ""
    preps = {child.lower_: child for child in noun.rights if child.dep_ == "prep"}
    for word in _OWNER_PREPS:
        named_for = word == "for" and noun.dep_ == "nsubj" and noun.pos_ == "NOUN"
        if word in preps and (known or named_for or (word == "of" and noun.pos_ == "NOUN")):
            target = next((child for child in preps[word].children if child.dep_ == "pobj"), None)
            if target is not None and target.pos_ in {"NOUN", "PROPN", "PRON"}:
                return target, word
    return None, ""


def _title_of(noun: "Token", lexicon: "Lexicon") -> "Token | None":
    """The `state` of `head of state`, where the two together name a slot."""
    for child in noun.rights:
        if child.dep_ == "prep" and child.lower_ == "of":
            target = next((token for token in child.children if token.dep_ == "pobj"), None)
            if target is not None and lexicon.knows("noun", f"{noun.lemma_.lower()} of {target.lemma_.lower()}"):
                return target
    return None


def _owner_of_title(noun: "Token", inner: "Token") -> "tuple[Token | None, str]":
    for child in noun.children:
        if child.dep_ == "poss":
            return child, ""
    for child in (*inner.rights, *noun.rights):
        if child.dep_ == "prep" and child.lower_ in {"of", "for"} and child.i > inner.i:
            target = next((token for token in child.children if token.dep_ == "pobj"), None)
            if target is not None:
                return target, child.lower_
    return None, ""


_AMONG_MANY = frozenset({"first", "second", "third", "last", "only", "next", "other", "former", "fourth", "fifth"})


def slot_words(noun: "Token", lexicon: "Lexicon") -> "tuple[str, bool, Token | None]":
    """Words of the slot, whether it is said to be new, and a name before the noun that may own it (`the Brix CEO`)."""
    before: list[Token] = []
    owner: Token | None = None
    for child in noun.lefts:
        if child.dep_ in {"compound", "amod", "nmod"} and child.text != "-":
            before.extend(
                t for t in child.subtree if t.dep_ in {"compound", "amod", "nmod"} and not t.is_punct and t.i <= child.i
            )
    before.sort(key=lambda token: token.i)
    names = [token for token in before if token.tag_ in {"NNP", "NNPS"}]
    head = noun.lemma_.lower()
    full = [*(_lemma(token) for token in before), head]
    if (
        names
        and not lexicon.knows("noun", " ".join(full))
        and (names[-1].i < noun.i - 1 or noun.pos_ != "PROPN" or lexicon.knows("noun", head))
    ):
        owner = names[-1]
        if any(token.tag_ in {"JJS", "RBS"} or token.lower_ in _AMONG_MANY for token in before):
            owner = None  # "the last NFL team" is one among many, no slot of the league
        else:
            before = [token for token in before if token.i > names[-1].i]
    words = [_lemma(token) for token in before]
    is_new = "new" in words
    for start, known in [
        (start, known) for known in (lexicon.knows_noun, lexicon.is_slot) for start in range(len(words) + 1)
    ]:
        if known(" ".join([*words[start:], head])) and all(word in _HARMLESS for word in words[:start]):
            return " ".join([*words[start:], head]), is_new, owner
    return " ".join([*(word for word in words if word not in _HARMLESS), head]), is_new, owner


def _lemma(token: "Token") -> str:
    return token.lower_ if token.tag_ in {"VBG", "VBN", "JJ", "JJR", "JJS"} else token.lemma_.lower()


def presupposed(reading: "Reading") -> list[Fact]:
    """`Bruno's nut allergy`: a possessed noun that carries its value in front says so by the way."""
    facts = []
    for noun in reading.clause.verb.subtree:
        if noun.pos_ != "NOUN" or not any(child.dep_ == "poss" for child in noun.children):
            continue
        compound = [child for child in noun.lefts if child.dep_ == "compound" and child.tag_ in {"NN", "NNS"}]
        head = noun.lemma_.lower()
        entry = reading.lexicon.find("noun", head, "text")
        if (
            entry is None
            or not compound
            or entry.single >= 0.2
            or reading.lexicon.knows("noun", f"{compound[-1].lemma_.lower()} {head}")
        ):
            continue
        owner = next(child for child in noun.children if child.dep_ == "poss")
        text = " ".join(child.lower_ for child in compound)
        value = TextValue(text=text, head=compound[-1].lemma_.lower())
        facts += [reading.fact(holder, entry.name, value, noun) for holder in reading.holders(owner)]
    return facts
