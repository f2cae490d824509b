"""Start, stop and look at a local server."""

import time
from functools import partial
from pathlib import Path

from pydantic import BaseModel

from graphmem.errors import StoreError
from graphmem.neo4j_local import process
from graphmem.neo4j_local.home import Home, Ports, Running, choose_ports
from graphmem.neo4j_local.jars import resolve_jars
from graphmem.neo4j_local.java import find_java, vector_options

START_SECONDS = 180.0
STOP_SECONDS = 60.0


class Status(BaseModel, frozen=True):
    """What is known of a server: where it is, whether it runs, how to reach it."""

    home: str
    running: bool
    pid: int | None = None
    store: str | None = None
    browser: str | None = None
    user: str = "neo4j"
    password_file: str


class LocalServer:
    """A server whose data, configuration and password lie in one folder."""

    def __init__(self, home: Path, *, heap: str = "1g", pagecache: str = "256m") -> None:
        self._home = Home(home)
        self._heap = heap
        self._pagecache = pagecache

    @property
    def password(self) -> str:
        """Password of the user neo4j. Raises StoreError before the first start."""
        return self._home.read_password()

    def status(self) -> Status:
        """Look, and change nothing. Raises StoreError for a folder that graphmem did not make."""
        known = self._home.recall()
        pid = known.pid if known.pid and process.is_server_of(known.pid, self._home.folder) else None
        return Status(
            home=str(self._home.folder),
            running=pid is not None,
            pid=pid,
            store=f"neo4j://127.0.0.1:{known.ports.bolt}?database=neo4j" if pid else None,
            browser=f"http://127.0.0.1:{known.ports.http}/browser/" if pid else None,
            password_file=str(self._home.password_file),
        )

    def start(self, wanted: Ports | None = None) -> Status:
        """Start the server and wait until it answers; one that runs already is left alone.

        Raises StoreError when Java or Maven is missing, the folder is not ours, or the server does not come up.
        """
        is_new = self._home.prepare()
        if not is_new and self.status().running:
            return self.status()
        java, jars = find_java(), resolve_jars()
        ports = choose_ports(wanted or Ports())
        self._home.write_configuration(ports, self._heap, self._pagecache)
        if is_new:
            self._home.make_password(partial(process.set_first_password, java, jars, self._home.folder))
        pid = process.launch(java, jars, self._home.folder, self._heap, vector_options(java))
        self._home.remember(Running(pid=pid, ports=ports))
        self._wait(pid, ports)
        return self.status()

    def stop(self) -> Status:
        """Stop what this folder started, by its process id; nothing else is touched.

        Raises StoreError when it does not end in time.
        """
        pid = self.status().pid
        if pid is not None and not process.end(pid, self._home.folder, STOP_SECONDS):
            raise StoreError(f"the server (process {pid}) has not ended in {STOP_SECONDS:.0f} s; see {self._home.log}")
        self._home.remember(Running(ports=self._home.recall().ports))
        return self.status()

    def _wait(self, pid: int, ports: Ports) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not (process.answers_bolt(ports.bolt) and process.listens(ports.http)):
            if not process.is_alive(pid, self._home.folder):
                raise StoreError(f"Neo4j ended while starting: {self._last_fault()}; see {self._home.log}")
            if time.monotonic() > deadline:
                process.end(pid, self._home.folder, STOP_SECONDS)
                raise StoreError(f"Neo4j did not answer in {START_SECONDS:.0f} s; see {self._home.log}")
            time.sleep(0.1)

    def _last_fault(self) -> str:
        logs = (self._home.log, self._home.folder / "logs" / "console.log")
        lines = [line for log in logs if log.exists() for line in log.read_text(errors="replace").splitlines()]
        faults = [line for line in lines if "ERROR" in line or "Error" in line] or lines
        return faults[-1][:300] if faults else "it left no log"
