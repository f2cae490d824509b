"""Passages: nothing lost, offsets exact, cut where the text has its joints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.chunking import LONGEST_PASSAGE, chunk, guess_kind
from graphmem.chunking.chunker import KINDS
from graphmem.errors import UnknownNameError

PIECES = st.sampled_from([
    "# A heading\n", "## Deeper\n\n", "Article 5\nScope\n\n", "CHAPTER II\n", "1.   The keeper shall lock.\n\n",
    "(a)\n\n", "- an item\n", "Ana: good morning\n", "[10:02] Bo Lee: hello\n", "A sentence ends here. ",
    "Dr. Vale knows No. 5. ", "word " * 90, "x" * 700, "\n\n", "\r\n", "\t", "日本語の文章です。", "e\u0301" * 400,
    "```\ncode\n```\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "\u2028", "\x0c", "> quoted\n", "---\n",
])  # fmt: skip
TEXTS = st.lists(PIECES, max_size=30).map("".join)


@pytest.mark.parametrize("kind", [None, *KINDS.names()])
@given(text=TEXTS)
def test_offsets_give_back_the_text_and_nothing_that_shows_is_lost(kind: str | None, text: str) -> None:
    found = chunk(text, kind=kind)
    assert [c.number for c in found] == list(range(1, len(found) + 1))
    at = 0
    for part in found:
        assert part.text == text[part.start : part.end]
        assert part.text.strip()
        assert len(part.text) <= LONGEST_PASSAGE
        assert not text[at : part.start].strip()
        at = part.end
    assert not text[at:].strip()


def test_long_paragraphs_are_cut_at_sentence_ends() -> None:
    sentence = "The keeper of the north gate locks it at ten, as Dr. Vale asked in No. 5. "
    found = chunk(sentence * 60, kind="plain")
    assert len(found) > 2
    assert all(part.text.endswith("No. 5.") for part in found)


def test_a_text_without_any_joint_is_cut_all_the_same() -> None:
    found = chunk("x" * 5000, kind="plain")
    assert "".join(part.text for part in found) == "x" * 5000


def test_letters_keep_the_marks_upon_them() -> None:
    assert all(part.text[0] == "e" for part in chunk("e\u0301" * 3000, kind="plain"))


def test_short_paragraphs_go_together_and_long_ones_stay_apart() -> None:
    short, long = "One line.", "A longer paragraph with several words in it. " * 8
    assert [part.text for part in chunk(f"{short}\n\n{short}\n\n{long}\n\n{long}", kind="plain")] == [
        f"{short}\n\n{short}\n\n{long.strip()}",
        long.strip(),
    ]


LAW = """CHAPTER II
Duties

Article 5
Locks

1.   The keeper shall lock the gate.

2.   Paragraph 1 shall not apply where:

(a)

the gate is broken;

(b)

Article 7 applies.

Article 6 shall apply to guests.

Article 7
Exceptions

Guests may leave at any time.
"""


def test_law_is_cut_by_article_and_numbered_paragraph() -> None:
    found = chunk(LAW)
    assert guess_kind(LAW) == "legal"
    assert [(part.title, part.text.splitlines()[-1]) for part in found] == [
        ("CHAPTER II Duties > Article 5 Locks", "1.   The keeper shall lock the gate."),
        ("CHAPTER II Duties > Article 5 Locks", "Article 6 shall apply to guests."),
        ("CHAPTER II Duties > Article 7 Exceptions", "Guests may leave at any time."),
    ]


def test_a_point_is_never_parted_from_its_letter() -> None:
    points = "\n\n".join(
        f"({letter})\n\nthe keeper keeps the register of gate {letter} " + "and more " * 20 for letter in "abcdefghij"
    )
    found = chunk(f"1.   The keeper shall ensure that:\n\n{points}", kind="legal")
    assert len(found) > 1
    assert not [part for part in found if part.text.rstrip().endswith(")")]


def test_conversations_are_cut_by_turn_with_the_speaker() -> None:
    text = "Ana: I moved to Leeds.\nIt rains.\n[10:02] Bo Lee: When?\nAna: In May."
    assert guess_kind(text) == "conversation"
    assert [(part.speaker, part.text) for part in chunk(text)] == [
        ("Ana", "Ana: I moved to Leeds.\nIt rains."), ("Bo Lee", "[10:02] Bo Lee: When?"), ("Ana", "Ana: In May."),
    ]  # fmt: skip


def test_markdown_passages_carry_their_headings() -> None:
    body = "The gate opens at seven in summer and at eight in winter, except on holidays. " * 4
    text = f"# Gates\n\n{body}\n\n## North\n\n{body}\n\n- {body}\n- {body}\n"
    assert [part.title for part in chunk(text)] == ["Gates", "Gates > North", "Gates > North", "Gates > North"]
    assert chunk(text)[1].text.startswith("## North")


def test_fenced_headings_are_no_headings() -> None:
    assert {part.title for part in chunk("# A\n\n```\n# B\n```\n", kind="markdown")} == {"A"}


@pytest.mark.parametrize("text", ["e" + "\u0301" * 60_000, "e\u0301\u0302" * 20_000, "x" * 60_000, "(" * 60_000])
def test_a_text_without_joints_is_cut_by_length(text: str) -> None:
    """Marks heaped on one letter would else be passages of one character each, at a cost that grows with the square."""
    found = chunk(text)
    assert len(found) <= len(text) // LONGEST_PASSAGE * 1.2 + 2
    assert sum(len(part.text) for part in found) == len(text)


def test_an_unknown_kind_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownNameError, match="conversation, legal, markdown, plain"):
        chunk("x", kind="novel")
