"""Which of two is newer: by valid time, then by the time of saying, else unknown."""

import pytest

from graphmem.conflicts.times import age_gap_days, are_apart, order_of
from graphmem.protocols import SidedClaim
from tests.unit.conflicts.builders import draft, side

ORDERS = [
    pytest.param(side(draft("Oslo")), side(draft("Turku")), None, id="nothing known"),
    pytest.param(side(draft("Oslo"), said="2020-01-01"), side(draft("Turku"), said="2021-01-01"), "b", id="said later"),
    pytest.param(side(draft("Oslo"), said="2020-01-01"), side(draft("Turku")), None, id="one has no date"),
    pytest.param(
        side(draft("Oslo"), since="2019-01-01", said="2026-01-01"),
        side(draft("Turku"), since="2021-01-01", said="2022-01-01"),
        "b",
        id="valid time goes before the time of saying",
    ),
    pytest.param(
        side(draft("Oslo", valid="2019")), side(draft("Turku", valid="2019-03")), None, id="a month within the year"
    ),
    pytest.param(side(draft("Oslo", valid="2019")), side(draft("Turku", valid="2020")), "b", id="two years"),
    pytest.param(
        side(draft("Oslo", valid="2019"), said="2026-01-01"),
        side(draft("Turku"), said="2024-01-01"),
        None,
        id="said later of earlier times",
    ),
    pytest.param(
        side(draft("Oslo", valid="2025"), said="2026-01-01"),
        side(draft("Turku"), said="2024-01-01"),
        "a",
        id="both ways of counting agree",
    ),
    pytest.param(
        side(draft("2019"), said="2020-01-01"),
        side(draft("2018"), said="2021-01-01"),
        "b",
        id="a date as value says when it happens, not when it holds",
    ),
]


@pytest.mark.parametrize(("a", "b", "newer"), ORDERS)
def test_order(a: SidedClaim, b: SidedClaim, newer: str | None) -> None:
    assert order_of(a, b).newer == newer
    assert order_of(b, a).newer == {"a": "b", "b": "a", None: None}[newer]


def test_ends_that_touch_are_apart() -> None:
    assert are_apart(side(draft("Oslo"), until="2020-01-01"), side(draft("Turku"), since="2020-01-01"))
    assert not are_apart(side(draft("Oslo"), until="2020-01-02"), side(draft("Turku"), since="2020-01-01"))
    assert not are_apart(side(draft("Oslo")), side(draft("Turku"), since="2020-01-01"))


def test_age_gap_counts_days_between_sayings() -> None:
    assert age_gap_days(side(draft(), said="2020-01-01"), side(draft(), said="2020-01-11")) == 10
    assert age_gap_days(side(draft(), said="2020-01-01"), side(draft())) is None
