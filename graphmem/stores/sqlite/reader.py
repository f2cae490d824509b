"""Which records a reader may know of, and which are candidates: conditions over `record r` for every query.

The words are those of `View`. Each condition is made of constants and named parameters; the vector leg evaluates the
same conditions over arrays (`matrix.py`), and the store contract holds the two together.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from graphmem.model.retrieval import AsOf
from graphmem.model.scope import GLOBAL, Principal
from graphmem.stores.sqlite.codec import ERASED, FOREVER, QUARANTINED, micros
from graphmem.stores.sqlite.connection import Session

RESOLVED_EPISODE_DAYS = 90

# What a decision wrote exists where the decision may be seen, from when it was taken until it was undone.
_WRITTEN = (
    "(r.written_by_decision IS NULL OR (r.written_level <= :level AND r.written_global <= :sees_global"
    " AND (r.written_us IS NULL OR r.written_us <= :known) AND (r.unwritten_us IS NULL OR :known < r.unwritten_us)))"
)
_VALID = "(r.valid_from_us IS NULL OR r.valid_from_us <= :valid) AND (r.valid_to_us IS NULL OR :valid < r.valid_to_us)"
_UNEXPIRED = "r.gone = 0 AND (r.expires_us IS NULL OR :now < r.expires_us)"
# A decision that this reader may see, in force at the asked time of belief, that retires the record at the asked time.
VISIBLE_RETIREMENT = (
    "t.at_us <= :known AND (t.undone_us IS NULL OR :known < t.undone_us)"
    " AND t.requires_level <= :level AND t.requires_global <= :sees_global"
)
_RETIRED_BY_DECISIONS = (
    "EXISTS (SELECT 1 FROM retirement t WHERE t.tenant = r.tenant AND t.record_id = r.id AND t.whole AND NOT t.promoted"
    f" AND {VISIBLE_RETIREMENT} AND (t.closes_us IS NULL OR t.closes_us <= :valid))"
)
_RETIRED_BY_STATE = "(r.retired AND (r.closes_us IS NULL OR r.closes_us <= :valid))"
# The state is the sum of all decisions: it holds for readers who may see them all; the rows speak for the others.
HIDDEN = "(r.requires_level > :level OR r.requires_global > :sees_global)"


@dataclass(frozen=True)
class Reader:
    """A principal and the asked times as numbers, with the conditions that follow from them."""

    tenant: int
    scopes: tuple[int, ...]
    level: int
    sees_global: bool
    now: int
    valid: int
    known: int | None
    include_superseded: bool

    @classmethod
    def of(cls, session: Session, principal: Principal, as_of: AsOf) -> "Reader":
        """The reader as the store numbers tenant and namespaces; unknown ones hold nothing."""
        wanted = list(dict.fromkeys(principal.namespaces))
        rows = session.rows(
            "SELECT s.tenant, s.id FROM tenant t JOIN scope s ON s.tenant = t.id"
            f" WHERE t.name = ? AND s.name IN ({', '.join('?' * len(wanted))})",
            (principal.tenant, *wanted),
        )
        return cls(
            tenant=int(rows[0][0]) if rows else -1,
            scopes=tuple(sorted(int(number) for _, number in rows)),
            level=principal.clearance.level,
            sees_global=GLOBAL in wanted,
            now=micros(as_of.now) or 0,
            valid=micros(as_of.valid_at or as_of.now) or 0,
            known=micros(as_of.known_at),
            include_superseded=as_of.include_superseded,
        )

    @property
    def episode_cut(self) -> int:
        """Resolved episodes observed before this instant are no candidates."""
        return self.now - RESOLVED_EPISODE_DAYS * (timedelta(days=1) // timedelta(microseconds=1))

    @property
    def believed(self) -> int:
        """The asked time of belief; without one, later than every decision and earlier than never."""
        return FOREVER - 1 if self.known is None else self.known

    @property
    def parameters(self) -> dict[str, Any]:
        """Values of the named parameters of all conditions."""
        return {
            "tenant": self.tenant,
            "level": self.level,
            "sees_global": int(self.sees_global),
            "now": self.now,
            "valid": self.valid,
            "known": self.believed,
            "episode_cut": self.episode_cut,
        }

    @property
    def may_know(self) -> str:
        """Records in scope, at or below the clearance, not erased, recorded by the asked time."""
        scopes = ", ".join(map(str, self.scopes))
        recorded = "" if self.known is None else " AND r.recorded_us <= :known"
        return f"r.scope IN ({scopes}) AND r.level <= :level AND r.gone <> {ERASED}{recorded} AND {_WRITTEN}"

    @property
    def retired(self) -> str:
        """Records that a decision retired, as this reader sees it."""
        if self.known is not None:
            return _RETIRED_BY_DECISIONS
        return f"(CASE WHEN {HIDDEN} THEN {_RETIRED_BY_DECISIONS} ELSE {_RETIRED_BY_STATE} END)"

    @property
    def candidate(self) -> str:
        """Records that a leg may return."""
        live = "" if self.include_superseded else f" AND NOT {self.retired}"
        episode = "(r.episode_us IS NULL OR r.episode_us >= :episode_cut)"
        return f"{self.may_know} AND r.held = 0 AND {_UNEXPIRED} AND {_VALID} AND {episode}{live}"

    @property
    def suppressed_reason(self) -> str:
        """Why a record that may be known is no candidate: `quarantined`, `expired`, `superseded`, NULL for none."""
        superseded = "" if self.include_superseded else f" WHEN {self.retired} THEN 'superseded'"
        return (
            f"CASE WHEN r.held = {QUARANTINED} THEN 'quarantined' WHEN r.held <> 0 THEN NULL"
            f" WHEN NOT ({_UNEXPIRED} AND {_VALID}) THEN 'expired'{superseded} END"
        )
