import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak


def stake(share: str, holder: str, *, yes: bool = True) -> ClaimDraft:
    return draft(share, subject="Brix", attribute="stake", when={"by": holder}, yes=yes)


CASES = [
    pytest.param(stake("60 %", "Alder Fund"), stake("55 %", "Salt"), True, id="more than the whole"),
    pytest.param(stake("60 %", "Alder Fund"), stake("40 %", "Salt"), False, id="just the whole"),
    pytest.param(stake("at least 60 %", "Alder Fund"), stake("more than 50 %", "Salt"), True, id="the least of each"),
    pytest.param(stake("at most 60 %", "Alder Fund"), stake("55 %", "Salt"), False, id="perhaps less"),
    pytest.param(stake("60 %", "Alder Fund"), stake("55 %", "Alder Fund"), False, id="one holder is for rule numeric"),
    pytest.param(stake("60 %", "Alder Fund", yes=False), stake("55 %", "Salt"), False, id="denied"),
    pytest.param(draft("60 %", when={"by": "A1"}), draft("55 %", when={"by": "B2"}), False, id="another slot"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_shares(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    assert (speak("shares", left, right) is not None) == speaks
