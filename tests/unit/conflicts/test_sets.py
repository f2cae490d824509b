"""Connected sets, checked against networkx."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from graphmem.conflicts.sets import connect, set_ids

PAIRS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=20)


@given(PAIRS)
def test_components_are_those_of_networkx(numbers: list[tuple[int, int]]) -> None:
    pairs = [(f"c{a:02}", f"c{b:02}") for a, b in numbers]
    graph = nx.Graph(pairs)
    expected = {member: min(component) for component in nx.connected_components(graph) for member in component}
    assert connect(pairs) == expected


def test_set_id_depends_on_namespace_block_and_component_only() -> None:
    pairs = [("c1", "c2"), ("c3", "c2"), ("c8", "c9")]
    ids = set_ids("global", "e|slot", pairs)
    assert ids == set_ids("global", "e|slot", pairs[::-1])
    assert ids["c1"] == ids["c3"] != ids["c8"]
    assert ids["c1"] != set_ids("user:1", "e|slot", pairs)["c1"]
