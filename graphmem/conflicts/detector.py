"""Conflicts of one block: equal values first, then distinct values against each other within a cap, then sets.

Who is compared with whom (semantics §4): claims of one namespace among themselves, and with claims of `global` that the
writer of the narrower record could read. Two narrower namespaces never meet. No record conflicts with itself.
Duplicates and disjoint given intervals (history) give no row. The result does not depend on their order.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from graphmem.conflicts.acts import speak_of_two_acts
from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.pairing import Group, group_claims, pairs_to_compare
from graphmem.conflicts.sets import set_ids
from graphmem.conflicts.times import age_gap_days, are_apart
from graphmem.conflicts.values import name_key
from graphmem.model.conflict import Comparison, Conflict, ConflictKind, Relation, conflict_id_of
from graphmem.model.rows import block_of
from graphmem.model.scope import GLOBAL
from graphmem.protocols import ClaimComparer, SlotFacts

_ROWS = frozenset({Relation.CONTRADICTION, Relation.UPDATE, Relation.REFINEMENT})
_FULL_PRODUCT = 64  # pairs of two equal-valued groups of one namespace; above, each claim meets one of the other side


@dataclass(frozen=True, slots=True)
class BlockResult:
    """Conflicts of a block by id, pairs of distinct values that were compared, and pairs that a cap put off."""

    conflicts: list[Conflict] = field(default_factory=list)
    compared: int = 0
    deferred: int = 0


def detect_block(
    claims: Sequence[ClaimInContext],
    slot: SlotFacts,
    comparer: ClaimComparer,
    *,
    max_values: int = 200,
    fresh: Collection[str] | None = None,
) -> BlockResult:
    """Conflicts among the claims of one entity and slot; of those with these ids with the others, when ids are given.

    max_values caps the distinct values that are compared with each other; every pair put off is counted.
    """
    if len(claims) < 2:
        return BlockResult()
    groups = group_claims(claims)
    compared = deferred = 0
    found: list[Conflict] = []
    pairs, deferred = pairs_to_compare(groups, slot, max_values)
    for left, right in pairs:
        if _is_of_one_record(left, right) or (fresh is not None and not _holds_any((left, right), fresh)):
            continue
        compared += 1
        if not _may_clash(comparer, left, right, slot):
            continue
        together = _told_together(left, right, slot, comparer)
        ours, theirs = ([m for m in one.members if m.claim.record_id not in together] for one in (left, right))
        for a, b in _pairs_in_scope(ours, theirs):
            conflict = _conflict(a, b, slot, comparer)
            if conflict is not None:
                found.append(conflict)
    return BlockResult(join_sets(found), compared, deferred)


def pair_namespace(a: ClaimInContext, b: ClaimInContext) -> str | None:
    """The narrower namespace of two claims that may be compared, None when they may not (semantics §4)."""
    if a.claim.record_id == b.claim.record_id or _under_other_titles(a, b) or speak_of_two_acts(a, b):
        return None
    if a.claim.namespace == b.claim.namespace:
        return a.claim.namespace
    if GLOBAL not in (a.claim.namespace, b.claim.namespace):
        return None
    narrow, wide = (b, a) if a.claim.namespace == GLOBAL else (a, b)
    readable = narrow.writer_reads_global and narrow.writer_level >= wide.level
    return narrow.claim.namespace if readable else None


def _under_other_titles(a: ClaimInContext, b: ClaimInContext) -> bool:
    """True for "the station" of two texts that are about different things: a common noun names nothing by itself."""
    if a.title is None or b.title is None or not (a.claim.subject.islower() or b.claim.subject.islower()):
        return False
    return name_key(a.title) != name_key(b.title) and name_key(a.claim.subject) not in {
        name_key(a.title),
        name_key(b.title),
    }


def make_conflict(
    a: ClaimInContext, b: ClaimInContext, block: str, attribute: str, told: Comparison, reasons: tuple[str, ...]
) -> Conflict:
    """The conflict of two comparable claims, side a being the one with the smaller claim id."""
    namespace = pair_namespace(a, b) or a.claim.namespace
    newer = {"a": a.claim.record_id, "b": b.claim.record_id}.get(told.newer or "")
    gap = age_gap_days(a.sided(), b.sided())
    return Conflict(
        id=conflict_id_of(namespace, a.claim.id, b.claim.id),
        namespace=namespace,
        entity_id=a.claim.entity_id,
        entity_group=tuple(sorted({a.claim.subject, b.claim.subject})),
        attribute=attribute,
        block=block,
        set_id="",
        claim_a=a.claim.id,
        claim_b=b.claim.id,
        record_a=a.claim.record_id,
        record_b=b.claim.record_id,
        span_a=a.claim.span,
        span_b=b.claim.span,
        kind=told.kind or ConflictKind.VALUE,
        relation=told.relation,
        confidence=told.confidence,
        newer_record_id=newer,
        age_gap_days=round(gap, 6) if gap is not None else None,
        rule=told.rule,
        strength=told.strength,
        reasons=reasons,
        requires_level=max(a.level, b.level),
        requires_global=a.claim.namespace != b.claim.namespace,
    )


def _is_of_one_record(left: Group, right: Group) -> bool:
    """Whether all of them stand in one record: a table of values costs what it holds, and not its square."""
    record = left.members[0].claim.record_id
    return all(member.claim.record_id == record for group in (left, right) for member in group.members)


def _holds_any(groups: Iterable[Group], ids: Collection[str]) -> bool:
    return any(member.claim.id in ids for group in groups for member in group.members)


def _may_clash(comparer: ClaimComparer, left: Group, right: Group, slot: SlotFacts) -> bool:
    """Whether the two values differ at all, asked once for all claims that share them."""
    a, b = left.members[0], right.members[0]
    return comparer.compare(a.sided(), b.sided(), slot).relation in _ROWS


def _told_together(left: Group, right: Group, slot: SlotFacts, comparer: ClaimComparer) -> frozenset[str]:
    """Records of which one sentence says both values of one time: as they were read it would contradict itself, so it
    was read too coarsely (`two singles and sixty doubles titles`), and does not deny a record that says one of them."""
    ours = {(m.claim.record_id, m.claim.sentence): m for m in left.members if m.claim.change is None}
    both = [(ours[key], m) for m in right.members if (key := (m.claim.record_id, m.claim.sentence)) in ours]
    return frozenset(
        a.claim.record_id
        for a, b in both
        if b.claim.change is None and comparer.compare(a.sided(), b.sided(), slot).relation is Relation.CONTRADICTION
    )


def _conflict(a: ClaimInContext, b: ClaimInContext, slot: SlotFacts, comparer: ClaimComparer) -> Conflict | None:
    if a.claim.id > b.claim.id:
        a, b = b, a
    first, second = a.sided(), b.sided()
    told = comparer.compare(first, second, slot)
    # Dated apart is history, unless it is the dates that differ.
    if told.relation not in _ROWS or (are_apart(first, second) and told.kind is not ConflictKind.DATE):
        return None
    basis = f"slot {slot.attribute}: single-valued with probability {slot.single:.2f} ({slot.source})"
    reasons = (*told.reasons, f"rule {told.rule}", basis)
    return make_conflict(a, b, block_of(a.claim.entity_id, a.claim.attribute), slot.attribute, told, reasons)


def _pairs_in_scope(
    left: Sequence[ClaimInContext], right: Sequence[ClaimInContext]
) -> Iterator[tuple[ClaimInContext, ClaimInContext]]:
    """Pairs of two groups that may be compared; of large groups a star in each namespace, which connects them all."""
    by_left, by_right = _by_namespace(left), _by_namespace(right)
    for namespace, ours in by_left.items():
        theirs = by_right.get(namespace, [])
        yield from _product(ours, theirs)
        if namespace == GLOBAL:
            for other, narrower in by_right.items():
                if other != GLOBAL:
                    yield from _product(ours, narrower)
        else:
            yield from _product(ours, by_right.get(GLOBAL, []))


def _product(
    left: Sequence[ClaimInContext], right: Sequence[ClaimInContext]
) -> Iterator[tuple[ClaimInContext, ClaimInContext]]:
    if len(left) * len(right) <= _FULL_PRODUCT:
        pairs: Iterable[tuple[ClaimInContext, ClaimInContext]] = ((a, b) for a in left for b in right)
    else:
        # Members are sorted newest first: each is set against the newest of the other side.
        pairs = [(a, right[0]) for a in left] + [(left[0], b) for b in right[1:]]
    for a, b in pairs:
        if pair_namespace(a, b) is not None:
            yield a, b


def _by_namespace(members: Sequence[ClaimInContext]) -> dict[str, list[ClaimInContext]]:
    found: dict[str, list[ClaimInContext]] = defaultdict(list)
    for member in members:
        found[member.claim.namespace].append(member)
    return found


def join_sets(conflicts: list[Conflict]) -> list[Conflict]:
    """The conflicts by id, each once, with the id of its set."""
    unique = {conflict.id: conflict for conflict in conflicts}
    by_place: dict[tuple[str, str], list[Conflict]] = defaultdict(list)
    for conflict in unique.values():
        by_place[conflict.namespace, conflict.block].append(conflict)
    done: list[Conflict] = []
    for (namespace, block), members in by_place.items():
        ids = set_ids(namespace, block, ((conflict.claim_a, conflict.claim_b) for conflict in members))
        done += [conflict.model_copy(update={"set_id": ids[conflict.claim_a]}) for conflict in members]
    return sorted(done, key=lambda conflict: conflict.id)
