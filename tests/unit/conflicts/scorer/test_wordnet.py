"""Word knowledge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.conflicts.scorer.wordnet import Kinship, load_wordnet

PAIRS = [
    pytest.param("hot", "cold", Kinship.ANTONYM, id="direct opposites"),
    pytest.param("huge", "tiny", Kinship.ANTONYM, id="opposites by what they resemble"),
    pytest.param("doctor", "physician", Kinship.SYNONYM, id="one sense in common"),
    pytest.param("dog", "animal", Kinship.BROADER, id="kind of"),
    pytest.param("guitar", "piano", Kinship.SIBLING, id="two of one kind"),
    pytest.param("monday", "friday", Kinship.SIBLING, id="weekdays"),
    pytest.param("qwzx", "piano", Kinship.NONE, id="unknown word"),
]
FORMS = [
    ("children", "child"), ("planned", "plan"), ("studies", "study"), ("boxes", "box"), ("approves", "approve"),
    ("moved", "move"), ("glass", "glass"), ("qwzx", "qwzx"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "kinship"), PAIRS)
def test_kinship(a: str, b: str, kinship: Kinship) -> None:
    assert load_wordnet().kinship(a, b) is kinship


@pytest.mark.parametrize(("form", "base"), FORMS)
def test_base_form(form: str, base: str) -> None:
    assert load_wordnet().base(form) == base


@given(
    st.sampled_from(["hot", "cold", "dog", "run", "buy", "red", "oslo", "zzz"]), st.sampled_from(["cat", "hot", "walk"])
)
def test_kinship_is_symmetric(a: str, b: str) -> None:
    net = load_wordnet()
    assert net.kinship(a, b) is net.kinship(b, a)
