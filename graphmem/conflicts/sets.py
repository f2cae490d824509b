"""Sets: the connected conflicts of one slot in one namespace, which one decision settles."""

from collections.abc import Iterable, Mapping

from graphmem.model.ids import make_id


def connect(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Smallest member of the connected component of every id that occurs in a pair (union-find with path halving)."""
    parent: dict[str, str] = {}

    def root(member: str) -> str:
        parent.setdefault(member, member)
        while parent[member] != member:
            parent[member] = parent[parent[member]]
            member = parent[member]
        return member

    for left, right in pairs:
        a, b = root(left), root(right)
        if a != b:
            low, high = min(a, b), max(a, b)
            parent[high] = low
    return {member: root(member) for member in parent}


def set_ids(namespace: str, block: str, pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Set id of every claim: a hash of namespace, block and the component's smallest claim id, whatever the order."""
    return {claim: make_id("s", namespace, block, lowest) for claim, lowest in connect(pairs).items()}
