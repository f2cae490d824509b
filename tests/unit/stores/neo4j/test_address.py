"""Store URLs of servers: what they mean, and where the password comes from."""

from pathlib import Path

import pytest

from graphmem.errors import StoreError, UsageError
from graphmem.stores.neo4j.address import read_address


@pytest.fixture(autouse=True)
def no_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("GRAPHMEM_NEO4J_PASSWORD", "GRAPHMEM_NEO4J_PASSWORD_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHMEM_NEO4J_HOME", str(tmp_path / "no-server"))


CASES = [
    pytest.param("neo4j://u:p@h:1?database=d", ("neo4j://h:1", "d", "u", "p"), id="all parts"),
    pytest.param("bolt://u:p@h", ("bolt://h:7687", "neo4j", "u", "p"), id="port and database by default"),
    pytest.param("neo4j+s://u:p%40ss%3A@h.eg:7687", ("neo4j+s://h.eg:7687", "neo4j", "u", "p@ss:"), id="escapes"),
    pytest.param("NEO4J://u:p@[::1]:9", ("neo4j://[::1]:9", "neo4j", "u", "p"), id="IPv6, capitals"),
]  # fmt: skip


@pytest.mark.parametrize(("url", "parts"), CASES)
def test_a_url_names_server_database_and_user(url: str, parts: tuple[str, str, str, str]) -> None:
    found = read_address(url)
    assert (found.uri, found.database, found.user, found.password) == parts
    assert "p@" not in found.shown and found.password not in repr(found).partition("://")[2].partition(":")[0]


@pytest.mark.parametrize(
    "url",
    ["neo4j://", "neo4j://h:port", "neo4j://u:p@h/path", "neo4j://u:p@h?db=x", "http://u:p@h", "neo4j://u:p@h#x"],
)
def test_a_url_that_means_nothing_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="neo4j://USER@HOST:PORT") as raised:
        read_address(url)
    assert "\n" not in str(raised.value) and "u:p" not in str(raised.value)


def test_the_password_comes_from_the_environment_or_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="GRAPHMEM_NEO4J_PASSWORD"):
        read_address("neo4j://localhost:1")
    file = tmp_path / "password"
    file.write_text("from-file\n", encoding="utf-8")
    monkeypatch.setenv("GRAPHMEM_NEO4J_PASSWORD_FILE", str(file))
    assert read_address("neo4j://localhost:1").password == "from-file"
    monkeypatch.setenv("GRAPHMEM_NEO4J_PASSWORD", "from-environment")
    assert read_address("neo4j://localhost:1").password == "from-environment"
    assert read_address("neo4j://u:own@localhost:1").password == "own"
    file.unlink()
    monkeypatch.delenv("GRAPHMEM_NEO4J_PASSWORD")
    with pytest.raises(StoreError, match="PASSWORD_FILE"):
        read_address("neo4j://localhost:1")
