"""Statements of the graph that people read. Keys are hashes of tenant, kind and id; captions are called `name`."""

LIVE = "['active', 'canonical']"

# Nodes
NODES = "UNWIND $rows AS row MERGE (n:{label} {key: row.key}) SET n = row"
SOURCES = "UNWIND $rows AS row MERGE (s:Source {key: row.key}) ON CREATE SET s = row"
FROM = "UNWIND $rows AS row MATCH (r:Record {key: row.a}) MATCH (s:Source {key: row.b}) MERGE (r)-[:FROM]->(s)"
ENTITY_ROWS = "UNWIND $rows AS row MERGE (e:Entity {key: row.key}) SET e += row"
LABELLED_ENTITIES = "UNWIND $keys AS key MATCH (e:Entity {key: key}) SET e:{label}"
LABELLED_CLAIMS = "UNWIND $keys AS key MATCH (c:Claim {key: key}) SET c:{label}"

# Claims
ENTITIES = "UNWIND $rows AS row MERGE (e:Entity {key: row.key}) ON CREATE SET e = row"
# A claim that was there before has its record already.
CLAIMS = (
    "UNWIND $rows AS row MERGE (c:Claim {key: row.claim.key}) SET c = row.claim"
    " WITH c, row MATCH (e:Entity {key: row.subject}) CREATE (c)-[:ABOUT]->(e)"
    " WITH c, row MATCH (r:Record {key: row.record}) CREATE (r)-[:ASSERTS]->(c)"
)
VALUE = "UNWIND $rows AS row MATCH (c:Claim {key: row.a}) MATCH (e:Entity {key: row.b}) CREATE (c)-[:VALUE]->(e)"
EXEMPTS = (
    "UNWIND $rows AS row MATCH (c:Claim {key: row.claim}) MERGE (x:ExemptionCondition {key: row.key})"
    " SET x.name = row.name, x.text = row.text, x.tenant = $tenant MERGE (c)-[:EXEMPTS]->(x)"
)
UNBIND_CLAIMS = (
    "UNWIND $keys AS key MATCH (c:Claim {key: key})-[b:ABOUT|VALUE]->(e:Entity)"
    " OPTIONAL MATCH (e)-[x {claim: key}]->() DELETE b, x RETURN DISTINCT e.key AS key"
)
DROP_CLAIMS = "UNWIND $keys AS key MATCH (c:Claim {key: key}) OPTIONAL MATCH (c)-[:EXEMPTS]->(x) DETACH DELETE c, x"
OBLIGATIONS = (
    "UNWIND $keys AS key MATCH (r:Record)-[:ASSERTS]->(c:Claim {key: key})-[:ABOUT]->(who:Entity)"
    " MERGE (c)-[:APPLIES_TO]->(who)"
    " WITH r, c MATCH (r)-[m:MENTIONS]->(a:Article) WHERE NOT m.placed MERGE (a)-[:REQUIRES]->(c)"
)

# What claims of live records say of two entities
UNRELATE = (
    "UNWIND $keys AS key MATCH (r:Record {key: key})-[:ASSERTS]->(c:Claim)-[:ABOUT]->(s:Entity),"
    " (c)-[:VALUE]->(o:Entity)"
    " MATCH (s)-[x {claim: c.key}]->(o) DELETE x"
)
RELATE = (
    "UNWIND $keys AS key MATCH (r:Record {key: key})-[:ASSERTS]->(c:Claim)-[:ABOUT]->(s:Entity),"
    " (c)-[:VALUE]->(o:Entity)"
    f" WHERE r.status IN {LIVE} AND c.polarity AND c.relation = '{{relation}}'"
    " AND NOT c.quote IN coalesce(r.retired, []) MERGE (s)-[x:{relation} {claim: c.key}]->(o) SET x.type = c.attribute"
)

# Mentions, one relationship for each pair of record and entity
UNMENTION = (
    "UNWIND $keys AS key MATCH (r:Record {key: key})-[m:MENTIONS]->(e:Entity) DELETE m RETURN DISTINCT e.key AS key"
)
MENTIONED = (
    "UNWIND $ids AS id MATCH (x:MentionVersion) WHERE x.tenant = $tenant AND x.record_id = id AND x.until = $open"
    " RETURN x.record_id AS record_id, x.entity_key AS entity, x.entity_id AS entity_id,"
    " x.name AS name, x.type AS type, x.placed AS placed"
    " ORDER BY x.id"
)
MENTION = (
    "UNWIND $rows AS row MATCH (r:Record {key: row.record}) MATCH (e:Entity {key: row.entity})"
    " CREATE (r)-[:MENTIONS {as: row.name, times: row.times, placed: row.placed}]->(e)"
)

# Decisions
SUPERSEDES = (
    "UNWIND $rows AS row MATCH (r:Record {key: row.key})"
    " CALL (r) { MATCH (r)-[x:SUPERSEDES]->() DELETE x }"
    " WITH r, row UNWIND row.over AS key MATCH (o:Record {key: key}) MERGE (r)-[:SUPERSEDES]->(o)"
)
BETWEEN = (
    "UNWIND $rows AS row MATCH (c:Conflict {key: row.key}) MATCH (r:Record) WHERE r.key IN row.sides"
    " MERGE (c)-[:BETWEEN]->(r)"
)
SETTLES = (
    "UNWIND $rows AS row MATCH (c:Conflict {key: row.key})"
    " CALL (c) { MATCH (:Decision)-[x:SETTLES]->(c) DELETE x }"
    " WITH c, row MATCH (d:Decision {key: row.decision}) MERGE (d)-[:SETTLES]->(c)"
)
CONCERNS = (
    "UNWIND $rows AS row MATCH (i:ReviewItem {key: row.key}) MATCH (r:Record {key: row.record})"
    " MERGE (i)-[:CONCERNS]->(r)"
)

# Taking away
DROP_RECORDS = (
    "UNWIND $keys AS key MATCH (r:Record {key: key}) OPTIONAL MATCH (r)-[:MENTIONS|FROM]->(e)"
    " WITH r, collect(DISTINCT e.key) AS around DETACH DELETE r RETURN around"
)
DROP = "UNWIND $keys AS key MATCH (n:{label} {key: key}) DETACH DELETE n"
FORGET_ENTITY_ROWS = (
    "UNWIND $keys AS key MATCH (e:Entity {key: key}) SET e.known = null, e.aliases = null,"
    " e.name = coalesce(head([(e)<-[m:MENTIONS]-() | m.as]), head([(e)<-[:ABOUT]-(c) | c.subject]), e.name)"
)
# An entity that lost a mention or a claim is a thing of a type only while another row, or linking, says so.
UNLABEL = (
    "UNWIND $keys AS key MATCH (e:Entity {key: key}) WHERE e:{label} AND NOT coalesce(e.type, '') = '{type}'"
    " AND NOT EXISTS { MATCH (x:MentionVersion) WHERE x.tenant = $tenant AND x.entity_id = e.id AND x.until = $open"
    " AND x.type = '{type}' }"
    " AND NOT EXISTS { MATCH (x:ClaimVersion) WHERE x.tenant = $tenant AND x.entity_id = e.id AND x.until = $open"
    " AND x.subject_type = '{type}' } REMOVE e:{label}"
)
ORPHANS = "UNWIND $keys AS key MATCH (e:Entity {key: key}) WHERE e.known IS NULL AND NOT (e)--() DELETE e"
ORPHAN_SOURCES = "UNWIND $keys AS key MATCH (s:Source {key: key}) WHERE NOT (s)--() DELETE s"
