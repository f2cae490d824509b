"""A first choice by vectors in 8 bits leaves out none of the nearest: the answers are those of exact cosines."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.bench import latency
from graphmem.bench.latency_corpus import NOW, Corpus
from graphmem.memory import Memory
from graphmem.model.retrieval import AsOf
from graphmem.protocols import Vectors
from graphmem.services.workspace import Silence
from graphmem.settings import Settings
from graphmem.stores.sqlite import rough_cosines
from graphmem.stores.sqlite.rough_cosines import can_be_best, round_rows, whole_products


def _unit_rows(seed: int, count: int, spread: float, spikes: float) -> Vectors:
    """Rows around a few centres; spikes make one part of a row many times as large as the others."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((5, 48))
    rows = centres[rng.integers(0, 5, count)] + spread * rng.standard_normal((count, 48))
    rows[:, 0] += spikes * rng.standard_normal(count)
    rows[rng.random(count) < 0.1] = rows[0]
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


@pytest.mark.parametrize("by", ["library", "numpy"])
def test_products_are_exact(monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    if by == "numpy":
        monkeypatch.setattr(rough_cosines, "_multiply", lambda: None)
    numbers = np.random.default_rng(3).integers(-127, 128, (500, 384)).astype(np.int8)
    numbers[0], numbers[1] = 127, -127
    expected = numbers.astype(np.int64) @ numbers[0].astype(np.int64)
    assert whole_products(numbers, numbers[0]).tolist() == expected.tolist()


@given(
    st.integers(0, 10_000), st.integers(1, 400), st.sampled_from([0.0, 0.01, 0.3, 3.0]), st.sampled_from([0.0, 9.0]),
    st.integers(1, 40),
)  # fmt: skip
@settings(deadline=None, max_examples=60)
def test_none_of_the_nearest_is_left_out(seed: int, count: int, spread: float, spikes: float, k: int) -> None:
    *rows, vector = _unit_rows(seed, count + 1, spread, spikes)
    known = np.array(rows)
    known[::17] = 0  # a vector that nothing was made of
    rounded, asked = round_rows(known), round_rows(vector[np.newaxis, :])
    rough = (whole_products(rounded.small, asked.small[0]) * rounded.step).astype(np.float32) * asked.step[0]
    chosen = can_be_best(rough, rounded.error, asked, k)
    exact = known.astype(np.float64) @ vector.astype(np.float64)
    nearest = np.flatnonzero(exact >= np.sort(exact)[-min(k, count)])  # ties with the last included
    assert set(nearest.tolist()) <= set(chosen.tolist())


@pytest.mark.slow
def test_the_questions_of_the_benchmark_get_the_same_records_as_by_exact_cosines(tmp_path: Path) -> None:
    url, corpus = f"sqlite:///{tmp_path}/store.db", Corpus(4_000)
    latency._fill(url, corpus, Settings(), Silence())
    with Memory.open(url, latency.reader(), clock=latency.FixedClock()) as memory:
        encoder = memory.workspace.models.encoder
        assert encoder is not None
        with memory.store.view(latency.reader(), AsOf(now=NOW)) as view:
            ids = view.candidate_ids(limit=5_000)
            vectors = view.vectors_of(ids)
            matrix = np.array([vectors[id_] for id_ in ids], dtype=np.float64)
            for question in (*corpus.questions(15, "lookup"), *corpus.questions(15, "graph")):
                vector = encoder.encode([question])[0]
                exact = matrix @ vector.astype(np.float64)
                nearest = np.sort(exact)[:-201:-1]
                hits = view.vector_leg(vector, 200)
                assert [hit.score for hit in hits] == pytest.approx(nearest.tolist(), abs=1e-6)
                clear = {ids[at] for at in np.flatnonzero(exact > nearest[-1] + 1e-6)}
                assert clear <= {hit.record_id for hit in hits}
