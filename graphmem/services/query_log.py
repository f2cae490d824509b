"""Questions in the retrieval log: kept for replay, hashed where they could repeat what must not be kept."""

import hashlib
from collections.abc import Sequence

from graphmem.model.rows import LogRow
from graphmem.model.text import name_key
from graphmem.store_protocol import Ledger

_TELLING = 4  # letters; shorter words say nothing about a text


def hash_queries(ledger: Ledger, texts: Sequence[str]) -> int:
    """Replace by hashes the logged questions that share a telling word with texts that are being erased; how many."""
    words = {word for text in texts for word in name_key(text).split() if len(word) >= _TELLING}
    changed = []
    for row in ledger.find(LogRow, {"kind": "retrieval"}):
        query = row.body.get("query")
        if isinstance(query, str) and not query.startswith("sha256:") and words & set(name_key(query).split()):
            changed.append(row.model_copy(update={"body": {**row.body, "query": hashed(query)}}))
    ledger.put(changed)
    return len(changed)


def hashed(query: str) -> str:
    """A question as its hash."""
    return f"sha256:{hashlib.sha256(query.encode()).hexdigest()}"
