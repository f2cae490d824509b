"""Every statement that reads or writes rows, and the conditions that they share.

`x` is a version of any row, `r` of a record, `v` of a vector, `t` of a retirement. A version is of the state that a
transaction or a view reads when it began at or before change `$seq` and had not ended by then; `$open` is the end of
what has not ended. Templates have the label of a kind of row in braces; values are always parameters.
"""

OPEN = 2**62  # later than every change


def fill(template: str, **parts: str) -> str:
    """The template with names of labels, fields and indexes put in; conditions hold braces of their own."""
    for name, text in parts.items():
        template = template.replace(f"{{{name}}}", text)
    return template


CURRENT = "{0}.since <= $seq AND {0}.until > $seq"
_X = CURRENT.format("x")
_R = CURRENT.format("r")
_T = CURRENT.format("t")
_V = CURRENT.format("v")

# Changes of a tenant
LOCK = (
    "MERGE (t:Tenant {name: $tenant}) ON CREATE SET t.seq = 0, t.horizon = 0, t.texts = 0, t.words = 0"
    " SET t.lock = $token"
)
LOCKED = "MATCH (t:Tenant {name: $tenant}) RETURN t.seq AS seq"
CLAIM_CHANGE = "MATCH (t:Tenant {name: $tenant}) SET t.seq = $seq, t.lock = null"
UNLOCK = "MATCH (t:Tenant {name: $tenant}) SET t.lock = null"
PUBLISH = (
    "MERGE (p:Published {tenant: $tenant}) ON CREATE SET p.seq = $seq"
    " ON MATCH SET p.seq = CASE WHEN p.seq < $seq THEN $seq ELSE p.seq END"
)
PUBLISHED = "MATCH (p:Published {tenant: $tenant}) RETURN p.seq AS seq"
# All that a view must know at its beginning, the change first.
BEGUN = (
    "OPTIONAL MATCH (p:Published {tenant: $tenant}) WITH p.seq AS seq OPTIONAL MATCH (t:Tenant {name: $tenant})"
    " RETURN seq, t.texts AS texts, COLLECT { MATCH (e:Encoder) RETURN e.name } AS encoders"
)
UNPUBLISHED = (
    "MATCH (t:Tenant) WHERE NOT EXISTS { MATCH (p:Published {tenant: t.name}) WHERE p.seq >= t.seq }"
    " AND t.seq > 0 RETURN t.name AS tenant"
)
HORIZON = "MATCH (t:Tenant {name: $tenant}) RETURN t.horizon AS horizon"
PURGE = (
    "MATCH (x:Ended) WHERE x.tenant = $tenant AND x.until <= $before AND x.ended_at < $cut"
    " WITH x LIMIT $limit WITH collect(x) AS gone, max(x.until) AS last, count(x) AS number"
    " FOREACH (x IN gone | DETACH DELETE x)"
    " WITH last, number WHERE number > 0 MATCH (t:Tenant {name: $tenant})"
    " SET t.horizon = CASE WHEN t.horizon < last THEN last ELSE t.horizon END RETURN number"
)

# Rows of any kind; WHERE is a condition made by `ledger.conditions`
GET = f"UNWIND $ids AS id MATCH (x:{{label}}) WHERE x.tenant = $tenant AND x.id = id AND {_X} RETURN {{columns}}"
FIND = (
    f"MATCH (x:{{label}}) WHERE x.tenant = $tenant AND x.id > $after AND {{where}} AND {_X}"
    " RETURN {columns} ORDER BY x.id LIMIT $limit"
)
DISTINCT = (
    f"MATCH (x:{{label}}) WHERE x.tenant = $tenant AND x.{{field}} IS NOT NULL AND {{where}} AND {_X}"
    " RETURN DISTINCT x.{field} AS value"
)
COUNT = f"MATCH (x:{{label}}) WHERE x.tenant = $tenant AND {{where}} AND {_X} RETURN count(x) AS number"
PAGE = (
    f"MATCH (x:{{label}}) WHERE x.tenant = $tenant AND {{where}} AND {{place}} AND {_X}"
    " RETURN {columns}, x.{order} AS place, x.id AS id ORDER BY x.{order}, x.id LIMIT $limit"
)
ROW_COLUMNS = "x.body AS body"
RECORD_COLUMNS = "x.record AS record, x.state AS state, x.indexed AS indexed"

# Writing versions, inside a transaction that holds the tenant
HEADS = (
    "UNWIND $ids AS id MATCH (x:{label}) WHERE x.tenant = $tenant AND x.id = id AND x.since <= $seq"
    " AND x.until = $open RETURN x.id AS id, x.since AS since, {columns}"
)
# Labels last: indexes then take the node in once, and not with each property.
CREATE = "UNWIND $rows AS row CREATE (x) SET x = row SET x:Version:{label}"
REPLACE_OWN = (
    "UNWIND $rows AS row MATCH (x:{label}) WHERE x.tenant = $tenant AND x.id = row.id AND x.since = $seq SET x = row"
)
END = (
    "UNWIND $ids AS id MATCH (x:{label}) WHERE x.tenant = $tenant AND x.id = id AND x.until = $open AND x.since < $seq"
    " SET x:Ended, x.until = $seq, x.ended_at = $now"
)
REMOVE_OWN = (
    "UNWIND $ids AS id MATCH (x:{label}) WHERE x.tenant = $tenant AND x.id = id AND x.since = $seq AND x.until = $open"
    " DELETE x"
)
WRITTEN_BY = (
    f"UNWIND $ids AS id MATCH (x:RecordVersion) WHERE x.tenant = $tenant AND x.written_by_decision = id AND {_X}"
    " RETURN x.id AS id, x.record AS record, x.state AS state, x.indexed AS indexed"
)

# Vectors
VECTOR_OWNERS = (
    "UNWIND $ids AS id MATCH (x:RecordVersion) WHERE x.tenant = $tenant AND x.id = id AND x.since <= $seq"
    " AND x.until = $open RETURN x.id AS id"
)
VECTORS_HELD = (
    "UNWIND $ids AS id MATCH (v:VectorVersion) WHERE v.tenant = $tenant AND v.id = id AND v.since <= $seq"
    " AND v.until = $open RETURN v.id AS id"
)
ADD_VECTORS = (
    "UNWIND $rows AS row MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = row.id AND r.since <= $seq"
    " AND r.until = $open"
    " CREATE (v:Version:VectorVersion:{encoder} {tenant: $tenant, id: row.id, since: $seq, until: $open,"
    " half: row.half, fingerprint: $fingerprint, scope: r.scope, level: r.level, standing: r.standing,"
    " expires_us: r.expires_us, valid_from_us: r.valid_from_us, valid_to_us: r.valid_to_us,"
    " unconditional: r.unconditional})"
    " WITH v, row CALL db.create.setNodeVectorProperty(v, 'embedding', {embedding})"
)
# A state that changes what is filtered on makes a new version of the vector, for an older view may still read the old.
MOVE_VECTORS = (
    "UNWIND $rows AS row MATCH (v:VectorVersion) WHERE v.tenant = $tenant AND v.id = row.id AND v.until = $open"
    " AND v.since < $seq AND v:{encoder}"
    " CREATE (w:Version:VectorVersion:{encoder}) SET w = v {.*, since: $seq}, w += row.filters"
    " SET v:Ended, v.until = $seq, v.ended_at = $now"
)
TOUCH_VECTORS = (
    "UNWIND $rows AS row MATCH (v:VectorVersion) WHERE v.tenant = $tenant AND v.id = row.id AND v.since = $seq"
    " AND v.until = $open SET v += row.filters"
)
GET_VECTORS = (
    f"UNWIND $ids AS id MATCH (v:VectorVersion) WHERE v.tenant = $tenant AND v.id = id AND {_V}"
    " RETURN v.id AS id, v.half AS half"
)
# How vectors travel: as one value where the server knows such, else as a list, which costs ten times as much to pack.
AS_VECTOR, AS_LIST = "toFloatList(row.embedding)", "row.embedding"
VALUES_SINCE = "CYPHER 25 "  # the language that has a value type for vectors
ENCODER = "MERGE (e:Encoder {name: $name}) ON CREATE SET e.dimension = $dimension RETURN e.dimension AS dimension"
ENCODERS = "MATCH (e:Encoder) RETURN e.name AS name, e.dimension AS dimension ORDER BY e.name"

# Statistics of words, which BM25 weighs by
ADD_TERMS = (
    "UNWIND $terms AS term MERGE (w:Term {key: term.key})"
    " ON CREATE SET w.tenant = $tenant, w.docs = term.docs ON MATCH SET w.docs = w.docs + term.docs"
)
DROP_TERMS = "UNWIND $keys AS key MATCH (w:Term {key: key}) WHERE w.docs <= 0 DELETE w"
ADD_TEXTS = "MATCH (t:Tenant {name: $tenant}) SET t.texts = t.texts + $texts, t.words = t.words + $words"
_STATISTICS = (
    "t.texts AS texts, t.words AS words,"
    " COLLECT { UNWIND $keys AS key MATCH (w:Term {key: key}) RETURN [key, w.docs] } AS terms"
)
STATISTICS = f"OPTIONAL MATCH (t:Tenant {{name: $tenant}}) RETURN {_STATISTICS}"
CLEAR_TERMS = "MATCH (w:Term) WHERE w.tenant = $tenant DELETE w"
RESET_TEXTS = "MATCH (t:Tenant {name: $tenant}) SET t.texts = 0, t.words = 0"

# What a reader may see: the words are those of `View`, the times are microseconds
_WRITTEN = (
    "r.written_level <= $level AND r.written_global <= $sees_global AND r.written_us <= $known"
    " AND $known < r.unwritten_us"
)
_VALID = "r.valid_from_us <= $valid AND $valid < r.valid_to_us"
_UNEXPIRED = "r.gone = 0 AND $now < r.expires_us"
_VISIBLE_RETIREMENT = (
    "t.at_us <= $known AND $known < t.undone_us AND t.requires_level <= $level AND t.requires_global <= $sees_global"
)
HIDDEN = "(r.requires_level > $level OR r.requires_global > $sees_global)"
_RETIRED_BY_DECISIONS = (
    "EXISTS { MATCH (t:RetirementVersion) WHERE t.tenant = $tenant AND t.record_id = r.id AND t.whole = 1"
    f" AND t.promoted = 0 AND {_T} AND {_VISIBLE_RETIREMENT} AND t.closes_us <= $valid }}"
)
# The state is the sum of all decisions: it holds for readers who may see them all; the rows speak for the others.
RETIRED = (
    f"CASE WHEN $rewinds OR {HIDDEN} THEN {_RETIRED_BY_DECISIONS} ELSE r.retired = 1 AND r.closes_us <= $valid END"
)
_IN_SCOPE = f"r.scope IN $scopes AND {_R} AND r.level <= $level"
_KNOWABLE = f"r.gone <> 2 AND r.recorded_us <= $known AND {_WRITTEN}"
_STANDS = (
    f"{_KNOWABLE} AND r.held = 0 AND {_UNEXPIRED} AND {_VALID} AND r.episode_us >= $episode_cut"
    f" AND ($include_superseded OR NOT ({RETIRED}))"
)


def _unless_unconditional(rest: str) -> str:
    """The rest of a condition, which holds for a record without conditions when the present is asked for.

    In a subquery, since the server would else read all properties of all rows before it looks at the first.
    """
    return f"CASE WHEN r.unconditional AND NOT $rewinds THEN true ELSE EXISTS {{ MATCH (r) WHERE {rest} }} END"


MAY_KNOW = f"{_IN_SCOPE} AND {_unless_unconditional(_KNOWABLE)}"
CANDIDATE = f"{_IN_SCOPE} AND {_unless_unconditional(_STANDS)}"
REASON = (
    f"CASE WHEN r.held = 2 THEN 'quarantined' WHEN r.held <> 0 THEN null WHEN NOT ({_UNEXPIRED} AND {_VALID})"
    f" THEN 'expired' WHEN NOT $include_superseded AND ({RETIRED}) THEN 'superseded' ELSE null END"
)

# Views
_BY_ID = "UNWIND $ids AS id MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = id"
# What has hundreds of rows comes as lists in one row: the driver spends more on a row than on a value.
_SEEN_VALUES = f"r.id, {HIDDEN}, r.record, r.state, r.indexed"
SEEN = f"{_BY_ID} AND {MAY_KNOW} RETURN collect([{_SEEN_VALUES}]) AS rows"
VISIBLE_RETIREMENTS = (
    "UNWIND $ids AS id MATCH (t:RetirementVersion) WHERE t.tenant = $tenant AND t.record_id = id"
    f" AND {_T} AND {_VISIBLE_RETIREMENT} RETURN t.body AS body"
)
CANDIDATES = f"{_BY_ID} AND {CANDIDATE} RETURN collect(r.id) AS rows"
COUNT_CANDIDATES = f"MATCH (r:RecordVersion) WHERE r.id > '' AND {CANDIDATE} RETURN count(r) AS number"
CANDIDATE_IDS = (
    f"MATCH (r:RecordVersion) WHERE r.id > $after AND {CANDIDATE} RETURN r.id AS id ORDER BY r.id LIMIT $limit"
)
TEXT_LEG = (
    f"CALL db.index.fulltext.queryNodes('graphmem_texts', $match, {{skip: $skip, limit: $limit}})"
    f" YIELD node AS r, score WITH collect([r.id, r.tokens, score, ({CANDIDATE})]) AS rows"
)
TEXT_LEG_ON = f"{TEXT_LEG} RETURN rows"
TEXT_LEG_WEIGHED = f"{TEXT_LEG} OPTIONAL MATCH (t:Tenant {{name: $tenant}}) RETURN rows, {_STATISTICS}"
# With what tells whether all was still there, asked after it.
SUPPRESSED = (
    "CALL db.index.fulltext.queryNodes('graphmem_texts', $match) YIELD node AS r"
    f" WITH r WHERE {MAY_KNOW} WITH {REASON} AS reason, count(r) AS number"
    " WITH collect([reason, number]) AS reasons OPTIONAL MATCH (t:Tenant {name: $tenant})"
    " RETURN reasons, coalesce(t.horizon, 0) AS horizon"
)
# The scope is indexed by the label that all vectors share; `$most` is enough to know.
SOME_VECTORS = (
    "MATCH (v:VectorVersion) WHERE v.scope IN $scopes AND v:{encoder} WITH v LIMIT $most RETURN count(v) AS number"
)
NEAREST = (
    "CYPHER 25 MATCH (v:{encoder}) SEARCH v IN (VECTOR INDEX {index} FOR $vector"
    " WHERE v.scope IN $scopes AND v.level <= $level AND v.standing IN $standings AND v.expires_us > $now"
    " AND v.valid_from_us <= $valid AND v.valid_to_us > $valid LIMIT $limit) SCORE AS score"
    f" RETURN collect([v.id, CASE WHEN NOT ({_V}) THEN null WHEN v.unconditional AND NOT $rewinds THEN v.half"
    " WHEN EXISTS { MATCH (r:RecordVersion) WHERE r.tenant = v.tenant AND r.id = v.id"
    f" AND {_IN_SCOPE} AND {_STANDS} }} THEN v.half END, score]) AS rows"
)
EXACT = (
    f"MATCH (v:VectorVersion) WHERE v.scope IN $scopes AND v:{{encoder}} AND {_V} AND v.level <= $level"
    " AND v.expires_us > $now AND v.valid_from_us <= $valid AND v.valid_to_us > $valid"
    f" WITH v MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = v.id AND {CANDIDATE}"
    " WITH v, vector.similarity.cosine(v.embedding, $vector) AS score"
    " ORDER BY score DESC, v.id LIMIT $limit RETURN collect([v.id, v.half, score]) AS rows"
)
# Whose vector is asked for is shown soon: the records come along.
VECTORS_OF = (
    f"{_BY_ID} AND {MAY_KNOW} RETURN collect([{_SEEN_VALUES}, ({CANDIDATE}),"
    f" head(COLLECT {{ MATCH (v:VectorVersion) WHERE v.tenant = $tenant AND v.id = r.id AND {_V}"
    " AND v.fingerprint = $fingerprint RETURN v.half })]) AS rows"
)
FOREIGN_VECTORS = (
    f"MATCH (v:VectorVersion) WHERE v.scope IN $scopes AND v.fingerprint IN $others AND {_V} RETURN 1 AS found LIMIT 1"
)

# Around names and records
_RECORD_OF = "MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = x.record_id"
MENTIONS_OF = (
    f"UNWIND $keys AS key CALL (key) {{ MATCH (x:MentionVersion) WHERE x.tenant = $tenant AND x.key = key AND {_X}"
    f" WITH DISTINCT x.record_id AS record_id MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = record_id"
    f" AND {CANDIDATE} RETURN r.id AS record_id ORDER BY r.id LIMIT $limit }}"
    f" MATCH (x:MentionVersion) WHERE x.tenant = $tenant AND x.record_id = record_id AND x.key = key AND {_X}"
    " WITH x, key ORDER BY key, x.record_id, x.id RETURN collect(x.body) AS rows"
)
LINKS_OF = (
    f"UNWIND $keys AS key CALL (key) {{ MATCH (x:MentionVersion) WHERE x.tenant = $tenant AND x.key = key AND {_X}"
    f" WITH DISTINCT x.record_id AS record_id MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = record_id"
    f" AND {CANDIDATE} RETURN r.id AS record_id ORDER BY r.id LIMIT $limit }}"
    " WITH key, collect(record_id) AS ids RETURN collect([key, ids]) AS rows"
)
OF_RECORDS = (
    f"UNWIND $ids AS id MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = id AND {{condition}}"
    f" MATCH (x:{{label}}) WHERE x.tenant = $tenant AND x.record_id = r.id AND {_X} RETURN collect({{value}}) AS rows"
)
LINK = "[x.record_id, x.key, x.sentence, x.type, x.placed]"
MENTION_COUNTS = (
    f"UNWIND $keys AS key MATCH (x:MentionVersion) WHERE x.tenant = $tenant AND x.key = key AND {_X}"
    f" WITH DISTINCT key, x.record_id AS record_id MATCH (r:RecordVersion) WHERE r.tenant = $tenant"
    f" AND r.id = record_id AND {CANDIDATE}"
    " WITH key, count(r) AS number RETURN collect([key, number]) AS rows"
)
CLAIMS_ABOUT = (
    f"UNWIND $keys AS key MATCH (x:ClaimVersion) WHERE x.tenant = $tenant AND x.subject_key = key AND {_X}"
    f" AND ($attribute IS NULL OR x.attribute = $attribute) {_RECORD_OF} AND {MAY_KNOW}"
    " WITH x ORDER BY x.id LIMIT $limit RETURN collect(x.body) AS rows"
)
_SIDE = f"EXISTS {{ MATCH (r:RecordVersion) WHERE r.tenant = $tenant AND r.id = {{0}} AND {MAY_KNOW} }}"
CONFLICTS = (
    "MATCH (x:ConflictVersion) WHERE x.tenant = $tenant AND {side} AND x.namespace IN $namespaces"
    f" AND {_X} AND ($statuses IS NULL OR x.status IN $statuses)"
    " AND x.requires_level <= $level AND x.requires_global <= $sees_global"
    f" AND {_SIDE.replace('{0}', 'x.record_a')} AND {_SIDE.replace('{0}', 'x.record_b')}"
    " RETURN x.id AS id, x.body AS body"
)
BODIES = f"UNWIND $ids AS id MATCH (x:{{label}}) WHERE x.tenant = $tenant AND x.id = id AND {_X} RETURN x.body AS body"
