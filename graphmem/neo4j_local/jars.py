"""Neo4j's jars: resolved once by Maven into the user's cache, and again only when the pom changes."""

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import click

from graphmem.errors import StoreError

PATIENCE_SECONDS = 1800


def resolve_jars() -> Path:
    """Folder that holds the jars; the first call takes some minutes and says so on stderr.

    Raises StoreError when Maven is missing or fails.
    """
    pom = (files("graphmem.neo4j_local") / "pom.xml").read_bytes()
    folder = cache_folder() / f"neo4j-{hashlib.sha256(pom).hexdigest()[:16]}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _only_one(folder.with_suffix(".lock")):
        if not folder.is_dir():
            _fetch(pom, folder)
    return folder


def cache_folder() -> Path:
    """Where the jars are kept: under XDG_CACHE_HOME, or the user's cache."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "graphmem"


def _fetch(pom: bytes, folder: Path) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise StoreError("a local Neo4j needs Maven (mvn) to fetch its jars; install it, or use docker/compose.yaml")
    click.echo("fetching Neo4j with Maven, some minutes the first time …", err=True)
    partial = folder.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    pom_file = partial / "pom.xml"
    pom_file.write_bytes(pom)
    goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={partial}"]
    try:
        subprocess.run(
            [maven, "--quiet", "--batch-mode", "--file", str(pom_file), *goal],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        said = [line for line in (error.stdout + error.stderr).splitlines() if "ERROR" in line]
        raise StoreError(
            f"Maven could not fetch Neo4j: {said[0] if said else f'exit code {error.returncode}'}"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise StoreError(f"Maven did not fetch Neo4j in {PATIENCE_SECONDS // 60} minutes; run it again") from error
    # Renamed when whole, so that a folder of this name is always complete.
    partial.rename(folder)


@contextmanager
def _only_one(lock: Path) -> Iterator[None]:
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
