"""Detection until nothing is marked: what blocks teach of slots, and what is held back, may mark others."""

from graphmem.services.derivation import DecideTally
from graphmem.services.slots import make_detector
from graphmem.services.sweep import DetectTally, detect_dirty
from graphmem.services.workspace import Workspace

MAX_ROUNDS = 8  # each round ends or holds something back for a person, so this is never reached in earnest


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
