"""What the scorer reads in a text."""

import pytest

from graphmem.conflicts.scorer.reading import number_of, read

NUMBERS = [
    pytest.param("2,500", ("number", 2500.0), id="thousands"),
    pytest.param("3.5m", ("number", 3_500_000.0), id="multiplier letter"),
    pytest.param("21st", ("ordinal", 21.0), id="ordinal in digits"),
    pytest.param("seventh", ("ordinal", 7.0), id="ordinal in words"),
    pytest.param("twenty-five", ("number", 25.0), id="compound"),
    pytest.param("1987", ("year", 1987.0), id="year"),
    pytest.param("19,870", ("number", 19870.0), id="five digits are no year"),
    pytest.param("gravel", None, id="a word"),
]


@pytest.mark.parametrize(("form", "expected"), NUMBERS)
def test_a_number_is_read_in_digits_and_words(form: str, expected: tuple[str, float] | None) -> None:
    assert number_of(form) == expected


def test_the_same_length_in_two_units_reads_alike() -> None:
    values = [
        [token.value for token in read(text).tokens if token.value is not None]
        for text in ("The pier is 0.4 km long.", "The pier is 400 m long.", "The pier is 600 m long.")
    ]
    assert values == [[400.0], [400.0], [600.0]]


def test_hundreds_and_thousands_are_one_number() -> None:
    assert [token.value for token in read("It has two hundred parts.").tokens if token.value] == [200.0]


def test_a_contracted_negator_is_a_token_of_its_own() -> None:
    assert [token.base for token in read("They can't park, she doesn’t.").tokens][:3] == ["they", "ca", "n't"]


def test_a_capital_at_the_start_is_a_name_only_where_the_word_is_none() -> None:
    kinds = {token.form: token.kind for token in read("Gravel covers Oslo. Zorvex sells it.").tokens}
    assert (kinds["Gravel"], kinds["Oslo"], kinds["Zorvex"]) == ("word", "name", "name")


def test_the_month_of_may_is_no_modal_verb() -> None:
    kinds = [token.kind for token in read("It opens in May and may close.").tokens if token.form.lower() == "may"]
    assert kinds == ["word", "function"]
