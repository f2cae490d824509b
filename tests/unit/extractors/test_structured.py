"""Lists of `key: value` and tables become claims; speech and single lines do not."""

import pytest

from graphmem.extractors.structured import read_cell, structured
from graphmem.model.claim import Extraction
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue
from graphmem.protocols import ExtractionInput

LIST = "Gate facts\n\n- **Capacity**: 40 m³\n- Keeper: Ilse Brand\nOpened: 2019-05-01\n"
TABLE = "Gates:\n\n| Gate | Height | Keeper |\n|------|:-----:|---|\n| North | 3.5 m | Ana |\n| South | - | Bo |\n"


def read(text: str, **more: str) -> Extraction:
    (found,) = structured.extract([ExtractionInput(text=text, **more)])  # type: ignore[arg-type]
    return found


def test_a_list_is_about_the_title() -> None:
    found = read(LIST, title="North Gate")
    assert [(c.subject, c.attribute, type(c.value)) for c in found.claims] == [
        ("North Gate", "capacity", Quantity), ("North Gate", "keeper", EntityValue),
        ("North Gate", "opened", TimeValue),
    ]  # fmt: skip
    assert [LIST[c.span.start : c.span.end] for c in found.claims] == [c.quote for c in found.claims]


def test_a_table_is_about_its_rows() -> None:
    found = read(TABLE)
    assert [(c.subject, c.attribute, c.value) for c in found.claims] == [
        ("North", "height", Quantity(amount=3.5, unit="m")),
        ("North", "keeper", EntityValue(name="Ana")),
        ("South", "keeper", EntityValue(name="Bo")),
    ]
    assert [m.name for m in found.mentions] == ["North", "South"]


NOTHING = [
    pytest.param("Note: closed.", {"title": "Gate"}, id="a single line"),
    pytest.param(LIST, {}, id="a list about nothing named"),
    pytest.param("Ana: I moved\nBo: when", {"title": "Chat", "content_type": "interaction"}, id="a conversation"),
    pytest.param("Ana: I moved\nBo: when", {"title": "Chat", "speaker": "Ana"}, id="somebody speaks"),
    pytest.param("Warning: It rains.\nHint: Take a coat. It helps.", {"title": "Gate"}, id="sentences"),
    pytest.param("| a | b |\n| 1 | 2 |", {}, id="cells without a header"),
    pytest.param("| a | b |\n|---|---|\n\ntext\n\n| 1 | 2 |", {}, id="a row far from its header"),
]


@pytest.mark.parametrize(("text", "more"), NOTHING)
def test_what_is_no_list_and_no_table(text: str, more: dict[str, str]) -> None:
    assert not read(text, **more).claims


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("1,200", Quantity(amount=1200)), ("-5 °C", Quantity(amount=-5, unit="°C")),
        ("12%", Quantity(amount=12, unit="%")), ("deep blue", TextValue(text="deep blue")),
        ("2024-13-01", TextValue(text="2024-13-01")), ("n/a", None), ("", None),
    ],
)  # fmt: skip
def test_cells(cell: str, value: object) -> None:
    assert read_cell(cell) == value
