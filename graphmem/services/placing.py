"""Entities for what is about to be written, as far as no linking is needed to know them.

A name is placed at once when nothing about it could tell namesakes apart or join it to another name: linking the whole
store anew would give the same entity. All other names are left to the sweep, which links them with their context.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphmem.linking.judged import key_of_anchor
from graphmem.linking.names import core_of, variants_of
from graphmem.linking.units import Unit, group_by_record, read_record
from graphmem.model.claim import Claim, Mention, entity_id_of
from graphmem.model.rows import DirtyRow, EntityRow, JudgementRow, MetaRow
from graphmem.store_protocol import Ledger

_KIND = 2  # place of the kind in a profile's signature


@dataclass
class Placed:
    """Mentions and claims with their entities, and the names that are left to link."""

    mentions: list[Mention]
    claims: list[Claim]
    unlinked: set[str] = field(default_factory=set)


@dataclass
class Seen:
    """What a batch says under one name."""

    kinds: set[str] = field(default_factory=set)
    telling: bool = False
    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)  # of its claims


def place_new(ledger: Ledger, mentions: Sequence[Mention], claims: Sequence[Claim]) -> Placed:
    """Give entities to rows that are about to be written; new plain names get their entity row."""
    seen = read_names(mentions, claims)
    known = ledger.get(MetaRow, [f"name|{key}" for key in sorted(seen)])
    found: dict[str, str] = {}
    fresh: list[str] = []
    widened: list[MetaRow] = []
    for key, what in seen.items():
        row = known.get(f"name|{key}")
        if row is None:
            if not what.telling and len(what.kinds - {""}) <= 1:
                fresh.append(key)
        else:
            bearers, kinds = _list(row, "entities"), set(_list(row, "types"))
            # What says nothing of its kind joins the only bearer there is; so does the first kind that is told.
            if (
                len(bearers) == 1
                and not what.telling
                and (what.kinds <= kinds or len((what.kinds | kinds) - {""}) <= 1)
            ):
                found[key] = bearers[0]
                if not what.kinds <= kinds:
                    widened.append(row.model_copy(update={"body": {**row.body, "types": sorted(what.kinds | kinds)}}))
    ledger.put(widened)
    plain = _plain(ledger, fresh, seen)
    for key in plain:
        found[key] = entity_id_of(ledger.tenant, core_of(key))
    _note(ledger, plain, found, seen)
    return Placed(
        [m.model_copy(update={"entity_id": found[m.key]}) if m.key in found else m for m in mentions],
        [c.model_copy(update={"entity_id": found[c.subject_key]}) if c.subject_key in found else c for c in claims],
        seen.keys() - found.keys(),
    )


def place_known(ledger: Ledger, claims: Sequence[Claim]) -> list[Claim]:
    """Claims under the one known bearer of their subject's name, where there is just one; nothing is written."""
    rows = ledger.get(MetaRow, sorted({f"name|{claim.subject_key}" for claim in claims}))
    sole = {key.removeprefix("name|"): _list(row, "entities") for key, row in rows.items()}
    return [
        c.model_copy(update={"entity_id": found[0]}) if len(found := sole.get(c.subject_key, [])) == 1 else c
        for c in claims
    ]


def kinds_by_name(mentions: Sequence[Mention], claims: Sequence[Claim]) -> dict[str, set[str]]:
    """What kinds of thing each name was used for; the empty kind where nothing says."""
    return {key: what.kinds for key, what in read_names(mentions, claims).items()}


def read_names(mentions: Sequence[Mention], claims: Sequence[Claim]) -> dict[str, Seen]:
    """What these rows, which are all of their records, say under each name."""
    seen: dict[str, Seen] = defaultdict(Seen)
    for own_mentions, own_claims in group_by_record(mentions, claims).values():
        read = read_record(own_mentions, own_claims)
        aliased = {key for pair in read.aliases for key in pair}
        for unit in read.units:
            for key in unit.keys:
                what = seen[key]
                signature = unit.profile.signature()
                what.kinds.update(signature[_KIND] or ("",))
                what.names |= {m.name for m in unit.mentions if m.key == key}
                what.names |= {c.subject for c in unit.claims if c.subject_key == key}
                what.attributes |= {c.attribute for c in unit.claims if c.subject_key == key}
                what.telling |= _tells(unit, signature) or key != unit.head or key in aliased
    return seen


def _tells(unit: Unit, signature: tuple[tuple[str, ...], ...]) -> bool:
    return len(unit.keys) > 1 or unit.part > 0 or any(part for n, part in enumerate(signature) if n != _KIND)


def _plain(ledger: Ledger, keys: Sequence[str], seen: dict[str, Seen]) -> list[str]:
    """New names that no known name, marked name or judgement could be joined with."""
    if not keys:
        return []
    judged = {key_of_anchor(k) for r in ledger.find(JudgementRow) for k in (r.judgement.key_a, r.judgement.key_b)}
    around = {key: variants_of(key) - {key} for key in keys}
    others = sorted({other for found in around.values() for other in found})
    taken = {row.id.removeprefix("name|") for row in ledger.get(MetaRow, [f"name|{k}" for k in others]).values()}
    taken |= {row.key for row in ledger.get(DirtyRow, [f"name|{k}" for k in [*others, *keys]]).values()}
    taken |= judged | {other for other in others if other in seen}
    return [key for key in keys if key not in taken and not around[key] & taken]


def _note(ledger: Ledger, keys: Iterable[str], found: dict[str, str], seen: dict[str, Seen]) -> None:
    names, entities = [], []
    for key in keys:
        what = seen[key]
        names.append(MetaRow(id=f"name|{key}", body={"entities": [found[key]], "types": sorted(what.kinds)}))
        kind = next(iter(sorted(what.kinds - {""})), "")
        name = min(what.names, key=lambda text: (-len(text), text))
        entities.append(
            EntityRow(id=found[key], key=core_of(key), name=name, type=kind, keys=tuple({key, core_of(key)}))
        )
    ledger.put(names)
    ledger.put([row.model_copy(update={"keys": tuple(sorted(row.keys))}) for row in entities])


def _list(row: MetaRow, name: str) -> list[str]:
    value = row.body.get(name)
    return [str(item) for item in value] if isinstance(value, list) else []
