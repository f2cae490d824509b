"""The server's process: started in the background, known by its id and its command line, ended by its id."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from graphmem.errors import StoreError

JAVA_OPTIONS = (
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)
SERVER, ADMIN = "org.neo4j.server.Neo4jCommunity", "org.neo4j.cli.AdminTool"
# Bolt's greeting: four magic bytes, then four offers of a version; an answer that is not zero is a server's.
BOLT_GREETING = bytes.fromhex("6060b017" + "00080805" + "00020404" + "00000104" + "00000003")


def launch(java: Path, jars: Path, home: Path, heap: str, options: Sequence[str] = ()) -> int:
    """Start the server in a session of its own, so that it outlives this process, and give its process id."""
    home_options = [f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    console = home / "logs" / "console.log"
    console.parent.mkdir(exist_ok=True)
    return os.posix_spawn(
        java,
        [str(java), f"-Xmx{heap}", *JAVA_OPTIONS, *options, "-cp", f"{jars}/*", SERVER, *home_options],
        os.environ,
        setsid=True,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(console), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
            # A lock or a pipe that a shell handed down must not live as long as the server.
            *((os.POSIX_SPAWN_CLOSE, handle) for handle in _handed_down()),
        ],
    )


def _handed_down() -> list[int]:
    """Open files, beyond the standard ones, that a process started from here would have too."""
    found = []
    for place in Path("/dev/fd").iterdir():
        try:
            if int(place.name) > 2 and os.get_inheritable(int(place.name)):
                found.append(int(place.name))
        except OSError:
            continue  # the one that listed the folder
    return found


def set_first_password(java: Path, jars: Path, home: Path, password_file: Path) -> None:
    """Give a home that has never run its password. Raises StoreError when the tool refuses."""
    # By file: arguments can be read by every user of the machine.
    argument = f"@{password_file}"
    command = [str(java), *JAVA_OPTIONS, "-cp", f"{jars}/*", ADMIN, "dbms", "set-initial-password", argument]
    env = {**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("WARNING")]
        raise StoreError(f"Neo4j refuses to be set up: {lines[0][:300] if lines else f'exit code {done.returncode}'}")


def is_server_of(pid: int, home: Path) -> bool:
    """Tell whether that process is a server started from that home; ids are used again, command lines tell."""
    return f"--home-dir={home}" in _command_line(pid)


def is_alive(pid: int, home: Path) -> bool:
    """Tell whether the server of that home still runs, whether or not this process has started it."""
    try:
        ended, _ = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return is_server_of(pid, home)
    return ended == 0


def _command_line(pid: int) -> list[str]:
    proc = Path("/proc") / str(pid) / "cmdline"
    if proc.parent.parent.joinpath("self").exists():
        try:
            return proc.read_bytes().decode("utf-8", "replace").split("\0")
        except OSError:
            return []
    listed = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return listed.stdout.split()


def answers_bolt(port: int) -> bool:
    """Tell whether something on that port of this machine greets back in Bolt."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as line:
            line.sendall(BOLT_GREETING)
            answer = line.recv(4)
    except OSError:
        return False
    return len(answer) == 4 and answer not in (b"\0\0\0\0", b"HTTP")


def listens(port: int) -> bool:
    """Tell whether something on that port of this machine takes connections."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def end(pid: int, home: Path, patience_seconds: float) -> bool:
    """Ask the server to stop; False when it still runs after that time."""
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + patience_seconds
    while is_alive(pid, home):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True
