from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from graphmem.model.retrieval import AsOf, Route
from graphmem.retrieval import DEFAULT, Tools
from graphmem.retrieval.answers import Ask
from graphmem.retrieval.gather import gather
from graphmem.retrieval.question import read_question
from graphmem.retrieval.walk.edges import INVERSE
from graphmem.retrieval.walk.neighbourhood import Neighbourhood, explore
from graphmem.retrieval.walk.network import Network, make_network, page_rank, restart
from graphmem.retrieval.walk.paths import find_paths
from graphmem.retrieval.walk.seeds import seeds_of
from graphmem.store_protocol import Store
from graphmem.testing.factory import as_of, claim, mention, principal, row, supersede
from graphmem.testing.store_base import put
from tests.unit.retrieval.asking import ask, ids

QUESTION = "Where was the composer of Aschenbrodel born?"


@pytest.fixture
def chain(store: Store) -> Store:
    """A question whose answer stands two records away, among others."""
    texts = {
        "Aschenbrodel is a ballet by Johann Strauss.": ("Aschenbrodel", "Johann Strauss"),
        "Johann Strauss grew up in Vienna.": ("Johann Strauss", "Vienna"),
        "Vienna lies on the Danube.": ("Vienna", "Danube"),
        "The Danube is a river.": ("Danube",),
        "Ola was born in Turku.": ("Ola", "Turku"),
    }
    for text, names in texts.items():
        item = row(text)
        put(store, item, *(mention(item, name) for name in names))
    for n in range(40):
        item = row(f"The composer number {n} was born in the town of Ghent.")
        put(store, item, mention(item, "Ghent"))
    return store


def walk(store: Store, tools: Tools, question: str = QUESTION) -> tuple[Neighbourhood, Network, list[str]]:
    with store.view(principal(), as_of()) as view:
        asked = read_question(question, view, tools.encoder)
        given = Ask(asked, view, gather(asked, view, DEFAULT, 5), 5, DEFAULT)
        seeds = seeds_of(given)
        hood = explore(given, seeds)
    return hood, make_network(hood, DEFAULT), sorted(seeds)


def as_networkx(network: Network) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from([*network.records, *network.names])
    for (record, name), weight in network.cells.items():
        graph.add_edge(network.records[record], network.names[name], weight=weight)
    ties = network.ties.tocoo()
    for a, b, weight in zip(ties.row, ties.col, ties.data, strict=True):
        graph.add_edge(network.records[a], network.records[b], weight=float(weight))
    return graph


def test_scores_are_those_of_networkx(chain: Store, tools: Tools) -> None:
    hood, network, _ = walk(chain, tools)
    require_scores_of_networkx(hood, network)


def require_scores_of_networkx(hood: Neighbourhood, network: Network) -> None:
    on_records, on_names = restart(network, hood, (), DEFAULT)
    start = dict(zip([*network.records, *network.names], np.concatenate([on_records, on_names]), strict=True))
    long_walk = DEFAULT.__class__(walk_steps=400)
    ours = page_rank(network, (on_records, on_names), long_walk)
    # A node without edges hands its share back to the start there, and keeps it from the walk here.
    connected = as_networkx(network)
    connected.remove_nodes_from([node for node, degree in list(connected.degree) if degree == 0])
    theirs = nx.pagerank(
        connected, alpha=DEFAULT.walk_damping, personalization={n: start[n] for n in connected}, max_iter=500, tol=1e-12
    )
    common = [at for at, record_id in enumerate(network.records) if record_id in connected]
    mine = ours[common] / ours[common].sum()
    expected = np.array([theirs[network.records[at]] for at in common])
    assert np.allclose(mine, expected / expected.sum(), atol=1e-6)


def test_paths_are_shortest_and_every_step_is_an_edge(chain: Store, tools: Tools) -> None:
    hood, network, seeds = walk(chain, tools)
    require_shortest_paths(hood, network, seeds)


def require_shortest_paths(hood: Neighbourhood, network: Network, seeds: list[str]) -> None:
    graph = as_networkx(network)
    for _, _, data in graph.edges(data=True):
        data["cost"] = 1.0 + 1.0 / (1.0 + data["weight"])
    paths = find_paths(network, hood, seeds, network.records)
    reached = nx.multi_source_dijkstra_path_length(graph, {seed for seed in seeds if seed in graph}, weight="cost")
    assert set(paths) == {record_id for record_id in network.records if record_id in reached}
    for record_id, steps in paths.items():
        assert steps[0].source in seeds
        assert steps[-1].target == record_id
        assert all(graph.has_edge(step.source, step.target) for step in steps)
        assert all(a.target == b.source for a, b in pairwise(steps))
        assert sum(graph[step.source][step.target]["cost"] for step in steps) == pytest.approx(reached[record_id])


def test_the_walk_finds_what_the_legs_cannot(chain: Store, tools: Tools) -> None:
    found = ask(chain, QUESTION, tools, k=3, route="graph")
    assert found.route is Route.GRAPH
    texts = [hit.text for hit in found.hits]
    assert "Johann Strauss grew up in Vienna." in texts
    hit = found.hits[texts.index("Johann Strauss grew up in Vienna.")]
    assert [step.relation for step in hit.path] == ["MENTIONED_IN", "MENTIONS", "MENTIONED_IN"]
    assert [step.source for step in hit.path][::2] == ["aschenbrodel", "johann strauss"]
    assert "Johann Strauss grew up in Vienna." not in [
        hit.text for hit in ask(chain, QUESTION, tools, k=3, route="lookup").hits
    ]


@pytest.mark.parametrize(
    "question", ["where was the composer of aschenbrodel born?", "WHERE WAS THE COMPOSER OF ASCHENBRODEL BORN"]
)
def test_letter_case_does_not_matter(chain: Store, tools: Tools, question: str) -> None:
    assert "Johann Strauss grew up in Vienna." in [
        hit.text for hit in ask(chain, question, tools, k=4, route="graph").hits
    ]


def test_subjects_of_near_claims_are_seeds_where_no_name_is_known(store: Store, tools: Tools) -> None:
    kiln, press = row("The kiln feeds the drying press."), row("The press was mended by Ola.")
    put(store, kiln, press, claim(kiln, "press", "fed by", "kiln"), mention(kiln, "press"), mention(press, "press"))
    found = ask(store, "what feeds it and who mended it", tools, route="graph")
    assert found.route is Route.GRAPH
    assert {kiln.id, press.id} == set(ids(found))


def test_a_walk_that_finds_nothing_falls_back_and_says_so(store: Store, tools: Tools) -> None:
    put(store, row("The pool opens at 7."))
    found = ask(store, "when does the pool open", tools, route="graph")
    assert found.route is Route.LOOKUP
    assert found.notes == ("graph: no name of the question is known and no claim is near it; answered by lookup",)
    assert len(found.hits) == 1


def test_cross_references_are_typed_edges(store: Store, tools: Tools) -> None:
    own, other = row("The fine is paid as laid down in Article 9."), row("Money is paid within a month.")
    span = {"start": 33, "end": 42}
    put(
        store,
        own,
        other,
        mention(own, "Penalty Act article 4", type="ARTICLE"),
        mention(own, "Penalty Act article 9", type="ARTICLE", span=span),
    )
    put(store, mention(other, "Penalty Act article 9", type="ARTICLE"))
    found = ask(store, "when is the fine of Penalty Act article 4 paid", tools, route="graph")
    (hit,) = [hit for hit in found.hits if hit.record_id == other.id]
    assert [step.relation for step in hit.path] == ["SUBJECT_OF", "CROSS_REFERENCES", "SUBJECT_OF"]
    assert {step.relation for hit in found.hits for step in hit.path} <= {*INVERSE, *INVERSE.values()}


def test_a_definition_is_a_typed_edge(store: Store, tools: Tools) -> None:
    own, other = row("‘Slow tide’ means a tide below one knot."), row("Boats wait for a slow tide.")
    span = {"start": 1, "end": 10}
    put(store, own, other, mention(own, "slow tide", type="TERM", span=span), mention(other, "slow tide"))
    found = ask(store, "when do boats wait for a slow tide", tools, route="graph")
    paths = {hit.record_id: [step.relation for step in hit.path] for hit in found.hits}
    assert paths == {own.id: ["DEFINED_IN"], other.id: ["MENTIONED_IN"]}


@pytest.fixture
def replaced(store: Store) -> tuple[Store, list[str]]:
    """What was said of Ola is superseded by a record that does not name her, among others that do."""
    old, new = row("Ola keeps the key of the boat house."), row("The harbour office has held all keys since May.")
    others = [row(f"Ola rowed to island {n}.") for n in range(12)]
    put(store, old, new, *others, *(mention(item, "Ola") for item in (old, *others)))
    put(store, claim(old, "Ola", "keeps", "key"), mention(new, "harbour office"))
    put(store, *supersede(new, [old]))
    return store, [old.id, new.id]


def test_a_superseded_record_leads_to_what_replaced_it(replaced: tuple[Store, list[str]], tools: Tools) -> None:
    store, (old, new) = replaced
    found = ask(store, "what does Ola keep", tools, k=5, route="graph")
    (hit,) = [hit for hit in found.hits if hit.record_id == new]
    assert [(step.source, step.relation, step.target) for step in hit.path] == [
        ("ola", "MENTIONED_IN", old),
        (old, "SUPERSEDED_BY", new),
    ]
    assert old not in ids(found)
    both = ask(store, "what does Ola keep", tools, k=14, route="graph", when=as_of(include_superseded=True))
    assert {hit.record_id: hit.status for hit in both.hits if hit.status != "active"} == {
        old: "superseded",
        new: "canonical",
    }
    assert [hit.path[-1].relation for hit in both.hits if hit.record_id == new] == ["SUPERSEDED_BY"]


def test_decisions_are_edges_of_the_same_graph(replaced: tuple[Store, list[str]], tools: Tools) -> None:
    hood, network, _ = walk(replaced[0], tools, "what does Ola keep")
    assert hood.replaced == {replaced[1][0]: replaced[1][1]}
    require_scores_of_networkx(hood, network)
    require_shortest_paths(hood, network, ["ola"])


def test_what_replaced_it_is_reached_only_by_those_who_may(store: Store, tools: Tools) -> None:
    old, new = row("Ola keeps the key."), row("The harbour office holds keys.", sensitivity="confidential")
    more = row("Ola rows.")
    put(store, old, new, more, *(mention(item, "Ola") for item in (old, more)), claim(old, "Ola", "keeps", "key"))
    put(store, *supersede(new, [old], requires_level=2))
    assert new.id not in ids(ask(store, "what does Ola keep", tools, route="graph"))


def test_hubs_are_not_expanded(store: Store, tools: Tools) -> None:
    seed = row("Ola wrote to the Council.")
    put(store, seed, mention(seed, "Ola"), mention(seed, "Council"))
    crowd = [row(f"The Council met in room {n}.") for n in range(DEFAULT.walk_hub + 60)]
    put(store, *crowd, *(mention(item, "Council") for item in crowd))
    hood, _, _ = walk(store, tools, "what of Ola")
    assert len(hood.edges) < DEFAULT.walk_hub + 60


def test_an_earlier_view_is_walked_as_it_was(chain: Store, tools: Tools) -> None:
    before = AsOf(now=as_of().now, known_at=as_of().now.replace(year=2020))
    assert ask(chain, QUESTION, tools, route="graph", when=before).hits == ()
