"""The plain name of a token's phrase, without a sentence's numbers and times at hand."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_KEPT = frozenset({"compound", "amod", "nmod", "nummod", "poss", "case", "punct"})


def plain_name(token: "Token") -> str:
    """Words of the phrase from its first modifier to its head, without determiners."""
    first = token.i
    for child in reversed(list(token.lefts)):
        if child.dep_ not in _KEPT:
            break
        first = child.left_edge.i
    doc = token.doc
    while first < token.i and (doc[first].is_punct or doc[first].dep_ == "det"):
        first += 1
    return " ".join(doc[first : token.i + 1].text.split())
