"""What it is all about: communities of records that speak of the same names, each with its central records."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations, zip_longest
from typing import Any

from graphmem.model.claim import Link
from graphmem.model.retrieval import PathStep, Route
from graphmem.retrieval.answers import Ask, Ranked, RouteAnswer
from graphmem.retrieval.routes.lookup import fuse, legs_of, lookup
from graphmem.retrieval.walk.edges import DATE, by_record

_MOST_RECORDS = 400
_MOST_SHARED = 40  # records of one name that are joined; a name in more of them says nothing of a theme
_SEED = 7
_NAMED = 3  # names that describe a community


def overview(ask: Ask) -> RouteAnswer:
    """Central records of the communities around the question, one a community in turn, the largest first.

    Communities by the Louvain method (Blondel et al. 2008) with a fixed seed over records joined by the names they
    share. A question that names something is about what mentions it; one without candidates is about everything: the
    first records of the scope are taken.
    """
    from networkx.algorithms.community import louvain_communities

    relevance = {item.record_id: item.score for item in fuse(ask)}
    ids = _named(ask) or sorted(relevance) or ask.view.candidate_ids(limit=_MOST_RECORDS)
    links = by_record(link for link in ask.view.links_in(ids) if link.type != DATE)
    network = _join(ids, links)
    if not network.number_of_edges():
        note = "overview: the records share no names; answered by lookup"
        return RouteAnswer(route=Route.LOOKUP, ranked=lookup(ask).ranked, notes=(note,))
    found = louvain_communities(network, weight="weight", seed=_SEED)
    least = min(relevance.values(), default=1.0)
    weight = {key: relevance.get(key, least) for key in ids}
    groups = sorted(
        (sorted(group) for group in found), key=lambda group: (-sum(weight[key] for key in group), group[0])
    )
    central = [_by_centrality(network, group, weight) for group in groups]
    order = [key for turn in zip_longest(*central) for key in turn if key is not None]
    order += sorted(set(relevance) - set(order), key=lambda key: (-relevance[key], key))
    names = [_names_of(group, links) for group in groups]
    member = {key: at for at, group in enumerate(groups) for key in group}
    ranked = tuple(
        Ranked(
            record_id=key,
            score=1.0 - at / len(order),
            legs={"overview": round(1.0 - at / len(order), 6), **legs_of(ask, key)},
            path=_path(key, names[member[key]], member[key]) if key in member else (),
        )
        for at, key in enumerate(order)
    )
    large = [
        f"{', '.join(name) or 'unnamed'} ({len(group)})"
        for name, group in zip(names, groups, strict=True)
        if len(group) > 1
    ]
    note = f"overview: {len(large)} communities: {'; '.join(large[:5])}"
    return RouteAnswer(route=Route.OVERVIEW, ranked=ranked, notes=(note,), keep_order=True)


def _named(ask: Ask) -> list[str]:
    """Records that mention a name of the question; none where it has no name that was written as one."""
    keys = sorted({name.key for name in ask.question.names if name.is_written})
    found = ask.view.links_of(keys, limit_per_key=_MOST_RECORDS) if keys else {}
    return sorted({record_id for ids in found.values() for record_id in ids})[:_MOST_RECORDS]


def _path(key: str, names: Sequence[str], number: int) -> tuple[PathStep, ...]:
    """In which community the record is central."""
    return (PathStep(source=key, relation="CENTRAL_IN", target=", ".join(names) or f"community {number + 1}"),)


def _join(ids: Sequence[str], links: Mapping[str, Sequence[Link]]) -> Any:
    """Records as nodes; an edge weighs the sum over shared names of 1 / (records with the name - 1)."""
    import networkx as nx

    holders: dict[str, set[str]] = defaultdict(set)
    for record_id, found in links.items():
        for link in found:
            holders[link.key].add(record_id)
    network = nx.Graph()
    network.add_nodes_from(ids)
    for _, records in sorted(holders.items()):
        if 1 < len(records) <= _MOST_SHARED:
            for a, b in combinations(sorted(records), 2):
                before = network.get_edge_data(a, b, {"weight": 0.0})["weight"]
                network.add_edge(a, b, weight=before + 1.0 / (len(records) - 1))
    return network


def _by_centrality(network: Any, group: Sequence[str], weight: Mapping[str, float]) -> list[str]:
    """Members by their ties inside the group times their relevance, ties by id."""
    inside = set(group)
    ties = {key: sum(data["weight"] for other, data in network[key].items() if other in inside) for key in group}
    return sorted(group, key=lambda key: (-(1.0 + ties[key]) * weight[key], key))


def _names_of(group: Sequence[str], links: Mapping[str, Sequence[Link]]) -> list[str]:
    """The names that most of a group's records mention."""
    counts: dict[str, int] = defaultdict(int)
    for record_id in group:
        for key in {link.key for link in links.get(record_id, ())}:
            counts[key] += 1
    shared = [key for key, count in counts.items() if count > 1] or list(counts)
    return sorted(shared, key=lambda key: (-counts[key], key))[:_NAMED]
