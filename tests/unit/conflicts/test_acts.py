import pytest

from graphmem.conflicts.acts import speak_of_two_acts
from tests.unit.conflicts.builders import draft, in_context

CASES = [
    pytest.param("Regulation", "Regulation", "Act A", "Act B", True, id="this Regulation of two acts"),
    pytest.param("Regulation", "Regulation", "Act A", "Act A", False, id="one act"),
    pytest.param("Regulation", "Regulation", None, None, True, id="nothing says which"),
    pytest.param("Article 5", "Article 5", None, None, False, id="a number names it"),
    pytest.param("Article 5", "Article 5", "Act A", "Act B", True, id="a number of two acts"),
    pytest.param("obligation", "obligation", None, None, True, id="what was spoken of before"),
    pytest.param("meeting", "meeting", None, None, False, id="a thing of the speaker's"),
    pytest.param("Pier", "Quay", "Act A", "Act B", False, id="two names: not the question here"),
]


@pytest.mark.parametrize(("left", "right", "title_a", "title_b", "apart"), CASES)
def test_speak_of_two_acts(left: str, right: str, title_a: str | None, title_b: str | None, apart: bool) -> None:
    a = in_context(draft(True, subject=left), "r1", title=title_a)
    b = in_context(draft(True, subject=right), "r2", title=title_b)
    assert speak_of_two_acts(a, b) == speak_of_two_acts(b, a) == apart
