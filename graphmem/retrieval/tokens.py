"""Tokens of a text, as the encoder's tokenizer counts them, inside the bounds that the contract gives."""

import re

from graphmem.protocols import Encoder

_PIECE = re.compile(r"\w{1,6}|[^\w\s]")
_MOST_CHARACTERS = 8  # of a token


def count_tokens(text: str, encoder: Encoder | None) -> int:
    """Number of tokens: at least an eighth of the characters, since an unknown run is one to a tokenizer; at most all.

    Without an encoder, runs of six letters and single signs are counted.
    """
    counted = encoder.count_tokens(text) if encoder else len(_PIECE.findall(text))
    return min(len(text), max(counted, -(-len(text) // _MOST_CHARACTERS)))
