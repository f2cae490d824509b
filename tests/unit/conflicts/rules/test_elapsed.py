import pytest

from graphmem.model.claim import ClaimDraft
from graphmem.model.interval import Interval, Precision, parse_instant
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import EVENT, SINGLE, draft
from tests.unit.conflicts.rules.tables import speak

NOW = draft("Bergen", predicate="lives")
ONCE = draft("Bergen", predicate="lived")


def over(predicate: str, end: str = "2011") -> ClaimDraft:
    span = Interval(start=parse_instant("2004-01-01"), end=parse_instant(f"{end}-01-01"), precision=Precision.SPAN)
    return draft("Oslo", predicate=predicate).model_copy(update={"valid": span})


CASES = [
    pytest.param(over("lived"), NOW, SINGLE, True, id="a span that is over, and now"),
    pytest.param(over("lived"), ONCE, SINGLE, True, id="a span that is over, and no time"),
    pytest.param(draft("Oslo", predicate="was", valid="2019"), NOW, SINGLE, True, id="a year that is over, and now"),
    pytest.param(draft("Oslo", predicate="was", valid="2019"), ONCE, SINGLE, False, id="a year, and no time"),
    pytest.param(over("is leased", "2031"), NOW, SINGLE, False, id="a term that runs"),
    pytest.param(over("has lived"), NOW, SINGLE, False, id="reaches into now"),
    pytest.param(over("lived"), over("lived", "2009"), SINGLE, False, id="both dated"),
    pytest.param(over("was founded"), draft("Bergen", predicate="was founded"), EVENT, False, id="happens once"),
    pytest.param(NOW, draft("Oslo", predicate="lives"), SINGLE, False, id="neither dated"),
]


@pytest.mark.parametrize(("left", "right", "slot", "speaks"), CASES)
def test_elapsed(left: ClaimDraft, right: ClaimDraft, slot: SlotFacts, speaks: bool) -> None:
    assert (speak("elapsed", left, right, slot) is not None) == speaks
