"""The synthetic corpus: what is planted is found through the whole pipeline, and nothing else is."""

from pathlib import Path

import pytest

from graphmem import Memory, Principal
from graphmem.bench.scale import Accuracy, PlantedPair, generate, measure
from graphmem.settings import ModelSettings, Settings

QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))
SOMEBODY = Principal(
    namespaces=["global", "user:1", "user:2"], roles={"agent", "reviewer", "operator"}, clearance="confidential"
)


def test_one_seed_makes_one_corpus() -> None:
    assert list(generate(300).records()) == list(generate(300).records())
    assert list(generate(300, seed=1).records()) != list(generate(300, seed=2).records())


def test_a_corpus_has_the_size_asked_for_and_ids_that_are_its_own() -> None:
    lines = list(generate(2_000).records())
    assert len(lines) == 2_000
    assert len({line["external_id"] for line in lines}) == 2_000


def test_one_entity_in_a_hundred_holds_half_of_the_plain_records() -> None:
    subjects = [str(line["entities"]) for line in generate(9_000).records() if str(line["external_id"]).startswith("r")]
    hubs = {subject for subject in subjects if "Group" in subject}
    assert sum("Group" in subject for subject in subjects) == pytest.approx(len(subjects) / 2, rel=0.01)
    assert len(hubs) / len(set(subjects)) == pytest.approx(0.01, rel=0.5)


def test_planted_pairs_are_found_and_nothing_else(tmp_path: Path) -> None:
    corpus = generate(900)
    with Memory.open(f"sqlite:///{tmp_path}/scale.db", SOMEBODY, settings=QUICK) as memory:
        report = memory.ingest(corpus.records())
        assert (report.stored, report.failed) == (900, ())
        memory.nightly()
        found = [(str(row.external_a), str(row.external_b)) for row in memory.conflicts()]
    accuracy = measure(found, corpus.planted)
    assert accuracy.planted > 10
    assert (accuracy.recall, accuracy.precision) == (1.0, 1.0), accuracy


def test_finding_everything_or_nothing_scores_badly() -> None:
    planted = [PlantedPair("value", "a", "b"), PlantedPair("homonym", "c", "d")]
    everything = measure([(x, y) for x in "abcd" for y in "abcd" if x < y], planted)
    assert (everything.recall, everything.precision) == (1.0, pytest.approx(1 / 6))
    assert measure([], planted) == Accuracy(planted=1, found=0, right=0)
    assert measure([], planted).recall == 0.0
