"""Frames of values, and outcomes of findings."""

import pytest

from graphmem.conflicts.scorer.alignment import align
from graphmem.conflicts.scorer.features.vector import measure

FRAMES = [
    pytest.param("The depot has 12 lorries.", "The depot has 15 lorries.", 1, 0, id="one noun is counted"),
    pytest.param("The depot has 12 lorries.", "The depot has 15 clerks.", 0, 1, id="two nouns are counted"),
    pytest.param("The hall is 30 m long.", "The hall is 20 m wide.", 0, 1, id="a unit is no attribute"),
    pytest.param("The laptop has 16 GB of memory.", "The laptop has a 2 TB disk.", 0, 1, id="units of one dimension"),
    pytest.param("The mill was built in 1890.", "Built in 1902, the mill is empty.", 1, 0, id="another order"),
    pytest.param("The mill was built in 1890.", "The mill burnt down in 1902.", 0, 1, id="two events"),
    pytest.param("The pier measures 400 m.", "The pier measures 400 m.", 0, 0, id="nothing differs"),
]


@pytest.mark.parametrize(("a", "b", "one", "two"), FRAMES)
def test_values_stand_in_one_frame_or_in_two(a: str, b: str, one: int, two: int) -> None:
    for measured in (measure(align(a, b)), measure(align(b, a))):
        assert (measured["values_in_one_frame"], measured["values_in_two_frames"]) == (one, two)


def test_names_have_frames_too() -> None:
    measured = measure(align("Since May Mara Holm lives in Oslo.", "Since May Mara Holm lives in Turku."))
    assert (measured["names_in_one_frame"], measured["names_in_two_frames"]) == (1, 0)


EFFECT = "The vaccine reduced infections."
OUTCOMES = [
    pytest.param(EFFECT, "The vaccine did not reduce infections.", "opposed", id="denied"),
    pytest.param(EFFECT, "There was no significant difference between the groups.", "opposed", id="in other words"),
    pytest.param(EFFECT, "The vaccine is ineffective.", "opposed", id="in one word"),
    pytest.param(EFFECT, "The rate of infection was essentially the same.", "opposed", id="the same as before"),
    pytest.param(EFFECT, "Infections fell to a similar extent, an improvement.", "alike", id="similar denies nothing"),
    pytest.param("The gene is not associated with gout.", "No link with gout was found.", "alike", id="both denied"),
    pytest.param(EFFECT, "The clinic is in Ghent.", "neither", id="no finding"),
]


@pytest.mark.parametrize(("a", "b", "expected"), OUTCOMES)
def test_outcomes_of_findings(a: str, b: str, expected: str) -> None:
    measured = measure(align(a, b))
    wanted = {"opposed": (1, 0), "alike": (0, 1), "neither": (0, 0)}[expected]
    assert (measured["outcomes_opposed"], measured["outcomes_alike"]) == wanted
