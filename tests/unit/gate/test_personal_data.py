import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import UnknownNameError
from graphmem.gate import Gate, load_policy
from graphmem.gate.personal_patterns import is_iban, passes_luhn
from graphmem.model.gate import VerdictKind
from graphmem.model.record import LegalBasis
from graphmem.settings import GateSettings
from tests.unit.gate.builders import candidate


@given(st.text("0123456789", min_size=12, max_size=18), st.integers(0, 17), st.integers(1, 9))
def test_one_wrong_digit_fails_the_card_checksum(body: str, place: int, step: int) -> None:
    number = next(body + str(check) for check in range(10) if passes_luhn(body + str(check)) or check == 9)
    if passes_luhn(number):
        place %= len(number)
        wrong = str((int(number[place]) + step) % 10)
        assert not passes_luhn(number[:place] + wrong + number[place + 1 :])


@pytest.mark.parametrize(
    ("number", "valid"),
    [("DE89370400440532013000", True), ("DE89370400440532013001", False), ("GB29NWBK60161331926819", True)],
)
def test_iban_checksum(number: str, valid: bool) -> None:
    assert is_iban(number) is valid


@pytest.mark.parametrize("basis", list(LegalBasis))
def test_any_legal_basis_lets_it_pass(basis: LegalBasis) -> None:
    gate, text = Gate(load_policy()), "Reach Helena Brandt at helena.brandt@posteo.example."
    assert gate.judge(candidate(text)).kind is VerdictKind.REVIEW
    assert gate.judge(candidate(text, legal_basis=basis)).kind is VerdictKind.ACCEPT


def test_presidio_finds_what_the_patterns_do_not_know_and_no_more() -> None:
    gate = Gate(load_policy(GateSettings(personal_data="presidio")))
    licence = "The physician signed with BB1388568."  # a medical licence with its check digit
    assert Gate(load_policy()).judge(candidate(licence)).kind is VerdictKind.ACCEPT
    assert gate.judge(candidate(licence)).kind is VerdictKind.REVIEW
    assert gate.judge(candidate("Alice moved to Berlin in March 2024.")).kind is VerdictKind.ACCEPT


def test_an_unknown_detector_is_named_with_those_that_exist() -> None:
    gate = Gate(load_policy(GateSettings(personal_data="oracle")))
    with pytest.raises(UnknownNameError, match="patterns, presidio"):
        gate.judge(candidate())
