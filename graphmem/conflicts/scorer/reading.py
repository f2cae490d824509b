"""One sentence as the scorer sees it: tokens with base form, class and, for numbers, the value."""

import re
from dataclasses import dataclass
from functools import lru_cache

from graphmem.conflicts.scorer import vocabulary as words
from graphmem.conflicts.scorer.wordnet import load_wordnet

_TOKEN = re.compile(
    r"\d+(?:[.,:/]\d+)*(?:st|nd|rd|th)?(?:[a-z]{1,2}\b)?|[^\W\d_]+(?:[.&][^\W\d_]\b\.?)+|n['’]t\b|['’](?:s|ll|ve|re|d|m)\b"
    r"|[^\W\d_]+?(?=n['’]t\b)|[^\W\d_]+(?:['’-][^\W\d_]{2,})*\d*|[%$€£¥]"
)
_CUT_AUXILIARIES = frozenset(("ca", "wo", "sha"))  # of can't, won't, shan't
_LIMIT = 256  # tokens looked at; longer texts are cut


@dataclass(frozen=True, slots=True)
class Token:
    """A word or number: form as written, lower-cased base form, class and the value of a number."""

    form: str
    base: str
    kind: str  # function, word, name, number, year, ordinal
    value: float | None = None

    @property
    def content(self) -> bool:
        """Whether it says something by itself."""
        return self.kind != "function"


@dataclass(frozen=True, slots=True)
class Reading:
    """The tokens of a text, in order."""

    tokens: tuple[Token, ...]

    @property
    def content(self) -> tuple[Token, ...]:
        """Tokens that say something by themselves."""
        return tuple(token for token in self.tokens if token.content)


def number_of(form: str) -> tuple[str, float] | None:
    """Class and value of a number written in digits or as one word, else None."""
    if form in words.ORDINALS:
        return "ordinal", float(words.ORDINALS[form])
    if form in words.UNITS_OF_NUMBER:
        return "number", float(words.UNITS_OF_NUMBER[form])
    if "-" in form:
        tens, _, ones = form.partition("-")
        if tens in words.UNITS_OF_NUMBER and ones in words.UNITS_OF_NUMBER | words.ORDINALS:
            kind = "ordinal" if ones in words.ORDINALS else "number"
            return kind, words.UNITS_OF_NUMBER[tens] + (words.UNITS_OF_NUMBER | words.ORDINALS)[ones]
    if not form[0].isdigit():
        return None
    digits = re.match(r"\d+(?:,\d{3})*(?:\.\d+)?", form)
    if digits is None:
        return None
    value, rest = float(digits.group().replace(",", "")), form[digits.end() :]
    if rest in ("st", "nd", "rd", "th"):
        return "ordinal", value
    if not rest and re.fullmatch(r"1[0-9]{3}|20[0-9]{2}|2100", form):
        return "year", value
    return "number", value * words.MULTIPLIERS.get(rest, 1.0)


def _classify(form: str, *, opens: bool) -> Token:
    lower = form.lower().replace("’", "'")
    found = number_of(lower)
    if found:
        return Token(form, lower, found[0], found[1])
    if form == "May" and not opens:
        return Token(form, lower, "word")
    if lower in words.FUNCTION_WORDS or lower in _CUT_AUXILIARIES:
        return Token(form, lower, "function")
    net = load_wordnet()
    base = net.base(lower)
    shouted = form.isupper() and len(form) > 1
    # A capital at the start of a sentence is a name only where the word is none.
    if form[0].isupper() and (not opens or shouted or base not in net):
        return Token(form, lower, "name")
    return Token(form, base, "word")


def _fold_numbers(tokens: list[Token]) -> list[Token]:
    """Join "two", "hundred" into one number, and bring "0.4", "km" to "400", "metre"."""
    folded: list[Token] = []
    for token in tokens:
        last = folded[-1] if folded else None
        if last is None or last.kind != "number" or last.value is None:
            folded.append(token)
            continue
        factor = words.MULTIPLIERS.get(token.base) if len(token.base) > 2 else None
        unit = words.UNITS.get(token.base if token.form.isalpha() else "")
        if factor:
            folded[-1] = Token(f"{last.form} {token.form}", f"{last.base} {token.base}", "number", last.value * factor)
        elif unit:
            value = round(last.value * unit[1], 9)
            folded[-1] = Token(last.form, f"{value:g}", "number", value)
            folded.append(Token(token.form, unit[0], "word"))
        else:
            folded.append(token)
    return folded


@lru_cache(maxsize=20_000)
def read(text: str) -> Reading:
    """The reading of a text; pure and cached."""
    tokens: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        gap = text[end : match.start()]
        opens = not tokens or bool(re.search(r"[.!?:|\n]", gap))
        tokens.append(_classify(match.group(), opens=opens))
        end = match.end()
        if len(tokens) == _LIMIT:
            break
    return Reading(tuple(_fold_numbers(tokens)))
