"""Rounds until nothing is marked: what blocks teach of slots, and what deciding holds back, may mark others."""

from dataclasses import dataclass, field
from time import perf_counter

from graphmem.model.scope import Role
from graphmem.services.asking import AskTally, ask_open_pairs
from graphmem.services.closing import close_sweep
from graphmem.services.collection import rare_collection
from graphmem.services.derivation import DecideTally, decide_dirty
from graphmem.services.judging import NOBODY
from graphmem.services.slots import make_detector
from graphmem.services.sweep import DetectTally, detect_dirty
from graphmem.services.workspace import Workspace

MAX_ROUNDS = 8  # each round ends or holds something back for a person, so this is never reached in earnest


class Laps:
    """Seconds by stage, each from the end of the one before."""

    def __init__(self) -> None:
        self._total: dict[str, float] = {}
        self._began = perf_counter()

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of each stage so far, its rounds added up."""
        return {stage: round(value, 4) for stage, value in self._total.items()}

    def end(self, stage: str) -> None:
        """Note that a stage, or a round of it, has ended just now."""
        now = perf_counter()
        self._total[stage] = self._total.get(stage, 0.0) + now - self._began
        self._began = now


@dataclass
class Settled:
    """What comparing and deciding did; moot counts sets that a decision elsewhere closed; asked is what
    the judge was shown."""

    found: DetectTally = field(default_factory=DetectTally)
    decided: DecideTally = field(default_factory=DecideTally)
    moot: int = 0
    asked: AskTally = field(default_factory=AskTally)

    @property
    def escalated(self) -> int:
        """Sets put before a person."""
        return max(0, self.decided.escalated - self.moot)


@rare_collection()
def settle(ws: Workspace, laps: Laps | None = None) -> Settled:
    """Compare what is marked and decide, until neither leaves a mark; the one way in which a sweep ends."""
    ws.require(Role.OPERATOR)
    laps, settled = laps or Laps(), Settled()
    for _ in range(MAX_ROUNDS):
        step = detect_all(ws)
        laps.end("detect")
        if ws.settings.detection.nightly_judge != NOBODY:
            settled.asked = ask_open_pairs(ws, settled.asked)
            laps.end("judge")
        outcome = decide_dirty(ws)
        laps.end("resolve")
        add_tally(settled.found, step)
        add_tally(settled.decided, outcome)
        if not step.blocks and not outcome.blocks:
            break
    settled.moot = close_sweep(ws, settled.decided.left_open)
    laps.end("resolve")
    return settled


def detect_all(ws: Workspace) -> DetectTally:
    """Compare dirty blocks until none is left: what they teach of slots may mark others."""
    total = DetectTally()
    for _ in range(MAX_ROUNDS):
        step = detect_dirty(ws, make_detector(ws))
        add_tally(total, step)
        if not step.blocks:
            break
    return total


def add_tally(total: DetectTally | DecideTally, part: DetectTally | DecideTally) -> None:
    """Add the counts of one round to those of all."""
    for name in vars(total):
        setattr(total, name, getattr(total, name) + getattr(part, name))
