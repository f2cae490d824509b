"""A server that is started takes nothing along from the process that starts it."""

import os
from pathlib import Path

from graphmem.neo4j_local import process


def test_a_server_keeps_no_file_that_its_starter_had_open(tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\nexec sleep 30\n", encoding="utf-8")
    java.chmod(0o700)
    (tmp_path / "home" / "logs").mkdir(parents=True)
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    pid = process.launch(java, tmp_path / "jars", tmp_path / "home", "64m")
    try:
        os.close(writing)
        assert os.read(reading, 1) == b"", "the pipe has ended, although the server runs"
        assert os.waitpid(pid, os.WNOHANG) == (0, 0)
    finally:
        os.close(reading)
        os.kill(pid, 9)
        os.waitpid(pid, 0)
