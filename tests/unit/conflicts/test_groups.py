"""All of a kind against one of it: told by the kind's own noun, by a union of states, by being a country."""

import pytest

from graphmem.conflicts.groups import is_member, tells_of_all
from tests.unit.conflicts.builders import draft


@pytest.mark.parametrize(
    ("key", "group", "member"),
    [
        ("malta", "all eu country", True),
        ("malta", "all eu member state", True),
        ("norway", "all eu country", False),
        ("norway", "all nordic country", True),
        ("japan", "all country", True),
        ("kragen shop", "all shop", True),
        ("kragen shop", "all norwegian shop", False),
        ("small norwegian shop", "all norwegian shop", True),
        ("shop", "all shop", False),
        ("kragen", "all shop", False),
        ("malta", "eu country", False),
        ("all shop", "all shop", False),
    ],
)
def test_one_of_all(key: str, group: str, member: bool) -> None:
    assert is_member(key, group) == member


@pytest.mark.parametrize(
    ("quote", "yes", "whole"),
    [
        ("ships to all Nordic countries", True, True),
        ("ships to every Nordic country", True, True),
        ("ships to Nordic countries", True, False),
        ("does not ship to all Nordic countries", False, False),
        ("does not ship to any Nordic country", False, True),
    ],
)
def test_not_all_is_not_none(quote: str, yes: bool, whole: bool) -> None:
    claim = draft("nordic country", yes=yes).model_copy(update={"quote": quote})
    assert tells_of_all(claim, "iceland") == whole
