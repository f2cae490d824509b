"""The judge of sentence pairs that the settings name."""

from functools import cache
from pathlib import Path
from typing import cast

from graphmem.conflicts.judges import JUDGES
from graphmem.conflicts.scorer import load_pair_scorer
from graphmem.errors import UsageError
from graphmem.protocols import PairJudge
from graphmem.settings import DetectionSettings, ModelSettings, Settings

NOBODY, SHIPPED = "none", "pair_scorer"


def load_judge(settings: Settings) -> PairJudge | None:
    """The judge of the settings, loaded once a process; None when nobody is to be asked.

    Raises UsageError when the settings lack what the judge needs, UnknownNameError for a name that does not exist.
    """
    return _load(settings.detection, settings.models)


def load_nightly_judge(settings: Settings) -> PairJudge | None:
    """The judge of the nightly sweep, which may be another than that of `compare`; raises as `load_judge` does."""
    asked = settings.detection.model_copy(update={"judge": settings.detection.nightly_judge})
    return _load(asked, settings.models)


def load_ranker(settings: Settings) -> PairJudge | None:
    """The pair scorer that orders pairs beside whoever judges them; None when nobody is to be asked."""
    if settings.detection.judge in (NOBODY, SHIPPED):
        return load_judge(settings)
    return _load(settings.detection.model_copy(update={"judge": SHIPPED}), settings.models)


@cache
def _load(detection: DetectionSettings, models: ModelSettings) -> PairJudge | None:
    name = detection.judge
    if name == NOBODY:
        return None
    if name == SHIPPED:
        return load_pair_scorer(folder=Path(detection.scorer_model) if detection.scorer_model else None)
    make = JUDGES.get(name)
    if name == "language_model":
        if not models.llm_base_url or not models.llm_model:
            raise UsageError("judge language_model needs models.llm_base_url and models.llm_model in the settings")
        return cast("PairJudge", make(models.llm_base_url, models.llm_model))
    if not detection.judge_model:
        raise UsageError(f"judge {name} needs detection.judge_model in the settings: a model's name or folder")
    return cast("PairJudge", make(detection.judge_model))
