import pytest

from graphmem.services.indexing import index_text_of
from graphmem.testing.factory import row

CASES = [
    pytest.param({}, "I read it.", "I read it.", id="nobody named"),
    pytest.param({"speaker": "Nora"}, "I read it.", "Nora: I read it.", id="who speaks"),
    pytest.param({"speaker": "Nora"}, "nora: I read it.", "nora: I read it.", id="named already"),
    pytest.param({"speaker": "Nora", "title": "Talk"}, "I read it.", "Talk\nNora: I read it.", id="under a title"),
]


@pytest.mark.parametrize(("fields", "text", "indexed"), CASES)
def test_a_text_is_found_by_title_and_speaker(fields: dict[str, str], text: str, indexed: str) -> None:
    item = row(text, **fields)  # type: ignore[arg-type]
    assert index_text_of(item.record, item.state) == indexed


def test_of_what_is_restricted_nothing_of_the_speaker_is_indexed() -> None:
    item = row("I read it.", speaker="Nora", sensitivity="restricted")
    assert "Nora" not in index_text_of(item.record, item.state)
