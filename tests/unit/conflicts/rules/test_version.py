import pytest

from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param("pump-114", "pump-115", True, id="one digit apart"),
    pytest.param("Pump 114", "pump-114", False, id="one pump"),
    pytest.param("API v2.1", "API v2.2", True, id="two versions"),
    pytest.param("the pump", "pump-114", False, id="one without a number"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_version(left: str, right: str, speaks: bool) -> None:
    assert (speak("version", draft("5 bar", subject=left), draft("6 bar", subject=right)) is not None) == speaks
