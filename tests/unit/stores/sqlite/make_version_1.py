"""Makes a store file of schema version 1, as files in the field are: run with the path of the file to make."""

import sqlite3
import sys
from pathlib import Path


def make_version_1(path: Path) -> None:
    """Run the statements of version_1.sql into a new file in WAL mode."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(Path(__file__).with_name("version_1.sql").read_text(encoding="utf-8"))
    connection.close()


if __name__ == "__main__":
    make_version_1(Path(sys.argv[1]))
