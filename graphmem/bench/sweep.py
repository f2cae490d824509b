"""`graphmem bench scale`: a full sweep and a night with 1 % new over a synthetic corpus of any size."""

import math
import resource
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Generic, TypeVar

from pydantic import BaseModel

from graphmem.bench.scale import NEWS_SHARE, Accuracy, PlantedPair, generate, measure
from graphmem.errors import UsageError
from graphmem.memory import Memory
from graphmem.model.answers import NightlyReport
from graphmem.model.scope import GLOBAL, Principal, Role, Sensitivity
from graphmem.protocols import Progress
from graphmem.settings import ModelSettings, Settings

T = TypeVar("T")
_SMALL = 20_000
_CHUNK = 5_000


class SweepFigures(BaseModel, frozen=True):
    """Seconds, records a second, MB; cpu seconds are those of this process, which a busy machine does not stretch.

    incremental_share is the night with 1 % new (a night's news: new things, a hub among them, and second sayings about
    old ones) as a share of the full sweep; spread_share that of 1 % spread evenly, so that every hub is compared whole.
    exponent is that of the sweep's CPU cost between the small corpus and this one (1 is linear).
    """

    records: int
    ingest_rate: float
    full_sweep: NightlyReport
    ingest_cpu_rate: float
    full_seconds: float
    full_cpu_seconds: float
    incremental_seconds: float
    incremental_share: float
    spread_share: float
    empty_seconds: float
    recall: float
    precision: float
    exponent: float | None
    peak_mb_before_sweep: float
    peak_mb_after_sweep: float
    peak_mb: float


def bench_sweep(records: int, progress: Progress, *, url: str | None = None) -> SweepFigures:
    """Sweep a corpus of so many records, given claims, without models; a smaller one first, for the exponent.

    The store is a temporary SQLite file unless a URL is given. Raises UsageError for a store that is not empty.
    """
    # The cost of another size says something only of the same kind of store.
    small = _measure(_SMALL, progress, None) if records > _SMALL and url is None else None
    figures = _measure(records, progress, url)
    if small is not None:
        exponent = math.log(figures.full_cpu_seconds / small.full_cpu_seconds) / math.log(records / _SMALL)
        return figures.model_copy(update={"exponent": round(exponent, 3)})
    return figures


def _measure(records: int, progress: Progress, url: str | None) -> SweepFigures:
    who = Principal(
        tenant="bench", namespaces=(GLOBAL, "user:1", "user:2"), roles=frozenset(Role), clearance=Sensitivity.INTERNAL
    )
    quick = Settings(models=ModelSettings(encoder="none", extractors=()))
    with tempfile.TemporaryDirectory() as folder:
        where = url or f"sqlite:///{Path(folder) / 'bench.db'}"
        with Memory.open(where, who, settings=quick, progress=progress) as memory:
            if who.tenant in memory.store.tenants():
                raise UsageError(f"the store holds tenant {who.tenant!r} already: give an empty one")
            corpus = generate(records)
            lines = iter(corpus.records())
            first = records - int(records * NEWS_SHARE)
            ingest = _timed(lambda: _ingest(memory, islice(lines, first)))
            before = _peak_mb()
            full = _timed(memory.nightly)
            swept = _peak_mb()
            _ingest(memory, lines)
            news = _timed(memory.nightly)
            empty = _timed(memory.nightly)
            accuracy = _accuracy(memory, corpus.planted)
            _ingest(memory, corpus.spread(int(records * NEWS_SHARE)))
            spread = _timed(memory.nightly)
    return SweepFigures(
        records=records,
        ingest_rate=round(first / ingest.wall, 1),
        ingest_cpu_rate=round(first / ingest.cpu, 1),
        full_sweep=full.answer,
        full_seconds=round(full.wall, 2),
        full_cpu_seconds=round(full.cpu, 3),
        incremental_seconds=round(news.wall, 3),
        incremental_share=round(news.cpu / full.cpu, 4),
        spread_share=round(spread.cpu / full.cpu, 4),
        empty_seconds=round(empty.wall, 4),
        recall=round(accuracy.recall, 4),
        precision=round(accuracy.precision, 4),
        exponent=None,
        peak_mb_before_sweep=before,
        peak_mb_after_sweep=swept,
        peak_mb=_peak_mb(),
    )


def _peak_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


@dataclass(frozen=True)
class _Timed(Generic[T]):
    answer: T
    wall: float
    cpu: float


def _timed(work: Callable[[], T]) -> _Timed[T]:
    wall, cpu = perf_counter(), process_time()
    answer = work()
    return _Timed(answer, perf_counter() - wall, process_time() - cpu)


def _ingest(memory: Memory, lines: Iterator[dict[str, object]]) -> None:
    while chunk := list(islice(lines, _CHUNK)):
        report = memory.ingest(chunk)
        if report.failed or report.rejected or report.review:
            note = (*report.failed, *report.rejected, *report.review)[0]
            raise AssertionError(f"the corpus is refused: {note.reason}")


def _accuracy(memory: Memory, planted: Iterable[PlantedPair]) -> Accuracy:
    found = [(c.external_a or "", c.external_b or "") for c in memory.conflicts()]
    return measure(found, planted)
