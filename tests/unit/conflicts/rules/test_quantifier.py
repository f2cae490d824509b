import pytest

from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(("all", True), ("no", False), True, id="all do, none does"),
    pytest.param(("all", True), ("some", False), True, id="all do, some do not"),
    pytest.param(("some", True), ("some", False), False, id="some do, some do not"),
    pytest.param(("some", True), ("no", False), True, id="some do, none does"),
    pytest.param(("no", True), ("no", False), False, id="both ways to write none"),
    pytest.param(("all", True), ("some", True), False, id="all do, so some do"),
    pytest.param(("most", True), ("most", False), True, id="most do, most do not"),
    pytest.param(("most", True), ("some", False), False, id="most do, some do not"),
    pytest.param(("all", True), ("all", False), True, id="all do, not all do"),
    pytest.param(("all", True), ("most", True), False, id="all do, so most do"),
    pytest.param(("few", True), ("most", True), True, id="few do, most do"),
    pytest.param(("", True), ("some", False), False, id="a general rule allows for exceptions"),
    pytest.param(("", True), ("no", False), True, id="in general they do, none does"),
    pytest.param(("", False), ("all", True), True, id="in general they do not, all do"),
    pytest.param(("", True), ("", False), False, id="no quantifier: rule negation"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_quantifier(left: tuple[str, bool], right: tuple[str, bool], speaks: bool) -> None:
    a, b = (draft("fee", quantifier=word, yes=yes) for word, yes in (left, right))
    assert (speak("quantifier", a, b) is not None) == speaks


def test_of_different_matters_nothing_is_said() -> None:
    assert speak("quantifier", draft("fee", quantifier="all"), draft("deposit", quantifier="no")) is None
