"""Paraphrases as data: each says something of its own, names slots that exist, and leaves other claims alone."""

import re

import pytest

from graphmem.lexicon import in_other_words, load_lexicon
from graphmem.lexicon.paraphrase import Paraphrase, load_paraphrases
from tests.unit.conflicts.builders import draft

ENTRIES = load_paraphrases()


def test_no_two_entries_give_one_example() -> None:
    examples = [entry.why for entry in ENTRIES]
    assert len(set(examples)) == len(examples)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.why)
def test_an_entry_asks_for_something_and_its_patterns_compile(entry: Paraphrase) -> None:
    assert entry.when.attribute or entry.when.quote
    for pattern in (entry.when.attribute, entry.when.text, entry.when.quote, entry.when.words, entry.when.predicate):
        re.compile(pattern)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.why)
def test_what_an_entry_leads_to_is_a_slot_that_verbs_or_nouns_share(entry: Paraphrase) -> None:
    known = {
        *load_lexicon().entries,
        "smoke",
        "drink",
        "allow",
        "pay",
        "take part in",
        "meet",
        "expire",
        "have",
        "$attribute",
        "$slot",
        "be take",
    }
    for then in entry.then:
        assert then.attribute in known or then.attribute.startswith(("number of ", "effect on ")), then


def test_other_claims_pass_through_as_they_are() -> None:
    claim = draft("Oslo", subject="Nora", attribute="residence")
    assert list(in_other_words([claim])) == [claim]


def test_nothing_in_a_slot_is_a_denied_yes() -> None:
    claim = draft("unemployed", subject="Nora", attribute="be")
    said = [one for one in in_other_words([claim]) if one.attribute == "employer"]
    assert [(one.value.kind, one.polarity) for one in said] == [("truth", False)]
