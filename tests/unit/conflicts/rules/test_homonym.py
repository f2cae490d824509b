import pytest

from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param("PERSON", "GPE", True, id="a person and a place"),
    pytest.param("ORG", "GPE", False, id="a city may act"),
    pytest.param("PERSON", "ORG", False, id="recognisers mix these up"),
    pytest.param("PERSON", "PERSON", False, id="two people: for linking"),
    pytest.param("PERSON", "", False, id="no type"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_homonym(left: str, right: str, speaks: bool) -> None:
    a, b = (draft("Oslo", subject="Lincoln", subject_type=name) for name in (left, right))
    assert (speak("homonym", a, b) is not None) == speaks


def test_a_name_that_the_gazetteer_lacks_is_not_told_apart_by_type() -> None:
    a, b = (draft("Oslo", subject="Quorbin", subject_type=name) for name in ("PERSON", "GPE"))
    assert speak("homonym", a, b) is None
