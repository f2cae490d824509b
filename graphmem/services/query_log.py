"""Questions in the retrieval log: kept for replay, hashed where they could repeat what must not be kept."""

import hashlib
import threading
from collections.abc import Sequence

from graphmem.errors import StoreError
from graphmem.model.rows import LogRow
from graphmem.model.text import name_key
from graphmem.retrieval.log import HASHED
from graphmem.store_protocol import Ledger, Store

_TELLING = 4  # letters; shorter words say nothing about a text
_BUFFERED = 32  # rows kept back, so that reading takes no turn as a writer at every question


class QueryLog:
    """Rows of the retrieval log of one open memory, written in batches and when it closes; fit for many threads.

    A killed process loses what it held back: the log is for operators, no evidence rests on it.
    """

    def __init__(self, store: Store, tenant: str) -> None:
        self._store = store
        self._tenant = tenant
        self._rows: list[LogRow] = []
        self._lock = threading.Lock()

    def add(self, row: LogRow) -> None:
        """Keep a row; it is written once enough are there."""
        with self._lock:
            self._rows.append(row)
            full = len(self._rows) >= _BUFFERED
        if full:
            self.flush()

    def flush(self) -> None:
        """Write what is held back; a store that cannot be written, for instance a read-only one, is no fault here."""
        with self._lock:
            rows, self._rows = self._rows, []
        if rows:
            try:
                self._store.write(self._tenant, lambda ledger: ledger.put(rows))
            except StoreError:
                return


def hash_queries(ledger: Ledger, texts: Sequence[str]) -> int:
    """Replace by hashes the logged questions that share a telling word with texts that are being erased; how many."""
    words = {word for text in texts for word in name_key(text).split() if len(word) >= _TELLING}
    changed = []
    for row in ledger.find(LogRow, {"kind": "retrieval"}):
        query = row.body.get("query")
        if isinstance(query, str) and not query.startswith(HASHED) and words & set(name_key(query).split()):
            digest = f"{HASHED}{hashlib.sha256(query.encode()).hexdigest()}"
            changed.append(row.model_copy(update={"body": {**row.body, "query": digest, "reason": ""}}))
    ledger.put(changed)
    return len(changed)
