"""Masks that are kept between questions give the answers of masks made anew, whatever the time and whoever asks."""

import gc
import random
import weakref
from datetime import datetime, timedelta
from pathlib import Path

from graphmem.model.record import Outcome, Status, Tier
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import DIMENSION, FINGERPRINT, NOW, as_of, embed, packed, principal, row, supersede
from graphmem.testing.store_base import put

READERS = (principal("global"), principal("global", "user:1", clearance="confidential"), principal("user:1"))


def _opened(path: Path) -> Store:
    return open_store(f"sqlite:///{path}/store.db", fingerprint=FINGERPRINT, dimension=DIMENSION)


def _fill(store: Store, rng: random.Random) -> None:
    def day() -> datetime | None:
        return NOW + timedelta(days=rng.randint(0, 12)) if rng.random() < 0.4 else None

    rows = []
    for number in range(60):
        start, end = sorted((day() or NOW, day() or NOW + timedelta(days=13)))
        is_episode = rng.random() < 0.2
        rows.append(row(
            f"The pool opens at {number}.", source=f"s{number}", namespace=rng.choice(["global", "user:1"]),
            sensitivity=rng.choice(["internal", "confidential"]), valid_from=start, valid_to=end,
            tier=Tier.EPISODIC if is_episode else Tier.SEMANTIC, outcome=Outcome.RESOLVED if is_episode else None,
            observed_at=NOW - timedelta(days=90 - rng.randint(0, 12)),
            state={"expires_at": day(), "hold": rng.choice([None, None, None, Status.QUARANTINED])},
        ))  # fmt: skip
    put(store, *rows)
    for old, new in zip(rows[::7], rows[3::7], strict=False):
        closes = day()
        extra = {"closes_at": closes} if closes else {}
        put(store, *supersede(new, over=[old], at=NOW - timedelta(days=1), **extra))
    store.write("default", lambda ledger: ledger.set_vectors(packed(*rows), FINGERPRINT))


def _answers(store: Store, now: datetime, include_superseded: bool) -> list[object]:
    found: list[object] = []
    for who in READERS:
        with store.view(who, as_of(now, include_superseded=include_superseded)) as view:
            text, near = view.text_leg("pool opens", 99), view.vector_leg(embed("the pool"), 99)
            found.append((text, near, view.suppressed("pool"), view.count_candidates()))
            assert {hit.record_id for hit in text} == set(view.candidate_ids())  # the same conditions, by SQL
    return found


def test_what_is_kept_does_not_hold_the_vectors(tmp_path: Path) -> None:
    store = _opened(tmp_path)
    _fill(store, random.Random(5))
    _answers(store, NOW, include_superseded=False)
    store.close()
    gc.collect()
    gc.disable()
    try:
        gone = weakref.ref(next(iter(store._matrices._partitions.values())))  # type: ignore[attr-defined]
        del store
        assert gone() is None
    finally:
        gc.enable()


def test_masks_hold_until_something_changes(tmp_path: Path) -> None:
    rng = random.Random(5)
    kept = _opened(tmp_path)
    _fill(kept, rng)
    moments = [NOW + timedelta(hours=6 * n) for n in range(56)]
    rng.shuffle(moments)
    seen = set()
    for number, now in enumerate(moments):
        whole = number % 3 == 0
        anew = _opened(tmp_path)
        found = _answers(kept, now, whole)
        assert found == _answers(anew, now, whole), now
        seen.add(str(found))
        anew.close()
        if number == 30:
            put(kept, row("The pool opens late.", valid_to=NOW + timedelta(days=5)))
    assert len(seen) > 10
