"""The benchmarks of a store give figures of every part, and want an empty store."""

from pathlib import Path

import pytest

from graphmem.bench.store import bench_store
from graphmem.bench.sweep import bench_sweep
from graphmem.errors import UsageError
from graphmem.model.retrieval import Route
from graphmem.services.workspace import Silence
from graphmem.stores import open_store


def test_a_store_is_measured_alone_and_through_whole_searches(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'a.db'}", fingerprint="bench", dimension=8)
    try:
        figures = bench_store(store, 120, dimension=8, fingerprint="bench", queries=4)
        assert figures.search.keys() == {str(route) for route in Route}
        assert all(0 < latency.p50 <= latency.p95 for latency in figures.search.values())
        assert figures.ingest_with_vectors_rate < min(figures.ingest_rate, figures.vector_rate)
        assert figures.facts["vectors"] == 120
        with pytest.raises(UsageError, match="holds tenant 'bench' already"):
            bench_store(store, 120, dimension=8, fingerprint="bench")
    finally:
        store.close()


def test_a_sweep_is_measured_on_the_store_that_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    figures = bench_sweep(400, Silence(), url=url)
    assert figures.recall == figures.precision == 1
    assert 0 < figures.peak_mb_before_sweep <= figures.peak_mb_after_sweep <= figures.peak_mb
    assert (tmp_path / "a.db").stat().st_size > 100_000
    with pytest.raises(UsageError, match="holds tenant 'bench' already"):
        bench_sweep(400, Silence(), url=url)
