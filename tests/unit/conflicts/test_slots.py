"""Cardinality learned from the corpus: what moves it, what does not, and that order never matters."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.conflicts.attributes import SimilarAttributes
from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.slots import LearnedSlots, SlotCounts, count_group, count_groups, learn_slot
from graphmem.lexicon import seed
from graphmem.protocols import Vectors
from tests.unit.conflicts.builders import draft, in_context


def said(value: str, record: str, when: str | None = None, **dates: str) -> ClaimInContext:
    return in_context(draft(value, attribute="motto"), record, said=when, **dates)


GROUPS = [
    pytest.param([said("Oslo", "r1"), said("Oslo", "r2")], (1, 0), id="two records agree"),
    pytest.param([said("Oslo", "r1")], (0, 0), id="one record says nothing of others"),
    pytest.param(
        [said("Oslo", "r1"), said("Turku", "r2")], (0, 0), id="undated disagreement is what a conflict looks like"
    ),
    pytest.param([said("Oslo", "r1"), said("Turku", "r1")], (0, 1), id="one record gives both"),
    pytest.param([said("Munich", "r1"), said("Bavaria", "r1")], (0, 0), id="one may be the other"),
    pytest.param(
        [said("Oslo", "r1", "2020-01-01"), said("Turku", "r2", "2022-01-01")], (1, 0), id="one after the other"
    ),
    pytest.param(
        [said("Oslo", "r1", "2020-01-01"), said("Turku", "r2", "2021-01-01"), said("Oslo", "r3", "2022-01-01")],
        (0, 1),
        id="in turns",
    ),
    pytest.param(
        [
            said("Oslo", "r1", since="2019-01-01", until="2021-01-01"),
            said("Turku", "r2", since="2020-01-01", until="2022-01-01"),
        ],
        (0, 1),
        id="dated together",
    ),
    pytest.param(
        [
            said("Oslo", "r1", since="2019-01-01", until="2020-01-01"),
            said("Turku", "r2", since="2020-01-01", until="2022-01-01"),
        ],
        (0, 0),
        id="dated one after the other, without times of saying",
    ),
]


@pytest.mark.parametrize(("group", "expected"), GROUPS)
def test_what_a_group_says(group: list[ClaimInContext], expected: tuple[int, int]) -> None:
    counts = count_group(group)
    assert (counts.single, counts.several) == expected


@given(st.randoms())
def test_order_does_not_matter(shuffler: random.Random) -> None:
    groups = [list(case.values[0]) for case in GROUPS]
    expected = count_groups(groups)
    for group in groups:
        shuffler.shuffle(group)
    shuffler.shuffle(groups)
    assert count_groups(groups) == expected


def test_never_from_one_example() -> None:
    known = seed("employer")
    assert learn_slot(SlotCounts(attribute="employer", several=1), known) == known
    assert learn_slot(SlotCounts(attribute="employer", several=4), known) == known


def test_the_corpus_moves_the_seed_and_says_why() -> None:
    many = learn_slot(SlotCounts(attribute="motto", single=2, several=60), seed("motto"))
    assert many.single < 0.3
    assert (many.source, many.groups) == ("learned", 62)
    assert "60 of 62" in many.evidence
    single = learn_slot(SlotCounts(attribute="glorp", single=60), seed("glorp"))
    assert single.single > 0.9


class Letters:
    """An encoder of single letters: texts that share letters are alike."""

    dimension = 26
    fingerprint = "letters"

    def encode(self, texts: list[str]) -> Vectors:
        rows = np.array([[text.count(chr(97 + n)) for n in range(26)] for text in texts], dtype=np.float32)
        normed: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return normed

    def count_tokens(self, text: str) -> int:
        return len(text)


def test_an_unknown_attribute_takes_half_of_what_its_like_knows() -> None:
    mapper = SimilarAttributes(Letters(), ["mayor", "language"])
    assert mapper.nearest("mayors") == "mayor"
    assert mapper.nearest("xyz") is None
    slots = LearnedSlots(mapper=mapper)
    assert 0.5 < slots.facts("mayors").single < seed("mayor").single
    assert "mayor" in slots.facts("mayors").evidence
    assert LearnedSlots().facts("mayors").single == 0.5
