import pytest

from graphmem.model.claim import ClaimDraft
from graphmem.model.interval import Interval, parse_instant
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import EVENT, SINGLE, draft
from tests.unit.conflicts.rules.tables import speak


def dated(start: str | None, end: str | None, value: str = "Halden", *, yes: bool = True) -> ClaimDraft:
    ends = [parse_instant(text) if text else None for text in (start, end)]
    return draft(value, yes=yes).model_copy(update={"valid": Interval(start=ends[0], end=ends[1])})


CASES = [
    pytest.param(dated("2019", "2020"), dated("2021", "2022"), EVENT, True, id="bought once, in two years"),
    pytest.param(dated("2019", "2020"), dated("2021", "2022"), SINGLE, False, id="a state may come back"),
    pytest.param(dated("2019", "2020"), dated("2019-03", "2019-04"), EVENT, False, id="a month within the year"),
    pytest.param(dated(None, "2027"), dated(None, "2029"), SINGLE, True, id="until 2027, until 2029"),
    pytest.param(dated("2015", None), dated("2018", None), SINGLE, True, id="since 2015, since 2018"),
    pytest.param(dated("2015", None), dated("2015-08", None), SINGLE, False, id="since some time in 2015"),
    pytest.param(dated("2015", None), dated(None, "2018"), SINGLE, False, id="a beginning and an end"),
    pytest.param(
        dated("2019", "2020"), dated("2021", "2022", "Tern"), EVENT, False, id="of another thing: other rules"
    ),
    pytest.param(dated(None, "2027"), dated(None, "2029", yes=False), SINGLE, False, id="denied for another term"),
]


@pytest.mark.parametrize(("left", "right", "slot", "speaks"), CASES)
def test_timing(left: ClaimDraft, right: ClaimDraft, slot: SlotFacts, speaks: bool) -> None:
    assert (speak("timing", left, right, slot) is not None) == speaks
