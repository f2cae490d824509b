"""The labelled texts are judged as labelled, and reasons repeat nothing of them."""

from pathlib import Path

import pytest

from graphmem.bench.gate import LabelledText, candidate_of, measure, read_labelled
from graphmem.gate import Gate, load_policy

TEXTS = read_labelled(Path(__file__).parent / "labelled")


def test_the_set_is_large_and_half_innocent() -> None:
    innocent = sum(text.is_innocent for text in TEXTS)
    assert len(TEXTS) >= 400
    assert len({(text.text, text.legal_basis) for text in TEXTS}) == len(TEXTS)
    assert 0.45 <= innocent / len(TEXTS) <= 0.6


@pytest.mark.parametrize("file", sorted({text.file for text in TEXTS}))
def test_texts_are_judged_as_labelled(file: str) -> None:
    report = measure([text for text in TEXTS if text.file == file])
    assert [(miss.labelled.text[:80], miss.got, miss.labelled.expect) for miss in report.misses] == []


def test_no_reason_repeats_the_text() -> None:
    gate = Gate(load_policy())
    for labelled in TEXTS:
        reason = gate.judge(candidate_of(labelled)).reason
        assert len(reason) <= 500
        assert "\n" not in reason
        words = [word for word in labelled.text.split() if len(word) > 7 and any(char.isdigit() for char in word)]
        assert not any(word in reason for word in words)


def test_the_measure_notices_a_gate_that_lets_everything_in() -> None:
    lax = LabelledText(group="g", file="f", text="The kiln feeds the press.", expect="reject")
    report = measure([lax, lax.model_copy(update={"expect": "accept"})])
    assert (report.recall, report.missed, len(report.misses)) == (0.0, 1, 1)
