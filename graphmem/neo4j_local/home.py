"""The home folder of a local server: configuration, password, and what is known of the process that runs in it."""

import json
import os
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, ValidationError

from graphmem.errors import StoreError

MARK = "graphmem-neo4j.json"
CONFIGURATION = """\
# Written by graphmem at every start; settings of your own belong in {own}
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{bolt}
server.http.listen_address=127.0.0.1:{http}
server.memory.heap.max_size={heap}
server.memory.pagecache.size={pagecache}
db.lock.acquisition.timeout=60s
dbms.usage_report.enabled=false
client.allow_telemetry=false
"""


class Ports(BaseModel, frozen=True):
    """Where a server listens; 0 asks for a free port."""

    bolt: int = 7687
    http: int = 7474


class Running(BaseModel, frozen=True):
    """What the home remembers of its server."""

    pid: int | None = None
    ports: Ports = Ports()


class Home:
    """A folder with one server's data. Made when missing; one that holds other things is refused."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().resolve()

    @property
    def password_file(self) -> Path:
        """File with the password of user neo4j, readable by its owner alone."""
        return self.folder / "password"

    @property
    def log(self) -> Path:
        """What the server writes of its life."""
        return self.folder / "logs" / "neo4j.log"

    def prepare(self) -> bool:
        """Make the folder; True when it is new. Raises StoreError for a folder that graphmem did not make."""
        if (self.folder / MARK).exists():
            return not self.password_file.exists()
        if self.folder.exists() and any(self.folder.iterdir()):
            raise StoreError(f"{self.folder} is not empty and was not made by graphmem; name another home folder")
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.remember(Running())
        return True

    def remember(self, running: Running) -> None:
        """Write down which process runs here."""
        (self.folder / MARK).write_text(running.model_dump_json(), encoding="utf-8")

    def recall(self) -> Running:
        """Read which process was started here. Raises StoreError for a folder that graphmem did not make."""
        try:
            return Running.model_validate(json.loads((self.folder / MARK).read_text(encoding="utf-8")))
        except (OSError, ValueError, ValidationError) as error:
            raise StoreError(f"{self.folder} holds no server that graphmem started") from error

    def write_configuration(self, ports: Ports, heap: str, pagecache: str) -> None:
        """Write neo4j.conf: the lines of own.conf, after those of ours that it does not set itself."""
        conf = self.folder / "conf"
        conf.mkdir(exist_ok=True)
        own = conf / "own.conf"
        text = CONFIGURATION.format(bolt=ports.bolt, http=ports.http, heap=heap, pagecache=pagecache, own=own)
        added = own.read_text(encoding="utf-8") if own.exists() else ""
        taken = {line.partition("=")[0].strip() for line in added.splitlines()}
        # The server refuses to start when a setting is given twice.
        kept = [line for line in text.splitlines() if line.partition("=")[0] not in taken]
        (conf / "neo4j.conf").write_text("\n".join(kept) + "\n" + added, encoding="utf-8")

    def make_password(self, give_to_server: Callable[[Path], None]) -> None:
        """Make a random password, give the file that holds it to the server, and keep it once that has worked."""
        draft = self.password_file.with_suffix(".new")
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(16))  # no sign in front, which the server's tool would take for an option
        give_to_server(draft)
        draft.rename(self.password_file)

    def read_password(self) -> str:
        """Read the password. Raises StoreError when there is none."""
        try:
            return self.password_file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise StoreError(f"cannot read {self.password_file}: {error.strerror}") from error


def choose_ports(wanted: Ports) -> Ports:
    """Replace each port that is 0 or taken by a free one."""
    bolt = wanted.bolt if wanted.bolt and _is_free(wanted.bolt) else _free_port()
    http = wanted.http if wanted.http and _is_free(wanted.http) else _free_port()
    return Ports(bolt=bolt, http=http)


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
