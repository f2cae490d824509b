"""Tables written before the first run and kept whole: what is missed is not struck out, the share found is asserted.

Only rules and claims speak here, without the scorer of sentence pairs. `python -m tests.scenarios.test_blind` prints
the figures and every miss.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.model.conflict import Comparison
from tests.scenarios.test_scenarios import allowed, pair_of

FOLDER = Path(__file__).parent / "blind"
CLASHES = {"contradiction", "update", "refinement"}
# Table: of the pairs that conflict the share found at least, and how many innocent pairs may be taken for conflicts.
AT_LEAST = {"first": (0.85, 0)}
Told = tuple[dict[str, Any], Comparison]


def read_table(name: str) -> list[Told]:
    """The cases of a table and what is said of each."""
    cases = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))["pairs"]
    told = compare_texts([pair_of(case) for case in cases], extractor=spacy_claims, slots=lexicon_slots())
    return list(zip(cases, told, strict=True))


def is_innocent(case: dict[str, Any]) -> bool:
    return not allowed(case) & CLASHES


def missed(told: list[Told]) -> Iterator[Told]:
    """Conflicts that were not seen; where the table allows for both, nothing is missed."""
    for case, comparison in told:
        if not is_innocent(case) and comparison.relation not in CLASHES and comparison.relation not in allowed(case):
            yield case, comparison


def false_ones(told: list[Told]) -> Iterator[Told]:
    for case, comparison in told:
        if is_innocent(case) and comparison.relation in CLASHES:
            yield case, comparison


@pytest.mark.parametrize("name", AT_LEAST)
def test_a_blind_table_is_answered_as_well_as_before(name: str) -> None:
    told = read_table(name)
    conflicting = sum(not is_innocent(case) for case, _ in told)
    share, false = AT_LEAST[name]
    assert 1 - len(list(missed(told))) / conflicting >= share
    assert len(list(false_ones(told))) <= false


if __name__ == "__main__":
    for table in AT_LEAST:
        answers = read_table(table)
        wrong = {"missed": list(missed(answers)), "false": list(false_ones(answers))}
        for word, ones in wrong.items():
            for case, comparison in ones:
                sys.stdout.write(f"{word}: {case['a']} | {case['b']} -> {comparison.relation} {comparison.reasons}\n")
        total = sum(not is_innocent(case) for case, _ in answers)
        sys.stdout.write(
            f"{table}: {total - len(wrong['missed'])} of {total} conflicts found, "
            f"{len(wrong['false'])} of {len(answers) - total} innocent pairs taken for one\n"
        )
