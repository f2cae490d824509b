"""An encoder that remembers vectors in a file, so that training again after a change of features takes minutes."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from graphmem.protocols import Encoder, Vectors

_CHUNK = 900  # names in one SQL statement


class RememberingEncoder:
    """Vectors of another encoder, kept as 16-bit floats."""

    def __init__(self, encoder: Encoder, path: Path) -> None:
        """Open or make the file."""
        self._encoder = encoder
        self._store = sqlite3.connect(path)
        self._store.execute("CREATE TABLE IF NOT EXISTS v (t TEXT PRIMARY KEY, v BLOB)")

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._encoder.dimension

    @property
    def fingerprint(self) -> str:
        """That of the encoder asked."""
        return self._encoder.fingerprint

    def count_tokens(self, text: str) -> int:
        """Number of tokens of the text."""
        return self._encoder.count_tokens(text)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text."""
        unique = sorted(set(texts), key=lambda text: (len(text), text))
        found: dict[str, Vectors] = {}
        for start in range(0, len(unique), _CHUNK):
            chunk = unique[start : start + _CHUNK]
            known = dict(self._store.execute(f"SELECT t, v FROM v WHERE t IN ({','.join('?' * len(chunk))})", chunk))
            missing = [text for text in chunk if text not in known]
            if missing:
                rows = self._encoder.encode(missing).astype(np.float16)
                fresh = {text: row.tobytes() for text, row in zip(missing, rows, strict=True)}
                self._store.executemany("INSERT OR REPLACE INTO v VALUES (?, ?)", fresh.items())
                self._store.commit()
                known |= fresh
            found |= {text: np.frombuffer(blob, np.float16).astype(np.float32) for text, blob in known.items()}
        return np.stack([found[text] for text in texts]) if texts else np.zeros((0, self.dimension), np.float32)
