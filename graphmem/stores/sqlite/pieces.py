"""Every byte of a store's files, for the proof that an erasure left none."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from graphmem.stores.sqlite import cipher

_PIECE = 4 << 20  # bytes


def read_pieces(path: Path, key: str) -> Iterator[tuple[str, bytes]]:
    """Bytes of a store file, its logs and its shared memory with the name of their file; decrypted where it is due."""
    log = path.with_name(path.name + "-wal")
    if not key:
        for file in (path, log, *(path.with_name(path.name + end) for end in ("-shm", "-journal"))):
            yield from ((file.name, piece) for piece in _read(file))
        return
    yield from ((path.name, piece) for piece in _joined(cipher.clear_pages(path, key)))
    if log.exists():
        yield from ((log.name, piece) for piece in _joined(cipher.clear_log(path, log, key)))


def _read(file: Path) -> Iterator[bytes]:
    try:
        with file.open("rb") as handle:
            while piece := handle.read(_PIECE):
                yield piece
    except FileNotFoundError:
        return


def _joined(pages: Iterable[bytes]) -> Iterator[bytes]:
    pending = bytearray()
    for page in pages:
        # A page's end cuts words as its beginning does; nothing may seem to go on in the next page.
        pending += page + b"\x00"
        if len(pending) >= _PIECE:
            yield bytes(pending)
            pending.clear()
    yield bytes(pending)
