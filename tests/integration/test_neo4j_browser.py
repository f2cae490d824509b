"""The saved queries of the guide, on the graph of the demo; what people see when they look."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from neo4j import Driver, GraphDatabase

from graphmem import Memory, Principal
from graphmem.demo import STORIES
from graphmem.demo.stories import fda as fda_story
from graphmem.demo.teller import Teller
from graphmem.demo.theatre import open_stage
from graphmem.model.scope import Role
from graphmem.neo4j_local import Status
from tests.neo4j_server import empty_store

pytestmark = pytest.mark.neo4j

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docker" / "neo4j-browser"
GUIDE = ROOT / "docs" / "guides" / "explore-in-neo4j-browser.md"
ALL = Principal(tenant="demo-fda", namespaces=("global",), roles=frozenset(Role), name="test")
MERGED = "FDA accelerated approval requires two trials for solid tumours, one for haematologic malignancies."


def saved_queries() -> dict[str, str]:
    text = (FOLDER / "queries.cypher").read_text(encoding="utf-8")
    found = re.findall(r"^// (\w+): .*\n((?:(?!//).*\n)+)", text, flags=re.MULTILINE)
    return {name: query.strip().removesuffix(";") for name, query in found}


@pytest.fixture(scope="module")
def graph(neo4j_server: Status, neo4j_password: str) -> Iterator[Driver]:
    """The graph of two stories, the first stopped when its set is settled."""
    url = empty_store(neo4j_server, neo4j_password)
    with open_stage(url, "demo-fda") as memory:
        memory.ingest(list(fda_story._RECORDS))
        memory.ingest([
            {"text": "The pool opens at 7.", "source": "poster"}, {"text": "The pool opens at 9.", "source": "site"},
        ])  # fmt: skip
        memory.nightly()
        waiting = next(c for c in memory.conflicts(status="escalated") if "C" in (c.external_a, c.external_b))
        memory.review.merge(waiting.id, text=MERGED, resolver="reg-team")
    with open_stage(url, "demo-regulations") as memory:
        STORIES.get("regulations")(Teller(memory, lambda _line: None))
    with GraphDatabase.driver(url.partition("?")[0], auth=("neo4j", neo4j_password)) as driver:
        yield driver


def ask(driver: Driver, query: str, **values: Any) -> list[Any]:
    return driver.execute_query(query, values).records


def nodes_of(rows: list[Any]) -> list[Any]:
    """Every node in an answer, once."""
    found: dict[str, Any] = {}
    for row in rows:
        for value in row.values():
            for node in getattr(value, "nodes", [value] if hasattr(value, "labels") else []):
                found[node.element_id] = node
    return list(found.values())


def texts_of(nodes: list[Any], label: str) -> set[str]:
    return {str(node.get("text") or node.get("name")) for node in nodes if label in node.labels}


def test_every_saved_query_is_in_the_guide() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    assert len(saved_queries()) == 7
    assert [name for name in saved_queries() if f"`{name}`" not in guide] == []


def test_what_is_believed_and_why(graph: Driver) -> None:
    queries = saved_queries()
    found = nodes_of(ask(graph, queries["believed"], tenant="demo-fda", name="accelerated approval"))
    assert texts_of(found, "Record") == {MERGED}
    assert texts_of(found, "Claim")
    record = next(node["id"] for node in found if "Record" in node.labels)
    reasons = nodes_of(ask(graph, queries["why"], tenant="demo-fda", record=record))
    assert len(texts_of(reasons, "Record")) == 4
    assert texts_of(reasons, "Decision") == {MERGED}


def test_what_superseded_what(graph: Driver) -> None:
    rows = ask(graph, saved_queries()["superseded"], tenant="demo-fda")
    assert {(row["path"].start_node["text"], row["path"].end_node["external_id"]) for row in rows} == {
        (MERGED, name) for name in "ABC"
    }


def test_open_conflicts_with_their_sides(graph: Driver) -> None:
    found = nodes_of(ask(graph, saved_queries()["conflicts"], tenant="demo-fda"))
    assert texts_of(found, "Record") == {"The pool opens at 7.", "The pool opens at 9."}
    assert {node["status"] for node in found if "Conflict" in node.labels} == {"escalated"}


def test_the_path_between_two_regulations(graph: Driver) -> None:
    names = [row["name"] for row in ask(graph, "MATCH (e:Regulation) RETURN e.name AS name ORDER BY name")]
    assert len(names) > 2
    rows = ask(graph, saved_queries()["path"], tenant="demo-regulations", a=names[0].upper(), b=names[1])
    ends = {row["path"].start_node["name"] for row in rows} | {row["path"].end_node["name"] for row in rows}
    assert set(names[:2]) <= ends


def test_what_came_from_a_source_and_what_hangs_on_it(graph: Driver) -> None:
    queries = saved_queries()
    found = nodes_of(ask(graph, queries["source"], tenant="demo-fda", source="poster"))
    assert texts_of(found, "Record") == {"The pool opens at 7."}
    touched = nodes_of(ask(graph, queries["blast_radius"], tenant="demo-fda", source="poster"))
    assert texts_of(touched, "Record") == {"The pool opens at 7.", "The pool opens at 9."}
    reach = nodes_of(ask(graph, queries["blast_radius"], tenant="demo-fda", source="reg-team-2024-12"))
    assert MERGED in texts_of(reach, "Record")


def test_a_click_shows_words_and_no_vector(graph: Driver) -> None:
    shown = "Record|Claim|Entity|Source|Conflict|Decision|ReviewItem"
    rows = ask(graph, f"MATCH (n:{shown}) RETURN n.name AS name, properties(n) AS p, labels(n) AS labels")
    assert len(rows) > 50
    assert [row["labels"] for row in rows if not row["name"]] == []
    long = [key for row in rows for key, value in row["p"].items() if isinstance(value, list) and len(value) > 50]
    assert long == []


def test_labels_and_relationships_of_a_regulatory_corpus(graph: Driver) -> None:
    labels = {row["label"] for row in ask(graph, "MATCH (n) UNWIND labels(n) AS label RETURN DISTINCT label")}
    assert {"Regulation", "Article", "Obligation", "ClientType"} <= labels
    types = {row["type"] for row in ask(graph, "MATCH ()-[x]->() RETURN DISTINCT type(x) AS type")}
    assert {"ASSERTS", "ABOUT", "MENTIONS", "FROM", "BETWEEN", "SETTLES", "SUPERSEDES", "VALUE"} <= types
    assert {"CROSS_REFERENCES", "REQUIRES", "APPLIES_TO"} <= types


def test_the_style_sheet_names_what_the_graph_has(graph: Driver) -> None:
    style = (FOLDER / "style.grass").read_text(encoding="utf-8")
    labels = {row["label"] for row in ask(graph, "MATCH (n) UNWIND labels(n) AS label RETURN DISTINCT label")}
    styled = set(re.findall(r"^node\.(\w+)", style, flags=re.MULTILINE))
    assert styled - labels <= {"ReviewItem"}
    assert style.count("{") - style.count('"{') == style.count("}") - style.count('}"')


def picture(driver: Driver) -> tuple[list[str], list[str]]:
    """All nodes and relationships that people see, as text."""
    nodes = ask(driver, "MATCH (n) WHERE n.name IS NOT NULL AND n.key IS NOT NULL RETURN labels(n) AS l, n {.*} AS p")
    edges = ask(driver, "MATCH (a)-[x]->(b) RETURN a.key AS a, type(x) AS t, properties(x) AS p, b.key AS b")
    shown = [f"{sorted(row['l'])} {sorted(row['p'].items())}" for row in nodes]
    return sorted(shown), sorted(f"{row['a']} {row['t']} {sorted(row['p'].items())} {row['b']}" for row in edges)


def test_reindex_draws_the_same_graph_again(graph: Driver, neo4j_server: Status) -> None:
    assert neo4j_server.store is not None
    before = picture(graph)
    graph.execute_query("MATCH (n:Conflict|Claim) DETACH DELETE n")
    assert picture(graph) != before
    with Memory.open(neo4j_server.store, ALL) as memory:
        memory.store.rebuild_text_index()
        assert memory.store.check() == []
    for old, new in zip(before, picture(graph), strict=True):
        assert [line for line in old if line not in new] == [], "is lost"
        assert [line for line in new if line not in old] == [], "is new"
        assert len(old) == len(new)


def test_what_is_erased_leaves_no_trace(graph: Driver, neo4j_server: Status) -> None:
    assert neo4j_server.store is not None
    with Memory.open(neo4j_server.store, ALL) as memory:
        memory.ingest([{"text": "Quillon Marbeck keeps wombats in Xanthe.", "source": "s-Quillon"}])
        memory.nightly()
        everything = (
            "MATCH (n) WITH n, [key IN keys(n) WHERE NOT key IN ['half', 'embedding'] | key] AS names"
            " WHERE any(key IN names WHERE toLower(toStringOrNull(n[key])) CONTAINS $word"
            " OR any(item IN CASE WHEN valueType(n[key]) STARTS WITH 'LIST' THEN n[key] ELSE [] END"
            " WHERE toLower(toStringOrNull(item)) CONTAINS $word)) RETURN labels(n) AS labels"
        )
        assert len(ask(graph, everything, word="marbeck")) > 3
        memory.erase(source="s-Quillon")
        memory.store.scrub()
    assert ask(graph, everything, word="marbeck") == []
    assert ask(graph, everything, word="wombat") == []
    edges = "MATCH ()-[x]->() WHERE any(key IN keys(x) WHERE toLower(toStringOrNull(x[key])) CONTAINS $word) RETURN x"
    assert ask(graph, edges, word="marbeck") == []
    hits = "CALL db.index.fulltext.queryNodes('graphmem_texts', 'tokens:wombat') YIELD node RETURN node"
    assert ask(graph, hits) == []
