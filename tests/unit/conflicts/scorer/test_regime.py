"""Of which sort a pair is; only an exchange may be believed without a person."""

import pytest

from graphmem.conflicts.scorer.alignment import align
from graphmem.conflicts.scorer.regime import Regime, regime_of

BASE = "The choir meets on Monday in the old hall."
CASES = [
    pytest.param(BASE, "The choir meets on Friday in the old hall.", "exchange", id="a weekday"),
    pytest.param("The depot has 12 lorries.", "The depot has 15 lorries.", "exchange", id="a number"),
    pytest.param("The night alarm is on.", "The day alarm is on.", "exchange", id="an opposite word"),
    pytest.param("The depot has 12 lorries.", "The depot has over 10 lorries.", "not", id="a bound"),
    pytest.param("The depot has no 12 lorries.", "The depot has no 15 lorries.", "not", id="denied"),
    pytest.param("It is open on Monday and Friday.", "It is open on Sunday and Friday.", "not", id="one of a list"),
    pytest.param("Some doors are open.", "Some doors are shut.", "not", id="of some"),
    pytest.param(BASE, "The choir meets on Friday.", "not", id="less detail"),
    pytest.param("She plays the oboe.", "She plays the flute.", "not", id="one may play both"),
]


@pytest.mark.parametrize(("a", "b", "expected"), CASES)
def test_an_exchange_puts_one_excluding_value_for_another(a: str, b: str, expected: str) -> None:
    assert (regime_of(align(a, b)) is Regime.EXCHANGE) is (expected == "exchange")
    assert regime_of(align(a, b)) is regime_of(align(b, a))
