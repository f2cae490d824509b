"""Bearers of one name: the units of a family of names clustered into things."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.linking.clusters import cluster
from graphmem.linking.comparison import Band, Likeness, compare_profiles
from graphmem.linking.descriptor import roles_agree
from graphmem.linking.profile import Profile
from graphmem.linking.units import Unit

MOST_SIGNATURES = 80  # descriptions of one name compared pair by pair; the rest is counted as deferred


@dataclass(eq=False)
class Bearer:
    """One thing that a view knows of; entity_id is set once it is settled, and never changed after.

    described is False for the bearer that takes in what no context tells apart.
    """

    family: str
    units: list[Unit] = field(default_factory=list)
    profile: Profile = field(default_factory=Profile)
    described: bool = True
    entity_id: str = ""
    mark: str = ""  # of a split by hand

    @property
    def order(self) -> tuple[str, str, int]:
        """Sort key: its first unit."""
        return min(unit.order for unit in self.units)

    def take(self, units: Sequence[Unit]) -> None:
        """Add units and what they say."""
        self.units.extend(units)
        for unit in units:
            self.profile.add(unit.profile)


@dataclass
class FamilyClusters:
    """Bearers of a family, pairs for review, pairs left uncompared by the cap."""

    bearers: list[Bearer]
    reviews: list[tuple[Bearer, Bearer, Likeness]] = field(default_factory=list)
    deferred: int = 0


def cluster_family(family: str, units: Sequence[Unit], fixed: Sequence[Bearer] = ()) -> FamilyClusters:
    """Bearers among the units of one family, beside those already settled elsewhere (`fixed`, kept as they are).

    Units that say the same of their bearer are one; those that say nothing join the only bearer there is, or the one
    that shares names or facts with them, or one undescribed bearer of that name.
    """
    by_signature: dict[tuple[tuple[str, ...], ...], list[Unit]] = {}
    bare: list[Unit] = []
    for unit in sorted(units, key=lambda u: u.order):
        signature = unit.profile.signature()
        (by_signature.setdefault(signature, []) if any(signature) else bare).append(unit)
    ordered = sorted(by_signature, key=lambda s: (-len(by_signature[s]), s))
    fresh = [_bearer(family, by_signature[signature]) for signature in ordered]
    compared, late = fresh[:MOST_SIGNATURES], fresh[MOST_SIGNATURES:]
    settled = [bearer for bearer in fixed if bearer.described]
    # A narrower view may join names that `global` holds apart: the bearer of the name itself comes first.
    unclear = min((b for b in fixed if not b.described), key=lambda b: (b.family != family, b.family), default=None)
    found, likeness = _cluster_bearers(settled, compared)
    deferred = _place_late(found, late, len(settled))
    if unclear is not None and len(found) == 1 and not found[0].entity_id:
        # `global` knows one bearer and nothing of it: what the narrower view describes is taken for that one.
        found[0].entity_id = unclear.entity_id
        found[0].take(unclear.units)
        unclear = None
    result = FamilyClusters(bearers=[*found], deferred=deferred)
    _place_bare(result.bearers, bare, unclear, family)
    for (a, b), like in likeness.items():
        left, right = (next(c for c in found if x in c.parts) for x in (a, b))
        if left is not right and like.band is Band.REVIEW:
            result.reviews.append((left, right, like))
    return result


@dataclass(eq=False)
class _Merged(Bearer):
    parts: list[Bearer] = field(default_factory=list)


def _bearer(family: str, units: Sequence[Unit]) -> Bearer:
    made = Bearer(family)
    made.take(units)
    return made


def _cluster_bearers(
    settled: Sequence[Bearer], fresh: Sequence[Bearer]
) -> tuple[list[_Merged], dict[tuple[Bearer, Bearer], Likeness]]:
    nodes = [*settled, *fresh]
    records = [{unit.record_id for unit in node.units} for node in nodes]
    same: list[tuple[float, Bearer, Bearer]] = []
    apart: list[tuple[Bearer, Bearer]] = []
    likeness: dict[tuple[Bearer, Bearer], Likeness] = {}
    for i, a in enumerate(nodes):
        for j in range(i + 1, len(nodes)):
            b = nodes[j]
            if j < len(settled):
                apart.append((a, b))
                continue
            like = compare_profiles(a.profile, b.profile, same_record=not records[i].isdisjoint(records[j]))
            likeness[a, b] = like
            if like.band is Band.SAME:
                same.append((like.score, a, b))
            else:
                apart.append((a, b))
    merged: list[_Merged] = []
    for members in cluster(nodes, same, apart):
        made = _Merged(members[0].family, parts=list(members))
        for member in members:
            made.units.extend(member.units)
            made.profile.add(member.profile)
            made.entity_id = made.entity_id or member.entity_id
        merged.append(made)
    return merged, likeness


def _place_late(found: list[_Merged], late: Sequence[Bearer], settled: int) -> int:
    """Signatures beyond the cap join the one bearer of the same role, or stay alone; the pairs not compared."""
    compared = sum(len(merged.parts) for merged in found)
    for bearer in late:
        roles = bearer.profile.given_roles
        homes = [m for m in found if any(roles_agree(x, y) for x in roles for y in m.profile.given_roles)]
        if len(homes) == 1:
            homes[0].units.extend(bearer.units)
            homes[0].parts.append(bearer)
        else:
            found.append(_Merged(bearer.family, bearer.units, bearer.profile, parts=[bearer]))
    return len(late) * (compared - settled) + len(late) * (len(late) - 1) // 2


def _place_bare(bearers: list[Bearer], bare: Sequence[Unit], unclear: Bearer | None, family: str) -> None:
    """Give each undescribed unit to a bearer; evidence is that of the described ones alone, so order plays no part."""
    described = list(bearers)
    if unclear is not None:
        home = Bearer(family, described=False, entity_id=unclear.entity_id)
        home.take(unclear.units)
        bearers.append(home)
    if not bare:
        return
    if len(bearers) == 1 and described:
        described[0].take(bare)
        return
    given: dict[int, list[Unit]] = {}
    for unit in bare:
        given.setdefault(_best_home(described, unit), []).append(unit)
    for number, units in given.items():
        if number >= 0:
            described[number].units.extend(units)
        elif unclear is not None:
            bearers[-1].units.extend(units)
        else:
            bearers.append(Bearer(family, list(units), described=False))


def _best_home(described: Sequence[Bearer], unit: Unit) -> int:
    """Position of the one bearer that shares names or facts with the unit, or alone is of its kind; -1 for none."""
    shared = [_count_evidence(bearer.profile, unit.profile) for bearer in described]
    if shared and max(shared) > 0 and shared.count(max(shared)) == 1:
        return shared.index(max(shared))
    kinds = [bearer.profile.kind for bearer in described]
    label = next(iter(unit.profile.kinds), "") if len(unit.profile.kinds) == 1 else ""
    return kinds.index(label) if label and all(kinds) and kinds.count(label) == 1 else -1


def _count_evidence(profile: Profile, other: Profile) -> int:
    names = sum(1 for key, strong in other.neighbours.items() if strong and profile.neighbours.get(key))
    return names + len(profile.facts & other.facts)
