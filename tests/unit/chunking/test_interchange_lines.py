"""Files of lines: each line is good or named, and one bad line harms no other."""

import io
from pathlib import Path

import pytest

from graphmem.chunking.interchange import lines
from graphmem.chunking.interchange.lines import read_lines
from graphmem.errors import InputError

GOOD = b'{"text": "a"}'


def read(*raw: bytes, end: bytes = b"\n") -> list[lines.Line]:
    return list(read_lines(io.BytesIO(end.join(raw) + end)))


BAD = [
    pytest.param(b'{"text": "a"', "no JSON", id="cut off"),
    pytest.param(b"nonsense", "no JSON", id="words"),
    pytest.param(b"[1, 2]", "a list", id="a list"),
    pytest.param(b'"a"', "a text", id="a text"),
    pytest.param(b"null", "null", id="null"),
    pytest.param(b'{"text": NaN}', "NaN is no JSON number", id="not a number"),
    pytest.param(b'{"text": -Infinity}', "-Infinity is no JSON number", id="infinity"),
    pytest.param(b'{"text": 1e999}', "too large", id="a number beyond all"),
    pytest.param(b'{"text": ' + b"9" * 5000 + b"}", "", id="an integer of 5000 digits"),
    pytest.param(b'{"text": "a", "text": "b"}', "'text' is given twice", id="a field twice"),
    pytest.param(b'{"a": {"b": 1, "b": 2}}', "'b' is given twice", id="a field twice, deeper"),
    pytest.param(b'{"text": "\xff"}', "byte 11 of the line is no UTF-8", id="no UTF-8"),
    pytest.param('{"text": "a"}'.encode("utf-16"), "no UTF-8", id="UTF-16"),
    pytest.param(b'{"text": "a\x00b"}', "no JSON", id="a null byte"),
    pytest.param(b"[" * 100_000, "nested too deeply", id="nested too deeply"),
]


@pytest.mark.parametrize(("raw", "reason"), BAD)
def test_a_bad_line_is_named_and_the_others_are_read(raw: bytes, reason: str) -> None:
    found = read(GOOD, raw, GOOD)
    assert [line.number for line in found if line.fields == {"text": "a"}][:1] == [1]
    assert found[-1].fields == {"text": "a"}
    bad = [line for line in found if line.error is not None]
    assert bad
    assert bad[0].number == 2
    assert reason in str(bad[0].error)
    assert len(str(bad[0].error)) <= 500
    assert "\n" not in str(bad[0].error)


def test_byte_order_mark_crlf_and_blank_lines_are_fine_and_counted() -> None:
    found = read(b"\xef\xbb\xbf" + GOOD, b"", b"   \t", GOOD, end=b"\r\n")
    assert [(line.number, line.error) for line in found] == [(1, None), (4, None)]


def test_line_separators_inside_a_text_end_no_line() -> None:
    raw = '{"text": "a\u2028b\u0085c"}'.encode()
    assert [line.fields for line in read(raw)] == [{"text": "a\u2028b\u0085c"}]


def test_the_last_line_needs_no_end() -> None:
    assert [line.number for line in read_lines(io.BytesIO(GOOD + b"\n" + GOOD))] == [1, 2]


def test_a_huge_line_is_refused_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 2**20)
    found = read(b'{"text": "' + b"x" * 3 * 2**20 + b'"}', GOOD)
    assert found[0].error == "the line is longer than 1 MiB"
    assert found[1].fields == {"text": "a"}


def test_five_megabytes_are_one_line() -> None:
    (line,) = read(b'{"text": "' + b"x" * 5_000_000 + b'"}')
    assert line.error is None


def test_the_external_id_of_a_line_is_known_where_given() -> None:
    found = read(b'{"text": "a", "external_id": "C"}', b'{"text": "a", "external_id": 5}', b"{")
    assert [line.external_id for line in found] == ["C", None, None]


def test_a_file_that_cannot_be_read_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read gone\.jsonl"):
        list(read_lines(tmp_path / "gone.jsonl"))
    with pytest.raises(InputError, match="cannot read"):
        list(read_lines(tmp_path))
