"""Names of slots as callers write them."""

import pytest

from graphmem.lexicon import given_attribute

CASES = [
    pytest.param("located in", "text", "location", id="participle"),
    pytest.param("is located in", "text", "location", id="auxiliary in front"),
    pytest.param("locatedIn", "text", "location", id="capital inside"),
    pytest.param("lives_in", "text", "residence", id="underscore"),
    pytest.param("residing in", "text", "residence", id="ing"),
    pytest.param("city of residence", "text", "residence", id="noun phrase"),
    pytest.param("headquartered in", "text", "headquarters", id="participle of a noun"),
    pytest.param("born in", "text", "birth place", id="irregular"),
    pytest.param("number of employees", "quantity", "employees", id="plural"),
    pytest.param("members", "text", "member", id="plural alone"),
    pytest.param("owned by", "text", "owner", id="passive"),
    pytest.param("employs", "text", "employs", id="a converse form would turn the claim round"),
    pytest.param("Seal Strength", "quantity", "seal strength", id="unknown stays"),
    pytest.param("status", "text", "status", id="no plural"),
]


@pytest.mark.parametrize(("name", "value_kind", "slot"), CASES)
def test_given_names_meet_the_lexicon(name: str, value_kind: str, slot: str) -> None:
    assert given_attribute(name, value_kind) == slot
    assert given_attribute(slot, value_kind) == slot
