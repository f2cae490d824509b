"""Makes a virtual environment from a lock file, or leaves it as it is when nothing that it was made from has changed.

    python3 scripts/set_up.py --venv .venv --lock requirements/dev.lock

A lock may be a part of another (base of dev): an environment made from the larger one serves the smaller.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PART_OF = {"base.lock": "dev.lock"}
STAMP = "graphmem-set-up.json"
# Modules are compiled when they are first imported: most never are, and would add a fifth to the size.
QUIETLY = ("--quiet", "--no-input", "--no-compile")


def main() -> None:
    """Set up one environment."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venv", type=Path, required=True)
    parser.add_argument("--lock", type=Path, required=True)
    options = parser.parse_args()
    if sys.version_info < (3, 11):  # noqa: UP036 - whatever interpreter the machine calls python3 runs this
        sys.exit(f"graphmem needs Python 3.11 or later, this is {sys.version.split()[0]}; run: make PYTHON=python3.12")
    folder, lock = ROOT / options.venv, ROOT / options.lock
    if is_current(folder, lock):
        return
    start = time.monotonic()
    print(f"setting up {options.venv} from {options.lock} …", flush=True)
    if not (folder / "bin" / "python").exists():
        make_empty(folder)
    stamp = folder / STAMP
    stamp.unlink(missing_ok=True)
    # A lock names everything: nothing is resolved anew, so that no later release can change what is installed.
    install(folder, "--require-hashes", "--no-deps", "--requirement", str(lock))
    install(folder, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    pip(folder, "check", "--quiet")
    stamp.write_text(json.dumps(fingerprint(lock)), encoding="utf-8")
    print(f"{options.venv} is ready ({time.monotonic() - start:.0f} s)", flush=True)


def make_empty(folder: Path) -> None:
    """Make an environment with nothing but pip in it; ends the program where this Python cannot."""
    try:
        venv.create(folder, with_pip=True)
    except (subprocess.CalledProcessError, ModuleNotFoundError):
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit(
            "this Python cannot make virtual environments with pip in them; on Debian: apt-get install python3-venv"
        )


def is_current(folder: Path, lock: Path) -> bool:
    """Tell whether the environment was made from this lock, or from one that contains it, as they are now."""
    try:
        made_from = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError):
        return False
    larger = lock.with_name(PART_OF.get(lock.name, lock.name))
    return made_from in (fingerprint(lock), fingerprint(larger))


def fingerprint(lock: Path) -> dict[str, str]:
    """Hashes of all that an environment is made from; moving the work tree counts as a change."""
    project = (ROOT / "pyproject.toml").read_bytes()
    return {
        "lock": lock.name,
        "content": hashlib.sha256(lock.read_bytes()).hexdigest(),
        "project": hashlib.sha256(project).hexdigest(),
        "root": str(ROOT),
        "python": sys.version.split()[0],
    }


def install(folder: Path, *arguments: str) -> None:
    """Install what the arguments name; ends the program with pip's exit code when it fails."""
    pip(folder, "install", *QUIETLY, *arguments)


def pip(folder: Path, *arguments: str) -> None:
    """Run pip in the environment; ends the program with pip's exit code when it fails."""
    command = [str(folder / "bin" / "python"), "-m", "pip", *arguments]
    quiet = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_COLOR": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
