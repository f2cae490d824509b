// Questions to the graph, for Neo4j Browser: set the parameters once, then run what you want to see.
//   :param {tenant: 'demo-fda', name: 'fda accelerated approval', record: 'r-…', source: 'reg-team-2024-12',
//           a: 'DORA', b: 'GDPR'}
// Names are compared without case. The tenant of the command line is `default`; the demo has one for each story.

// believed: what is believed about something
MATCH (e:Entity {tenant: $tenant}) WHERE toLower(e.name) CONTAINS toLower($name)
MATCH path = (e)<-[:ABOUT]-(c:Claim)<-[:ASSERTS]-(r:Record)
WHERE r.status IN ['active', 'canonical'] AND NOT c.quote IN coalesce(r.retired, [])
OPTIONAL MATCH value = (c)-[:VALUE]->(:Entity)
RETURN path, value LIMIT 100;

// why: what a record rests on, and what was decided about it
MATCH (r:Record {tenant: $tenant, id: $record})
OPTIONAL MATCH source = (r)-[:FROM]->(:Source)
OPTIONAL MATCH claims = (r)-[:ASSERTS]->(:Claim)-[:ABOUT]->(:Entity)
OPTIONAL MATCH over = (r)-[:SUPERSEDES*1..3]->(:Record)
OPTIONAL MATCH decided = (r)-[:SUPERSEDES*0..1]->(:Record)<-[:BETWEEN]-(:Conflict)<-[:SETTLES]-(:Decision)
RETURN r, source, claims, over, decided LIMIT 100;

// superseded: what superseded what
MATCH path = (new:Record {tenant: $tenant})-[:SUPERSEDES]->(:Record)
RETURN path ORDER BY new.resolution_date DESC LIMIT 100;

// conflicts: what is not decided, and the sides of it
MATCH path = (c:Conflict {tenant: $tenant})-[:BETWEEN]->(r:Record)
WHERE c.status IN ['open', 'escalated']
OPTIONAL MATCH claims = (r)-[:ASSERTS]->(claim:Claim {attribute: c.attribute})
RETURN path, claims LIMIT 100;

// path: how two regulations hang together
MATCH (a:Entity {tenant: $tenant}), (b:Entity {tenant: $tenant})
WHERE toLower(a.name) = toLower($a) AND toLower(b.name) = toLower($b)
MATCH path = shortestPath((a)-[:MENTIONS|ABOUT|VALUE|ASSERTS|RELATES|CROSS_REFERENCES|SUPERSEDES|AMENDS*..8]-(b))
RETURN path LIMIT 10;

// source: what came from one source
MATCH path = (s:Source {tenant: $tenant, id: $source})<-[:FROM]-(r:Record)
OPTIONAL MATCH claims = (r)-[:ASSERTS]->(:Claim)-[:ABOUT]->(:Entity)
RETURN path, claims LIMIT 200;

// blast_radius: what would be touched if a source were taken back
MATCH (s:Source {tenant: $tenant, id: $source})<-[:FROM]-(r:Record)
OPTIONAL MATCH above = (r)<-[:SUPERSEDES*1..5]-(:Record)
OPTIONAL MATCH below = (r)-[:SUPERSEDES*1..5]->(:Record)
OPTIONAL MATCH beside = (r)<-[:BETWEEN]-(:Conflict)-[:BETWEEN]->(:Record)
OPTIONAL MATCH shared = (r)-[:ASSERTS]->(:Claim)-[:ABOUT]->(:Entity)<-[:ABOUT]-(:Claim)<-[:ASSERTS]-(:Record)
RETURN s, r, above, below, beside, shared LIMIT 200;
