"""`graphmem bench erasure`: the records of one person erased from among many, by stage; the files searched after."""

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from pydantic import BaseModel

from graphmem.bench.scale import generate
from graphmem.bench.store import sentences, vocabulary
from graphmem.memory import Memory
from graphmem.model.answers import EraseReceipt
from graphmem.model.rows import RecordRow
from graphmem.model.scope import GLOBAL, Principal, Role
from graphmem.protocols import Progress
from graphmem.settings import ModelSettings, Settings

SUBJECT = "person:0042"
_MARK = "zorbulator"  # begins a word of its own in each erased text: what must be in no file afterwards
_WORDS = 30_000
_DIMENSION = 384
_CHUNK = 5_000


class ErasureFigures(BaseModel, frozen=True):
    """Seconds of the whole call and by stage; cpu seconds are those of this process, which a busy machine does not
    stretch. left counts traces of the erased in the files, searched for by the benchmark itself."""

    records: int
    erased: int
    file_mb: float
    seconds: float
    cpu_seconds: float
    stages: dict[str, float]
    left: int
    receipt: EraseReceipt


def bench_erasure(records: int, erased: int, progress: Progress) -> ErasureFigures:
    """Fill a temporary SQLite store, sweep it, and erase a subject of so many of its records."""
    who = Principal(tenant="bench", namespaces=(GLOBAL, "user:1", "user:2"), roles=frozenset(Role))
    quick = Settings(models=ModelSettings(encoder="none", extractors=()))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        with Memory.open(f"sqlite:///{path}", who, settings=quick, progress=progress) as memory:
            _fill(memory, records, erased, progress)
            memory.nightly()
            memory.store.scrub()
            size = path.stat().st_size
            wall, cpu = perf_counter(), process_time()
            receipt = memory.erase(subject=SUBJECT)
            wall, cpu = perf_counter() - wall, process_time() - cpu
            left = _traces(Path(folder))
    return ErasureFigures(
        records=records,
        erased=receipt.records,
        file_mb=round(size / 1e6, 1),
        seconds=round(wall, 2),
        cpu_seconds=round(cpu, 2),
        stages=receipt.seconds,
        left=left,
        receipt=receipt,
    )


def _fill(memory: Memory, records: int, erased: int, progress: Progress) -> None:
    lines = _lines(records, max(1, records // erased))
    done = 0
    while chunk := list(islice(lines, _CHUNK)):
        report = memory.ingest(chunk)
        if report.failed or report.rejected or report.review:
            note = (*report.failed, *report.rejected, *report.review)[0]
            raise AssertionError(f"the corpus is refused: {note.reason}")
        done += len(chunk)
        progress.advance("records", done, records)
    rng = np.random.default_rng(7)
    tenant = memory.principal.tenant
    ids = [row.id for row in memory.store.stream(tenant, RecordRow)]
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        packed = rng.normal(size=(len(part), _DIMENSION)).astype("<f2")
        vectors = {id_: packed[n].tobytes() for n, id_ in enumerate(part)}
        memory.store.write(tenant, lambda ledger, vectors=vectors: ledger.set_vectors(vectors, "bench"))  # type: ignore[misc]


def _lines(records: int, every: int) -> Iterator[dict[str, object]]:
    """The corpus of `bench scale` with a sentence more to each text; every so manieth is the subject's."""
    rng = np.random.default_rng(7)
    more = sentences(records, vocabulary(_WORDS, rng), rng)
    for number, (line, text) in enumerate(zip(generate(records).records(), more, strict=True)):
        mine = number % every == 0
        words = f"{text} {_MARK}{number}." if mine else text
        yield line | {"text": f"{line['text']} {words}", "subjects": [SUBJECT] if mine else []}


def _traces(folder: Path) -> int:
    return sum(path.read_bytes().lower().count(_MARK.encode()) for path in folder.iterdir())
