"""One view's things: the units that readers of a namespace may see, linked, and given their ids.

`global` is linked from its own records alone. Every other namespace is linked from its records and those of `global`,
whose things stay as they are. So nothing in one user's namespace can change, or show in, what another sees.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.linking.bearers import Bearer, cluster_family
from graphmem.linking.comparison import Likeness
from graphmem.linking.judged import JudgedView
from graphmem.linking.profile import Profile
from graphmem.linking.units import Unit, core_of_unit
from graphmem.model.claim import entity_id_of
from graphmem.model.decision import Judgement


@dataclass
class LinkedView:
    """Bearers with ids, reviews between them, and what was left out."""

    bearers: list[Bearer]
    reviews: list[tuple[Bearer, Bearer, Likeness]] = field(default_factory=list)
    deferred: int = 0
    dormant: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)


def link_view(
    units: Sequence[Unit],
    fixed: Sequence[Bearer],
    families: Mapping[str, str],
    judgements: Sequence[Judgement],
    tenant: str,
) -> LinkedView:
    """Things among units, beside those fixed before; families maps alias cores to the core they stand for."""
    by_family: dict[str, tuple[list[Unit], list[Bearer]]] = defaultdict(lambda: ([], []))
    for unit in units:
        core = core_of_unit(unit)
        by_family[families.get(core, core) if _may_be_alias(unit) else core][0].append(unit)
    for bearer in fixed:
        by_family[families.get(bearer.family, bearer.family)][1].append(bearer)
    view = LinkedView(bearers=[])
    for family in sorted(by_family):
        found = cluster_family(family, *by_family[family])
        view.bearers += found.bearers
        view.reviews += found.reviews
        view.deferred += found.deferred
    judged = JudgedView(view.bearers)
    judged.apply(judgements)
    view.bearers = sorted(judged.bearers, key=lambda bearer: bearer.order)
    view.dormant, view.refused = judged.dormant, judged.refused
    _give_ids(view.bearers, tenant)
    kept = {id(bearer) for bearer in view.bearers}
    view.reviews = [
        (a, b, likeness)
        for a, b, likeness in view.reviews
        if id(a) in kept and id(b) in kept and not judged.keeps_apart(a, b)
    ]
    return view


def _may_be_alias(unit: Unit) -> bool:
    """False for a word in small letters (`who`), which is no initialism."""
    return (
        " " in unit.head
        or any(mention.name != mention.name.lower() for mention in unit.mentions)
        or any(claim.subject != claim.subject.lower() for claim in unit.claims)
    )


def _give_ids(bearers: Sequence[Bearer], tenant: str) -> None:
    """Ids by name; a discriminator only where a name has several bearers, and then never for the undescribed one."""
    by_family: dict[str, list[Bearer]] = defaultdict(list)
    for bearer in bearers:
        by_family[bearer.family].append(bearer)
    for family, group in by_family.items():
        taken = {bearer.entity_id for bearer in group if bearer.entity_id}
        for bearer in sorted((b for b in group if not b.entity_id), key=lambda b: (b.described, b.order)):
            for label in _labels(bearer, group):
                made = entity_id_of(tenant, family, label)
                if made not in taken:
                    bearer.entity_id = made
                    taken.add(made)
                    break


def _labels(bearer: Bearer, group: Sequence[Bearer]) -> list[str]:
    """Discriminators to try, best first; the last one is always free."""
    others = [other for other in group if other is not bearer]
    last = f"record:{bearer.order[0]}:{bearer.order[2]}"
    if not others:
        return ["", last]
    if bearer.mark:
        return [f"split:{bearer.mark}", last]
    if not bearer.described or all(other.mark for other in others):
        return ["", "unclear", last]
    shared = {label for other in others for label in _features(other.profile)}
    return [*(label for label in _features(bearer.profile) if label not in shared), last]


def _features(profile: Profile) -> list[str]:
    """What may tell a thing from its namesakes, the most lasting first."""
    return [
        *(f"role:{role}" for role in sorted(profile.given_roles)),
        *(f"form:{form}" for form in sorted(profile.legal_forms)),
        *(f"title:{gender}" for gender in sorted(profile.genders)),
        *([f"kind:{profile.kind}"] if profile.kind else []),
        *(f"role:{role}" for role in sorted(profile.said_roles)),
        *(f"born:{year}" for year in sorted(profile.births)),
        *(f"{slot}:{value}" for slot, value in sorted(profile.origins)),
        *(f"age:{age:g}" for age in sorted(profile.ages)),
        *(f"place:{place}" for place in sorted(profile.places)),
    ]
