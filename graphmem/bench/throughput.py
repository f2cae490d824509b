"""`graphmem bench ingest FILE`: what taking in costs beside the models alone, as a ratio within one run."""

import tempfile
from itertools import islice
from pathlib import Path
from time import perf_counter

from pydantic import BaseModel

from graphmem.bench.scale import generate
from graphmem.chunking.interchange import read_lines
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.scope import GLOBAL, Principal, Role
from graphmem.protocols import Progress
from graphmem.services.inputs import Refused, inputs_of_lines
from graphmem.settings import ModelSettings, Settings

_WITHOUT_MODELS = 5000
_FIRST = 500  # records that load what a process loads once: units, lists of words, the gate's policy


class IngestFigures(BaseModel, frozen=True):
    """Records a second of the whole ingest and of spaCy and encoder one after the other on the same texts, their ratio;
    and the rate of records with given claims and without embeddings."""

    records: int
    models_alone: float
    ingest: float
    ratio: float
    seconds: dict[str, float]
    without_models: float


def bench_ingest(path: Path, progress: Progress, *, limit: int = 500) -> IngestFigures:
    """Take in up to `limit` lines of a file of the interchange format. Raises InputError when none can be read."""
    who = Principal(namespaces=(GLOBAL,), roles=frozenset(Role), name="bench")
    with tempfile.TemporaryDirectory() as folder:
        with Memory.open(f"sqlite:///{Path(folder) / 'bench.db'}", who, progress=progress) as memory:
            lines = [line.fields for line in islice(read_lines(path), limit) if line.fields is not None]
            texts = _texts(memory, path, limit)
            if not texts:
                raise InputError(f"{path.name} has no line that can be read")
            alone = _run_models(memory, texts)
            started = perf_counter()
            report = memory.ingest(lines)
            whole = perf_counter() - started
        return IngestFigures(
            records=len(texts),
            models_alone=round(len(texts) / alone, 1),
            ingest=round(len(texts) / whole, 1),
            ratio=round(alone / whole, 3),
            seconds=report.seconds,
            without_models=round(_run_without_models(Path(folder), who), 1),
        )


def _texts(memory: Memory, path: Path, limit: int) -> list[str]:
    """Texts of the records, passages one by one, as the models see them."""
    from graphmem.model.gate import Entrance

    inputs = inputs_of_lines(memory.workspace, islice(read_lines(path), limit), Entrance.INGEST)
    return [d.record.text for item in inputs if not isinstance(item, Refused) for d in item.drafts]


def _run_models(memory: Memory, texts: list[str]) -> float:
    """Seconds that the parser and the encoder take alone, warm, one after the other."""
    from graphmem.extractors.spacy_claims.loading import load_pipeline

    encoder = memory.workspace.models.encoder
    pipeline = load_pipeline()
    list(pipeline.pipe(texts[:8], batch_size=64))
    if encoder is not None:
        encoder.encode(texts[:8])
    started = perf_counter()
    list(pipeline.pipe(texts, batch_size=64))
    if encoder is not None:
        encoder.encode(texts)
    return perf_counter() - started


def _run_without_models(folder: Path, who: Principal) -> float:
    quick = Settings(models=ModelSettings(encoder="none", extractors=()))
    lines = list(islice(generate(_WITHOUT_MODELS).records(), _WITHOUT_MODELS))
    wide = who.model_copy(update={"namespaces": (GLOBAL, "user:1", "user:2")})
    with Memory.open(f"sqlite:///{folder / 'quick.db'}", wide, settings=quick) as memory:
        memory.ingest(lines[:_FIRST])
        started = perf_counter()
        memory.ingest(lines[_FIRST:])
        return (len(lines) - _FIRST) / (perf_counter() - started)
