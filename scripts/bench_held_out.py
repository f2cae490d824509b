"""Figures of `compare` on sets that the scorer was trained on, each pair scored by a model that never saw its group.

    python scripts/bench_held_out.py DATA/dev/pairs --work FOLDER [--set NAME ...]

Claims, rules and ranking are the installed ones; in place of the shipped model five of each set answer, trained without
the entity, table or premise of the pair. FOLDER is that of train_pair_scorer.py, whose models are used if there.
Of a set that is no part of training the figures are those of `graphmem bench pairs`.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from train_kept import Kept
from train_pair_scorer import SETS, make_generated, read_rows, read_set
from train_vectors import RememberingEncoder

from graphmem.bench.pairs import bench_pairs
from graphmem.conflicts.calibration import load_calibration
from graphmem.conflicts.scorer.pair_scorer import PairScorer, load_pair_scorer
from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.encoders.onnx_minilm import onnx_minilm
from graphmem.model.conflict import Comparison
from graphmem.protocols import PairScore, TextPair
from graphmem.services.workspace import Models
from graphmem.settings import ModelSettings, Settings

MEASURED = [
    one.name for one in SETS if one.weight and not one.name.endswith("_train") and not one.name.startswith("infotabs")
]


@dataclass(frozen=True)
class HeldOutScorer(PairScorer):
    """The shipped scorer with the margins of other models, by the two texts."""

    margins: dict[tuple[str, str], float] = field(default_factory=dict)

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        """One score for each pair, in order."""
        return self.weigh(pairs, [self.margins[pair.a, pair.b] for pair in pairs])


def main() -> None:
    """Fit or find the models, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--set", action="append", choices=MEASURED, dest="names")
    options = parser.parse_args()
    kept = Kept(options.work, RememberingEncoder(onnx_minilm(ModelSettings()), options.work / "vectors.db"))
    samples = [read_set(options.folder, one, kept) for one in SETS] + make_generated(options.folder, kept)
    shipped = load_pair_scorer()
    extractor = Models(Settings()).extractors[0]
    for sample in samples:
        if sample.name not in (options.names or MEASURED):
            continue
        path = options.folder / f"{sample.name}.jsonl"
        margins = kept.held_out(sample, [other for other in samples if other.name != sample.name])
        texts = [(str(row["a"]), str(row["b"])) for row in read_rows(options.folder, sample.name)]
        by_texts = {pair: float(margin) for pair, margin in zip(texts, margins, strict=True)}
        scorer = HeldOutScorer(shipped.encoder, shipped.forest, shipped.curves, margins=by_texts)

        def compare(batch: Sequence[TextPair], judge: PairScorer = scorer) -> list[Comparison]:
            return compare_texts(
                batch, extractor=extractor, slots=lexicon_slots(), judge=judge, ranker=judge,
                calibration=load_calibration().calibrate,
            )  # fmt: skip

        found = bench_pairs(path, compare)
        names = ("auc", "auc_interval", "average_precision", "calibration_error", "coverage_high", "precision_high")
        print(sample.name, {name: found[name] for name in names}, flush=True)


if __name__ == "__main__":
    main()
