"""The shipped judge of sentence pairs: features into boosted trees, without a language model."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from graphmem.conflicts.calibration import Curve, read_calibration
from graphmem.conflicts.scorer.alignment import align
from graphmem.conflicts.scorer.change import weigh_gap
from graphmem.conflicts.scorer.explanation import explain
from graphmem.conflicts.scorer.features.vector import build_matrix, feature_names
from graphmem.conflicts.scorer.regime import regime_of
from graphmem.conflicts.scorer.trees import Forest, load_forest
from graphmem.errors import ModelError
from graphmem.protocols import Encoder, PairScore, TextPair
from graphmem.registry import Registry
from graphmem.settings import ModelSettings

MODEL, CURVES = "pair_scorer.npz", "pair_scorer.json"
_BATCH = 256
_EXPLAINED_FROM = 0.5
_TIME_WEIGHT = 2.0  # on updates the words alone rank no better than chance, the time between them does
PASSAGE = 80  # tokens; on longer texts the scorer is hardly better than chance
_UNTOLD = 0.24  # so there it raises nothing (semantics §1): what it cannot tell it must not allege


@dataclass(frozen=True)
class PairScorer:
    """Scores pairs of sentences for contradiction; the same pair has the same score, either way round.

    `probability` comes from the words alone, by the curve of the pair's regime. `score` is the bare output of the
    model plus what the time between the two statements says (see `change`): it ranks and is no probability. Of texts
    longer than PASSAGE it alleges nothing.
    """

    encoder: Encoder
    forest: Forest
    curves: dict[str, Curve]
    name: str = "pair_scorer"

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        """One score for each pair, in order."""
        scores: list[PairScore] = []
        for start in range(0, len(pairs), _BATCH):
            batch = pairs[start : start + _BATCH]
            rows = build_matrix([(pair.a, pair.b) for pair in batch], self.encoder)
            scores += self.weigh(batch, [float(margin) for margin in self.forest.margin(rows)])
        return scores

    def weigh(self, pairs: Sequence[TextPair], margins: Sequence[float]) -> list[PairScore]:
        """The score of each pair whose margin, the log odds by the model, is known."""
        scores = []
        for pair, margin in zip(pairs, margins, strict=True):
            aligned = align(pair.a, pair.b)
            bare = 1 / (1 + math.exp(-margin))
            probability = self.curves[regime_of(aligned)].at(bare)
            if len(aligned.long.tokens) > PASSAGE:
                probability = min(probability, _UNTOLD)
            reasons = explain(aligned) if bare >= _EXPLAINED_FROM else ()
            ranked = bare + _TIME_WEIGHT * weigh_gap(pair.a_time, pair.b_time)
            scores.append(PairScore(score=ranked, probability=probability, reasons=reasons))
        return scores


def load_pair_scorer(encoder: Encoder | None = None, folder: Path | None = None) -> PairScorer:
    """The scorer of a folder that the training script wrote, by default the packaged one, over the given encoder.

    Raises ModelError when a file of the model cannot be read, or the model was trained for other features.
    """
    forest, curves = _load(folder) if folder is not None else _load_packaged()
    if forest.names != feature_names():
        raise ModelError("the scorer model was trained for other features; run scripts/train_pair_scorer.py")
    if encoder is None:
        # By name: which encoder is installed is not this stage's business.
        encoder = Registry("graphmem.encoders", "encoder").get("onnx_minilm")(ModelSettings())
    return PairScorer(encoder, forest, curves)


def _load_packaged() -> tuple[Forest, dict[str, Curve]]:
    with as_file(files("graphmem.conflicts.scorer") / "data") as folder:
        return _load(folder)


def _load(folder: Path) -> tuple[Forest, dict[str, Curve]]:
    try:
        text = (folder / CURVES).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"cannot read the scorer's curves in {folder}: {error}") from error
    return load_forest(folder / MODEL), read_calibration(text).curves
