"""Claims out of `key: value` lines and tables: the subject is the title, or what the row is about."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.errors import InputError
from graphmem.model.claim import ClaimDraft, Extraction, MentionDraft, Span
from graphmem.model.interval import parse_interval
from graphmem.model.text import name_key
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, Value
from graphmem.protocols import ExtractionInput

NAME = "structured"
_PAIR = re.compile(
    r"(?m)^[ \t]*(?:[-*•][ \t]+)?\**(?P<key>[^\W\d_][^:|\n]{0,39}?)\**[ \t]*[:=][ \t]+(?P<value>[^\n]{1,200}?)[ \t\r]*$"
)
_ROW = re.compile(r"(?m)^[ \t]*\|(?P<cells>[^\n]+)\|[ \t\r]*$")
_RULE = re.compile(r"^[\s|:-]+$")
_AMOUNT = r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?"
_NUMBER = re.compile(rf"^(?P<amount>{_AMOUNT})[ \xa0]?(?P<unit>%|°?[^\W\d_][\w/°²³]{{0,11}})?$")
_SENTENCE = re.compile(r"[.!?]$|[.!?]\s+[A-Z]")
_MOST_KEY_WORDS = 5


@dataclass(frozen=True)
class _Found:
    subject: str
    key: str
    value: str
    start: int
    end: int


class Structured:
    """Extractor of attribute lists and tables; it leaves conversations and single lines alone."""

    @property
    def name(self) -> str:
        """Registry name."""
        return NAME

    def extract(self, inputs: Sequence[ExtractionInput]) -> list[Extraction]:
        """Claims of each text's lists and tables, the things that rows are about as mentions."""
        return [_read(item) for item in inputs]


structured = Structured()


def _read(item: ExtractionInput) -> Extraction:
    if item.given_claims is not None or item.speaker or item.content_type == "interaction":
        return Extraction()
    found = [*_read_pairs(item), *_read_tables(item.text)]
    claims = [claim for one in found if (claim := _draft(one, item.text)) is not None]
    subjects = dict.fromkeys(claim.subject for claim in claims)
    return Extraction(claims=tuple(claims), mentions=tuple(MentionDraft(name=name) for name in subjects))


def _read_pairs(item: ExtractionInput) -> Iterator[_Found]:
    """Two lines of `key: value` or more, about the title; a single one may be a heading or somebody speaking."""
    subject = (item.title or "").strip()
    pairs = [pair for pair in _PAIR.finditer(item.text) if _is_key(pair["key"]) and not _SENTENCE.search(pair["value"])]
    if not subject or len(pairs) < 2:
        return
    for pair in pairs:
        yield _Found(subject, pair["key"], pair["value"], pair.start("key"), pair.end("value"))


def _read_tables(text: str) -> Iterator[_Found]:
    """Rows under a header and its rule: the first cell is the subject, the header names the attributes."""
    header: list[str] | None = None
    before: re.Match[str] | None = None
    for row in _ROW.finditer(text):
        follows = before is not None and text[before.end() : row.start()].strip() == ""
        if _RULE.match(row["cells"]):
            header = _cells(before) if before is not None and follows else None
        elif header is not None and follows and len(_cells(row)) == len(header) > 1:
            subject, *values = _cells(row)
            for key, value in zip(header[1:], values, strict=True):
                if subject and value and _is_key(key):
                    yield _Found(subject, key, value, row.start(), row.end())
        elif not follows:
            header = None
        before = row


def _cells(row: re.Match[str]) -> list[str]:
    return [cell.strip(" \t*`") for cell in row["cells"].split("|")]


def _is_key(key: str) -> bool:
    return 0 < len(key.split()) <= _MOST_KEY_WORDS and any(character.isalpha() for character in key)


def _draft(found: _Found, text: str) -> ClaimDraft | None:
    value = read_cell(found.value)
    if value is None:
        return None
    return ClaimDraft(
        subject=found.subject, attribute=name_key(found.key), predicate=found.key, value=value,
        span=Span(start=found.start, end=found.end), quote=text[found.start : found.end], extractor=NAME,
        confidence=0.9,
    )  # fmt: skip


def read_cell(cell: str) -> Value | None:
    """A cell's value: a number with its unit, an ISO 8601 date, a name that starts with a capital, else words."""
    cell = cell.strip(" \t*`")
    if not cell or cell in {"-", "–", "—", "?", "n/a", "N/A"}:
        return None
    if number := _NUMBER.match(cell):
        return Quantity(amount=float(number["amount"].replace(",", "")), unit=number["unit"] or "")
    if re.match(r"^\d{4}-\d{2}", cell):
        try:
            return TimeValue(interval=parse_interval(cell), text=cell)
        except InputError:
            return TextValue(text=cell)
    return EntityValue(name=cell) if cell[0].isupper() and len(cell.split()) <= 5 else TextValue(text=cell)
