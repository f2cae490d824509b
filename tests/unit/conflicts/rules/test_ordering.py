import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(
        draft("Lunch", attribute="start before"), draft("Lunch", attribute="start after"), True, id="before, after"
    ),
    pytest.param(draft("Tank", predicate="is above"), draft("Tank", predicate="is below"), True, id="above, below"),
    pytest.param(
        draft("Tank", predicate="is above"), draft("Boiler", predicate="is below"), False, id="of another thing"
    ),
    pytest.param(draft("Tank", predicate="is above"), draft("Tank", predicate="is behind"), False, id="no opposites"),
    pytest.param(
        draft("Tank", predicate="is above"),
        draft("Tank", predicate="is below", yes=False),
        False,
        id="not below agrees with above",
    ),
    pytest.param(
        draft("Tank", predicate="feeds"), draft("Tank", predicate="is below"), False, id="only one is an order"
    ),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_ordering(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    assert (speak("ordering", left, right) is not None) == speaks
