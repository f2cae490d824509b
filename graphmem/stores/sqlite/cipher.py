"""Encrypted store files (SQLCipher, extra `sqlcipher`): the driver, a file's key, and its pages in the clear."""

import hashlib
import os
import re
import sqlite3
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from graphmem.errors import StoreError

_SALT = 16  # bytes at the beginning of the file, in the place of SQLite's magic
_PAGE = 4096  # SQLCipher 4's page; its last bytes are the page's initial vector and authentication code
_VECTOR, _CODE = 16, 64
_ITERATIONS = 256_000
_RAW = re.compile(r"x'([0-9A-Fa-f]{64})'")
_LOG_HEADER, _FRAME_HEADER = 32, 24


def load_driver() -> ModuleType:
    """The DB-API module of SQLCipher. Raises StoreError when the extra is not installed."""
    try:
        from sqlcipher3 import dbapi2
    except ImportError as error:
        raise StoreError("a key for the store needs SQLCipher: pip install 'graphmem[sqlcipher]'") from error
    driver: ModuleType = dbapi2
    return driver


def unlock(connection: sqlite3.Connection, path: Path, passphrase: str) -> None:
    """Give a new connection the key of its file; whether it is the right one shows at the first read."""
    # SQLCipher reports a wrong key on stderr by itself, beside the error that we turn into one line.
    connection.execute("PRAGMA cipher_log_level = NONE")
    salt = _salt_of(path)
    # A raw key with its salt: SQLCipher would derive the same one anew, a third of a second, for each connection.
    connection.execute(f"PRAGMA key = \"x'{_derive(passphrase, salt).hex()}{salt.hex()}'\"")


def as_standard(error: Exception) -> sqlite3.Error:
    """The same fault as the standard library's driver would raise it."""
    if isinstance(error, sqlite3.Error):
        return error
    fault: sqlite3.Error = getattr(sqlite3, type(error).__name__, sqlite3.DatabaseError)(*error.args)
    fault.sqlite_errorcode = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return fault


def clear_pages(path: Path, passphrase: str) -> Iterator[bytes]:
    """What each page of a store file holds, free space included, decrypted: for whoever looks for left bytes."""
    with path.open("rb") as file:
        key = _derive(passphrase, file.read(_SALT))
        file.seek(0)
        number = 0
        while len(page := file.read(_PAGE)) == _PAGE:
            number += 1
            yield _decrypt(page, key, number)


def clear_log(path: Path, log: Path, passphrase: str) -> Iterator[bytes]:
    """The same for the pages in the write-ahead log of a store file."""
    key = _derive(passphrase, _salt_of(path))
    with log.open("rb") as file:
        file.read(_LOG_HEADER)
        for number, page in _frames(file):
            yield _decrypt(page, key, number)


def _frames(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    while len(frame := file.read(_FRAME_HEADER + _PAGE)) == _FRAME_HEADER + _PAGE:
        yield int.from_bytes(frame[:4], "big"), frame[_FRAME_HEADER:]


def _decrypt(page: bytes, key: bytes, number: int) -> bytes:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    start, end = (_SALT if number == 1 else 0), _PAGE - _VECTOR - _CODE
    cipher = Cipher(algorithms.AES(key), modes.CBC(page[end : end + _VECTOR])).decryptor()
    return cipher.update(page[start:end]) + cipher.finalize()


def _salt_of(path: Path) -> bytes:
    with path.open("rb") as file:
        salt = file.read(_SALT)
    return salt if len(salt) == _SALT else os.urandom(_SALT)  # a file that is made now


@lru_cache(maxsize=16)
def _derive(passphrase: str, salt: bytes) -> bytes:
    # As SQLCipher 4 does it, so that its own shell opens the file with the same passphrase or raw key.
    if raw := _RAW.fullmatch(passphrase):
        return bytes.fromhex(raw[1])
    return hashlib.pbkdf2_hmac("sha512", passphrase.encode(), salt, _ITERATIONS, 32)
