"""Lines of a file: each is an object, or is named with what is wrong; a bad one never harms the others."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from graphmem.errors import InputError

LONGEST_LINE = 64 * 2**20  # bytes
_BOM = b"\xef\xbb\xbf"
_MOST = 500  # characters of a reason


@dataclass(frozen=True)
class Line:
    """One line that is not blank: its number from 1 (all lines counted), and its object or what is wrong with it."""

    number: int
    fields: dict[str, object] | None = None
    error: str | None = None

    @property
    def external_id(self) -> str | None:
        """The caller's own id, where one is given."""
        given = self.fields.get("external_id") if self.fields else None
        return given if isinstance(given, str) and given else None


def read_lines(source: Path | BinaryIO) -> Iterator[Line]:
    """Lines of a file or binary stream in order, blank ones left out, in memory for one line at a time.

    Raises InputError when the file cannot be read.
    """
    if isinstance(source, Path):
        try:
            with source.open("rb") as stream:
                yield from _read_stream(stream)
        except OSError as error:
            raise InputError(f"cannot read {source.name}: {error.strerror or error}") from error
    else:
        yield from _read_stream(source)


def _read_stream(stream: BinaryIO) -> Iterator[Line]:
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE and not raw.endswith(b"\n"):
            while (rest := stream.readline(2**20)) and not rest.endswith(b"\n"):
                pass
            yield Line(number, error=f"the line is longer than {LONGEST_LINE // 2**20} MiB")
            continue
        if number == 1:
            raw = raw.removeprefix(_BOM)
        if raw.strip(b" \t\r\n\x0b\x0c"):
            yield parse_line(number, raw)


def parse_line(number: int, raw: bytes) -> Line:
    """The object of one line, or what is wrong with it."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Line(number, error=f"byte {error.start + 1} of the line is no UTF-8")
    try:
        found = json.loads(
            text, parse_constant=_refuse_constant, parse_float=_parse_float, object_pairs_hook=_object_without_doubles
        )
    except RecursionError:
        return Line(number, error="the JSON is nested too deeply")
    except json.JSONDecodeError as error:
        return Line(number, error=f"no JSON: {error.msg} at character {error.pos + 1}"[:_MOST])
    except ValueError as error:
        return Line(number, error=str(error)[:_MOST])
    if not isinstance(found, dict):
        return Line(number, error=f"a line must be a JSON object; this is {_name_type(found)}")
    return Line(number, fields=found)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _parse_float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:40]} is too large")
    return value


def _object_without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        double = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the field {double[:60]!a} is given twice")
    return found


def _name_type(value: object) -> str:
    names = {list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), "null")
