"""A set of conflicting claims as policies see it."""

from datetime import datetime, timedelta

from pydantic import AwareDatetime, BaseModel

from graphmem.model.claim import Change, Claim, Modality
from graphmem.model.conflict import Conflict, Relation
from graphmem.model.record import Authority, ContentType, Origin, Record


class Side(BaseModel, frozen=True):
    """One claim of a set with what policies must know of its record; group joins the claims that say the same."""

    claim: Claim
    record: Record
    group: str

    @property
    def claim_id(self) -> str:
        """Id of the claim."""
        return self.claim.id

    @property
    def starts(self) -> datetime | None:
        """From when it holds: the time given in the claim, else in the record, else when it was said."""
        if self.claim.valid is not None and self.claim.valid.start is not None:
            return self.claim.valid.start
        return self.record.valid_from or self.record.observed_at

    @property
    def is_correction(self) -> bool:
        """Says itself that what was said before is wrong."""
        return self.record.content_type is ContentType.CORRECTION or self.claim.change is Change.CORRECTION

    @property
    def is_change(self) -> bool:
        """Says itself that the world changed, or corrects."""
        return self.is_correction or self.claim.change is not None

    @property
    def is_plain(self) -> bool:
        """An assertion: neither inferred, nor retold, nor hedged, nor planned."""
        weak = {Modality.REPORTED, Modality.POSSIBLE, Modality.PLANNED}
        return self.record.authority is not Authority.INFERRED and self.claim.modality not in weak

    @property
    def may_correct(self) -> bool:
        """Neither inferred nor from outside: such words settle (semantics §1, 2)."""
        return self.is_plain and self.record.origin is not Origin.EXTERNAL_CONTENT


class SetCase(BaseModel, frozen=True):
    """A set: the connected conflicts of one slot of one entity in one namespace.

    impact is why it touches what only a person may settle, or None; undone_by who took its last decision back;
    judged_by the judge of sentences on whose word alone a part of it rests;
    is_let_stand: a person decided of a side that it stands beside another (keep both, no conflict);
    now is the time of the run, close_days what counts as close together.
    """

    id: str
    namespace: str
    block: str
    attribute: str
    sides: tuple[Side, ...]
    conflicts: tuple[Conflict, ...]
    impact: str | None = None
    undone_by: str | None = None
    judged_by: str | None = None
    is_let_stand: bool = False
    now: AwareDatetime
    close_days: float

    @property
    def groups(self) -> dict[str, tuple[Side, ...]]:
        """Sides by what they say, each in order of claim id."""
        found: dict[str, list[Side]] = {}
        for side in sorted(self.sides, key=lambda item: item.claim_id):
            found.setdefault(side.group, []).append(side)
        return {key: tuple(found[key]) for key in sorted(found)}

    @property
    def confidence(self) -> float:
        """The least sure of the conflicts: a decision is no surer than its weakest link."""
        return min((conflict.confidence for conflict in self.conflicts), default=0.0)

    @property
    def is_refinement(self) -> bool:
        """Every conflict of the set is a refinement."""
        return all(conflict.relation is Relation.REFINEMENT for conflict in self.conflicts)

    @property
    def is_update(self) -> bool:
        """Every conflict of the set is an update."""
        return all(conflict.relation is Relation.UPDATE for conflict in self.conflicts)

    def opponents(self, winners: tuple[Side, ...]) -> tuple[Side, ...]:
        """Sides that say something else than the winners; a record does not oppose itself ("not there but here")."""
        won = {side.group for side in winners}
        own = {side.record.id for side in winners}
        return tuple(
            side
            for side in self.sides
            if side.group not in won and (side.record.id not in own or self._disagree(side, winners))
        )

    def _disagree(self, side: Side, others: tuple[Side, ...]) -> bool:
        pairs = {frozenset((side.claim_id, other.claim_id)) for other in others}
        return any(frozenset((c.claim_a, c.claim_b)) in pairs for c in self.conflicts)


def newest(sides: tuple[Side, ...]) -> Side | None:
    """The side that holds latest, None when the time of one is unknown; ties by authority, then id."""
    if not sides or any(side.starts is None for side in sides):
        return None
    return max(sides, key=lambda side: (side.starts, side.record.authority.rank, side.claim_id))


def gap_days(later: Side, earlier: Side) -> float | None:
    """Days between the two, negative when the order is the other way, None when a time is unknown."""
    if later.starts is None or earlier.starts is None:
        return None
    return (later.starts - earlier.starts) / timedelta(days=1)
