"""Tokens: what a text is found under, and what a question asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.stores.sqlite.tokens import LONGEST, SIGNS, index_tokens, query_tokens

CASES = [
    pytest.param("The C++ guild", "the c c++ guild", id="trailing signs"),
    pytest.param("C# or C", "c c# or c", id="hash"),
    pytest.param("Ticket ZX-4471.", "ticket zx 4471 zx-4471", id="identifier beside its parts"),
    pytest.param('(ZX-4471), "ZX-4471"', "zx 4471 zx-4471 zx 4471 zx-4471", id="brackets are no part"),
    pytest.param("/b testing tb-", "b /b test tb tb-", id="leading and trailing signs"),
    pytest.param("e.g. 3.14!", "e g e.g 3 14 3.14", id="sentence marks are no part"),
    pytest.param("2014/65/EU", "2014 65 eu 2014/65/eu", id="number of a law"),
    pytest.param("-5 +5", "5 -5 5 +5", id="signs of numbers"),
    pytest.param("--- ... ++", "", id="signs alone are nothing"),
    pytest.param("well—known non‑breaking", "well known non break non-breaking", id="dashes"),
    pytest.param("O’Brien's pumps' don't", "obrien pump dont", id="apostrophes"),
    pytest.param("painted PAINTING paints", "paint paint paint", id="stems"),
    pytest.param("ＡＣＭＥ ﬁne Straße", "acm fine strass", id="compatibility forms and case"),
    pytest.param("Müller", "müller muller", id="marks on Latin letters"),
    pytest.param("й ё", "й ё", id="other scripts keep their marks"),
    pytest.param("東京", "東 京 東京", id="pairs and single characters"),
    pytest.param("東京2024 ok", "東 京 東京 2024 ok", id="scripts part at their border"),
    pytest.param("한국어", "한 국 어 한국 국어", id="Hangul"),
    pytest.param("हिन्दी में", "हिन्दी में", id="vowel signs are letters"),
    pytest.param("a\u200bb a\u00adc", "ab ac", id="the unseen is gone"),
    pytest.param("x\x00y", "x y", id="null parts"),
    pytest.param("x" * 99, "x" * LONGEST, id="long words are cut"),
]


@pytest.mark.parametrize(("text", "tokens"), CASES)
def test_tokens_of_a_text(text: str, tokens: str) -> None:
    assert index_tokens(text) == tokens.split()


QUESTIONS = [
    pytest.param("What is the fee?", "fee", id="stop words go"),
    pytest.param("what is it", "what is it", id="unless there is nothing else"),
    pytest.param("Who is not a member?", "not member", id="negators stay"),
    pytest.param("fee, Fee and FEES", "fee", id="each once"),
    pytest.param("東京の", "東京 京の", id="pairs only"),
    pytest.param("東 x", "東 x", id="a single character alone"),
    pytest.param("the-who", "the who the-who", id="a name of stop words is a name"),
    pytest.param("?!", "", id="no word"),
]


@pytest.mark.parametrize(("text", "tokens"), QUESTIONS)
def test_tokens_of_a_question(text: str, tokens: str) -> None:
    assert query_tokens(text) == tokens.split()


@given(st.text())
def test_tokens_are_what_the_index_takes_as_one(text: str) -> None:
    for token in index_tokens(text):
        assert 0 < len(token) <= LONGEST
        assert not token.startswith("~")
        assert all(ord(sign) > 127 or sign.isalnum() or sign in SIGNS for sign in token), token
        token.encode()  # no half surrogate pair


@given(st.text())
def test_a_text_is_found_by_itself(text: str) -> None:
    assert set(query_tokens(text)) <= set(index_tokens(text))
    assert bool(query_tokens(text)) == bool(index_tokens(text))


@given(st.text())
def test_case_and_width_do_not_matter(text: str) -> None:
    if text.isascii():
        assert index_tokens(text.upper()) == index_tokens(text.lower())
