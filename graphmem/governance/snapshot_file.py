"""The file of a snapshot: a header line, compressed lines (sealed when there is a key), and a checksum of it all."""

import hashlib
import json
import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ValidationError

from graphmem.errors import StoreError

_MAGIC = b"graphmem snapshot 1\n"
_BLOCK = 1 << 20
_DIGEST = hashlib.sha256().digest_size
_LENGTH = struct.Struct(">I")


class Header(BaseModel, frozen=True):
    """What may be known of a snapshot without its key; salt and prefix are empty for one that is not sealed."""

    name: str
    tenant: str
    at: str
    salt: str = ""
    prefix: str = ""

    @property
    def is_sealed(self) -> bool:
        """The content is encrypted."""
        return bool(self.salt)


class Sizes(BaseModel, frozen=True):
    """Bytes before and after compression."""

    plain: int
    stored: int


def write_file(path: Path, header: Header, lines: Iterable[bytes], passphrase: str | None) -> Sizes:
    """Write a snapshot whole or not at all: beside its place first, then moved there."""
    if passphrase is not None:
        header = header.model_copy(update={"salt": os.urandom(16).hex(), "prefix": os.urandom(8).hex()})
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    digest, plain = hashlib.sha256(), 0
    try:
        with draft.open("wb") as handle:

            def put(data: bytes) -> None:
                digest.update(data)
                handle.write(data)

            put(_MAGIC)
            put(header.model_dump_json().encode() + b"\n")
            counted = _Counted(lines)
            for block in _seal(_compress(counted), header, passphrase):
                put(block)
            plain = counted.bytes
            handle.write(digest.digest())
            handle.flush()
            os.fsync(handle.fileno())
        draft.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write snapshot {path}: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)
    return Sizes(plain=plain, stored=path.stat().st_size)


def read_header(path: Path) -> Header:
    """Header of a snapshot. Raises StoreError when the file is none."""
    try:
        with path.open("rb") as handle:
            if handle.readline(len(_MAGIC)) != _MAGIC:
                raise StoreError(f"{path} is no snapshot of graphmem")
            return Header.model_validate_json(handle.readline())
    except OSError as error:
        raise StoreError(f"cannot read snapshot {path}: {error.strerror}") from error
    except ValidationError as error:
        raise StoreError(f"snapshot {path} is damaged: its header cannot be read; restore from another") from error


def read_lines(path: Path, passphrase: str | None) -> Iterator[bytes]:
    """Lines of a snapshot in order, after its checksum was compared.

    Raises StoreError when it is damaged, or sealed with another key than the one given.
    """
    header = read_header(path)
    _compare_checksum(path)
    if header.is_sealed and passphrase is None:
        raise StoreError(f"snapshot {header.name} is encrypted: give its key by GRAPHMEM_SNAPSHOT_KEY or a key file")
    yield from _split(_decompress(_open(_body(path), header, passphrase), path))


class _Counted:
    """Lines that count their bytes as they pass."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = lines
        self.bytes = 0

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.bytes += len(line) + 1
            yield line + b"\n"


def _compress(parts: Iterable[bytes]) -> Iterator[bytes]:
    import zstandard

    packer = zstandard.ZstdCompressor(level=6).compressobj()
    for part in parts:
        if packed := packer.compress(part):
            yield packed
    yield packer.flush()


def _decompress(parts: Iterable[bytes], path: Path) -> Iterator[bytes]:
    import zstandard

    unpacker = zstandard.ZstdDecompressor().decompressobj()
    try:
        for part in parts:
            yield unpacker.decompress(part)
    except zstandard.ZstdError as error:
        raise StoreError(f"snapshot {path} is damaged: it cannot be unpacked; restore from another") from error


def _seal(parts: Iterable[bytes], header: Header, passphrase: str | None) -> Iterator[bytes]:
    """Blocks of at most 1 MiB, each sealed by AES-GCM with its number: none can be moved, doubled or cut off."""
    if passphrase is None:
        yield from parts
        return
    cipher, pending, number = _cipher(header, passphrase), bytearray(), 0
    for part in parts:
        pending += part
        while len(pending) > _BLOCK:
            yield _frame(cipher.encrypt(_nonce(header, number), bytes(pending[:_BLOCK]), b"more"))
            del pending[:_BLOCK]
            number += 1
    yield _frame(cipher.encrypt(_nonce(header, number), bytes(pending), b"last"))


def _open(parts: Iterator[bytes], header: Header, passphrase: str | None) -> Iterator[bytes]:
    if not header.is_sealed or passphrase is None:
        yield from parts
        return
    from cryptography.exceptions import InvalidTag

    cipher, number, data = _cipher(header, passphrase), 0, bytearray()
    ended = False
    for part in parts:
        data += part
        while len(data) >= _LENGTH.size and len(data) >= _LENGTH.size + (size := _LENGTH.unpack_from(data)[0]):
            sealed = bytes(data[_LENGTH.size : _LENGTH.size + size])
            del data[: _LENGTH.size + size]
            try:
                yield cipher.decrypt(_nonce(header, number), sealed, b"more")
            except InvalidTag:
                try:
                    yield cipher.decrypt(_nonce(header, number), sealed, b"last")
                    ended = True
                except InvalidTag as error:
                    raise StoreError(f"snapshot {header.name} does not open with this key") from error
            number += 1
    if not ended or data:
        raise StoreError(f"snapshot {header.name} is damaged: its end is missing")


def _cipher(header: Header, passphrase: str) -> "AESGCM":  # type: ignore[name-defined]  # noqa: F821
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key = hashlib.scrypt(passphrase.encode(), salt=bytes.fromhex(header.salt), n=1 << 14, r=8, p=1, dklen=32)
    return AESGCM(key)


def _nonce(header: Header, number: int) -> bytes:
    return bytes.fromhex(header.prefix) + _LENGTH.pack(number)


def _frame(sealed: bytes) -> bytes:
    return _LENGTH.pack(len(sealed)) + sealed


def _body(path: Path) -> Iterator[bytes]:
    """Bytes between the header line and the checksum."""
    left = path.stat().st_size - _DIGEST
    with path.open("rb") as handle:
        left -= len(handle.readline()) + len(handle.readline())
        while left > 0 and (block := handle.read(min(_BLOCK, left))):
            left -= len(block)
            yield block


def _compare_checksum(path: Path) -> None:
    digest, left = hashlib.sha256(), path.stat().st_size - _DIGEST
    with path.open("rb") as handle:
        while left > 0 and (block := handle.read(min(_BLOCK, left))):
            digest.update(block)
            left -= len(block)
        if handle.read() != digest.digest():
            raise StoreError(f"snapshot {path} is damaged: its checksum differs; restore from another")


def _split(parts: Iterable[bytes]) -> Iterator[bytes]:
    pending = b""
    for part in parts:
        *whole, pending = (pending + part).split(b"\n")
        yield from whole
    if pending:
        yield pending


def to_line(value: object) -> bytes:
    """One JSON line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
