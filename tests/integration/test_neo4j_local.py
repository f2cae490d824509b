"""The local server, for real: it starts, answers Bolt, serves Neo4j Browser, keeps its data, and stops."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError

from graphmem.errors import StoreError
from graphmem.neo4j_local import LocalServer, Ports, Status
from graphmem.neo4j_local.process import answers_bolt

pytestmark = pytest.mark.neo4j


def test_bolt_answers_to_the_password_alone(neo4j_server: Status, neo4j_password: str) -> None:
    assert neo4j_server.store is not None
    url = neo4j_server.store.partition("?")[0]
    with GraphDatabase.driver(url, auth=("neo4j", neo4j_password)) as driver:
        records, _, _ = driver.execute_query("CALL dbms.components() YIELD versions RETURN versions[0] AS version")
        assert records[0]["version"].startswith("2026.")
    with GraphDatabase.driver(url, auth=("neo4j", "neo4j")) as driver, pytest.raises(AuthError):
        driver.verify_connectivity()


def test_the_browser_page_is_served(neo4j_server: Status) -> None:
    assert neo4j_server.browser is not None
    with urllib.request.urlopen(neo4j_server.browser, timeout=10) as page:
        assert "Neo4j Browser" in page.read().decode()


def test_the_shell_runs_a_statement(neo4j_server: Status) -> None:
    shell = [sys.executable, "-m", "graphmem.neo4j_local", "shell", "--home", neo4j_server.home]
    good = subprocess.run([*shell, "RETURN 40 + 2 AS answer"], capture_output=True, text=True, check=True)
    assert "42" in good.stdout
    bad = subprocess.run([*shell, "RETURN nothing"], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert bad.stderr.startswith("Error: ")
    assert len(bad.stderr.splitlines()) == 1


def test_it_starts_stops_and_keeps_its_data_and_touches_no_other(neo4j_server: Status, tmp_path: Path) -> None:
    server = LocalServer(tmp_path / "home", heap="512m", pagecache="64m")
    first = server.start(Ports(bolt=0, http=0))
    assert first.pid not in (None, neo4j_server.pid)
    assert server.start(Ports(bolt=0, http=0)) == first
    write(first, server.password, "CREATE (:Note {text: 'kept'})")
    assert not server.stop().running
    assert not server.stop().running
    assert neo4j_server.pid is not None
    os.kill(neo4j_server.pid, 0)

    second = server.start(Ports(bolt=0, http=0))
    try:
        assert write(second, server.password, "MATCH (n:Note) RETURN n.text AS text") == ["kept"]
    finally:
        server.stop()
    assert second.store is not None
    assert not answers_bolt(int(second.store.split(":")[2].partition("?")[0]))


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    home = tmp_path / "home"
    server = LocalServer(home, heap="512m", pagecache="64m")
    (home / "conf").mkdir(parents=True)
    with pytest.raises(StoreError, match="not made by graphmem"):
        server.start(Ports(bolt=0, http=0))
    with pytest.raises(StoreError, match=r"server\.memory\.pagecache\.size.*much"):
        LocalServer(tmp_path / "other", heap="512m", pagecache="much").start(Ports(bolt=0, http=0))


def test_what_was_not_started_from_here_is_not_stopped(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="holds no server"):
        LocalServer(tmp_path).stop()


def write(status: Status, password: str, statement: str) -> list[str]:
    assert status.store is not None
    with GraphDatabase.driver(status.store.partition("?")[0], auth=("neo4j", password)) as driver:
        return [str(record[0]) for record in driver.execute_query(statement).records]
