"""Verbs of one meaning share a slot, in either voice; slots of the lexicon keep their names."""

import pytest

from graphmem.lexicon import common_attribute, load_lexicon, same_things
from graphmem.lexicon.synonyms import _lines


@pytest.mark.parametrize(
    ("attribute", "common"),
    [
        ("permit", "allow"),
        ("be permit in", "be allow in"),
        ("turn down", "reject"),
        ("be carry out at", "be perform at"),
        ("permission", "permission"),
        ("residence", "residence"),
        ("", ""),
    ],
)
def test_common_attribute(attribute: str, common: str) -> None:
    assert common_attribute(attribute) == common


def test_no_verb_stands_in_two_lines_or_names_a_slot() -> None:
    verbs = [verb for line in _lines()["verbs"] for verb in line]
    assert len(set(verbs)) == len(verbs)
    assert not set(verbs) & set(load_lexicon().entries)


def test_nouns_that_count_the_same() -> None:
    assert same_things("request", "call")
    assert not same_things("request", "user")
