"""Random stores and random readers against an oracle: what a reader should see, computed without a query."""

import random
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from graphmem.model.record import Outcome, Status, Tier
from graphmem.model.retrieval import AsOf
from graphmem.model.rows import RecordRow, Row
from graphmem.model.scope import GLOBAL, Principal, Sensitivity
from graphmem.store_protocol import Store
from graphmem.testing.factory import NOW, as_of, day, merge, principal, restated, row, supersede
from graphmem.testing.store_base import StoreFixtures, put, seen, statuses

NAMESPACES = ("global", "user:1", "user:10", "user:%")
LEVELS = tuple(Sensitivity)


@dataclass(frozen=True)
class Ruling:
    """A decision in the words of the oracle."""

    at: datetime
    undone_at: datetime | None
    closes_at: datetime | None
    level: int
    needs_global: bool

    def is_seen(self, who: Principal, when: AsOf) -> bool:
        """Whether the reader may see it, and it stood at the asked time of belief."""
        if who.clearance.level < self.level or (self.needs_global and GLOBAL not in who.namespaces):
            return False
        if when.known_at is None:
            return self.undone_at is None
        return self.at <= when.known_at and (self.undone_at is None or when.known_at < self.undone_at)


@dataclass(frozen=True)
class Case:
    """A record with what was decided about it: retired_by, or written_by."""

    row: RecordRow
    retired_by: Ruling | None = None
    written_by: Ruling | None = None


def may_know(case: Case, who: Principal, when: AsOf) -> bool:
    """Whether the reader may know of the record."""
    record, state = case.row.record, case.row.state
    return (
        record.namespace in who.namespaces
        and max(record.sensitivity.level, state.sensitivity.level) <= who.clearance.level
        and state.status is not Status.ERASED
        and (when.known_at is None or record.recorded_at <= when.known_at)
        and (case.written_by is None or case.written_by.is_seen(who, when))
    )


def is_retired(case: Case, who: Principal, when: AsOf) -> bool:
    """Whether a decision that the reader may see retired the record at the asked time."""
    ruling = case.retired_by
    if ruling is None or not ruling.is_seen(who, when):
        return False
    return ruling.closes_at is None or ruling.closes_at <= (when.valid_at or when.now)


def is_candidate(case: Case, who: Principal, when: AsOf) -> bool:
    """Whether a leg may return the record: the words of `View`."""
    record, state, asked = case.row.record, case.row.state, when.valid_at or when.now
    is_episode = record.tier is Tier.EPISODIC and record.outcome is Outcome.RESOLVED and record.observed_at is not None
    return (
        may_know(case, who, when)
        and state.hold is None
        and state.status is not Status.EXPIRED
        and (state.legal_hold or state.expires_at is None or when.now < state.expires_at)
        and (record.valid_from is None or record.valid_from <= asked)
        and (record.valid_to is None or asked < record.valid_to)
        and not (is_episode and record.observed_at is not None and (when.now - record.observed_at).days >= 91)
        and (when.include_superseded or not is_retired(case, who, when))
    )


class Dice:
    """Random choices of one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def time(self, chance: float) -> datetime | None:
        """A day near NOW, or nothing."""
        return day(self.random.randint(0, 200)) if self.random.random() < chance else None

    def record(self, namespace: str | None = None, **state: Any) -> RecordRow:
        """A record with random limits."""
        self.count += 1
        pick = self.random.choice
        holds = [None] * 6 + [Status.QUARANTINED, Status.UNDER_REVIEW]
        given = {"hold": pick(holds), "expires_at": self.time(0.2), "legal_hold": self.random.random() < 0.1} | state
        given["sensitivity"] = pick(LEVELS[:3])
        starts, ends = self.time(0.2), self.time(0.2)
        if starts and ends and ends < starts:
            starts, ends = ends, starts
        return row(
            f"The pool opens at {self.count}.",
            namespace=namespace or pick(NAMESPACES),
            sensitivity=pick(LEVELS[:3]),
            tier=pick(list(Tier)),
            outcome=pick([None, *Outcome]),
            observed_at=self.time(0.6),
            valid_from=starts,
            valid_to=ends,
            recorded_at=self.time(1),
            state=given,
        )

    def ruling(self) -> Ruling:
        """A decision with random limits."""
        at = day(self.random.randint(0, 150))
        undone = day(self.random.randint(151, 200)) if self.random.random() < 0.3 else None
        level = self.random.choice([0, 0, 1, 2])
        return Ruling(at, undone, self.time(0.3), level, self.random.random() < 0.3)

    def decided(self) -> tuple[list[Row], list[Case]]:
        """A decision of a random kind, with its records, and what the oracle knows of them."""
        ruling, namespace = self.ruling(), self.random.choice(NAMESPACES)
        over = [self.record(namespace) for _ in range(self.random.choice([1, 2]))]
        limits: dict[str, Any] = {"requires_level": ruling.level, "requires_global": ruling.needs_global}
        limits |= {"undone_at": ruling.undone_at} if ruling.undone_at else {}
        limits |= {"closes_at": ruling.closes_at} if ruling.closes_at else {}
        is_merge = self.random.random() < 0.5
        new = self.record(namespace)
        text = f"The pool opens, says decision {self.count}."
        rows = merge(text, over, at=ruling.at, **limits) if is_merge else supersede(new, over, at=ruling.at, **limits)
        states = {item.id: item for item in rows if isinstance(item, RecordRow)}
        cases = [Case(states[item.id], retired_by=ruling) for item in over]
        written = next(item for id_, item in states.items() if id_ not in {old.id for old in over})
        cases.append(Case(written, written_by=ruling if is_merge else None))
        return [*over, *rows], cases

    def reader(self) -> Principal:
        """Some namespaces at some clearance."""
        names = self.random.sample(NAMESPACES, self.random.randint(1, 4))
        return principal(*names, clearance=self.random.choice(LEVELS))

    def times(self) -> AsOf:
        """Any of the times."""
        is_inclusive = self.random.random() < 0.3
        now = self.random.choice([NOW, day(60)])
        return as_of(now, valid_at=self.time(0.4), known_at=self.time(0.5), include_superseded=is_inclusive)


class OracleContract(StoreFixtures):
    """Every leg agrees with the oracle, for any reader at any time."""

    @pytest.mark.parametrize("seed", range(6))
    def test_any_reader_sees_what_the_oracle_says(self, store: Store, seed: int) -> None:
        dice = Dice(seed)
        cases = [Case(dice.record()) for _ in range(20)]
        cases += [
            Case(restated(dice.record(), status=Status.EXPIRED)),
            Case(restated(dice.record(), status=Status.ERASED)),
        ]
        put(store, *(case.row for case in cases))
        for _ in range(12):
            rows, decided = dice.decided()
            put(store, *rows)
            cases += decided
        for _ in range(25):
            who, when = dice.reader(), dice.times()
            expected = {case.row.id for case in cases if is_candidate(case, who, when)}
            assert seen(store, who, when) == expected, (who, when)
            known = [case for case in cases if may_know(case, who, when)]
            found = statuses(store, [case.row for case in cases], who=who, when=when)
            assert sum(status is not None for status in found) == len(known), (who, when)
            held = [str(case.row.state.hold) if case.row.state.hold else None for case in known]
            shown = [status for status in found if status is not None]
            assert [s for s, hold in zip(shown, held, strict=True) if hold] == [hold for hold in held if hold]
            retired = [s for s, case in zip(shown, known, strict=True) if is_retired(case, who, when)]
            assert set(retired) <= {"superseded", "expired", "quarantined", "under_review"}
