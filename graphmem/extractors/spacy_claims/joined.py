"""What `and` joins to a word, found once for each list: spaCy walks the whole list anew at every question."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def remember_joined(doc: "Doc") -> None:
    """Let `token.conjuncts` remember what it found; to be called anew when the parse was mended."""
    known: dict[int, tuple[int, ...]] = {}  # numbers, not tokens, which would keep the document alive

    def conjuncts(token: "Token") -> "tuple[Token, ...]":
        first = token
        while first.dep_ == "conj" and first.head.i != first.i:
            first = first.head
        group = known.get(first.i)
        if group is None:
            group = known[first.i] = _group(first)
        document = token.doc
        return tuple(document[i] for i in group if i != token.i)

    doc.user_token_hooks["conjuncts"] = conjuncts


def _group(first: "Token") -> tuple[int, ...]:
    below: dict[int, list[int]] = {}
    for token in first.doc[first.i : first.right_edge.i + 1]:
        if token.dep_ == "conj" and token.head.i < token.i:
            below.setdefault(token.head.i, []).append(token.i)
    found = [first.i]
    for number in found:
        found.extend(below.get(number, ()))
    return tuple(found)
