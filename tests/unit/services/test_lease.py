"""Sweeps of one tenant never overlap, however they were started; who was killed holds nobody up."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from graphmem import Memory, Principal, StoreBusyError
from graphmem.model.rows import MetaRow
from graphmem.services import lease
from graphmem.services.lease import sweeping
from graphmem.settings import ModelSettings, Settings

QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))
OPERATOR = Principal(namespaces=["global"], roles={"operator"}, name="test")
HOLD = """
import os, sys, time
from graphmem import Memory, Principal
from graphmem.services.lease import sweeping
from graphmem.settings import ModelSettings, Settings
quick = Settings(models=ModelSettings(encoder="none", extractors=()))
memory = Memory.open(sys.argv[1], Principal(namespaces=["global"], roles={"operator"}), settings=quick)
with sweeping(memory.workspace):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'a.db'}"


@pytest.fixture
def memory(url: str) -> Iterator[Memory]:
    with Memory.open(url, OPERATOR, settings=QUICK) as opened:
        yield opened


def kept(memory: Memory) -> list[MetaRow]:
    rows = memory.workspace.read(lambda ledger: ledger.find(MetaRow))
    return [row for row in rows if row.id.startswith("sweep|")]


def test_a_second_sweep_waits_until_the_first_has_ended(memory: Memory, url: str) -> None:
    ended: list[float] = []

    def sweep() -> None:
        with Memory.open(url, OPERATOR, settings=QUICK) as other:
            other.nightly()
            ended.append(time.monotonic())

    with sweeping(memory.workspace):
        second = Thread(target=sweep)
        second.start()
        second.join(0.6)
        assert second.is_alive() and ended == []
        first_ended = time.monotonic()
    second.join(10)
    assert ended[0] >= first_ended
    assert kept(memory) == [], "nothing of it stays behind"


def test_who_has_waited_long_enough_is_told_who_holds_the_store(memory: Memory) -> None:
    with (
        sweeping(memory.workspace),
        pytest.raises(StoreBusyError, match=rf"another sweep works on this store \(process {os.getpid()} on "),
        sweeping(memory.workspace, wait_seconds=0.2),
    ):
        pass


def test_steps_of_one_run_sweep_side_by_side(memory: Memory) -> None:
    with sweeping(memory.workspace, "run-1"):
        command = HOLD.replace("sweeping(memory.workspace)", "sweeping(memory.workspace, 'run-1')")
        command = command.replace("time.sleep(60)", "pass")
        done = subprocess.run(
            [sys.executable, "-c", command, memory.store.url], capture_output=True, text=True, timeout=30, check=True
        )
        assert done.stdout == "held\n"
        assert len(kept(memory)) == 1, "the other step gave back its own, and no more"


def test_a_killed_sweep_holds_nobody_up(memory: Memory) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, memory.store.url], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(StoreBusyError), sweeping(memory.workspace, wait_seconds=0.2):
            pass
        process.kill()
        memory.nightly()
    assert kept(memory) == []


def test_a_sweep_of_a_machine_that_is_gone_is_waited_for_until_its_time_is_over(memory: Memory) -> None:
    gone = lease.Lease(holder="x", host="elsewhere/", pid=1, started="1", until=time.time() + 0.5)
    memory.workspace.write(lambda ledger: ledger.put([MetaRow(id=gone.id, body=gone.model_dump())]))
    began = time.monotonic()
    memory.nightly()
    assert 0.3 < time.monotonic() - began < 10


def test_a_long_sweep_renews_its_lease(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "RENEW_SECONDS", 0.05)
    with sweeping(memory.workspace):
        first = kept(memory)[0].body["until"]
        time.sleep(0.4)
        assert kept(memory)[0].body["until"] > first  # type: ignore[operator]
