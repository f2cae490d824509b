"""Runs commands as a user would, in this process, so that models load once."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from graphmem.cli.main import main
from tests.neo4j_server import empty_store, everything_held

# Marks a module whose tests hold on both stores alike.
EACH_STORE = pytest.mark.parametrize(
    "store_kind", ["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)], indirect=True, ids=str
)


@dataclass(frozen=True)
class Ran:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON document on stdout, strictly read."""
        return json.loads(self.out, parse_constant=_refuse)


def _refuse(name: str) -> float:
    raise AssertionError(f"{name} is no strict JSON")


Run = Callable[..., Ran]


@pytest.fixture
def store_kind(request: pytest.FixtureRequest) -> str:
    """Which store commands use; the embedded one but for modules marked EACH_STORE."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def home(store_kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that commands run in, with the default store, or an empty one on the server."""
    for variable in ("GRAPHMEM_STORE", "GRAPHMEM_SETTINGS", "GRAPHMEM_DEBUG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    if store_kind == "neo4j":
        server, password = request.getfixturevalue("neo4j_server"), request.getfixturevalue("neo4j_password")
        monkeypatch.setenv("GRAPHMEM_STORE", empty_store(server, password))
        (tmp_path / "graphmem.toml").write_text('[snapshots]\nfolder = "snapshots"\n', encoding="utf-8")
        monkeypatch.setenv("GRAPHMEM_SETTINGS", str(tmp_path / "graphmem.toml"))
    return tmp_path


@pytest.fixture
def held(store_kind: str, home: Path, request: pytest.FixtureRequest) -> Callable[..., bytes]:
    """All that the store holds now, and the files beside it: what an erasure must reach, but for the lines told."""

    def look(*, with_ended: bool = True) -> bytes:
        files = [path.read_bytes() for path in home.rglob("*") if path.is_file() and path.suffix != ".jsonl"]
        if store_kind == "neo4j":
            server, password = request.getfixturevalue("neo4j_server"), request.getfixturevalue("neo4j_password")
            files.append(everything_held(server, password, with_ended=with_ended))
        return b"".join(files)

    return look


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Call `run("search", "a question", "--json")`; a traceback fails the test."""

    def call(*arguments: str | int | Path, code: int | None = 0) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        ran = Ran(int(stopped.value.code or 0), captured.out, captured.err)
        assert "Traceback" not in ran.err + ran.out
        assert "internal error" not in ran.err, ran.err
        if code is not None:
            assert ran.code == code, (ran.code, ran.out[-2000:], ran.err[-2000:])
        if ran.code in (1, 2):
            assert ran.err.strip(), "a refusal says why"
            assert len(ran.err.strip().splitlines()[-1]) <= 500
        return ran

    return call


@pytest.fixture
def lines(home: Path) -> Callable[..., Path]:
    """Write objects, one a line, to a file."""

    def write(*objects: dict[str, Any] | str, name: str = "lines.jsonl") -> Path:
        path = home / name
        text = "".join(
            (item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)) + "\n" for item in objects
        )
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def tell(run: Run, lines: Callable[..., Path]) -> Callable[..., Any]:
    """Ingest lines and return the report; a plain text is a line with nothing else."""

    def ingest(*items: dict[str, Any] | str, options: tuple[str, ...] = (), code: int | None = 0) -> Any:
        objects = [{"text": item} if isinstance(item, str) else item for item in items]
        return run("ingest", lines(*objects), *options, "--json", code=code).json

    return ingest
