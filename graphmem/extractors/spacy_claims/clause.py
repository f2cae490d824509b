"""One predicate and all that belongs to it, and what clauses hand on to one another."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.model.claim import Change, Condition, Modality

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence


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
