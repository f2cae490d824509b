"""Whole answers of `Memory.search` over what `bench store` has filled in, by route; the encoder costs nothing here."""

import hashlib
import time
from collections.abc import Sequence

import numpy as np

from graphmem.memory import Memory
from graphmem.model.retrieval import Route
from graphmem.model.scope import Principal, Role
from graphmem.protocols import Encoder, Progress, Vectors
from graphmem.services.workspace import Models, Silence, SystemClock, Workspace
from graphmem.settings import Settings
from graphmem.store_protocol import Store


class Lots:
    """An encoder that draws a direction by lot, the same for the same text: a vector to ask with, at no cost."""

    def __init__(self, fingerprint: str, dimension: int) -> None:
        self.fingerprint = fingerprint
        self.dimension = dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of unit length for each text."""
        seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") for text in texts]
        drawn = np.array([np.random.default_rng(seed).normal(size=self.dimension) for seed in seeds])
        found: Vectors = (drawn / np.linalg.norm(drawn, axis=-1, keepdims=True)).astype(np.float32)
        return found

    def count_tokens(self, text: str) -> int:
        """Number of words."""
        return len(text.split())


class _Models(Models):
    """The settings' models, with an encoder that costs nothing."""

    def __init__(self, settings: Settings, encoder: Encoder) -> None:
        super().__init__(settings)
        self._encoder = encoder

    @property
    def encoder(self) -> Encoder | None:
        """The encoder that was given."""
        return self._encoder


def time_searches(
    store: Store, principal: Principal, encoder: Encoder, questions: Sequence[str], progress: Progress | None = None
) -> dict[str, list[float]]:
    """Milliseconds of each question by route; one question goes before, for what loads at the first."""
    settings = Settings()
    who = principal.model_copy(update={"roles": frozenset(Role)})
    workspace = Workspace(store, who, settings, _Models(settings, encoder), SystemClock(), progress or Silence())
    memory = Memory(workspace)
    found: dict[str, list[float]] = {}
    for route in Route:
        memory.search(questions[0], route=route)
        times = found.setdefault(str(route), [])
        for question in questions:
            began = time.perf_counter()
            memory.search(question, route=route)
            times.append(1000 * (time.perf_counter() - began))
    workspace.query_log.flush()
    return found
