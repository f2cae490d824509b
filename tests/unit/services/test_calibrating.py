"""Which curve a reviewer's decision is a label of."""

import pytest

from graphmem.services.calibrating import curve_of
from graphmem.testing.factory import claim, conflict, row

CASES = [
    pytest.param("value", "value", "value", id="a rule: its kind"),
    pytest.param("numeric", "duration", "numeric", id="a rule of another name: its kind"),
    pytest.param("value", "pair_scorer", "judge:pair_scorer", id="the shipped judge"),
    pytest.param("value", "cross_encoder:nli", "judge:cross_encoder:nli", id="a judge by model"),
    pytest.param("value", "", "value", id="stored before rules were named"),
]


@pytest.mark.parametrize(("kind", "rule", "curve"), CASES)
def test_a_decision_on_what_a_judge_found_says_nothing_of_the_rules(kind: str, rule: str, curve: str) -> None:
    old, new = row("Lena lives in Oslo."), row("Lena lives in Turku.")
    between = conflict(claim(old, "Lena", "residence", "Oslo"), claim(new, "Lena", "residence", "Turku"))
    assert curve_of(between.conflict.model_copy(update={"kind": kind, "rule": rule})) == curve
