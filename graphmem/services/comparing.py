"""`compare`: pairs of statements without a store."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from graphmem.chunking.interchange import read_lines
from graphmem.conflicts.calibration import load_calibration
from graphmem.conflicts.scorer.change import weigh_gap
from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.errors import InputError
from graphmem.model.conflict import Comparison
from graphmem.model.interval import parse_instant
from graphmem.protocols import Extractor, Progress, TextPair
from graphmem.services.judging import load_judge, load_ranker
from graphmem.services.workspace import Models
from graphmem.settings import Settings, load_settings

BATCH = 64


def compare_pairs(pairs: Sequence[TextPair], settings: Settings | None = None) -> list[Comparison]:
    """What the two statements of each pair are to each other, in order."""
    known = settings or Settings()
    judge = load_judge(known)
    calibration = load_calibration().calibrate
    ranker = load_ranker(known)
    told = compare_texts(
        pairs, extractor=_extractor(), slots=lexicon_slots(), judge=judge, ranker=ranker, calibration=calibration
    )
    if ranker is not None:
        return told
    # Of two statements far apart the older is likelier out of date: that ranks, and never counts as confidence.
    return [
        one.model_copy(update={"score": one.score + weigh_gap(pair.a_time, pair.b_time)})
        for pair, one in zip(pairs, told, strict=True)
    ]


@cache
def _extractor() -> Extractor:
    return Models(Settings()).extractors[0]


def compare_file(path: Path, *, settings: Path | None, progress: Progress) -> tuple[list[dict[str, Any]], list[str]]:
    """Answers for the good lines of a file of pairs, and one line for each bad one.

    Raises InputError when the file cannot be read.
    """
    known = load_settings(settings)
    pairs: list[tuple[object, TextPair]] = []
    faults = []
    for line in read_lines(path):
        try:
            pairs.append(_pair(line.fields, line.error))
        except InputError as error:
            faults.append(f"line {line.number}: {error}")
    answers: list[dict[str, Any]] = []
    for start in range(0, len(pairs), BATCH):
        part = pairs[start : start + BATCH]
        found = compare_pairs([pair for _, pair in part], known)
        answers += [{"id": name, **told.model_dump(mode="json")} for (name, _), told in zip(part, found, strict=True)]
        progress.advance("compare", len(answers), len(pairs))
    return answers, faults


def _pair(fields: dict[str, object] | None, error: str | None) -> tuple[object, TextPair]:
    if fields is None:
        raise InputError(error or "the line cannot be read")
    texts: dict[str, Any] = {}
    for name in ("a", "b"):
        value = fields.get(name)
        if not isinstance(value, str) or not value.strip():
            raise InputError(f"{name} must be a text with a visible character")
        texts[name] = value
    extra: dict[str, Any] = {}
    for name in ("a_entity", "b_entity"):
        value = fields.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} must be a text")
        extra[name] = value
    for name in ("a_time", "b_time"):
        value = fields.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} must be an ISO 8601 time as text")
        extra[name] = None if value is None else parse_instant(value)
    return fields.get("id"), TextPair(**texts, **extra)
