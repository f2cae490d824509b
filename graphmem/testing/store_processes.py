"""Promises under several processes: a store's file or server is shared by writers and readers that know nothing of each
other, and some of them are killed."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

from graphmem.model.rows import ClaimRow, RecordRow, Row
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import DIMENSION, FINGERPRINT, TENANT, claim, row
from graphmem.testing.store_base import StoreFixtures, put, seen

_WAIT = 300.0  # seconds for a process on a busy machine


def rows_of(number: int) -> list[Row]:
    """A record and its claim."""
    item = row(f"Locker {number} of the pool is green.")
    return [item, claim(item, f"locker {number}", "colour", "green")]


def opened(url: str) -> Store:
    """The store, as every process opens it."""
    return open_store(url, fingerprint=FINGERPRINT, dimension=DIMENSION)


def write_some(url: str, first: int, count: int, batch: int, results: "Queue[Any]") -> None:
    """Write records in batches; tell how many rows were new, or what went wrong."""
    try:
        store = opened(url)
        new = sum(
            put(store, *(item for n in range(start, min(start + batch, first + count)) for item in rows_of(n)))
            for start in range(first, first + count, batch)
        )
        store.close()
        results.put(new)
    except Exception as error:  # noqa: BLE001 (told to the parent, which fails)
        results.put(repr(error))


def read_some(url: str, until: int, results: "Queue[Any]") -> None:
    """Look until so many records are there; tell how often, or what went wrong."""
    try:
        store, looked, last = opened(url), 0, 0
        deadline = time.monotonic() + _WAIT
        while last < until and time.monotonic() < deadline:
            found = len(seen(store))
            assert found >= last, f"{found} after {last}"
            looked, last = looked + 1, found
        store.close()
        results.put(("looked", looked, last))
    except Exception as error:  # noqa: BLE001 (told to the parent, which fails)
        results.put(repr(error))


def write_and_tell(url: str, told: str) -> None:
    """Write records one by one for ever; append each number to a file when its write was acknowledged."""
    store = opened(url)
    handle = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    number = 0
    while True:
        put(store, *rows_of(number))
        os.write(handle, f"{number}\n".encode())
        number += 1


def start(target: Callable[..., None], *arguments: object) -> SpawnProcess:
    """A process of its own, sharing nothing."""
    process = multiprocessing.get_context("spawn").Process(target=target, args=arguments)
    process.start()
    return process


class ProcessContract(StoreFixtures):
    """Eight writers and four readers on one store, and a writer killed at any moment."""

    def test_eight_writers_and_four_readers_w5(self, store_url: str) -> None:
        results: Queue[Any] = multiprocessing.get_context("spawn").Queue()
        writers = [start(write_some, store_url, n * 60, 60, 3, results) for n in range(8)]
        readers = [start(read_some, store_url, 480, results) for _ in range(4)]
        found = [results.get(timeout=_WAIT) for _ in range(12)]
        for process in writers + readers:
            process.join(_WAIT)
        assert sorted(item for item in found if isinstance(item, int)) == [120] * 8, found
        assert [item[2] for item in found if isinstance(item, tuple)] == [480] * 4, found
        store = opened(store_url)
        assert store.read(TENANT, lambda ledger: (ledger.count(RecordRow), ledger.count(ClaimRow))) == (480, 480)
        assert len(seen(store)) == 480
        assert store.check() == []
        store.close()

    def test_eight_processes_write_the_same_w1(self, store_url: str) -> None:
        results: Queue[Any] = multiprocessing.get_context("spawn").Queue()
        writers = [start(write_some, store_url, 0, 20, 4, results) for _ in range(8)]
        found = [results.get(timeout=_WAIT) for _ in writers]
        for process in writers:
            process.join(_WAIT)
        assert sum(found) == 40, found
        store = opened(store_url)
        assert store.read(TENANT, lambda ledger: (ledger.count(RecordRow), ledger.count(ClaimRow))) == (20, 20)
        store.close()

    def test_a_killed_writer_loses_nothing_acknowledged(self, store_url: str, tmp_path: Path) -> None:
        told = tmp_path / "told.txt"
        for round_ in range(3):
            writer = start(write_and_tell, store_url, str(told))
            deadline = time.monotonic() + _WAIT
            before = told.stat().st_size if told.exists() else 0
            while (told.stat().st_size if told.exists() else 0) < before + 60 and time.monotonic() < deadline:
                time.sleep(0.003 * (round_ + 1))
            assert writer.pid is not None
            os.kill(writer.pid, signal.SIGKILL)
            writer.join(_WAIT)
            store = opened(store_url)
            assert store.check() == []
            records = {item.record.text for item in store.stream(TENANT, RecordRow)}
            acknowledged = {int(line) for line in told.read_text().split()}
            assert acknowledged
            assert {f"Locker {number} of the pool is green." for number in acknowledged} <= records
            assert len(records) <= len(acknowledged) + 1
            assert store.read(TENANT, lambda ledger: ledger.count(ClaimRow)) == len(records)
            assert len(seen(store)) == len(records)
            store.close()
