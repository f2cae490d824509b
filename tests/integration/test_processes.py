"""Many processes on one file: every record exactly once, no lock error, nothing lost by a kill."""

import json
import signal
import subprocess
import sys
from pathlib import Path

from graphmem import Memory
from tests.integration.workers import QUICK, WHO, line


def _start(role: str, url: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.integration.workers", role, url, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _last(process: subprocess.Popen[str]) -> dict[str, int]:
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    answer: dict[str, int] = json.loads(out.splitlines()[-1])
    return answer


def _count(url: str) -> int:
    with Memory.open(url, WHO, settings=QUICK) as memory:
        assert memory.doctor().ok
        return len(memory.export_lines())


def test_eight_writers_and_four_readers(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/m.db"
    writers = [_start("write", url, n * 40, n * 40 + 60, 10) for n in range(8)]
    readers = [_start("read", url, 15) for _ in range(4)]
    answers = [_last(process) for process in writers]
    for process in readers:
        _last(process)
    assert sum(a["stored"] for a in answers) == 340
    assert sum(a["duplicate"] for a in answers) == 8 * 60 - 340
    assert _count(url) == 340


def test_w1_eight_processes_and_one_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/m.db"
    answers = [_last(process) for process in [_start("write", url, 0, 1, 1) for _ in range(8)]]
    assert sorted((a["stored"], a["duplicate"]) for a in answers) == [(0, 1)] * 7 + [(1, 0)]


def test_w5_a_kill_loses_and_doubles_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/m.db"
    process = _start("write", url, 0, 1000, 20)
    assert process.stdout is not None
    acknowledged = 0
    for answer in process.stdout:
        acknowledged = json.loads(answer)["acknowledged"]
        if acknowledged >= 200:
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = _count(url)
    assert acknowledged <= kept < 1000 and kept % 20 == 0
    with Memory.open(url, WHO, settings=QUICK) as memory:
        report = memory.ingest([line(n) for n in range(1000)])
    assert (report.stored, report.duplicate) == (1000 - kept, kept)
    assert _count(url) == 1000


def test_r5_another_process_sees_at_once_what_was_written(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/m.db"
    with Memory.open(url, WHO, settings=QUICK) as memory:
        assert memory.search("crate").hits == ()
        _last(_start("write", url, 7, 8, 1))
        assert [hit.text for hit in memory.search("crate").hits] == ["Crate 7 holds lamp 7."]
