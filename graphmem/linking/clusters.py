"""Clusters by union-find under constraints; the result is a function of the sets of pairs, not of their order."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


class UnionFind:
    """Disjoint sets over 0..n-1, path halving, smaller index as root."""

    __slots__ = ("parent",)

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))

    def find(self, item: int) -> int:
        """Root of the set of an item."""
        parent = self.parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def union(self, a: int, b: int) -> int:
        """Join two sets; the smaller root stays."""
        low, high = sorted((self.find(a), self.find(b)))
        self.parent[high] = low
        return low


def connected(nodes: Sequence[N], pairs: Iterable[tuple[N, N]]) -> list[list[N]]:
    """Connected components, members in the order of nodes, components by their first member."""
    return cluster(nodes, [(1.0, a, b) for a, b in pairs], apart=())


def cluster(nodes: Sequence[N], same: Iterable[tuple[float, N, N]], apart: Iterable[tuple[N, N]]) -> list[list[N]]:
    """Components of the `same` pairs (score, a, b), strongest first, that never hold a pair which is `apart`.

    Ties go by the position of the nodes, so equal inputs in any order have equal clusters.
    """
    place = {node: number for number, node in enumerate(nodes)}
    sets = UnionFind(len(nodes))
    foes: list[set[int]] = [set() for _ in nodes]
    for a, b in apart:
        foes[place[a]].add(place[b])
        foes[place[b]].add(place[a])
    ordered = sorted((-score, min(place[a], place[b]), max(place[a], place[b])) for score, a, b in same)
    for _, low, high in ordered:
        left, right = sets.find(low), sets.find(high)
        if left == right or any(sets.find(foe) == right for foe in foes[left]):
            continue
        root = sets.union(left, right)
        foes[root] |= foes[left] | foes[right]
    found: dict[int, list[N]] = {}
    for node in nodes:
        found.setdefault(sets.find(place[node]), []).append(node)
    return list(found.values())
