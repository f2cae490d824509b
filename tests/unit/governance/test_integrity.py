"""Six simulated weeks of an agent's writes: a clean history stays quiet, a poisoned one alerts within two days."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.governance.integrity import Write, monitor, summarise_days
from graphmem.settings import IntegritySettings

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
SETTINGS = IntegritySettings()


def history(seed: int, *, days: int = 42, poisoned_from: int | None = None, how: str = "drift") -> list[Write]:
    rng = np.random.default_rng(seed)
    topic, other = rng.normal(size=48), rng.normal(size=48)
    writes = []
    for day in range(days):
        bad = poisoned_from is not None and day >= poisoned_from
        flood = 5 if bad and how == "flood" else 1
        for number in range(int(rng.integers(8, 16)) * flood):
            turned = bad and how == "drift" and rng.random() < 0.7
            vector = (other if turned else topic) + rng.normal(scale=0.8, size=48)
            sure = 0.55 if bad and how == "confidence" else 0.85
            failed = rng.random() < (0.8 if bad and how == "outcomes" else 0.15)
            writes.append(
                Write(
                    agent="a-1",
                    at=START + timedelta(days=day, minutes=number),
                    confidence=float(np.clip(rng.normal(sure, 0.08), 0, 1)),
                    outcome="unresolved" if failed else "resolved",
                    document=f"d-{day}-{number // (3 * flood)}",
                    vector=(vector / np.linalg.norm(vector)).astype(np.float32),
                )
            )
    return writes


@pytest.mark.parametrize("seed", range(8))
def test_a_clean_history_raises_nothing(seed: int) -> None:
    assert monitor(summarise_days(history(seed)), SETTINGS).alerts == ()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("how", "name"),
    [
        ("drift", "drift"),
        ("confidence", "confidence"),
        ("outcomes", "outcomes"),
        ("flood", "records per document"),
    ],
)
def test_a_poisoned_window_alerts_within_two_days_and_keeps_alerting(seed: int, how: str, name: str) -> None:
    alerts = monitor(summarise_days(history(seed, poisoned_from=21, how=how)), SETTINGS).alerts
    first = (START + timedelta(days=21)).date()
    assert alerts[0].monitor == name
    assert first <= alerts[0].day <= first + timedelta(days=1)
    # The poison does not become what is usual: three weeks later it still stands out.
    assert alerts[-1].day >= first + timedelta(days=19)


def test_a_young_agent_is_cold_and_not_judged() -> None:
    report = monitor(summarise_days(history(1, days=4, poisoned_from=2)), SETTINGS)
    assert (report.alerts, report.cold) == ((), ("a-1",))


def test_only_the_days_asked_for_are_reported() -> None:
    days = summarise_days(history(0, poisoned_from=21))
    last = days[-1].day
    assert {alert.day for alert in monitor(days, SETTINGS, since=last, until=last).alerts} == {last}


@settings(deadline=None, max_examples=30)
@given(st.permutations(range(60)))
def test_the_order_of_writes_does_not_matter(order: list[int]) -> None:
    writes = history(3, days=6)[:60]
    shuffled = summarise_days([writes[i] for i in order if i < len(writes)])
    assert [(d.day, d.writes, d.outcomes) for d in shuffled] == [
        (d.day, d.writes, d.outcomes) for d in summarise_days(writes)
    ]


def test_an_alert_is_one_line_with_its_figures() -> None:
    alert = monitor(summarise_days(history(1, poisoned_from=21)), SETTINGS).alerts[0]
    assert str(alert).startswith("a-1 on 2026-01-2")
    assert "\n" not in str(alert)
