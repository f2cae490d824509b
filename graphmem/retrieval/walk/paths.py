"""The path that earned a record its place: the cheapest way through the graph from a name of the question."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from graphmem.model.retrieval import PathStep
from graphmem.retrieval.walk.edges import INVERSE, relation_of
from graphmem.retrieval.walk.neighbourhood import Neighbourhood
from graphmem.retrieval.walk.network import Network

_NO_NODE = -9999  # how scipy marks a node without a predecessor


def find_paths(
    network: Network, hood: Neighbourhood, seeds: Sequence[str], targets: Sequence[str]
) -> dict[str, tuple[PathStep, ...]]:
    """The path of each target record that some seed reaches, seed first.

    An edge costs 1 and a little more the weaker it is, so the fewest steps win, then the strongest.
    """
    from scipy.sparse import bmat
    from scipy.sparse.csgraph import dijkstra

    place = {key: len(network.records) + at for at, key in enumerate(network.names)}
    sources = [place[key] for key in seeds if key in place]
    if not sources or not network.weights.nnz:
        return {}
    costs, ties = network.weights.copy(), network.ties.copy()
    for part in (costs, ties):
        part.data = 1.0 + 1.0 / (1.0 + part.data)
    graph = bmat([[ties, costs], [costs.T, None]], format="csr")
    _, before, _ = dijkstra(graph, directed=False, indices=sources, return_predecessors=True, min_only=True)
    at_record = {record_id: at for at, record_id in enumerate(network.records)}
    found = {}
    for record_id in targets:
        if record_id in at_record and (nodes := _walk_back(before, at_record[record_id])):
            found[record_id] = _steps(network, nodes, hood)
    return found


def _walk_back(before: NDArray[np.int32], node: int) -> list[int]:
    """Nodes from the seed to the node; empty when no seed reaches it."""
    nodes = [node]
    while (previous := int(before[nodes[-1]])) != _NO_NODE:
        nodes.append(previous)
    return nodes[::-1] if len(nodes) > 1 else []


def _steps(network: Network, nodes: Sequence[int], hood: Neighbourhood) -> tuple[PathStep, ...]:
    count = len(network.records)
    steps = []
    for a, b in pairwise(nodes):
        if a < count and b < count:
            steps.append(_decision(network, a, b, hood))
            continue
        record, name = (a, b) if a < count else (b, a)
        record_id, key = network.records[record], network.names[name - count]
        relation = next(relation_of(edge) for edge in hood.edges[record_id] if edge.key == key)
        weight = round(network.cells[record, name - count], 4)
        if a < count:
            steps.append(PathStep(source=record_id, relation=relation, target=key, weight=weight))
        else:
            steps.append(PathStep(source=key, relation=INVERSE[relation], target=record_id, weight=weight))
    return tuple(steps)


def _decision(network: Network, a: int, b: int, hood: Neighbourhood) -> PathStep:
    """From a superseded record to what replaced it, or back."""
    source, target = network.records[a], network.records[b]
    relation = INVERSE["SUPERSEDES"] if hood.replaced.get(source) == target else "SUPERSEDES"
    return PathStep(source=source, relation=relation, target=target, weight=round(float(network.ties[a, b]), 4))
