"""The shipped judge of sentence pairs: features into boosted trees, without a language model."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files

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
            for pair, margin in zip(batch, self.forest.margin(rows), strict=True):
                aligned = align(pair.a, pair.b)
                bare = 1 / (1 + math.exp(-float(margin)))
                probability = self.curves[regime_of(aligned)].at(bare)
                if len(aligned.long.tokens) > PASSAGE:
                    probability = min(probability, _UNTOLD)
                reasons = explain(aligned) if bare >= _EXPLAINED_FROM else ()
                ranked = bare + _TIME_WEIGHT * weigh_gap(pair.a_time, pair.b_time)
                scores.append(PairScore(score=ranked, probability=probability, reasons=reasons))
        return scores


def load_pair_scorer(encoder: Encoder | None = None) -> PairScorer:
    """The packaged scorer over the given encoder, by default the packaged one.

    Raises ModelError when the model file cannot be read or was trained for other features.
    """
    data = files("graphmem.conflicts.scorer") / "data"
    with as_file(data / "pair_scorer.npz") as path:
        forest = load_forest(path)
    curves = read_calibration((data / "pair_scorer.json").read_text(encoding="utf-8")).curves
    if forest.names != feature_names():
        raise ModelError("the scorer model was trained for other features; run scripts/train_pair_scorer.py")
    if encoder is None:
        # By name: which encoder is installed is not this stage's business.
        encoder = Registry("graphmem.encoders", "encoder").get("onnx_minilm")(ModelSettings())
    return PairScorer(encoder, forest, curves)
