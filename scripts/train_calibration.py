"""Calibrate the rules: fit the curve of each kind on findings whose truth is known.

    python scripts/train_calibration.py

Labels are statements made by program (train_statements.py) and the scenario tables of tests/scenarios. The rules were
written with the scenarios in sight, so a curve is what they are worth on short, plain statements; decisions of
reviewers (`graphmem calibrate`) replace it. Kinds with too few labels abstain. An update is as sure as what clashed and
the order of the two make it; that counts as it is, until reviewers say otherwise.
"""

from collections.abc import Iterator
from pathlib import Path

import yaml
from train_statements import make_statements

from graphmem.bench.pairs_times import read_time
from graphmem.conflicts.calibration import FILE, Calibration, Curve, read_calibration
from graphmem.conflicts.calibration_fit import Label, refit
from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.model.conflict import ConflictKind, Relation
from graphmem.protocols import TextPair
from graphmem.services.workspace import Models
from graphmem.settings import Settings

ROOT = Path(__file__).parent.parent
OUTPUT = ROOT / "graphmem" / "conflicts" / "data" / FILE
STATEMENTS = 1200
CALLED = {Relation.CONTRADICTION, Relation.UPDATE, Relation.REFINEMENT}
UPDATE = str(ConflictKind.UPDATE)


def read_labelled() -> Iterator[tuple[TextPair, bool, str]]:
    """Pairs with whether they clash at all, and their group."""
    for number, pair in enumerate(make_statements(STATEMENTS, seed=11)):
        if pair.edit != "finding":
            yield TextPair(a=pair.a, b=pair.b), pair.contradicts, f"made {number}"
    for path in sorted((ROOT / "tests" / "scenarios").glob("*.yaml")):
        for row in yaml.safe_load(path.read_text(encoding="utf-8")).get("pairs", []):
            wanted = row["is"] if isinstance(row["is"], list) else [row["is"]]
            known = {name: row[name] for name in TextPair.model_fields if name in row}
            known |= {name: read_time(str(known[name])) for name in ("a_time", "b_time") if name in known}
            yield TextPair.model_validate(known), bool({"contradicts", "updates", "refines"} & set(wanted)), row["a"]


def main() -> None:
    """Compare, keep what rules found with its strength, fit, write."""
    labelled = list(read_labelled())
    found = compare_texts(
        [pair for pair, _, _ in labelled],
        extractor=Models(Settings()).extractors[0],
        slots=lexicon_slots(),
        calibration=lambda kind, rule, strength: strength,  # noqa: ARG005 - the bare strength is what is fitted on
    )
    labels = [
        Label(curve=str(one.kind), strength=one.confidence, contradicts=truth, group=group)
        for (_, truth, group), one in zip(labelled, found, strict=True)
        if one.relation in CALLED and one.kind is not None
    ]
    known = (
        read_calibration(OUTPUT.read_text(encoding="utf-8")) if OUTPUT.exists() else Calibration(version="1", curves={})
    )
    judges = {name: curve for name, curve in known.curves.items() if name.startswith("judge:")}
    as_it_is = Curve(method="isotonic", x=(0.0, 1.0), y=(0.0, 1.0), prior=0.5, labels=0, positives=0)
    kinds = [label for label in labels if label.curve != UPDATE]
    result = refit(Calibration(version="1", curves=judges | {UPDATE: as_it_is}), kinds)
    for name, figures in sorted(result.after.items()):
        curve = result.calibration.curves[name]
        print(name, curve.method, f"{curve.positives} of {curve.labels} right, error held out {figures.error}")
    OUTPUT.write_text(result.calibration.model_dump_json(indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
