"""The latency bench: a corpus with the skew it promises, questions that fit it, a store that is filled once."""

import numpy as np
import pytest

from graphmem.bench import latency, latency_corpus
from graphmem.bench.latency import ROUTES, bench_latency
from graphmem.bench.latency_corpus import Corpus, name_of
from graphmem.errors import UsageError
from graphmem.model.record import Status
from graphmem.model.rows import MentionRow, RecordRow, Row
from graphmem.services.workspace import Silence
from graphmem.settings import ModelSettings, Settings
from graphmem.stores import open_store

WITHOUT_MODELS = Settings(models=ModelSettings(encoder="none", extractors=()))


def _rows(records: int) -> tuple[Corpus, list[Row]]:
    corpus = Corpus(records)
    centres = np.eye(1000, 8, dtype=np.float32) + 0.1
    return corpus, [row for rows, _ in corpus.batches(centres) for row in rows]


def test_a_corpus_is_the_same_each_time_and_has_few_names_in_many_records() -> None:
    _, rows = _rows(600)
    assert [row.id for row in rows] == [row.id for row in _rows(600)[1]]
    records = [row for row in rows if isinstance(row, RecordRow)]
    assert len({row.id for row in records}) == 600
    assert sum(row.state.status is Status.SUPERSEDED for row in records) == 180
    bearers: dict[str, set[str]] = {}
    for row in rows:
        if isinstance(row, MentionRow) and row.mention.type != "DATE":
            bearers.setdefault(row.mention.name, set()).add(row.mention.record_id)
    counts = sorted((len(ids) for ids in bearers.values()), reverse=True)
    assert counts[0] > 3 * counts[len(counts) // 2]


def test_questions_differ_and_bridging_ones_name_two_things() -> None:
    corpus, _ = _rows(300)
    for kind in ("lookup", "graph"):
        assert len(set(corpus.questions(50, kind))) == 50
    names = {name for said in corpus.said for name in said.names}
    assert all(sum(name in question for name in names) == 2 for question in corpus.questions(20, "graph"))


def test_no_two_numbers_have_one_name() -> None:
    assert len({name_of(number)[0] for number in range(20_000)}) == 20_000


def test_a_named_store_is_filled_once(tmp_path) -> None:  # type: ignore[no-untyped-def]
    url = f"sqlite:///{tmp_path / 'kept.db'}"
    first = bench_latency(200, Silence(), url=url, queries=10, settings=WITHOUT_MODELS)
    again = bench_latency(200, Silence(), url=url, queries=10, settings=WITHOUT_MODELS)
    assert first.fill_rate and again.fill_rate is None
    assert set(first.ways) == set(ROUTES) and first.peak_mb > 0
    assert sum(first.ways["graph"].answered.values()) == 10
    with pytest.raises(UsageError, match="something else than a benchmark of 300"):
        bench_latency(300, Silence(), url=url, queries=10, settings=WITHOUT_MODELS)


def test_filling_goes_on_where_it_stopped(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(latency_corpus, "BATCH", 100)
    whole, cut = (f"sqlite:///{tmp_path / name}.db" for name in ("whole", "cut"))

    class Stops(Silence):
        def advance(self, stage: str, done: int, total: int | None) -> None:
            if done == 200:
                raise KeyboardInterrupt

    latency._fill(whole, Corpus(350), WITHOUT_MODELS, Silence())
    with pytest.raises(KeyboardInterrupt):
        latency._fill(cut, Corpus(350), WITHOUT_MODELS, Stops())
    assert latency._fill(cut, Corpus(350), WITHOUT_MODELS, Silence())
    held = []
    for url in (whole, cut):
        store = open_store(url, fingerprint="", dimension=0)
        held.append([row.id for row in store.stream(latency_corpus.TENANT, RecordRow)])
    assert held[0] == held[1] and len(held[0]) == 350
