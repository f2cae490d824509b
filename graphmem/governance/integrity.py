"""Monitors of what agents write, day by day, against their own past: how a slow poisoning shows."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from graphmem.protocols import Vectors
from graphmem.settings import IntegritySettings

Monitor = Literal["confidence", "outcomes", "records per document", "drift"]
_MIN_WRITES = 3  # of a day: a mean of fewer says nothing


class Write(BaseModel):
    """What the monitors know of one record: who wrote it and when, how sure, its outcome, source and vector."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    agent: str
    at: datetime
    confidence: float | None = None  # mean of its claims
    outcome: str | None = None
    document: str | None = None
    vector: Vectors | None = None


class AgentDay(BaseModel):
    """One agent's day in figures; centroid is the mean of its vectors."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    agent: str
    day: date
    writes: int
    documents: int
    confidence: float | None
    outcomes: dict[str, int]
    centroid: NDArray[np.float32] | None = None

    @property
    def records_per_document(self) -> float:
        """Records by distinct document; all records without one count as of one."""
        return self.writes / max(1, self.documents)


class Alert(BaseModel, frozen=True):
    """One figure that left its baseline."""

    agent: str
    day: date
    monitor: Monitor
    value: float
    baseline: float
    limit: float

    def __str__(self) -> str:
        """One line for people."""
        return (
            f"{self.agent} on {self.day.isoformat()}: {self.monitor} is {self.value:.2f}, "
            f"where {self.baseline:.2f} is usual (alert beyond {self.limit:.2f})"
        )


class IntegrityReport(BaseModel, frozen=True):
    """Alerts of the days asked for, and agents whose past is too short to judge by (cold start)."""

    alerts: tuple[Alert, ...] = ()
    days: tuple[AgentDay, ...] = ()
    cold: tuple[str, ...] = ()


def summarise_days(writes: Iterable[Write]) -> list[AgentDay]:
    """Figures by agent and UTC day, in that order; held are sums, not the writes."""
    sums: dict[tuple[str, date], _Sums] = defaultdict(_Sums)
    for write in writes:
        sums[write.agent, write.at.astimezone(UTC).date()].add(write)
    return [figures.close(agent, day) for (agent, day), figures in sorted(sums.items())]


def monitor(
    days: Sequence[AgentDay], settings: IntegritySettings, *, since: date | None = None, until: date | None = None
) -> IntegrityReport:
    """Compare each day from since to until with the agent's baseline before it.

    The baseline is the agent's last `baseline_days` days before the day that raised no alert themselves, so that a slow
    poisoning does not become what is usual. With fewer than `min_days` of them the agent is cold, and nothing is said.
    """
    alerts: list[Alert] = []
    cold: set[str] = set()
    by_agent: dict[str, list[AgentDay]] = defaultdict(list)
    for day in days:
        by_agent[day.agent].append(day)
    for agent, own in sorted(by_agent.items()):
        sound: list[AgentDay] = []
        for day in own:
            start = day.day - timedelta(days=settings.baseline_days)
            past = [before for before in sound if before.day >= start and before.writes >= _MIN_WRITES]
            if day.writes < _MIN_WRITES:
                continue
            found = _compare(day, past, settings) if len(past) >= settings.min_days else []
            if not found:
                sound.append(day)
            if (since is None or day.day >= since) and (until is None or day.day <= until):
                alerts.extend(found)
                if len(past) < settings.min_days:
                    cold.add(agent)
    return IntegrityReport(alerts=tuple(alerts), days=tuple(days), cold=tuple(sorted(cold)))


class _Sums:
    def __init__(self) -> None:
        self.writes = 0
        self.documents: set[str] = set()
        self.confidences: list[float] = []
        self.outcomes: Counter[str] = Counter()
        self.vector: NDArray[np.float32] | None = None
        self.vectors = 0

    def add(self, write: Write) -> None:
        self.writes += 1
        self.outcomes[write.outcome or "none"] += 1
        if write.document is not None:
            self.documents.add(write.document)
        if write.confidence is not None:
            self.confidences.append(write.confidence)
        if write.vector is not None:
            own = np.asarray(write.vector, dtype=np.float32)
            self.vector = own.copy() if self.vector is None else self.vector + own
            self.vectors += 1

    def close(self, agent: str, day: date) -> AgentDay:
        return AgentDay(
            agent=agent, day=day, writes=self.writes, documents=len(self.documents),
            confidence=sum(self.confidences) / len(self.confidences) if self.confidences else None,
            outcomes=dict(self.outcomes),
            centroid=None if self.vector is None else self.vector / np.float32(self.vectors),
        )  # fmt: skip


def _compare(day: AgentDay, past: Sequence[AgentDay], settings: IntegritySettings) -> list[Alert]:
    found: list[Alert] = []

    def judge(name: Monitor, value: float, baseline: float, limit: float, *, is_beyond: bool) -> None:
        if is_beyond:
            found.append(Alert(agent=day.agent, day=day.day, monitor=name, value=value, baseline=baseline, limit=limit))

    usual = [before.confidence for before in past if before.confidence is not None]
    if day.confidence is not None and usual:
        mean = sum(usual) / len(usual)
        limit = mean - settings.confidence_drop
        judge("confidence", day.confidence, mean, limit, is_beyond=day.confidence < limit)
    shift = _shift(day.outcomes, past)
    # Few writes shift by chance: a day of n writes strays by about 1/sqrt(n).
    limit = settings.outcome_shift + 1 / (2 * day.writes**0.5)
    judge("outcomes", shift, 0.0, limit, is_beyond=shift > limit)
    rates = sorted(before.records_per_document for before in past)
    median = rates[len(rates) // 2]
    limit = settings.records_factor * median
    judge("records per document", day.records_per_document, median, limit, is_beyond=day.records_per_document > limit)
    if (drift := _drift(day, past)) is not None:
        value, baseline = drift
        limit = baseline + settings.cosine_drift
        judge("drift", value, baseline, limit, is_beyond=value > limit)
    return found


def _shift(outcomes: dict[str, int], past: Sequence[AgentDay]) -> float:
    """Total variation distance between the day's outcomes and those of the baseline: 0 equal, 1 disjoint."""
    before: Counter[str] = Counter()
    for day in past:
        before.update(day.outcomes)
    now_total, then_total = sum(outcomes.values()), sum(before.values())
    labels = sorted({*outcomes, *before})
    return sum(abs(outcomes.get(x, 0) / now_total - before[x] / then_total) for x in labels) / 2


def _drift(day: AgentDay, past: Sequence[AgentDay]) -> tuple[float, float] | None:
    """Cosine distance of the day's centroid from the baseline's, and the mean distance of the baseline's own days."""
    known = [before for before in past if before.centroid is not None]
    if day.centroid is None or not known:
        return None
    centroid = np.mean([before.centroid for before in known if before.centroid is not None], axis=0)
    own = [_distance(before.centroid, centroid) for before in known if before.centroid is not None]
    return _distance(day.centroid, centroid), sum(own) / len(own)


def _distance(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    return 1.0 - float(a @ b) / norm if norm else 0.0
