"""`graphmem bench pairs FILE`: how well a comparer tells contradictions in a file of labelled pairs.

The comparer is shown the two texts and, where the file gives them (`meta.a_src`, `meta.b_src`), when each was said;
never another part of `meta`, never the label.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from graphmem.bench.pairs_figures import Figures, always, measure_figures, share_flagged
from graphmem.bench.pairs_times import read_time
from graphmem.errors import InputError
from graphmem.model.conflict import Comparison
from graphmem.protocols import Progress, TextPair

Compare = Callable[[Sequence[TextPair]], list[Comparison]]
POSITIVE = frozenset({"contradiction", "superseded"})
# Labels that are neither: pairs about two things of one name are counted apart.
NAMESAKES = "ambiguous_entity"
_BATCH = 200


class LabelledPair(TextPair, frozen=True):
    """A pair with what only the benchmark may know."""

    label: str
    group: str
    truth_newer: str | None = None


def read_pairs(path: Path) -> list[LabelledPair]:
    """Pairs of a file `{id, a, b, label, meta}` a line. Raises InputError with the line that cannot be read."""
    pairs = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                meta = row.get("meta") if isinstance(row.get("meta"), dict) else {}
                pairs.append(
                    LabelledPair(
                        a=row["a"],
                        b=row["b"],
                        a_time=read_time(row.get("a_time") or meta.get("a_src")),
                        b_time=read_time(row.get("b_time") or meta.get("b_src")),
                        label=row["label"],
                        group=str(meta.get("entity") or meta.get("question") or meta.get("subject") or row["a"]),
                        truth_newer=_truth_newer(meta),
                    )
                )
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError(f"{path.name} line {number}: no labelled pair ({error!r:.200})") from error
    if not pairs:
        raise InputError(f"{path.name} has no pairs")
    return pairs


def _truth_newer(meta: dict[str, object]) -> str | None:
    """The side whose fact began later, where the file says when each did."""
    starts = []
    for side in ("a_int", "b_int"):
        interval = meta.get(side)
        start = read_time(str(interval[0])) if isinstance(interval, list) and interval else None
        if start is None:
            return None
        starts.append(start)
    return None if starts[0] == starts[1] else "ab"[starts[1] > starts[0]]


def bench_pairs(path: Path, compare: Compare, progress: Progress | None = None) -> dict[str, object]:
    """Figures of a comparer on one file, with 95 % bootstrap intervals and two controls that must score badly.

    Positive are `contradiction` and, where there are any, `superseded`. Ranking figures use `score`, calibration uses
    `confidence`. Raises InputError when the file cannot be read.
    """
    pairs = read_pairs(path)
    results: list[Comparison] = []
    for start in range(0, len(pairs), _BATCH):
        batch = pairs[start : start + _BATCH]
        shown = [TextPair(a=pair.a, b=pair.b, a_time=pair.a_time, b_time=pair.b_time) for pair in batch]
        results += compare(shown)
        if progress:
            progress.advance(f"bench {path.stem}", len(results), len(pairs))
    return summarise(path.stem, pairs, results)


def summarise(name: str, pairs: Sequence[LabelledPair], results: Sequence[Comparison]) -> dict[str, object]:
    """The report on one file; lengths must agree."""
    truth = [pair.label in POSITIVE for pair in pairs]
    groups = [pair.group for pair in pairs]

    def figures_of(given: Sequence[Comparison]) -> Figures:
        return measure_figures([one.score for one in given], [one.confidence for one in given], truth, groups)

    report: dict[str, object] = {
        "file": name,
        "labels": dict(sorted(Counter(pair.label for pair in pairs).items())),
        **figures_of(results).model_dump(),
        "relations": dict(sorted(Counter(str(one.relation) for one in results).items())),
        "controls": {
            "always yes": figures_of(always(1.0, len(pairs))).model_dump(),
            "always no": figures_of(always(0.0, len(pairs))).model_dump(),
        },
    }
    namesakes = [one for pair, one in zip(pairs, results, strict=True) if pair.label == NAMESAKES]
    if namesakes:
        report["namesakes"] = share_flagged(namesakes)
    ordered = [
        (pair.truth_newer, one.newer)
        for pair, one in zip(pairs, results, strict=True)
        if pair.truth_newer and pair.label == "superseded"
    ]
    if ordered:
        report["newer"] = {
            "pairs": len(ordered),
            "right": round(sum(told == said for told, said in ordered) / len(ordered), 4),
            "silent": round(sum(said is None for _, said in ordered) / len(ordered), 4),
        }
    return report
