"""What routes are asked and what they answer, before hits are made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from graphmem.model.retrieval import LegHit, PathStep, Route
from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.question import Question
from graphmem.store_protocol import View


@dataclass(frozen=True)
class Pool:
    """What the two legs say of a question: candidates with each leg's own score, best first."""

    text: tuple[LegHit, ...] = ()
    vector: tuple[LegHit, ...] = ()

    @cached_property
    def text_scores(self) -> dict[str, float]:
        """BM25 score of each candidate of the text leg."""
        return {hit.record_id: hit.score for hit in self.text}

    @cached_property
    def vector_scores(self) -> dict[str, float]:
        """Cosine of each candidate of the vector leg."""
        return {hit.record_id: hit.score for hit in self.vector}

    @property
    def ids(self) -> list[str]:
        """Candidates of either leg, in order of id."""
        return sorted({hit.record_id for hit in (*self.text, *self.vector)})


@dataclass(frozen=True)
class Ask:
    """One question put to one route: how many records are wanted, of which view, from which candidates."""

    question: Question
    view: View
    pool: Pool
    k: int
    parameters: Parameters


@dataclass(frozen=True)
class Ranked:
    """A record with its score, what each leg gave it, and the walk that earned it."""

    record_id: str
    score: float
    legs: Mapping[str, float] = field(default_factory=dict)
    path: tuple[PathStep, ...] = ()


@dataclass(frozen=True)
class RouteAnswer:
    """Records best first. `route` is the one that answered: another than was asked when that one found nothing."""

    route: Route
    ranked: tuple[Ranked, ...] = ()
    notes: tuple[str, ...] = ()
    keep_order: bool = False  # the order itself says something (time), so nothing may re-rank it
    superseded: frozenset[str] = frozenset()  # records shown as history although they are no candidates
