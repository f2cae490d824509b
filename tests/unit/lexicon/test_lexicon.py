"""The lexicon: which slot words name, what a slot is seeded with, and that the data keeps its own rules."""

import pytest

from graphmem.lexicon import canonical_attribute, lexicon_version, load_lexicon, seed

LEXICON = load_lexicon()


@pytest.mark.parametrize(
    ("words", "kind", "value", "slot"),
    [
        (["report", "to"], None, "any", "manager"),
        ("due date", "noun", "date", "deadline"),
        ("open at", "verb", "clock", "opening time"),
        ("open on", "verb", "date", "opening date"),
        ("run at", "verb", "quantity V", "voltage"),
        ("run at", "verb", "quantity bar", "pressure"),
        ("chief executive", "noun", "entity", "ceo"),
        ("hate", "negated", "text", "like"),
        ("Head Office", "noun", "place", "headquarters"),
        ("frobnicate with", None, "any", "frobnicate with"),
    ],
)
def test_words_name_their_slot(words: str | list[str], kind: str | None, value: str, slot: str) -> None:
    assert canonical_attribute(words, value, kind) == slot  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("slot", "low", "high", "source"),
    [
        ("ceo", 0.9, 1.0, "lexicon"),
        ("language", 0.0, 0.1, "lexicon"),
        ("favourite soup", 0.8, 1.0, "lexicon"),
        ("frobnicate", 0.5, 0.5, "default"),
    ],
)
def test_seeds_say_how_many_values_a_slot_has(slot: str, low: float, high: float, source: str) -> None:
    facts = seed(slot)
    assert low <= facts.single <= high
    assert facts.source == source
    assert bool(facts.evidence) is (source == "lexicon")


def test_every_entry_says_why_and_keeps_to_known_slots() -> None:
    for entry in LEXICON.entries.values():
        assert 0 < entry.single < 1
        assert entry.why
        assert entry.dated is None or entry.dated in LEXICON.entries
        assert all(form == form.lower() for form in (*entry.verbs, *entry.nouns, *entry.converse, *entry.passive))


def test_state_words_are_words() -> None:
    assert all(isinstance(word, str) for word in (*LEXICON.state_verbs.values(), *LEXICON.state_adjectives))


def test_version_is_a_hash_of_the_content() -> None:
    assert lexicon_version() == LEXICON.version
    assert len(LEXICON.version) == 16
