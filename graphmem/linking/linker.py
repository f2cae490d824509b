"""Linking of a group of names: pure, and a function of the set of mentions, claims and judgements alone."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from graphmem.linking.bearers import Bearer
from graphmem.linking.comparison import Likeness
from graphmem.linking.families import alias_families
from graphmem.linking.judged import anchor_of, key_of_anchor, live_judgements
from graphmem.linking.result import IdentityProposal, LinkResult
from graphmem.linking.rows import Placed, entity_rows, profiles
from graphmem.linking.units import RecordNames, group_by_record, read_record
from graphmem.linking.views import LinkedView, link_view
from graphmem.model.claim import Claim, Mention
from graphmem.model.decision import Judgement
from graphmem.model.scope import GLOBAL

Read = dict[str, list[RecordNames]]


def link_group(
    mentions: Iterable[Mention],
    claims: Iterable[Claim],
    judgements: Iterable[Judgement],
    tenant: str,
    *,
    keys: Collection[str] | None = None,
    levels: Mapping[str, int] | None = None,
) -> LinkResult:
    """Entities of the mentions and claim subjects whose name is among keys (all names when None).

    mentions and claims are all those of the records that hold any of the keys: the others are the context that tells
    namesakes apart. keys must be closed (`related_keys`). levels gives records' sensitivity levels for entity rows.
    """
    by_space: Read = defaultdict(list)
    for found_mentions, found_claims in group_by_record(mentions, claims).values():
        read = read_record(found_mentions, found_claims)
        if read.units:
            by_space[read.units[0].namespace].append(read)
    wanted = None if keys is None else frozenset(keys)
    in_force = [j for j in live_judgements(judgements) if wanted is None or _concerns(j, wanted)]
    wide = _link_space(by_space.get(GLOBAL, []), [], [], wanted, in_force, tenant)
    views = {GLOBAL: wide}
    for space in sorted(set(by_space) - {GLOBAL}):
        views[space] = _link_space(by_space[space], by_space.get(GLOBAL, []), wide.bearers, wanted, in_force, tenant)
    return _gather_result(views, {judgement.id for judgement in in_force}, levels or {})


def _link_space(
    own: Sequence[RecordNames],
    wide: Sequence[RecordNames],
    fixed: Sequence[Bearer],
    wanted: frozenset[str] | None,
    judgements: Sequence[Judgement],
    tenant: str,
) -> LinkedView:
    families = alias_families(pair for read in (*own, *wide) for pair in read.aliases)
    units = [unit for read in own for unit in read.units if wanted is None or unit.head in wanted]
    return link_view(units, fixed, families, judgements, tenant)


def _concerns(judgement: Judgement, wanted: frozenset[str]) -> bool:
    return key_of_anchor(judgement.key_a) in wanted and key_of_anchor(judgement.key_b) in wanted


def _gather_result(views: Mapping[str, LinkedView], judged: set[str], levels: Mapping[str, int]) -> LinkResult:
    placed: list[Placed] = []
    proposals: dict[tuple[str, str, str], IdentityProposal] = {}
    for space, view in views.items():
        for bearer in view.bearers:
            placed += [Placed(u, bearer.entity_id, bearer.family) for u in bearer.units if u.namespace == space]
        for a, b, likeness in view.reviews:
            # Of a pair that several descriptions put in doubt, the likeliest reading is shown.
            made = _proposal(space, a, b, likeness, levels)
            known = proposals.get((space, made.entity_a, made.entity_b))
            if known is None or made.score > known.score:
                proposals[space, made.entity_a, made.entity_b] = made
    return LinkResult(
        mentions={m.id: one.entity_id for one in placed for m in one.unit.mentions},
        claims={c.id: one.entity_id for one in placed for c in one.unit.claims},
        entities=entity_rows(placed, levels),
        profiles=profiles(placed),
        proposals=tuple(proposals[key] for key in sorted(proposals)),
        deferred=sum(view.deferred for view in views.values()),
        dormant=tuple(sorted(set.intersection(judged, *(view.dormant for view in views.values())))),
        refused=tuple(sorted(set().union(*(view.refused for view in views.values())))),
    )


def _proposal(space: str, a: Bearer, b: Bearer, likeness: Likeness, levels: Mapping[str, int]) -> IdentityProposal:
    left, right = sorted((a, b), key=lambda bearer: bearer.entity_id)
    # The least sensitive record of each side stands for it, so that most reviewers may see both.
    first, second = (min(c.units, key=lambda u: (levels.get(u.record_id, 1), u.order)) for c in (left, right))
    said = [next((m.descriptor for m in unit.mentions if m.descriptor), "") for unit in (first, second)]
    return IdentityProposal(
        namespace=space,
        entity_a=left.entity_id,
        entity_b=right.entity_id,
        anchor_a=anchor_of(first.head, first.record_id),
        anchor_b=anchor_of(second.head, second.record_id),
        name=left.family,
        score=likeness.score,
        reasons=(*([" / ".join(said)] if all(said) else []), *likeness.reasons),
        level=max(levels.get(unit.record_id, 1) for unit in (first, second)),
    )
