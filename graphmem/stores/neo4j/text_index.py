"""Making the text index and the statistics of words anew from the stored index texts."""

from collections import Counter
from typing import Any

import neo4j

from graphmem.model.rows import RecordRow
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.batches import KEYS, portions
from graphmem.stores.neo4j.changes import take_tenant
from graphmem.stores.neo4j.codec import FOREVER, STANDS, decoded, term_key
from graphmem.stores.sqlite.tokens import TOKENS_VERSION, index_tokens

_PAGE = 500
_CURRENT = (
    "MATCH (x:RecordVersion) WHERE x.tenant = $tenant AND x.id > $after AND x.since >= 0 AND x.until = $open"
    " RETURN x.id AS id, x.record AS record, x.state AS state, x.indexed AS indexed ORDER BY x.id LIMIT $limit"
)
# As `codec.properties_of` says it.
UNCONDITIONAL = (
    f"(x.standing = {STANDS} AND x.episode_us = {FOREVER} AND x.written_us = -{FOREVER}"
    f" AND x.unwritten_us = {FOREVER} AND x.written_level = 0 AND x.written_global = 0)"
)
_SET = (
    "UNWIND $rows AS row MATCH (x:RecordVersion) WHERE x.tenant = $tenant AND x.id = row.id AND x.since >= 0"
    " AND x.until = $open SET x.tokens = row.tokens, x.marks = CASE WHEN row.tokens IS NULL THEN null"
    " ELSE x.scope + ' s' + toString(x.standing) END,"
    f" x.unconditional = {UNCONDITIONAL}"
    " WITH x MATCH (v:VectorVersion) WHERE v.tenant = $tenant AND v.id = x.id AND v.since >= 0 AND v.until = $open"
    " SET v.unconditional = x.unconditional"
)
TOKENS = "MATCH (g:GraphmemStore {id: 'store'}) SET g.tokens = $version"


def rebuild(tx: neo4j.ManagedTransaction, tenant: str) -> int:
    """Enter the texts of a tenant anew; how many there are."""
    take_tenant(tx, tenant)
    given: dict[str, Any] = {"tenant": tenant, "open": cypher.OPEN, "limit": _PAGE}
    terms: Counter[str] = Counter()
    after, texts, words = "", 0, 0
    tx.run(cypher.CLEAR_TERMS, tenant=tenant).consume()
    tx.run(cypher.RESET_TEXTS, tenant=tenant).consume()
    while found := [decoded(RecordRow, row) for row in tx.run(_CURRENT, given | {"after": after})]:
        rows = []
        for row in found:
            tokens = index_tokens(row.state.index_text) if row.state.index_text else None
            rows.append({"id": row.id, "tokens": None if tokens is None else " ".join(tokens)})
            if tokens is not None:
                terms.update(set(tokens))
                texts, words = texts + 1, words + len(tokens) + 1
        tx.run(_SET, given | {"rows": rows}).consume()
        after = found[-1].id
    entries = [{"key": term_key(tenant, token), "docs": number} for token, number in sorted(terms.items())]
    for part in portions(entries, KEYS):
        tx.run(cypher.ADD_TERMS, tenant=tenant, terms=part).consume()
    tx.run(cypher.ADD_TEXTS, tenant=tenant, texts=texts, words=words).consume()
    tx.run(TOKENS, version=TOKENS_VERSION).consume()
    tx.run(cypher.UNLOCK, tenant=tenant).consume()
    return texts
