"""Entity rows and per-namespace profiles made of linked units."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.linking.names import core_of
from graphmem.linking.result import EntityProfile
from graphmem.linking.units import Unit
from graphmem.model.rows import EntityRow
from graphmem.model.scope import GLOBAL


@dataclass(frozen=True)
class Placed:
    """A unit, the entity it was given, and the name key that the entity's id is made of."""

    unit: Unit
    entity_id: str
    key: str


def entity_rows(placed: Iterable[Placed], levels: Mapping[str, int]) -> tuple[EntityRow, ...]:
    """One row an entity, of material that everyone may see who sees any of its mentions.

    That is what records of the lowest sensitivity in `global` say; where `global` says nothing of it, only names that
    every one of its namespaces uses, and descriptors of none. levels gives records' sensitivity levels (default 1).
    """
    by_entity: dict[str, list[Placed]] = defaultdict(list)
    for one in placed:
        by_entity[one.entity_id].append(one)
    return tuple(_row(entity_id, by_entity[entity_id], levels) for entity_id in sorted(by_entity))


def profiles(placed: Iterable[Placed]) -> tuple[EntityProfile, ...]:
    """What each namespace's own records say of each entity."""
    grouped: dict[tuple[str, str], list[Unit]] = defaultdict(list)
    for one in placed:
        grouped[one.entity_id, one.unit.namespace].append(one.unit)
    return tuple(
        EntityProfile(
            entity_id=entity_id,
            namespace=namespace,
            names=tuple(sorted({text for unit in units for text in _written(unit)})),
            keys=tuple(sorted({key for unit in units for key in unit.keys})),
            descriptors=tuple(sorted({m.descriptor for unit in units for m in unit.mentions if m.descriptor})),
            records=len({unit.record_id for unit in units}),
        )
        for (entity_id, namespace), units in sorted(grouped.items())
    )


def _row(entity_id: str, group: Sequence[Placed], levels: Mapping[str, int]) -> EntityRow:
    units = [one.unit for one in group]
    lowest = min(levels.get(unit.record_id, 1) for unit in units if unit.namespace == GLOBAL or not _any_global(units))
    shown = [unit for unit in units if levels.get(unit.record_id, 1) <= lowest]
    key = min(one.key for one in group)
    if _any_global(units):
        shown = [unit for unit in shown if unit.namespace == GLOBAL]
        keys = {found for unit in shown for found in unit.keys}
        descriptors = {m.descriptor for unit in shown for m in unit.mentions if m.descriptor}
    else:
        spaces = {unit.namespace for unit in units}
        keys = set.intersection(*({k for u in units if u.namespace == space for k in u.keys} for space in spaces))
        descriptors = (
            {m.descriptor for unit in shown for m in unit.mentions if m.descriptor} if len(spaces) == 1 else set()
        )
    written = Counter(text for unit in shown for text in _written(unit) if not keys or _key_in(text, keys))
    fitting = Counter({text: n for text, n in written.items() if core_of(_key(text)) == key}) or written
    name = min(fitting, key=lambda text: (-fitting[text], -len(text), text)) if fitting else key
    types = Counter(m.type for unit in shown for m in unit.mentions if m.type)
    return EntityRow(
        id=entity_id,
        key=key,
        name=name,
        type=min(types, key=lambda label: (-types[label], label)) if types else "",
        keys=tuple(sorted(keys | {key})),
        descriptors=tuple(sorted(descriptors)),
    )


def _any_global(units: Sequence[Unit]) -> bool:
    return any(unit.namespace == GLOBAL for unit in units)


def _written(unit: Unit) -> list[str]:
    return [mention.name for mention in unit.mentions] or [claim.subject for claim in unit.claims]


def _key(text: str) -> str:
    from graphmem.model.text import name_key

    return name_key(text)


def _key_in(text: str, keys: set[str]) -> bool:
    return _key(text) in keys
