"""Precision and recall of linking on the labelled pairs beside this file; a wrong join is the worse fault."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml

from graphmem.linking import LinkResult
from graphmem.model.claim import Claim, Mention
from tests.unit.linking.builders import claim, link, mention

GROUPS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "labelled.yaml").read_text(encoding="utf-8"))
Labelled = list[tuple[str, Mention]]


def build(group: dict[str, Any]) -> tuple[Labelled, list[Mention], list[Claim]]:
    labelled: Labelled = []
    context: list[Mention] = []
    claims: list[Claim] = []
    for number, given in enumerate(group["mentions"]):
        record = f"{group['about']}/{given.get('in', number)}"
        made = mention(
            record, given["name"], label=given.get("type", ""), descriptor=given.get("is", ""),
            aliases=given.get("aka", ()), at=60 * number,
        )  # fmt: skip
        labelled.append((given["thing"], made))
        context += [mention(record, name, label="ORG", at=60 * number + 40) for name in given.get("with", ())]
        claims += [
            claim(record, given["name"], slot, value, at=60 * number) for slot, value in given.get("says", {}).items()
        ]
    return labelled, context, claims


def judge(link_apart: bool) -> Counter[str]:
    """Counts of pairs: right and wrong joins, right and wrong partings."""
    counts: Counter[str] = Counter()
    for group in GROUPS:
        labelled, context, claims = build(group)
        result: LinkResult = link([*(m for _, m in labelled), *context], claims)
        for (thing_a, a), (thing_b, b) in combinations(labelled, 2):
            joined = not link_apart and result.mentions[a.id] == result.mentions[b.id]
            counts[("true" if joined == (thing_a == thing_b) else "false") + (" join" if joined else " part")] += 1
    return counts


def test_i5_linking_joins_almost_nothing_wrongly_and_finds_most() -> None:
    counts = judge(link_apart=False)
    precision = counts["true join"] / (counts["true join"] + counts["false join"])
    recall = counts["true join"] / (counts["true join"] + counts["false part"])
    print(f"{sum(counts.values())} pairs, precision {precision:.3f}, recall {recall:.3f}, {dict(counts)}")
    assert sum(counts.values()) >= 150
    assert precision >= 0.95
    assert recall >= 0.9


def test_o6_the_measure_can_fail() -> None:
    counts = judge(link_apart=True)
    assert counts["true join"] == 0
    assert counts["false part"] >= 60
    assert counts["true part"] >= 90


def test_links_hold_when_all_groups_share_one_store() -> None:
    """Groups have names of their own, so linking all at once must say the same of each pair."""
    built = [build(group) for group in GROUPS]
    everything = link(
        [m for labelled, context, _ in built for m in (*(m for _, m in labelled), *context)],
        [c for _, _, claims in built for c in claims],
    )
    for labelled, context, claims in built:
        alone = link([*(m for _, m in labelled), *context], claims)
        for (_, a), (_, b) in combinations(labelled, 2):
            if alone.mentions[a.id] == alone.mentions[b.id]:
                assert everything.mentions[a.id] == everything.mentions[b.id], (a.name, b.name)
