import pytest

from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param("possible", "asserted", True, id="perhaps"),
    pytest.param("possible", "possible", True, id="both perhaps"),
    pytest.param("planned", "asserted", True, id="a plan and what is"),
    pytest.param("planned", "planned", False, id="two plans"),
    pytest.param("reported", "asserted", False, id="hearsay is weighed by the comparer"),
    pytest.param("asserted", "asserted", False, id="two statements"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_hedge(left: str, right: str, speaks: bool) -> None:
    assert (
        speak("hedge", draft("2026-05-04", modality=left), draft("2026-05-06", modality=right)) is not None
    ) == speaks
