"""Every case of the YAML tables: pairs through compare_texts, records through Memory, as a user would."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphmem import Memory, Principal
from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.model.conflict import Comparison
from graphmem.model.interval import parse_instant
from graphmem.protocols import TextPair
from graphmem.settings import ModelSettings, Settings

FOLDER = Path(__file__).parent
# The words of the tables, and the relations that each stands for.
MEANS = {
    "contradicts": {"contradiction"},
    "updates": {"update"},
    "refines": {"refinement"},
    "repeats": {"duplicate"},
    "agrees": {"duplicate", "compatible"},
    "unrelated": {"unrelated", "compatible"},
}
Case = dict[str, Any]


def cases(section: str) -> Iterator[tuple[str, Case]]:
    for path in sorted(FOLDER.glob("*.yaml")):
        for number, case in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")).get(section, []), start=1):
            yield case.get("id", f"{path.stem}-{number}"), case


PAIRS = list(cases("pairs"))


def pair_of(case: Case) -> TextPair:
    times = {name: parse_instant(case[name]) if name in case else None for name in ("a_time", "b_time")}
    return TextPair(a=case["a"], b=case["b"], a_entity=case.get("a_entity"), b_entity=case.get("b_entity"), **times)


@cache
def compared(turned: bool) -> list[Comparison]:
    """All pairs at once, as given or with the sides changed over."""
    pairs = [pair_of(case) for _, case in PAIRS]
    if turned:
        pairs = [
            TextPair(a=p.b, b=p.a, a_time=p.b_time, b_time=p.a_time, a_entity=p.b_entity, b_entity=p.a_entity)
            for p in pairs
        ]
    return compare_texts(pairs, extractor=spacy_claims, slots=lexicon_slots())


def allowed(case: Case) -> set[str]:
    words = case["is"] if isinstance(case["is"], list) else [case["is"]]
    return set().union(*(MEANS[word] for word in words))


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=[name for name, _ in PAIRS])
def test_pair(number: int) -> None:
    case, comparison = PAIRS[number][1], compared(turned=False)[number]
    assert comparison.relation in allowed(case), comparison
    if "kind" in case:
        assert comparison.kind == case["kind"], comparison
    if "newer" in case:
        assert comparison.newer == case["newer"], comparison
    if "at_most" in case:
        assert comparison.confidence <= case["at_most"], comparison


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=[name for name, _ in PAIRS])
def test_pair_the_other_way_round(number: int) -> None:
    straight, turned = compared(turned=False)[number], compared(turned=True)[number]
    other = {"a": "b", "b": "a", None: None}
    assert (turned.relation, turned.kind, turned.newer) == (straight.relation, straight.kind, other[straight.newer])
    assert turned.confidence == pytest.approx(straight.confidence)


RECORDS = list(cases("records"))
LIVE = {"active", "canonical"}
SOMEBODY = Principal(
    namespaces=["global", "user:1", "user:2"],
    roles={"agent", "reviewer", "operator"},
    clearance="confidential",
    name="test",
)
WITHOUT_VECTORS = Settings(models=ModelSettings(encoder="none"))


@pytest.mark.parametrize("case", [case for _, case in RECORDS], ids=[f"{name} {case['why']}" for name, case in RECORDS])
def test_records(case: Case, tmp_path: Path) -> None:
    names = "ABCDEFGHIJ"
    lines = [{**plain(line), "external_id": names[n]} for n, line in enumerate(case["lines"])]
    with Memory.open(f"sqlite:///{tmp_path}/memory.db", SOMEBODY, settings=WITHOUT_VECTORS) as memory:
        report = memory.ingest(lines)
        ids = {entry.external_id: entry.id for entry in report.records}
        memory.nightly()
        live = {name for name, key in ids.items() if memory.why(key).status in LIVE}
        listed = {(*sorted((row.external_a, row.external_b)), str(row.status)) for row in memory.conflicts()}
    if "live" in case:
        assert live == set(case["live"]), listed
    assert live >= set(case.get("live_has", [])), listed
    if not case.get("any_conflicts"):
        assert listed == {tuple(row) for row in case["conflicts"]}


def plain(line: Case) -> Case:
    """Dates as the interchange format has them: YAML reads them as dates."""
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in line.items()}
