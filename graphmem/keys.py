"""Keys of encrypted files: from the environment or a key file, never from the command line, which others can list."""

import os
from collections.abc import Mapping
from pathlib import Path

from graphmem.errors import UsageError

STORE_KEY = "GRAPHMEM_STORE_KEY"
SNAPSHOT_KEY = "GRAPHMEM_SNAPSHOT_KEY"
_FILE = "_FILE"  # ends the name of the variable that names a key file


def read_key(
    variable: str, *, key_file: str | Path | None = None, environment: Mapping[str, str] | None = None
) -> str | None:
    """The key in the variable, else in the file that VARIABLE_FILE names, else in the key file given, else None.

    Raises UsageError when a key file cannot be read or is empty.
    """
    environment = os.environ if environment is None else environment
    if given := environment.get(variable):
        return given
    named = environment.get(variable + _FILE) or key_file
    return read_key_file(Path(named)) if named else None


def read_key_file(path: Path) -> str:
    """The key that the file holds, without blanks around it. Raises UsageError when there is none."""
    try:
        key = path.expanduser().read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the key file {path}") from error
    if not key:
        raise UsageError(f"the key file {path} is empty")
    return key
