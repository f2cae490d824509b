"""Keys come from the environment or a file, never from an argument."""

from pathlib import Path

import pytest

from graphmem.errors import UsageError
from graphmem.keys import SNAPSHOT_KEY, STORE_KEY, read_key


@pytest.mark.parametrize("variable", [STORE_KEY, SNAPSHOT_KEY])
def test_the_key_comes_from_the_environment_or_a_file(tmp_path: Path, variable: str) -> None:
    file = tmp_path / "key"
    file.write_text("from a file\n")
    assert read_key(variable, environment={}) is None
    assert read_key(variable, environment={variable: "plain"}) == "plain"
    assert read_key(variable, environment={f"{variable}_FILE": str(file)}) == "from a file"
    assert read_key(variable, environment={}, key_file=file) == "from a file"
    assert read_key(variable, environment={variable: "plain"}, key_file=file) == "plain"


def test_a_key_file_that_gives_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name, reason in (("absent", "cannot read"), ("bytes", "cannot read"), ("empty", "is empty")):
        with pytest.raises(UsageError, match=reason):
            read_key(STORE_KEY, environment={f"{STORE_KEY}_FILE": str(tmp_path / name)})
