"""Families of names: the cores that may name the same thing, joined by aliases that hold outside their record."""

from collections import defaultdict
from collections.abc import Iterable

from graphmem.linking.names import core_of


def alias_families(aliases: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each alias core the core that it stands for; an alias of two different names stands for neither."""
    targets: dict[str, set[str]] = defaultdict(set)
    for alias, name in aliases:
        a, b = core_of(alias), core_of(name)
        if a != b:
            targets[a].add(b)
    single = {alias: next(iter(names)) for alias, names in targets.items() if len(names) == 1}
    return {alias: _end_of(single, alias) for alias in sorted(single) if _end_of(single, alias) != alias}


def _end_of(single: dict[str, str], core: str) -> str:
    """Last name of a chain of aliases; of a ring (`A, once B`, `B, now A`) the smallest, so that it has one end."""
    seen = [core]
    while core in single:
        core = single[core]
        if core in seen:
            return min(seen[seen.index(core) :])
        seen.append(core)
    return core
