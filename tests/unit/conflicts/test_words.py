"""The shipped data: opposites, classes, broader words, places within places."""

import pytest

from graphmem.conflicts.gazetteer import is_part_of, place_key
from graphmem.conflicts.words import are_antonyms, broader_or_same, exclude_each_other

OPPOSITES = [
    ("open", "closed", True),
    ("enabled", "disabled", True),
    ("rising", "falling", True),
    ("wet", "dry", True),
    ("open", "open", False),
    ("open", "blue", False),
    ("bored", "board", False),
]
PLACES = [
    ("Munich", "Bavaria", True),
    ("Munich", "Germany", True),
    ("München", "Bavaria", True),
    ("Munich", "Saxony", False),
    ("Bavaria", "Munich", False),
    ("Chicago", "USA", True),
    ("Glasgow", "Scotland", True),
    ("Veland", "Europe", False),
]
NOUNS = [
    ("physician", "doctor", "same"),
    ("dog", "animal", "narrower"),
    ("animal", "dog", "broader"),
    ("dog", "cat", None),
    ("glorp", "dog", None),
]


@pytest.mark.parametrize(("a", "b", "expected"), OPPOSITES)
def test_opposites(a: str, b: str, expected: bool) -> None:
    assert are_antonyms(a, b) == are_antonyms(b, a) == expected


@pytest.mark.parametrize(("inner", "outer", "expected"), PLACES)
def test_places(inner: str, outer: str, expected: bool) -> None:
    assert is_part_of(inner, outer) == expected


@pytest.mark.parametrize(("a", "b", "expected"), NOUNS)
def test_nouns(a: str, b: str, expected: str | None) -> None:
    assert broader_or_same(a, b) == expected


def test_classes() -> None:
    assert exclude_each_other("red", "blue") == "colour"
    assert exclude_each_other("red", "monday") is None
    assert exclude_each_other("red", "red") is None


def test_other_names_of_a_place() -> None:
    assert place_key("usa") == place_key("united states")
    assert place_key("corvid labs") == "corvid labs"
