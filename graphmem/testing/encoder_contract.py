"""What every encoder promises; inherit and supply an `encoder` fixture."""

import numpy as np
import pytest

from graphmem.protocols import Encoder

TEXTS = (
    "FDA accelerated approval requires two randomized controlled trials.",
    "One pivotal trial may suffice for haematologic malignancies.",
    "Alice moved to Berlin in March 2024.",
    "The pool opens at 7.",
    "the pool opens at 7",
    "Zürich, Łódź und Ærø liegen weit auseinander.",
    "東京は日本の首都です。",
    "",
    "🙂",
    "a" * 5000,
    "word " * 3000,
    "half a pair \ud83d left over",
)


class EncoderContract:
    """Every promise of the Encoder protocol, tested."""

    def test_vectors_are_float32_rows_of_unit_length(self, encoder: Encoder) -> None:
        vectors = encoder.encode(TEXTS)
        assert vectors.dtype == np.float32
        assert vectors.shape == (len(TEXTS), encoder.dimension)
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)

    def test_no_texts_give_no_rows(self, encoder: Encoder) -> None:
        assert encoder.encode([]).shape == (0, encoder.dimension)

    def test_a_text_has_the_same_vector_alone_and_in_any_batch(self, encoder: Encoder) -> None:
        alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
        together, backwards = encoder.encode(TEXTS), encoder.encode(TEXTS[::-1])[::-1]
        assert np.abs(together - alone).max() < 1e-5
        assert np.abs(backwards - alone).max() < 1e-5

    def test_what_the_caller_does_to_a_vector_is_not_remembered(self, encoder: Encoder) -> None:
        first = encoder.encode(["The pool opens at 7."])
        kept = first.copy()
        first[:] = 0
        assert np.array_equal(encoder.encode(["The pool opens at 7."]), kept)

    def test_like_texts_lie_closer_than_unlike_ones(self, encoder: Encoder) -> None:
        pool, same_pool, city = encoder.encode([TEXTS[3], TEXTS[4], TEXTS[2]])
        assert pool @ same_pool > 0.8
        assert pool @ city < 0.3

    def test_tokens_are_counted_uncut(self, encoder: Encoder) -> None:
        assert encoder.count_tokens("") == 0
        assert encoder.count_tokens("word " * 3000) == 3000
        assert encoder.count_tokens("The pool opens at 7.") == 6

    def test_the_fingerprint_is_stable_and_one_line(self, encoder: Encoder) -> None:
        assert encoder.fingerprint == encoder.fingerprint
        assert encoder.fingerprint.strip() and len(encoder.fingerprint.splitlines()) == 1
