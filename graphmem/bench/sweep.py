"""`graphmem bench scale`: a full sweep and a night with 1 % new over a synthetic corpus of any size."""

import math
import resource
import tempfile
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from time import perf_counter

from pydantic import BaseModel

from graphmem.bench.scale import Accuracy, generate, measure
from graphmem.memory import Memory
from graphmem.model.answers import NightlyReport
from graphmem.model.scope import GLOBAL, Principal, Role, Sensitivity
from graphmem.protocols import Progress
from graphmem.settings import ModelSettings, Settings

_NEW_SHARE = 0.01
_SMALL = 20_000
_CHUNK = 5_000


class SweepFigures(BaseModel, frozen=True):
    """Seconds, records a second, MB; incremental_share is the night with 1 % new as a share of the full sweep.

    exponent is that of the sweep's cost between the small corpus and this one (1 is linear).
    """

    records: int
    ingest_rate: float
    full_sweep: NightlyReport
    full_seconds: float
    incremental_seconds: float
    incremental_share: float
    empty_seconds: float
    recall: float
    precision: float
    exponent: float | None
    peak_mb: float


def bench_sweep(records: int, progress: Progress, *, url: str | None = None) -> SweepFigures:
    """Sweep a corpus of so many records, given claims, without models; a smaller one first, for the exponent."""
    small = _measure(_SMALL, progress, None)[0] if records > _SMALL else None
    figures, full = _measure(records, progress, url)
    if small is not None:
        exponent = math.log(full / small.full_seconds) / math.log(records / _SMALL)
        return figures.model_copy(update={"exponent": round(exponent, 3)})
    return figures


def _measure(records: int, progress: Progress, url: str | None) -> tuple[SweepFigures, float]:
    who = Principal(
        tenant="bench", namespaces=(GLOBAL, "user:1", "user:2"), roles=frozenset(Role), clearance=Sensitivity.INTERNAL
    )
    quick = Settings(models=ModelSettings(encoder="none", extractors=()))
    with tempfile.TemporaryDirectory() as folder:
        where = url or f"sqlite:///{Path(folder) / 'bench.db'}"
        with Memory.open(where, who, settings=quick, progress=progress) as memory:
            corpus = generate(records)
            lines = iter(corpus.records())
            first = records - int(records * _NEW_SHARE)
            started = perf_counter()
            _ingest(memory, islice(lines, first))
            rate = first / (perf_counter() - started)
            full, full_seconds = _sweep(memory)
            _ingest(memory, lines)
            _, incremental = _sweep(memory)
            _, empty = _sweep(memory)
            accuracy = _accuracy(memory, corpus.planted)
    figures = SweepFigures(
        records=records,
        ingest_rate=round(rate, 1),
        full_sweep=full,
        full_seconds=round(full_seconds, 2),
        incremental_seconds=round(incremental, 3),
        incremental_share=round(incremental / full_seconds, 4),
        empty_seconds=round(empty, 4),
        recall=round(accuracy.recall, 4),
        precision=round(accuracy.precision, 4),
        exponent=None,
        peak_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    )
    return figures, full_seconds


def _ingest(memory: Memory, lines: Iterable[dict[str, object]]) -> None:
    while chunk := list(islice(lines, _CHUNK)) if not isinstance(lines, list) else lines:
        report = memory.ingest(chunk)
        if report.failed or report.rejected or report.review:
            note = (*report.failed, *report.rejected, *report.review)[0]
            raise AssertionError(f"the corpus is refused: {note.reason}")


def _sweep(memory: Memory) -> tuple[NightlyReport, float]:
    started = perf_counter()
    report = memory.nightly()
    return report, perf_counter() - started


def _accuracy(memory: Memory, planted: Iterable[object]) -> Accuracy:
    found = [(c.external_a or "", c.external_b or "") for c in memory.conflicts()]
    return measure(found, planted)  # type: ignore[arg-type]
