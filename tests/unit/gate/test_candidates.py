"""The short cut by words never leaves out a signal that would speak."""

from pathlib import Path

from graphmem.gate import load_policy
from graphmem.gate.words import folded_of
from graphmem.settings import Settings

LABELLED = Path(__file__).parent / "labelled"


def test_every_signal_that_speaks_is_among_the_candidates() -> None:
    scan = load_policy(Settings().gate).scan
    spoken = 0
    for line in [line for path in sorted(LABELLED.glob("*.yaml")) for line in path.read_text("utf-8").splitlines()]:
        folded = folded_of(line)
        candidates = set(map(id, scan.possible_signals(folded)))
        speaking = [signal for signal in scan.signals if any(True for _ in signal.find(folded))]
        spoken += len(speaking)
        assert all(id(signal) in candidates for signal in speaking), line
    assert spoken > 300


def test_what_can_stand_in_a_text_is_found_at_once_and_one_by_one_alike() -> None:
    scan = load_policy(Settings().gate).scan
    sets = {words for signal in scan.signals for words in signal.sets} | {f.needs for f in scan.formats if f.needs}
    held = 0
    for path in sorted(LABELLED.glob("*.yaml")):
        for line in path.read_text("utf-8").splitlines():
            near = folded_of(line).near()
            for words in sets:
                stands = words.may_stand_in(folded_of(line))
                held += stands
                assert not stands or near is None or words.number in near, (line, words.source)
    assert held > 1000
