"""Units of linking: what one record says under one name; a unit is one thing and is never divided."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphmem.linking.descriptor import read_descriptor, roles_differ
from graphmem.linking.local import LocalName, alias_reaches_out, local_heads, local_names
from graphmem.linking.names import core_of
from graphmem.linking.profile import Profile, profile_of
from graphmem.model.claim import Claim, Mention
from graphmem.model.text import name_key

_STRONG_LABELS = {"PERSON", "PER", "ORG", "PRODUCT", "WORK_OF_ART", "EVENT", "FAC"}
_NO_NAMES = {"DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY"}


@dataclass
class Unit:
    """One thing of one name in one record."""

    record_id: str
    namespace: str
    head: str  # name key that it goes by in the record
    part: int  # tells apart two things of one name within the record, in order of appearance
    mentions: list[Mention] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    profile: Profile = field(default_factory=Profile)

    @property
    def order(self) -> tuple[str, str, int]:
        """Sort key: record, name, part."""
        return (self.record_id, self.head, self.part)

    @property
    def keys(self) -> set[str]:
        """Name keys of its mentions and claims."""
        return {mention.key for mention in self.mentions} | {claim.subject_key for claim in self.claims}


@dataclass
class RecordNames:
    """One record read: its units, and the aliases given in it that hold outside it too (alias key, name key)."""

    units: list[Unit]
    aliases: set[tuple[str, str]]


def read_record(mentions: Sequence[Mention], claims: Sequence[Claim]) -> RecordNames:
    """Units of one record from all its mentions and claims."""
    mentions = sorted(mentions, key=lambda m: (m.span.start if m.span else -1, m.sentence, m.id))
    claims = sorted(claims, key=lambda c: (c.span.start, c.id))
    names = local_names(mentions, claims)
    heads = local_heads(names)
    by_head: dict[str, list[Unit]] = defaultdict(list)
    for mention in mentions:
        _place_mention(by_head[heads[mention.key]], mention, heads[mention.key])
    for claim in claims:
        _place_claim(by_head[heads[claim.subject_key]], claim, heads[claim.subject_key])
    labels = _labels_of(names, heads)
    units = [unit for found in by_head.values() for unit in found]
    for unit in units:
        neighbours = {key: bool(found & _STRONG_LABELS) for key, found in labels.items() if key != unit.head}
        unit.profile = profile_of(unit.mentions, unit.claims, neighbours)
    return RecordNames(units=units, aliases=set(outward_aliases(names)))


def outward_aliases(names: dict[str, LocalName]) -> Iterable[tuple[str, str]]:
    """Aliases of one record that hold in other records too, as (alias key, name key)."""
    for name in names.values():
        for alias in name.aliases:
            key = name_key(alias)
            written = names[key].names if key in names else ()
            if key and alias_reaches_out(name, alias, written):
                yield key, name.key


def group_by_record(
    mentions: Iterable[Mention], claims: Iterable[Claim]
) -> dict[str, tuple[list[Mention], list[Claim]]]:
    """Mentions and claims of each record."""
    found: dict[str, tuple[list[Mention], list[Claim]]] = {}
    for mention in mentions:
        found.setdefault(mention.record_id, ([], []))[0].append(mention)
    for claim in claims:
        found.setdefault(claim.record_id, ([], []))[1].append(claim)
    return found


def _labels_of(names: dict[str, LocalName], heads: dict[str, str]) -> dict[str, set[str]]:
    """Labels of each head that is a proper neighbour: dates and amounts say nothing of who is meant."""
    labels: dict[str, set[str]] = defaultdict(set)
    for key, name in names.items():
        if name.types and not name.types & _NO_NAMES:
            labels[heads[key]] |= name.types
    return labels


def _place_mention(units: list[Unit], mention: Mention, head: str) -> None:
    """Put a mention with the unit of its name; a descriptor that excludes those before it opens another."""
    role = read_descriptor(mention.descriptor).role if mention.descriptor else ""
    for unit in units:
        roles = {read_descriptor(m.descriptor).role for m in unit.mentions if m.descriptor}
        if not role or not roles or not all(roles_differ(role, other) for other in roles):
            # A bare name after two described ones stays with the latest.
            target = units[-1] if not role else unit
            target.mentions.append(mention)
            return
    units.append(Unit(mention.record_id, mention.namespace, head, len(units), mentions=[mention]))


def _place_claim(units: list[Unit], claim: Claim, head: str) -> None:
    """Put a claim with the unit of its name; among several, with that of the last mention at or before its end."""
    if not units:
        units.append(Unit(claim.record_id, claim.namespace, head, 0))
    best = units[0]
    if len(units) > 1:
        before = [
            (mention.span.start, unit.part)
            for unit in units
            for mention in unit.mentions
            if mention.span and mention.span.start < claim.span.end
        ]
        inside = [found for found in before if found[0] >= claim.span.start]
        if before:
            best = units[min(inside)[1] if inside else max(before)[1]]
    best.claims.append(claim)


def core_of_unit(unit: Unit) -> str:
    """Name without title and legal form: what its namesakes share."""
    return core_of(unit.head)
