"""Every example of the documentation does what the page says (`make docs` writes what they answer now)."""

from pathlib import Path

import pytest

from scripts.documentation import ROOT, DocumentationError, pages, run_page


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_the_examples_of_a_page_answer_as_written(page: Path) -> None:
    assert run_page(page) == page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        pytest.param("console\n$ graphmem why r-1\nno such thing", "run: make docs", id="another answer"),
        pytest.param("console\n$ rm -rf /", "only graphmem", id="another program"),
        pytest.param("python\nassert 1 == 2", "AssertionError", id="false assertion"),
        pytest.param("sh\nmake tea", "no target", id="no such target"),
        pytest.param("sh\ngraphmem search x --fast", "no option --fast", id="no such option"),
        pytest.param("sh\ngraphmem divine", "no command 'divine'", id="no such command"),
        pytest.param("toml\n[gate]\nsesion_writes = 3", "cannot be read", id="no such setting"),
        pytest.param("json\n{", "cannot be read", id="no json"),
        pytest.param("fortran\nx", "no language", id="no such language"),
    ],
)
def test_a_page_that_says_what_is_not_so_is_found(block: str, complaint: str, tmp_path: Path) -> None:
    page = ROOT / "docs" / "page.md"
    written = tmp_path / "page.md"
    written.write_text(f"# A page\n\n```{block}\n```\n", encoding="utf-8")
    with pytest.raises(DocumentationError, match=complaint) as caught:
        run_page(written, shown_as=page)
    assert "docs/page.md:3:" in str(caught.value)
