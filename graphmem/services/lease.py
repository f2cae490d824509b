"""One sweep at a time on a tenant: a lease in the store, renewed as long as its holder lives.

Sweeps that overlap lose nothing, for each mark is worked off in one transaction; but they take turns at the same blocks
and count half of what they did. So each process that sweeps holds a lease. Processes of one holder, such as the steps
of one Dagster run, hold it together. A lease ends when it is given back, when it was not renewed for two minutes, or
when its process is known to be gone: one on this machine that was killed holds nobody up.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel

from graphmem.errors import StoreBusyError
from graphmem.model.rows import MetaRow
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

LEASE_SECONDS = 120.0
RENEW_SECONDS = 20.0
WAIT_SECONDS = 1800.0
_KEY = "sweep|"  # begins the ids of leases
_MOST = 100  # leases that are looked at: one a process
_LONGEST_PAUSE = 2.0


class Lease(BaseModel, frozen=True):
    """Who holds a tenant for a sweep, in which process, and until when (seconds since 1970) unless renewed."""

    holder: str
    host: str
    pid: int
    started: str
    until: float

    @property
    def id(self) -> str:
        """Id of the row that keeps it."""
        return f"{_KEY}{self.holder}|{self.host}|{self.pid}"

    def is_held(self, now: float) -> bool:
        """Whether its time is not over, and its process not known to be gone."""
        return self.until > now and (self.host != _host() or _started(self.pid) == self.started)


@contextmanager
def sweeping(ws: Workspace, holder: str = "", *, wait_seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the tenant for a sweep; a holder named in several processes holds it in all of them.

    Raises StoreBusyError, naming the process, when another sweep did not end in that time.
    """
    pid = os.getpid()
    lease = Lease(
        holder=holder or secrets.token_hex(8), host=_host(), pid=pid, started=_started(pid), until=_deadline()
    )
    _wait_for(ws, lease, wait_seconds)
    ended = threading.Event()
    renewing = threading.Thread(target=_renew, args=(ws, lease, ended), daemon=True)
    renewing.start()
    try:
        yield
    finally:
        ended.set()
        renewing.join()
        ws.write(lambda ledger: ledger.delete(MetaRow, [lease.id]))


def _wait_for(ws: Workspace, lease: Lease, wait_seconds: float) -> None:
    began, pause = time.monotonic(), 0.1
    while (other := ws.read(lambda ledger: _other(ledger, lease))) or (
        other := ws.write(lambda ledger: _take(ledger, lease))
    ):
        waited = time.monotonic() - began
        if waited >= wait_seconds:
            place = f"process {other.pid} on {other.host.partition('/')[0]}"
            raise StoreBusyError(
                f"another sweep works on this store ({place}): let it end, or end it, and run this again"
            )
        ws.progress.advance("wait for another sweep", int(waited), None)
        time.sleep(min(pause, max(0.0, wait_seconds - waited)))
        pause = min(2 * pause, _LONGEST_PAUSE)


def _leases(ledger: Ledger) -> list[Lease]:
    rows = ledger.find(MetaRow, after=_KEY, limit=_MOST)
    return [Lease.model_validate(row.body) for row in rows if row.id.startswith(_KEY)]


def _other(ledger: Ledger, lease: Lease) -> Lease | None:
    """The lease that another holder has, if there is one."""
    now = time.time()
    return next((found for found in _leases(ledger) if found.holder != lease.holder and found.is_held(now)), None)


def _take(ledger: Ledger, lease: Lease) -> Lease | None:
    """Take the lease, unless another holder has one: that is returned then."""
    other = _other(ledger, lease)
    if other is None:
        now = time.time()
        ledger.delete(MetaRow, [found.id for found in _leases(ledger) if not found.is_held(now)])
        _put(ledger, lease)
    return other


def _put(ledger: Ledger, lease: Lease) -> None:
    ledger.put([MetaRow(id=lease.id, body=lease.model_copy(update={"until": _deadline()}).model_dump())])


def _renew(ws: Workspace, lease: Lease, ended: threading.Event) -> None:
    while not ended.wait(RENEW_SECONDS):
        try:
            ws.write(lambda ledger: _put(ledger, lease))
        except StoreBusyError:
            continue  # a long write of the sweep itself: there is time for some tries more


def _deadline() -> float:
    return time.time() + LEASE_SECONDS


def _host() -> str:
    """This machine, and on it the space in which process ids mean something."""
    try:
        space = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        space = ""
    return f"{socket.gethostname()}/{space}"


def _started(pid: int) -> str:
    """When a process of this machine began, empty when there is none: ids are used again."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        pass
    else:
        return "" if state in {"Z", "X"} else rest[18]  # ended, but not yet taken note of
    if Path("/proc/self").exists():
        return ""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "alive"
