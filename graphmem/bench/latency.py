"""`graphmem bench latency`: how long questions take through `Memory.search`, encoding included, and how much memory.

The store is filled with rows ready made (latency_corpus.py), with vectors drawn around those that the encoder of the
settings gives to 1,000 texts. A process of its own then asks, so that its peak memory is that of answering. Warm means:
the models are loaded and some questions, none of those that are timed, were asked before.
"""

import multiprocessing
import os
import resource
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from pydantic import BaseModel

from graphmem.bench.latency_corpus import NOW, TENANT, Corpus
from graphmem.errors import UsageError
from graphmem.memory import Memory
from graphmem.model.rows import MetaRow, RecordRow, Row
from graphmem.model.scope import GLOBAL, Principal, Role, Sensitivity
from graphmem.protocols import Progress
from graphmem.settings import Settings
from graphmem.store_protocol import Ledger

ROUTES = ("lookup", "graph", "auto")
_SIZE = "bench|latency"  # the row that says of how many records the corpus is
_WARMING = 30
_MB = 1 << (20 if sys.platform == "darwin" else 10)  # of the unit in which the system tells the peak


class RouteLatency(BaseModel, frozen=True):
    """Milliseconds of one way to ask; cpu is of all threads of the process, encode that of encoding alone."""

    p50: float
    p95: float
    cpu_p50: float
    answered: dict[str, int]  # how many questions each route answered in the end


class LatencyFigures(BaseModel, frozen=True):
    """What was found; times in ms, memory in MB. load is the machine's load average when asking began."""

    records: int
    fill_rate: float | None  # records a second, None where the store was there already
    first_question_ms: float
    encode_p50: float
    ways: dict[str, RouteLatency]
    peak_mb: float
    store_mb: float
    load: float
    cores: int


class FixedClock:
    """The moment for which the corpus is made."""

    def now(self) -> datetime:
        """Always the same instant."""
        return NOW


def bench_latency(
    records: int, progress: Progress, *, url: str | None = None, queries: int = 200, settings: Settings | None = None
) -> LatencyFigures:
    """Fill a store, as far as the one of the URL does not hold the corpus of that size, and ask in a new process.

    Raises UsageError for a store that holds anything else.
    """
    known = settings or Settings()
    with tempfile.TemporaryDirectory() as folder:
        where = url or f"sqlite:///{Path(folder) / 'bench.db'}"
        corpus = Corpus(records)
        rate = _fill(where, corpus, known, progress)
        # A process of its own, started anew: what filling took must not count as memory of answering.
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            asked = pool.apply(_ask, (where, known, _questions(corpus, queries)))
        return LatencyFigures(records=records, fill_rate=rate, store_mb=_store_mb(where), **asked)


def reader() -> Principal:
    """Who asks: one who sees most of the store, and one small namespace."""
    return Principal(
        tenant=TENANT, namespaces=(GLOBAL, "user:3"), roles=frozenset(Role), clearance=Sensitivity.INTERNAL, name=TENANT
    )


def _fill(url: str, corpus: Corpus, settings: Settings, progress: Progress) -> float | None:
    """Write what the store lacks of the corpus; records a second, None where it lacked nothing."""
    corpus.remember()
    with Memory.open(url, reader(), settings=settings) as memory:
        store, encoder = memory.store, memory.workspace.models.encoder
        held = store.read(TENANT, lambda ledger: ledger.count(RecordRow))
        meant = store.read(TENANT, lambda ledger: ledger.get(MetaRow, [_SIZE])).get(_SIZE)
        if held and (meant is None or meant.body != {"records": corpus.records}):
            raise UsageError(f"the store holds something else than a benchmark of {corpus.records}: name another one")
        if held == corpus.records:
            return None
        texts = corpus.topic_texts()
        centres = encoder.encode(texts) if encoder else np.ones((len(texts), 1), dtype=np.float32)
        fingerprint = encoder.fingerprint if encoder else ""
        size = MetaRow(id=_SIZE, body={"records": corpus.records})
        began, done = perf_counter(), held
        for rows, vectors in corpus.batches(centres, start=held):
            store.write(TENANT, _putting([*rows, size], vectors if encoder else {}, fingerprint))
            done += len(vectors)
            progress.advance("records", done, corpus.records)
        return round((done - held) / (perf_counter() - began), 1)


def _putting(rows: Sequence[Row], vectors: dict[str, bytes], fingerprint: str) -> Callable[[Ledger], None]:
    def put(ledger: Ledger) -> None:
        ledger.put(rows)
        ledger.set_vectors(vectors, fingerprint)

    return put


def _questions(corpus: Corpus, queries: int) -> dict[str, list[str]]:
    """Different questions for each way to ask and for warming; the router gets both kinds in turn."""
    made = {kind: corpus.questions(2 * queries + _WARMING, kind) for kind in ("lookup", "graph")}
    both = [question for pair in zip(*(asked[queries : 2 * queries] for asked in made.values()), strict=True)
            for question in pair]  # fmt: skip
    warming = [question for asked in made.values() for question in asked[2 * queries :]]
    return {"warming": warming, "auto": both[:queries]} | {kind: asked[:queries] for kind, asked in made.items()}


def _ask(url: str, settings: Settings, questions: dict[str, list[str]]) -> dict[str, Any]:
    """Figures of this process, by their names."""
    load = round(os.getloadavg()[0], 2)
    with Memory.open(url, reader(), settings=settings, clock=FixedClock()) as memory:
        began = perf_counter()
        memory.search(questions["warming"][0])
        first = 1000 * (perf_counter() - began)
        for question in questions["warming"]:
            for route in ROUTES[:2]:
                memory.search(question, route=route)
        encoder = memory.workspace.models.encoder
        # Questions are remembered by the encoder: these are other texts of the same length.
        texts = [f"So {question}" for question in questions["lookup"]]
        encoded = _time([partial(encoder.encode, [text]) for text in texts]) if encoder else None
        ways = {route: _way(memory, questions[route], route) for route in ROUTES}
        return {
            "first_question_ms": round(first, 1),
            "encode_p50": encoded[0] if encoded else 0.0,
            "ways": ways,
            "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MB, 1),
            "load": load,
            "cores": os.cpu_count() or 0,
        }


def _way(memory: Memory, questions: Sequence[str], route: str) -> RouteLatency:
    used: dict[str, int] = {}

    def ask(question: str) -> None:
        answered = memory.search(question, route=route).route.value
        used[answered] = used.get(answered, 0) + 1

    p50, p95, cpu = _time([partial(ask, question) for question in questions])
    return RouteLatency(p50=p50, p95=p95, cpu_p50=cpu, answered=used)


def _time(calls: Sequence[Callable[[], object]]) -> tuple[float, float, float]:
    """Median and 95th percentile of the calls' times, and median of their CPU times."""
    wall, cpu = [], []
    for call in calls:
        began, used = perf_counter(), process_time()
        call()
        wall.append(1000 * (perf_counter() - began))
        cpu.append(1000 * (process_time() - used))
    return (
        round(float(np.percentile(wall, 50)), 2),
        round(float(np.percentile(wall, 95)), 2),
        round(float(np.percentile(cpu, 50)), 2),
    )


def _store_mb(url: str) -> float:
    path = Path(url.removeprefix("sqlite:///"))
    return round(path.stat().st_size / (1 << 20), 1) if url.startswith("sqlite:///") else 0.0
