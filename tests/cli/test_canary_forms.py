"""A survivor's word in another form, as indexes and claims hold it, is no leak of the erased one."""

from typing import Any

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("erased", "left"),
    [
        pytest.param("They connect the general.", "The connected office is generally busy.", id="the same stem"),
        pytest.param("Lindholm came.", "A man called “Lindholm” came.", id="other quotation marks"),
        pytest.param("The Kuhlkammer is cold.", "The Kühlkammer is cold.", id="without marks"),
        pytest.param("He went: Reykjavik!", "Line one\nReykjavik\tor not.", id="behind escapes"),
        pytest.param("The supplier requires it.", "It is required by the supplier of parts.", id="base form"),
    ],
)
def test_words_that_survivors_hold_in_another_form_are_no_leak(run: Run, tell: Any, erased: str, left: str) -> None:
    tell({"text": erased, "source": "x"}, {"text": left, "source": "y"})
    run("nightly")
    receipt = run("erase", "--source", "x", "--yes", "--json").json
    assert receipt["canary"]["clean"], receipt
