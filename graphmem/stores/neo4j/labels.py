"""Labels, indexes and constraints: what the schema of a server is made of."""

import hashlib

from graphmem.model.rows import ROW_KINDS, RecordRow, Row

SCHEMA_VERSION = 1
VECTORS = "VectorVersion"
TEXTS = "graphmem_texts"
# Fields that `where` may name and that no caller looks up alone: an index would cost more than it saves.
_SCANNED = {
    "record": {"namespace", "status", "content_type", "sensitivity", "recorded_at", "observed_at", "expires_at"},
    "claim": {"namespace"},
    "mention": {"namespace"},
    "conflict": {"namespace", "entity_id", "decision_id"},
    "decision": {"namespace", "outcome", "resolution_type", "canonical_id"},
    "retirement": {"namespace", "claim_id"},
    "review": {"namespace"},
    "log": {"namespace", "actor", "session_id"},
    "audit": {"action", "actor", "at"},
}
# Of the graph that people read: each node has one hashed key of tenant, kind and id.
KEYED = ("Record", "Claim", "Entity", "Source", "Conflict", "Decision", "ReviewItem", "ExemptionCondition")


def label(kind: type[Row]) -> str:
    """Label of the versions of a kind of row."""
    return f"{kind.NAME.capitalize()}Version"


def indexed_fields(kind: type[Row]) -> list[str]:
    """Fields of a kind that have an index of their own."""
    return [field for field in kind.INDEXED if field not in _SCANNED.get(kind.NAME, ())]


def encoder_label(fingerprint: str) -> str:
    """Label of the vectors that one encoder made: they have an index of their own, since dimensions differ."""
    return f"Vector_{hashlib.sha256(fingerprint.encode()).hexdigest()[:12]}"


def vector_index(fingerprint: str) -> str:
    """Name of the index of one encoder's vectors."""
    return f"graphmem_{encoder_label(fingerprint).lower()}"


def schema() -> dict[str, str]:
    """Every statement of the schema but those of vectors, by the name of what it makes."""
    found: dict[str, str] = {}

    def unique(name: str, of: str, *fields: str) -> None:
        parts = ", ".join(f"x.{field}" for field in fields)
        found[name] = f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (x:{of}) REQUIRE ({parts}) IS UNIQUE"

    def index(name: str, of: str, *fields: str) -> None:
        parts = ", ".join(f"x.{field}" for field in fields)
        found[name] = f"CREATE RANGE INDEX {name} IF NOT EXISTS FOR (x:{of}) ON ({parts})"

    unique("graphmem_tenant", "Tenant", "name")
    unique("graphmem_published", "Published", "tenant")
    unique("graphmem_store", "GraphmemStore", "id")
    unique("graphmem_encoder", "Encoder", "name")
    unique("graphmem_term", "Term", "key")
    for name in KEYED:
        unique(f"graphmem_node_{name.lower()}", name, "key")
    for kind in ROW_KINDS:
        unique(f"graphmem_{kind.NAME}", label(kind), "tenant", "id", "since")
        for field in indexed_fields(kind):
            index(f"graphmem_{kind.NAME}_{field}", label(kind), "tenant", field)
    unique("graphmem_vector", VECTORS, "tenant", "id", "since")
    index("graphmem_vector_scope", VECTORS, "scope")
    index("graphmem_record_scope", label(RecordRow), "scope", "id")
    index("graphmem_record_written", label(RecordRow), "tenant", "written_by_decision")
    index("graphmem_ended", "Ended", "tenant", "until")
    index("graphmem_entity_name", "Entity", "name")
    found[TEXTS] = (
        f"CREATE FULLTEXT INDEX {TEXTS} IF NOT EXISTS FOR (x:{label(RecordRow)}) ON EACH [x.tokens, x.marks]"
        " OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}"
    )
    return found


def vector_schema(fingerprint: str, dimension: int, *, filtered: bool) -> str:
    """The statement that makes the index of an encoder's vectors, with the filters inside where the server can.

    Not quantised: of the 200 nearest among random directions an index of quantised ones gave 180, this one 200 in less
    time, and `vector_leg.py` counts on scores of single precision.
    """
    of = encoder_label(fingerprint)
    filters = " WITH [x.scope, x.level, x.standing, x.expires_us, x.valid_from_us, x.valid_to_us]" if filtered else ""
    prefix = "CYPHER 25 " if filtered else ""
    return (
        f"{prefix}CREATE VECTOR INDEX {vector_index(fingerprint)} IF NOT EXISTS FOR (x:{of}) ON x.embedding{filters}"
        f" OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension}, `vector.similarity_function`: 'cosine',"
        " `vector.quantization.enabled`: false}}"
    )
