import pytest

from graphmem.model.claim import ClaimDraft
from graphmem.model.interval import parse_interval
from graphmem.model.value import TimeValue
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import MANY, SINGLE, draft
from tests.unit.conflicts.rules.tables import speak

BY_MAY_4 = TimeValue(interval=parse_interval("2026-05-04"), text="by 4 May", bound="at_most")
AFTER_MAY_4 = TimeValue(interval=parse_interval("2026-05-04"), text="after 4 May", bound="at_least")
CASES = [
    pytest.param(draft("2019"), draft("2019-03"), SINGLE, False, id="a month within the year"),
    pytest.param(draft("2019"), draft("2021"), SINGLE, True, id="two years"),
    pytest.param(draft("2019-03"), draft("2019-04-01"), SINGLE, True, id="the day after the month"),
    pytest.param(draft("2026-05-04"), draft("2026-05-06"), SINGLE, True, id="two days"),
    pytest.param(draft("2026-05-04"), draft("2026-05-04"), SINGLE, False, id="one day"),
    pytest.param(draft("14:00"), draft("13:30"), SINGLE, True, id="two times of day"),
    pytest.param(draft("14:00"), draft("14:00"), SINGLE, False, id="one time of day"),
    pytest.param(draft("14:00"), draft("2019"), SINGLE, False, id="a clock and a year answer different questions"),
    pytest.param(draft(BY_MAY_4), draft("2026-05-01"), SINGLE, False, id="before the deadline"),
    pytest.param(draft(BY_MAY_4), draft("2026-05-09"), SINGLE, True, id="after the deadline"),
    pytest.param(draft(AFTER_MAY_4), draft("2026-05-09"), SINGLE, False, id="after the start"),
    pytest.param(draft("2019"), draft("2021"), MANY, False, id="a slot of many dates"),
    pytest.param(draft("2019", yes=False), draft("2021"), SINGLE, False, id="not 2019 agrees with 2021"),
    pytest.param(draft("2019"), draft("Oslo"), SINGLE, False, id="not a time"),
]


@pytest.mark.parametrize(("left", "right", "slot", "speaks"), CASES)
def test_date(left: ClaimDraft, right: ClaimDraft, slot: SlotFacts, speaks: bool) -> None:
    finding = speak("date", left, right, slot)
    assert (finding is not None) == speaks
    assert finding is None or finding.kind == "date"
