"""URLs of stores."""

import sys

import pytest

from graphmem.errors import UsageError
from graphmem.stores import open_store


@pytest.mark.parametrize(
    "url",
    ["", "memory", "memory.db", "/tmp/memory.db", "foo://x", "sqlite:/x.db", "sqlite://", "sqlite:///", "sqlite:///a/", "sqlite://x.db",
     "sqlite:///:memory:", "sqlite:///a\x00b", "://", "file:///x.db", "http://user:geheim@host/x"],
)  # fmt: skip
def test_what_is_no_store_url_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(UsageError, match="sqlite://") as caught:
        open_store(url, fingerprint="", dimension=0)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
    assert "geheim" not in str(caught.value)


def test_a_kind_whose_package_is_missing_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("graphmem.stores.neo4j")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "neo4j", None)
    with pytest.raises(UsageError, match=r"pip install 'graphmem\[neo4j\]'"):
        open_store("neo4j://localhost:7687", fingerprint="", dimension=0)
