"""How text becomes index tokens: one place for what is stored and what is asked.

Words of every script are NFKC-normalised, casefolded and, where they are plain Latin, stemmed. An identifier with
inner or trailing signs (`zx-4471`, `c++`, `tb-`, `/b`) is one token of its own besides its parts. Scripts that are
written without blanks give single characters and pairs. Latin letters with marks are findable without them.
"""

import re
import unicodedata
from functools import lru_cache

from snowballstemmer.english_stemmer import EnglishStemmer

# Raise when any text gives other tokens than before: stores then rebuild their text index.
TOKENS_VERSION = 1
# Signs that may be part of a token; the index's own tokenizer must take them for token characters.
SIGNS = "+#-_./:@&%$="
LONGEST = 64

_LEADING = "/#+-@.$"
_TRAILING = "+#-%"
_CHUNK = re.compile(r"[^\s!\"'()*,;<>?\[\\\]^`{|}~]+")
_PART = re.compile(rf"[^{re.escape(SIGNS)}]+")
_POSSESSIVE = re.compile(r"'s\b|(?<=s)'(?!\w)")
_DASHES = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2212, 0xFE63, 0xFF0D), "-")
_QUOTES = dict.fromkeys((0x2018, 0x2019, 0x02BC, 0xFF07), "'")
# Han, kana, Hangul, Thai, Lao, Tibetan, Burmese, Khmer: no blanks between words, or endings grown onto them.
_UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff"
    "\u3100-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_RUN = re.compile(rf"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")

# English function words: no query is about them. Negators are kept, since they change what is asked.
STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being both but by can could did do does
    doing down during each few for from further had has have having he her here hers him his how i if in into is it its
    itself just may me might more most must my of off on once only or other our out over own same shall she should so
    some such than that the their them then there these they this those through to too under until up us very was we
    were what when where which while who whom whose why will with would you your
    """.split()
)


class _Signs(dict[int, str]):
    """Translation of single characters, found out when first met: foreign signs are blanks, the unseen is gone."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if code < 128:
            found = " " if category == "Cc" else character
        elif category in {"Cf", "Cs", "Mn"} and (
            category != "Mn" or unicodedata.name(character, "").startswith("VARIATION")
        ):
            found = ""
        else:
            found = " " if category[0] in "ZPSC" else character
        self[code] = found
        return found


_SIGNS = _Signs(_DASHES | _QUOTES)
_stemmer = EnglishStemmer()


@lru_cache(maxsize=200_000)
def _word_tokens(word: str) -> tuple[str, ...]:
    """Tokens of a run of letters, marks and digits."""
    found: list[str] = []
    for run in _RUN.findall(word):
        if _IS_UNSPACED.match(run):
            found += run
            found += [run[i : i + 2] for i in range(len(run) - 1)]
        elif run.isascii():
            found.append(_stemmer.stemWord(run) if len(run) > 3 and run.isalpha() else run)
        else:
            found.append(run)
            plain = _without_marks(run)
            if plain != run:
                found.append(plain)
    return tuple(token[:LONGEST] for token in found)


def _without_marks(word: str) -> str:
    """The word with the marks on Latin letters taken off; marks of other scripts are letters in their own right."""
    kept: list[str] = []
    latin = False
    for character in unicodedata.normalize("NFD", word):
        if unicodedata.combining(character):
            if latin and "\u0300" <= character <= "\u036f":
                continue
        else:
            latin = unicodedata.name(character, "").startswith("LATIN")
        kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def _chunks(text: str) -> list[str]:
    """Stretches between blanks and quotation marks, with the signs at their ends that can belong to a name."""
    folded = unicodedata.normalize("NFKC", text.translate(_QUOTES)).casefold().translate(_SIGNS)
    folded = _POSSESSIVE.sub("", folded)
    return _CHUNK.findall(re.sub(r"(?<=\w)'(?=\w)", "", folded))


def _chunk_tokens(chunk: str) -> list[str]:
    """Tokens of one chunk: its words, and the whole of it when signs are part of it."""
    parts = _PART.findall(chunk)
    found = [token for part in parts for token in _word_tokens(part)]
    if len(parts) == 1 and len(parts[0]) == len(chunk):
        return found
    whole = _trimmed(chunk, _LEADING, _TRAILING)
    core = _trimmed(chunk, "", "")
    found += [name[:LONGEST] for name in dict.fromkeys((whole, core)) if name and name not in parts]
    return found


def _trimmed(chunk: str, leading: str, trailing: str) -> str:
    """The chunk without signs at its ends but those given; empty when nothing but signs is left."""
    start, end = 0, len(chunk)
    while start < end and chunk[start] in SIGNS and chunk[start] not in leading:
        start += 1
    while end > start and chunk[end - 1] in SIGNS and chunk[end - 1] not in trailing:
        end -= 1
    return chunk[start:end] if any(sign not in SIGNS for sign in chunk[start:end]) else ""


def index_tokens(text: str) -> list[str]:
    """Tokens under which a text is found, in order, repeated as often as they occur."""
    return [token for chunk in _chunks(text) for token in _chunk_tokens(chunk)]


def query_tokens(text: str) -> list[str]:
    """Tokens that a question asks for, each once, in order of appearance; stop words only when there is nothing else.

    A run of an unspaced script asks for its pairs; a single character only where it stands alone.
    """
    found: list[str] = []
    stops: list[str] = []
    for chunk in _chunks(text):
        tokens = _chunk_tokens(chunk)
        runs = [run for run in _RUN.findall(chunk) if _IS_UNSPACED.match(run)]
        alone = {run for run in runs if len(run) == 1}
        kept = [token for token in tokens if len(token) > 1 or not _IS_UNSPACED.match(token) or token in alone]
        (stops if chunk.strip(SIGNS) in STOP_WORDS and len(tokens) == 1 else found).extend(kept)
    return list(dict.fromkeys(found or stops))
