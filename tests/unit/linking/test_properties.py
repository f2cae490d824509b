"""Linking is a function of the set: not of its order, nor of how it was cut into batches, nor of other namespaces."""

import random
from collections.abc import Sequence

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.linking import cluster, connected, gather
from graphmem.model.claim import Claim, Mention
from tests.unit.linking.builders import MemoryIndex, claim, judgement, link, link_gathered, mention

NAMES = [
    "John Smith", "J. Smith", "Smith", "Mr Smith", "Acme", "Acme Inc.", "Acme GmbH", "WHO", "World Health Organization",
    "Jordan", "Kim Lund", "Ms Kim Lund", "Mr Kim Lund", "pump-114", "Pump 115",
]  # fmt: skip
DESCRIPTORS = ["", "", "the dentist", "a violinist", "the harbour pilot", "the CFO", "a 31-year-old welder"]
SPACES = st.sampled_from(["global", "global", "user:1", "user:2"])


@st.composite
def stores(draw: st.DrawFn) -> tuple[list[Mention], list[Claim]]:
    mentions: dict[str, Mention] = {}
    claims: dict[str, Claim] = {}
    for number in range(draw(st.integers(1, 8))):
        record, space = str(number), draw(SPACES)
        for place in range(draw(st.integers(0, 3))):
            name = draw(st.sampled_from(NAMES))
            made = mention(
                record, name, label=draw(st.sampled_from(["", "PERSON", "ORG"])), at=20 * place, namespace=space,
                descriptor=draw(st.sampled_from(DESCRIPTORS)), aliases=["WHO"] if name.startswith("World") else [],
            )  # fmt: skip
            mentions[made.id] = made
            if made.aliases:  # expand_aliases sees to this at extraction
                alias = mention(record, "WHO", label=made.type, at=20 * place + 5, namespace=space)
                mentions[alias.id] = alias
        for _ in range(draw(st.integers(0, 2))):
            slot, value = draw(st.sampled_from([("age", 31), ("age", 58), ("occupation", "welder"), ("population", 9)]))
            said = claim(record, draw(st.sampled_from(NAMES)), slot, value, namespace=space)
            claims[said.id] = said
    return list(mentions.values()), list(claims.values())


@given(stores(), st.randoms(use_true_random=False))
def test_order_plays_no_part(store: tuple[list[Mention], list[Claim]], rng: random.Random) -> None:
    mentions, claims = store
    expected = link(mentions, claims)
    rng.shuffle(mentions)
    rng.shuffle(claims)
    assert link(mentions, claims) == expected


@given(stores())
def test_everything_has_one_entity_and_one_row(store: tuple[list[Mention], list[Claim]]) -> None:
    mentions, claims = store
    result = link(mentions, claims)
    assert set(result.mentions) == {m.id for m in mentions}
    assert set(result.claims) == {c.id for c in claims}
    assert {row.id for row in result.entities} == set(result.mentions.values()) | set(result.claims.values())


def _link_in_batches(mentions: Sequence[Mention], claims: Sequence[Claim], order: Sequence[str]) -> dict[str, str]:
    """What a store holds after linking the dirty names record by record, as records arrive."""
    held: dict[str, str] = {}
    known: set[str] = set()
    for record in order:
        known.add(record)
        index = MemoryIndex([m for m in mentions if m.record_id in known], [c for c in claims if c.record_id in known])
        dirty = {m.key for m in index.mentions if m.record_id == record}
        dirty |= {c.subject_key for c in index.claims if c.record_id == record}
        result = link_gathered(gather(dirty, index))
        held |= dict(result.mentions) | dict(result.claims)
    return held


@settings(max_examples=60)
@given(stores(), st.randoms(use_true_random=False))
def test_record_by_record_or_all_at_once_comes_out_the_same(
    store: tuple[list[Mention], list[Claim]], rng: random.Random
) -> None:
    mentions, claims = store
    order = sorted({m.record_id for m in mentions} | {c.record_id for c in claims})
    rng.shuffle(order)
    whole = link(mentions, claims)
    assert _link_in_batches(mentions, claims, order) == dict(whole.mentions) | dict(whole.claims)


@given(stores())
def test_s4_what_one_namespace_holds_shows_in_no_other(store: tuple[list[Mention], list[Claim]]) -> None:
    mentions, claims = store
    everything = link(mentions, claims)
    for space in ("user:1", "user:2"):
        seen = {"global", space}
        alone = link([m for m in mentions if m.namespace in seen], [c for c in claims if c.namespace in seen])
        assert dict(alone.mentions) == {i: everything.mentions[i] for i in alone.mentions}
        assert dict(alone.claims) == {i: everything.claims[i] for i in alone.claims}
        assert {p for p in everything.proposals if p.namespace in seen} == set(alone.proposals)


@given(stores())
def test_entity_rows_hold_nothing_private_where_global_knows_the_thing(
    store: tuple[list[Mention], list[Claim]],
) -> None:
    mentions, claims = store
    result = link(mentions, claims)
    wide = [m for m in mentions if m.namespace == "global"]
    for row in result.entities:
        shared = [m for m in wide if result.mentions[m.id] == row.id]
        if shared:
            assert set(row.descriptors) <= {m.descriptor for m in shared}
            assert set(row.keys) <= {m.key for m in shared} | {row.key} | {
                c.subject_key for c in claims if c.namespace == "global"
            }


@given(stores(), st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=3))
def test_i5_undone_judgements_leave_no_trace(
    store: tuple[list[Mention], list[Claim]], pairs: list[tuple[str, str]]
) -> None:
    mentions, claims = store
    undone = [judgement("join", a.lower(), b.lower(), day=n + 1, undone=True) for n, (a, b) in enumerate(pairs)]
    assert link(mentions, claims, undone) == link(mentions, claims)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60))
def test_components_are_those_of_networkx(pairs: list[tuple[int, int]]) -> None:
    graph = nx.Graph()
    graph.add_nodes_from(range(31))
    graph.add_edges_from(pairs)
    expected = {frozenset(part) for part in nx.connected_components(graph)}
    assert {frozenset(part) for part in connected(range(31), pairs)} == expected


@given(
    st.lists(st.tuples(st.floats(0, 9), st.integers(0, 15), st.integers(0, 15)), max_size=40),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)).filter(lambda p: p[0] != p[1]), max_size=8),
    st.randoms(use_true_random=False),
)
def test_clusters_never_hold_what_is_apart_and_refine_the_components(
    same: list[tuple[float, int, int]], apart: list[tuple[int, int]], rng: random.Random
) -> None:
    found = cluster(range(16), same, apart)
    home = {node: number for number, part in enumerate(found) for node in part}
    assert all(home[a] != home[b] for a, b in apart)
    whole = connected(range(16), [(a, b) for _, a, b in same])
    assert all(any(set(part) <= set(component) for component in whole) for part in found)
    rng.shuffle(same)
    rng.shuffle(apart)
    assert cluster(range(16), same, apart) == found
