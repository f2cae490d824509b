"""Whom the settings name to judge pairs, and who ranks them beside it."""

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from graphmem.conflicts.scorer.pair_scorer import CURVES, MODEL
from graphmem.errors import ModelError
from graphmem.protocols import TextPair
from graphmem.services.comparing import compare_pairs
from graphmem.services.judging import load_judge, load_ranker
from graphmem.settings import DetectionSettings, Settings

PAIR = TextPair(a="The play was praised by the critics.", b="The play was panned by the critics.")


def own_scorer(folder: Path) -> Settings:
    """Settings that name a copy of the packaged scorer whose curves promise nothing."""
    data = Path(str(files("graphmem.conflicts.scorer") / "data"))
    shutil.copy(data / MODEL, folder / MODEL)
    curve = '{"method":"share","x":[0,1],"y":[0.1,0.2],"prior":0.5,"labels":9,"positives":3}'
    regimes = ("exchange", "substitution", "value", "rewording")
    curves = ",".join(f'"{regime}":{curve}' for regime in regimes)
    (folder / CURVES).write_text(f'{{"version":"1","curves":{{{curves}}}}}', encoding="utf-8")
    return Settings(detection=DetectionSettings(scorer_model=str(folder)))


def test_a_scorer_of_ones_own_judges_and_ranks(tmp_path: Path) -> None:
    settings = own_scorer(tmp_path)
    assert load_ranker(settings) is load_judge(settings)
    (shipped,), (own,) = compare_pairs([PAIR]), compare_pairs([PAIR], settings)
    assert own.confidence <= 0.2 < shipped.confidence
    assert own.score == pytest.approx(shipped.score)


def test_the_scorer_ranks_whoever_judges(tmp_path: Path) -> None:
    judge = DetectionSettings(judge="onnx_cross_encoder", judge_model=str(tmp_path))
    assert load_ranker(Settings(detection=judge)).name == "pair_scorer"  # type: ignore[union-attr]
    assert load_ranker(Settings(detection=DetectionSettings(judge="none"))) is None


def test_a_folder_without_a_scorer_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=tmp_path.name):
        load_judge(Settings(detection=DetectionSettings(scorer_model=str(tmp_path))))
