"""Benchmark of a store: how fast records go in and answers come out, on synthetic text of a seeded generator.

Figures hold for an otherwise idle machine. Words follow Zipf's law, a tenth of the records belongs to nine small
namespaces, vectors are random directions: what is measured is the store, not the quality of answers.
"""

import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from graphmem.bench.store_search import Lots, time_searches
from graphmem.errors import UsageError
from graphmem.model.claim import ClaimDraft, MentionDraft, Span, bind_claim, bind_mention
from graphmem.model.record import Record, RecordState, Source, record_id_of
from graphmem.model.retrieval import AsOf
from graphmem.model.rows import ClaimRow, MentionRow, RecordRow, Row
from graphmem.model.scope import GLOBAL, Principal
from graphmem.model.value import Quantity
from graphmem.protocols import Progress
from graphmem.store_protocol import Ledger, Store, View

TENANT = "bench"
_BATCH = 2000
_START = datetime(2026, 1, 1, tzinfo=UTC)
EVERYTHING = Principal(tenant=TENANT, namespaces=(GLOBAL, *(f"user:{n}" for n in range(9))))
_SYLLABLES = ("ka", "ro", "mi", "tel", "van", "du", "shi", "por", "len", "ga", "nor", "ti", "bel", "sa", "qui", "frem")


class Latency(BaseModel, frozen=True):
    """Milliseconds of one kind of query."""

    p50: float
    p95: float


class StoreFigures(BaseModel, frozen=True):
    """What the benchmark found; rates are per second, sizes in MB, latencies in ms.

    search is the whole of `Memory.search` by route, with an encoder that costs nothing; the others are single legs.
    """

    records: int
    ingest_rate: float
    vector_rate: float
    ingest_with_vectors_rate: float
    stream_claims_seconds: float
    first_vector_ms: float
    text_short: Latency
    text_question: Latency
    text_small_scope: Latency
    vector: Latency
    vector_small_scope: Latency
    suppressed_question: Latency
    candidates: Latency
    search: dict[str, Latency]
    peak_mb: float
    facts: dict[str, object]


def vocabulary(size: int, rng: np.random.Generator) -> list[str]:
    """Different pronounceable words."""
    found: dict[str, None] = {}
    while len(found) < size:
        found["".join(rng.choice(_SYLLABLES, size=rng.integers(2, 5)))] = None
    return list(found)


def sentences(count: int, words: Sequence[str], rng: np.random.Generator) -> Iterator[str]:
    """Texts of about 17 words whose frequencies follow Zipf's law below the function words, which no query asks for."""
    weights = np.cumsum(1 / np.arange(31, len(words) + 31))
    for number in range(count):
        chosen = np.searchsorted(weights, rng.random(int(rng.integers(10, 25))) * weights[-1])
        yield f"Unit {number % 5000} {' '.join(words[i] for i in chosen)}."


def rows_of(text: str, number: int) -> list[Row]:
    """A record with a given claim and a mention."""
    namespace = f"user:{number % 9}" if number % 10 == 0 else GLOBAL
    source = Source(id=f"file-{number // 100}.txt")
    observed = _START + timedelta(minutes=number)
    identity = record_id_of(TENANT, namespace, text, source.id, observed)
    record = Record(
        id=identity,
        tenant=TENANT,
        namespace=namespace,
        text=text,
        source=source,
        observed_at=observed,
        recorded_at=_START,
        external_id=str(number),
    )
    name = f"Unit {number % 5000}"
    draft = ClaimDraft(
        subject=name,
        attribute=f"attribute {number % 40}",
        value=Quantity(amount=number % 97),
        span=Span(start=0, end=len(text)),
        quote=text,
    )
    claim = bind_claim(draft, identity, TENANT, namespace)
    mention = bind_mention(MentionDraft(name=name), identity, TENANT, namespace)
    return [
        RecordRow.of(record, RecordState(record_id=identity, index_text=text)),
        ClaimRow(id=claim.id, claim=claim),
        MentionRow(id=mention.id, mention=mention),
    ]


def latency(asks: Sequence[Callable[[], object]]) -> Latency:
    """Median and 95th percentile of the times of calls."""
    found: list[float] = []
    for ask in asks:
        began = time.perf_counter()
        ask()
        found.append(1000 * (time.perf_counter() - began))
    return _latency(found)


def _latency(found: Sequence[float]) -> Latency:
    return Latency(p50=round(float(np.percentile(found, 50)), 3), p95=round(float(np.percentile(found, 95)), 3))


def bench_store(
    store: Store,
    records: int,
    *,
    dimension: int,
    fingerprint: str,
    queries: int = 200,
    progress: Progress | None = None,
) -> StoreFigures:
    """Fill an empty store with so many records, then ask it; the store must have been opened with that fingerprint."""
    if TENANT in store.tenants():
        raise UsageError(f"the store holds tenant {TENANT!r} already: give an empty one")
    rng = np.random.default_rng(7)
    words = vocabulary(30_000, rng)
    ingest_rate = _ingest(store, records, words, rng, progress)
    vector_rate = _add_vectors(store, records, dimension, fingerprint, rng, progress)
    began = time.perf_counter()
    streamed = sum(1 for _ in store.stream(TENANT, ClaimRow, order="block"))
    stream_seconds = round(time.perf_counter() - began, 2)
    assert streamed == records, f"{streamed} claims of {records}"
    measured: dict[str, Any] = {
        "ingest_rate": ingest_rate,
        "vector_rate": vector_rate,
        "ingest_with_vectors_rate": round(1 / (1 / ingest_rate + 1 / vector_rate), 1),
        "stream_claims_seconds": stream_seconds,
    }
    asked = _ask(store, words, rng, dimension, queries)
    asked["search"] = _search(store, words, rng, Lots(fingerprint, dimension), queries // 4)
    return StoreFigures(records=records, **measured, **asked, peak_mb=_peak_mb(), facts=store.describe())


def _ingest(
    store: Store, records: int, words: Sequence[str], rng: np.random.Generator, progress: Progress | None
) -> float:
    texts = list(sentences(records, words, rng))
    seconds = 0.0
    for first in range(0, records, _BATCH):
        rows = [row for number in range(first, min(first + _BATCH, records)) for row in rows_of(texts[number], number)]
        began = time.perf_counter()  # making rows is no work of the store
        store.write(TENANT, _putting(rows))
        seconds += time.perf_counter() - began
        if progress:
            progress.advance("records", min(first + _BATCH, records), records)
    return round(records / seconds, 1)


def _putting(rows: Sequence[Row]) -> Callable[[Ledger], int]:
    return lambda ledger: ledger.put(rows)


def _add_vectors(
    store: Store,
    records: int,
    dimension: int,
    fingerprint: str,
    rng: np.random.Generator,
    progress: Progress | None,
) -> float:
    ids = [row.id for row in store.stream(TENANT, RecordRow, order="recorded_at")]
    seconds = 0.0
    for first in range(0, len(ids), _BATCH):
        part = ids[first : first + _BATCH]
        packed = _unit(rng.normal(size=(len(part), dimension))).astype("<f2")
        vectors = {id_: packed[n].tobytes() for n, id_ in enumerate(part)}
        began = time.perf_counter()
        store.write(TENANT, lambda ledger, vectors=vectors: ledger.set_vectors(vectors, fingerprint))  # type: ignore[misc]
        seconds += time.perf_counter() - began
        if progress:
            progress.advance("vectors", first + len(part), records)
    return round(records / seconds, 1)


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), dtype=np.float32)


def _ask(store: Store, words: Sequence[str], rng: np.random.Generator, dimension: int, queries: int) -> dict[str, Any]:
    """Latencies by the names of the figures."""

    def questions(low: int, high: int) -> list[str]:
        """Words of texts, as questions have them: frequent ones too."""
        return [" ".join(text.split()[2 : 2 + rng.integers(low, high)]) for text in sentences(queries, words, rng)]

    vectors = _unit(rng.normal(size=(queries, dimension)))
    small = Principal(tenant=TENANT, namespaces=("user:3",))
    when = AsOf(now=_START + timedelta(days=900))

    def through(who: Principal, ask: Callable[[View], object]) -> Callable[[], object]:
        def call() -> object:
            with store.view(who, when) as view:
                return ask(view)

        return call

    def texts(who: Principal, low: int, high: int) -> Latency:
        return latency([through(who, lambda v, q=q: v.text_leg(q, 10)) for q in questions(low, high)])  # type: ignore[misc]

    def nearest(who: Principal) -> Latency:
        return latency([through(who, lambda v, q=q: v.vector_leg(q, 10)) for q in vectors])  # type: ignore[misc]

    ids = [row.id for _, row in zip(range(200), store.stream(TENANT, RecordRow), strict=False)]
    first = latency([through(EVERYTHING, lambda view: view.vector_leg(vectors[0], 10))])
    return {
        "first_vector_ms": first.p50,
        "text_short": texts(EVERYTHING, 3, 6),
        "text_question": texts(EVERYTHING, 8, 15),
        "text_small_scope": texts(small, 3, 6),
        "vector": nearest(EVERYTHING),
        "vector_small_scope": nearest(small),
        "suppressed_question": latency([through(EVERYTHING, lambda v, q=q: v.suppressed(q)) for q in questions(8, 15)]),  # type: ignore[misc]
        "candidates": latency([through(EVERYTHING, lambda view: view.candidates(ids))] * 20),
    }


def _search(
    store: Store, words: Sequence[str], rng: np.random.Generator, encoder: Lots, queries: int
) -> dict[str, Latency]:
    """Latencies of whole searches by route: a thing by its name, and some words of a text."""
    texts = sentences(queries, words, rng)
    asked = [f"What is known of {' '.join(text.split()[:2])}, {' '.join(text.split()[2:6])}?" for text in texts]
    return {route: _latency(times) for route, times in time_searches(store, EVERYTHING, encoder, asked).items()}


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)
