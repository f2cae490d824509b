"""Judgements by people: joins and splits of bearers, named by anchors that new evidence does not move."""

from collections.abc import Iterable, Sequence

from graphmem.linking.bearers import Bearer
from graphmem.linking.names import core_of
from graphmem.linking.units import Unit
from graphmem.model.claim import Claim, Mention
from graphmem.model.decision import Judgement


def anchor_of(key: str, record_id: str | None = None) -> str:
    """What a Judgement's key should hold: a name key, or the bearer of that name in one record (`key@record`)."""
    return f"{key}@{record_id}" if record_id else key


def anchor_of_entity(entity_id: str, mentions: Iterable[Mention], claims: Iterable[Claim] = ()) -> str | None:
    """Anchor of an entity: that of its first mention (else claim) by record id; None when it has neither."""
    found = [(m.record_id, m.key) for m in mentions if m.entity_id == entity_id]
    found = found or [(c.record_id, c.subject_key) for c in claims if c.entity_id == entity_id]
    return anchor_of(min(found)[1], min(found)[0]) if found else None


def key_of_anchor(anchor: str) -> str:
    """Name key of an anchor."""
    return anchor.partition("@r-")[0]


def live_judgements(judgements: Iterable[Judgement]) -> list[Judgement]:
    """Judgements in force, oldest first; of those on one pair only the latest."""
    latest: dict[tuple[str, ...], Judgement] = {}
    for judgement in sorted(judgements, key=lambda j: (j.at, j.id)):
        pair = tuple(sorted((judgement.key_a, judgement.key_b)))
        if judgement.undone_at is None:
            latest[pair] = judgement
    return sorted(latest.values(), key=lambda j: (j.at, j.id))


class JudgedView:
    """Bearers of one view with judgements applied: first splits, then joins in order of time.

    A join that would bring together what a split keeps apart is refused. Bearers that were settled in `global` are
    never joined with each other in a narrower view: that would show there what was decided elsewhere.
    """

    def __init__(self, bearers: Sequence[Bearer]) -> None:
        self.bearers = list(bearers)
        self.dormant: set[str] = set()
        self.refused: set[str] = set()
        self._apart: list[tuple[Unit, Unit]] = []

    def apply(self, judgements: Sequence[Judgement]) -> None:
        """Apply judgements in force."""
        for judgement in judgements:
            if judgement.verdict == "split":
                self._split(judgement)
        for judgement in judgements:
            if judgement.verdict == "join":
                self._join(judgement)

    def keeps_apart(self, a: Bearer, b: Bearer) -> bool:
        """True when a judgement says that the two are not the same."""
        left, right = {id(unit) for unit in a.units}, {id(unit) for unit in b.units}
        return any((id(x) in left and id(y) in right) or (id(x) in right and id(y) in left) for x, y in self._apart)

    def _split(self, judgement: Judgement) -> None:
        a, b = self._find(judgement.key_a), self._find(judgement.key_b)
        if a is None or b is None:
            self.dormant.add(judgement.id)
            return
        if a is b and not a.entity_id:
            leaving = [unit for unit in a.units if _is_anchored(unit, judgement.key_b)]
            staying = [unit for unit in a.units if unit not in leaving]
            if not leaving or not staying:
                self.dormant.add(judgement.id)
                return
            mark = judgement.key_b
            self.bearers[self.bearers.index(a)] = _rebuilt(a, staying, a.mark)
            b = _rebuilt(a, leaving, mark)
            self.bearers.append(b)
            self._apart.append((staying[0], leaving[0]))
        elif a is not b:
            self._apart.append((a.units[0], b.units[0]))

    def _join(self, judgement: Judgement) -> None:
        a, b = self._find(judgement.key_a), self._find(judgement.key_b)
        if a is None or b is None:
            self.dormant.add(judgement.id)
            return
        if a is b:
            return
        both = {id(unit) for unit in (*a.units, *b.units)}
        if (a.entity_id and b.entity_id) or any(id(x) in both and id(y) in both for x, y in self._apart):
            self.refused.add(judgement.id)
            return
        # The one that has its id from `global` keeps it; else the smaller name leads.
        lead, rest = sorted((a, b), key=lambda c: (not c.entity_id, c.family, c.order))
        lead.units.extend(rest.units)
        lead.profile.add(rest.profile)
        lead.described = lead.described or rest.described
        self.bearers.remove(rest)

    def _find(self, anchor: str) -> Bearer | None:
        """The bearer that an anchor means; for a bare name the undescribed one when there are several."""
        found = [bearer for bearer in self.bearers if any(_is_anchored(unit, anchor) for unit in bearer.units)]
        if len(found) > 1:
            found = [bearer for bearer in found if not bearer.described]
        return found[0] if len(found) == 1 else None


def _is_anchored(unit: Unit, anchor: str) -> bool:
    key, _, record = anchor.partition("@r-")
    if record and unit.record_id != f"r-{record}":
        return False
    # Without a record, `johnson` means those whom their records call only that, not every Alice Johnson.
    return unit.head == key or (bool(record) and (key in unit.keys or core_of(key) == core_of(unit.head)))


def _rebuilt(bearer: Bearer, units: Sequence[Unit], mark: str) -> Bearer:
    made = Bearer(bearer.family, described=bearer.described, mark=mark)
    made.take(units)
    return made
