"""Which values of a block are set against each other: equal ones once, distinct ones within a cap.

On a slot of many values only pairs that some rule could part are worth asking: the same value said otherwise, opposite
words, words of one exclusive class, amounts of one thing. They are found by keys, so a hub costs what it holds, not its
square.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations

from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.measures import scale_of
from graphmem.conflicts.rules.ordering import relation_word
from graphmem.conflicts.times import holding
from graphmem.conflicts.values import name_key, value_key, words_of
from graphmem.conflicts.words import exclusive_class, opposite_pairs
from graphmem.model.claim import Claim
from graphmem.model.interval import Interval
from graphmem.model.value import Quantity
from graphmem.protocols import SlotFacts

_ALL_PAIRS_UP_TO = 24  # distinct values: below, keys cost more than they save
_SINGLE_FROM = 0.5
_TIME = "[time]"
_EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Group:
    """Claims of a block that say the same in the same way, newest first, and when they hold."""

    members: tuple[ClaimInContext, ...]
    words: frozenset[str]
    holding: Interval


def group_claims(claims: Sequence[ClaimInContext]) -> list[Group]:
    """Claims by what they say, newest group first, ties by claim id."""
    found: dict[tuple[object, ...], list[ClaimInContext]] = defaultdict(list)
    for claim in claims:
        found[_signature(claim)].append(claim)
    groups = []
    for members in found.values():
        members.sort(key=_newest_first)
        groups.append(Group(tuple(members), _value_words(members[0].claim), holding(members[0].sided())))
    groups.sort(key=lambda group: _newest_first(group.members[0]))
    return groups


def pairs_to_compare(groups: Sequence[Group], slot: SlotFacts, cap: int) -> tuple[Iterator[tuple[Group, Group]], int]:
    """Pairs of groups to compare, and how many pairs the cap puts off."""
    count = len(groups)
    if count <= _ALL_PAIRS_UP_TO and count <= cap:
        # Dated apart is history; only of what happens once can the dates themselves be what differs.
        return ((a, b) for a, b in combinations(groups, 2) if slot.event or a.holding.overlaps(b.holding)), 0
    if slot.single <= _SINGLE_FROM:
        return _keyed_pairs(groups, cap)
    return _pairs_in_time(groups, cap * (cap - 1) // 2)


def _pairs_in_time(groups: Sequence[Group], most: int) -> tuple[Iterator[tuple[Group, Group]], int]:
    """Pairs that share a moment, newest first, at most so many; dated history thus costs what it holds."""
    undated = [n for n, group in enumerate(groups) if group.holding.start is None or group.holding.end is None]
    dated = [n for n, group in enumerate(groups) if group.holding.start is not None and group.holding.end is not None]
    chosen: list[tuple[int, int]] = []
    deferred = 0
    for n, a in enumerate(undated):
        rest = [b for b in (*undated[n + 1 :], *dated) if groups[a].holding.overlaps(groups[b].holding)]
        room = max(0, most - len(chosen))
        chosen += [(min(a, b), max(a, b)) for b in rest[:room]]
        deferred += max(0, len(rest) - room)
    for a, b in _overlapping(groups, dated):
        if len(chosen) < most:
            chosen.append((min(a, b), max(a, b)))
        else:
            deferred += 1
    return ((groups[a], groups[b]) for a, b in sorted(chosen)), deferred


def _overlapping(groups: Sequence[Group], dated: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of dated groups that share a moment, by a sweep over their starts."""
    by_start = sorted(dated, key=lambda n: (groups[n].holding.start or _EARLIEST, n))
    running: list[int] = []
    for n in by_start:
        running = [other for other in running if groups[other].holding.overlaps(groups[n].holding)]
        for other in running:
            yield other, n
        running.append(n)


def _keyed_pairs(groups: Sequence[Group], cap: int) -> tuple[Iterator[tuple[Group, Group]], int]:
    together: dict[tuple[object, ...], list[int]] = defaultdict(list)
    facing: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, group in enumerate(groups):
        for key in set(_keys(group)):
            together[key].append(index)
        for low, high, is_high in {pair for word in group.words for pair in opposite_pairs(word)}:
            facing[low, high][is_high].append(index)
    chosen: set[tuple[int, int]] = set()
    deferred = 0
    for members in together.values():
        kept = members[:cap]
        chosen.update(combinations(kept, 2))
        deferred += len(members) * (len(members) - 1) // 2 - len(kept) * (len(kept) - 1) // 2
    for left, right in facing.values():
        chosen.update((min(a, b), max(a, b)) for a in left[:cap] for b in right[:cap] if a != b)
        deferred += len(left) * len(right) - len(left[:cap]) * len(right[:cap])
    return ((groups[a], groups[b]) for a, b in sorted(chosen)), deferred


def _keys(group: Group) -> Iterator[tuple[object, ...]]:
    """What this group shares with groups that it could contradict, but for opposite words."""
    value = group.members[0].claim.value
    yield value_key(value)
    if isinstance(value, Quantity):
        yield ("amount", scale_of(value.unit).measure, value.noun.split()[-1] if value.noun else "")
    elif value.kind in {"time", "truth"}:
        yield (value.kind,)
    for word in group.words:
        name = exclusive_class(word)
        if name is not None:
            yield ("class", name, *sorted(group.words - {word}))


def _signature(member: ClaimInContext) -> tuple[object, ...]:
    """Everything of a claim that a rule may look at, but for its words and its place."""
    claim = member.claim
    valid = claim.valid
    return (
        value_key(claim.value),
        claim.polarity,
        claim.modality,
        claim.quantifier,
        claim.conditions,
        claim.attributed_to is None,
        claim.negator == "",
        claim.subject,
        claim.subject_type,
        claim.attribute,
        relation_word(claim.predicate, claim.attribute),
        (valid.start, valid.end, valid.precision) if valid is not None else None,
        member.valid_from,
        member.valid_to,
        # Durations are read from their own date; every other value is as good later.
        member.observed_at if _is_duration(claim) else None,
    )


def _is_duration(claim: Claim) -> bool:
    value = claim.value
    return isinstance(value, Quantity) and (claim.attribute == "age" or scale_of(value.unit).measure == _TIME)


def _newest_first(member: ClaimInContext) -> tuple[float, str]:
    return (-member.observed_at.timestamp() if member.observed_at is not None else 0.0, member.claim.id)


def _value_words(claim: Claim) -> frozenset[str]:
    words = words_of(claim.value)
    return frozenset(name_key(words).split()) if words is not None else frozenset()
