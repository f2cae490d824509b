"""Train the pair scorer, calibrate it, and print its figures.

    python scripts/train_pair_scorer.py DATA/dev/pairs --work FOLDER [--left-out DIR] [--quick] [--dry-run]

DATA is the folder of labelled pairs (never committed). FOLDER keeps vectors, features and fitted models, so that a run
that was cut off goes on where it was. DIR gets, for each measured set, a model that saw nothing of its family: name it
as `detection.scorer_model` to run `graphmem bench pairs` with that set left out.
Sets marked "evaluation only" are measured, never trained on.
Figures are of three sorts: `left_out` (no pair of the set's family was trained on), `held_out` (the set takes part, but
no pair of the same entity, table or premise does: five folds), and `installed` (the shipped model, which has seen the
training sets). Needs the packages that graphmem itself needs.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from train_kept import Kept
from train_minimal_pairs import Pair, make_pairs
from train_model import Sample
from train_near_misses import make_near_misses
from train_statements import make_statements
from train_vectors import RememberingEncoder

from graphmem.bench.pairs_figures import measure_figures
from graphmem.conflicts.calibration import FILE, Calibration, Curve, read_calibration
from graphmem.conflicts.calibration_error import measure_calibration
from graphmem.conflicts.calibration_fit import fit_curve
from graphmem.conflicts.scorer.alignment import align
from graphmem.conflicts.scorer.pair_scorer import CURVES, MODEL
from graphmem.conflicts.scorer.regime import Regime
from graphmem.conflicts.scorer.trees import Forest
from graphmem.encoders.onnx_minilm import onnx_minilm
from graphmem.settings import ModelSettings

OUTPUT = Path(__file__).parent.parent / "graphmem" / "conflicts"
Labelled = tuple[str, str, bool, str]  # two texts, whether they contradict, what must not be split
POSITIVE = {"contradiction", "superseded"}
PRIOR = 0.45  # share of contradictions that confidences assume: that of all measured pairs together
MOST_OF_A_SET = 600
# Regimes whose curve may pass .75: of the others what lay there was not right in .75 on every set that was left out.
SURE = frozenset({Regime.EXCHANGE})
# The scorer calibrates by regime itself; for the comparer its word counts as it is, until reviewers say otherwise.
JUDGE = Curve(method="isotonic", x=(0.0, 1.0), y=(0.0, 1.0), prior=PRIOR, labels=0, positives=0)
SAMPLED = {"conjnli_adv_train": 4000, "infotabs_train": 1500, "infotabs_dev": 600}


@dataclass(frozen=True)
class Set:
    """A set of pairs: its family is left out together; weight is its share in training, 0 for none."""

    name: str
    family: str
    licence: str
    weight: float


SETS = (
    Set("chatprotect_validation", "chatprotect", "Apache-2.0", 1.5),
    Set("conjnli_adv_train", "conjnli", "MIT", 1.0),
    Set("conjnli_dev", "conjnli", "MIT", 0.7),
    Set("infotabs_train", "infotabs", "Apache-2.0", 1.0),
    Set("infotabs_dev", "infotabs", "Apache-2.0", 0.3),
    Set("negation_nli_dev", "negation_nli", "MIT", 1.0),
    Set("breaking_nli_dev", "breaking_nli", "CC BY-SA 4.0", 1.0),
    Set("fever_symmetric_dev", "fever_symmetric", "CC BY-SA 3.0", 1.0),
    Set("glue_diag", "glue_diag", "CC BY-SA 4.0", 1.0),
    Set("manconcorpus_dev", "manconcorpus", "evaluation only", 0.0),
)


def group_of(row: dict[str, object]) -> str:
    """What must not be split: entity, question, table, else the premise."""
    meta = row.get("meta")
    known = meta if isinstance(meta, dict) else {}
    return str(known.get("entity") or known.get("question") or known.get("table") or row["a"])


def read_rows(folder: Path, name: str) -> list[dict[str, object]]:
    """Rows of a set, a fixed sample of the large ones."""
    rows = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    wanted = SAMPLED.get(name, len(rows))
    return rows if len(rows) <= wanted else random.Random(0).sample(rows, wanted)


def read_set(folder: Path, one: Set, kept: Kept) -> Sample:
    """A labelled set as a matrix."""
    rows = read_rows(folder, one.name)
    labelled = [(str(row["a"]), str(row["b"]), row["label"] in POSITIVE, group_of(row)) for row in rows]
    return make_sample(one, labelled, kept)


def make_sample(one: Set, labelled: Sequence[Labelled], kept: Kept) -> Sample:
    """Measure labelled pairs."""
    rows, regimes = kept.measure([(a, b) for a, b, _, _ in labelled])
    print(f"{one.name}: {len(labelled)} pairs", flush=True)
    truth = np.array([truth for _, _, truth, _ in labelled], dtype=bool)
    groups = np.array([group for _, _, _, group in labelled])
    return Sample(one.name, one.family, one.weight, rows, truth, groups, regimes)


def label(pairs: Sequence[Pair]) -> list[Labelled]:
    """Pairs made by program, each first text a group."""
    return [(pair.a, pair.b, pair.contradicts, pair.a) for pair in pairs]


def make_generated(folder: Path, kept: Kept) -> list[Sample]:
    """Pairs made by program; those drawn from the sentences of a set count to its family."""
    samples = []
    for family, name, side in (("conjnli", "conjnli_adv_train", "a"), ("infotabs", "infotabs_train", "b")):
        sentences = sorted({str(row[side]) for row in read_rows(folder, name) if 25 < len(str(row[side])) < 260})
        edited = Set(f"edited {family}", family, "made by program", 0.75)
        samples.append(make_sample(edited, label(make_pairs(sentences, 3000)), kept))
    samples.append(make_sample(Set("one table", "infotabs", "Apache-2.0", 0.1), share_table(folder), kept))
    stated = make_statements(7000)
    for name, weight, chosen in (
        ("facts", 1.6, [pair for pair in stated if pair.edit != "finding"]),
        ("findings", 0.9, [pair for pair in stated if pair.edit == "finding"]),
        ("near misses", 0.8, make_near_misses(4000)),
    ):
        samples.append(make_sample(Set(name, "statements", "made by program", weight), label(chosen), kept))
    return samples


def share_table(folder: Path) -> list[Labelled]:
    """Pairs of statements about one table: two true ones, and a true with a false one of nearly the same words."""
    tables: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in read_rows(folder, "infotabs_train"):
        tables[group_of(row)][str(row["label"])].append(str(row["b"]))
    both = [pair for table in tables.values() for pair in combinations(table["entailment"], 2)]
    one = [
        (true, false)
        for table in tables.values()
        for true in table["entailment"]
        for false in table["contradiction"]
        if len(align(true, false).left_short) <= 0.2 * len(align(true, false).short.content)
    ]
    chosen = random.Random(0).sample(both, min(1500, len(both)))
    return [(a, b, False, a) for a, b in chosen] + [(a, b, True, a) for a, b in one]


def probability_of(margin: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logistic function."""
    return np.asarray(1 / (1 + np.exp(-margin)), dtype=np.float64)


def describe(sample: Sample, margin: NDArray[np.float64]) -> dict[str, object]:
    """Ranking figures of a set."""
    p = probability_of(margin)
    found = measure_figures(margin.tolist(), p.tolist(), sample.truth.tolist(), sample.groups.tolist())
    return {"auc": found.auc, "auc_interval": found.auc_interval, "ap": found.average_precision}


def fit_curves(samples: Sequence[Sample], left_out: dict[str, NDArray[np.float64]]) -> dict[str, Curve]:
    """A curve for each regime on left-out margins.

    Every set is weighted to the class prior PRIOR and to at most MOST_OF_A_SET pairs, so that no set's own share of
    contradictions, which is an accident of how it was made, decides.
    """
    used = [sample for sample in samples if sample.weight]
    weights = {}
    for sample in used:
        share, count = float(sample.truth.mean()), len(sample.truth)
        by_class = np.where(sample.truth, PRIOR / share, (1 - PRIOR) / (1 - share))
        weights[sample.name] = by_class * min(count, MOST_OF_A_SET) / count
    curves = {}
    for regime in Regime:
        chosen = [(sample, sample.regimes == regime) for sample in used]
        curve = fit_curve(
            np.concatenate([probability_of(left_out[sample.name][rows]) for sample, rows in chosen]).tolist(),
            np.concatenate([sample.truth[rows] for sample, rows in chosen]).tolist(),
            weight=np.concatenate([weights[sample.name][rows] for sample, rows in chosen]),
        )
        curves[str(regime)] = curve if regime in SURE else curve.model_copy(update={"method": "abstain"})
    return curves


def apply_curves(sample: Sample, margin: NDArray[np.float64], curves: dict[str, Curve]) -> list[float]:
    """Confidence of each row."""
    bare = probability_of(margin)
    return [curves[str(regime)].at(float(value)) for regime, value in zip(sample.regimes, bare, strict=True)]


def check_calibration(
    samples: Sequence[Sample], always: Sequence[Sample], left_out: dict[str, NDArray[np.float64]]
) -> dict[str, object]:
    """Calibration with each set left out of the model and of the curves, in turn and pooled."""
    report: dict[str, object] = {}
    everything: list[float] = []
    for sample in samples:
        curves = fit_curves([*always, *(other for other in samples if other.family != sample.family)], left_out)
        confidence = apply_curves(sample, left_out[sample.name], curves)
        report[sample.name] = measure_calibration(confidence, sample.truth.tolist()).model_dump()
        everything += confidence
    truth = [bool(value) for sample in samples for value in sample.truth]
    report["pooled"] = measure_calibration(everything, truth).model_dump()
    return report


def main() -> None:
    """Read, train, calibrate, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--left-out", type=Path)
    parser.add_argument("--without-share-alike", action="store_true")
    parser.add_argument("--quick", action="store_true", help="without the held_out figures, which take longest")
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    kept = Kept(options.work, RememberingEncoder(onnx_minilm(ModelSettings()), options.work / "vectors.db"))
    samples = [read_set(options.folder, one, kept) for one in SETS] + make_generated(options.folder, kept)
    shunned = {one.name for one in SETS if options.without_share_alike and "BY-SA" in one.licence}
    samples = [sample.weighing(0.0) if sample.name in shunned else sample for sample in samples]
    measured = [sample for sample in samples if sample.name in {one.name for one in SETS}]
    measured = [sample for sample in measured if not sample.name.endswith("_train")]
    model = kept.fit(samples)
    unseeing = {one.name: kept.fit([other for other in samples if other.family != one.family]) for one in measured}
    left_out = {one.name: unseeing[one.name].margin(one.rows) for one in measured}
    # Plain statements are what the scorer is for: they take part in the curves too, by a model that saw none.
    plain = [sample for sample in samples if sample.name in ("facts", "near misses")]
    unseen = kept.fit([sample for sample in samples if sample.family != plain[0].family])
    left_out |= {sample.name: unseen.margin(sample.rows) for sample in plain}
    if options.left_out:
        for sample in measured:
            others = [*(other for other in measured if other.family != sample.family), *plain]
            save(options.left_out / sample.name, unseeing[sample.name], fit_curves(others, left_out))
    report: dict[str, dict[str, object]] = {"left_out": {}, "held_out": {}, "installed": {}}
    for sample in measured:
        report["left_out"][sample.name] = describe(sample, left_out[sample.name])
        if sample.weight and not options.quick:
            rest = [other for other in samples if other.name != sample.name]
            report["held_out"][sample.name] = describe(sample, kept.held_out(sample, rest))
        report["installed"][sample.name] = describe(sample, model.margin(sample.rows))
        print(sample.name, {key: part.get(sample.name) for key, part in report.items()}, flush=True)
    report["calibration"] = check_calibration(measured, plain, left_out)
    print(json.dumps(report, indent=1))
    if not options.dry_run:
        curves = fit_curves([*measured, *plain], left_out)
        save(OUTPUT / "scorer" / "data", model, curves)
        write_judge(curves)


def save(folder: Path, model: Forest, curves: dict[str, Curve]) -> None:
    """The model, and the curves of its regimes beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    model.save(folder / MODEL)
    text = Calibration(version="1", curves=curves).model_dump_json(indent=1)
    (folder / CURVES).write_text(text + "\n", encoding="utf-8")


def write_judge(curves: dict[str, Curve]) -> None:
    """For the comparer the curve of the judge, which only caps."""
    path = OUTPUT / "data" / FILE
    known = read_calibration(path.read_text(encoding="utf-8")) if path.exists() else Calibration(version="1", curves={})
    counts = {name: sum(getattr(curve, name) for curve in curves.values()) for name in ("labels", "positives")}
    prior = counts["positives"] / counts["labels"]
    judge = JUDGE.model_copy(update=counts | {"prior": round(prior, 4)})
    updated = known.model_copy(update={"curves": known.curves | {"judge:pair_scorer": judge}})
    path.write_text(updated.model_dump_json(indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
