"""First calibration: what the strength of a rule is worth as a probability that both sides cannot hold at one time."""

from collections.abc import Callable

# Kind, rule (or judge) and strength to a probability; the kind of a judge's score is `judge:NAME`.
Calibrate = Callable[[str, str, float], float]

_WORTH: dict[str, float] = {
    "value": 0.95,
    "numeric": 0.95,
    "date": 0.95,
    "negation": 0.97,
    "antonym": 0.93,
    "modality": 0.95,
    "refinement": 0.95,
    "update": 1.0,  # its strength is already what the clash is worth
}
_OTHERS = 0.8


def calibrate_by_table(kind: str, rule: str, strength: float) -> float:
    """Probability of a finding taken nearly at its word, for want of labels; kinds it lacks lose a fifth."""
    return round(min(0.99, max(0.01, strength * _WORTH.get(kind, _OTHERS))), 4)


def judge_kind(judge: str) -> str:
    """Kind under which the scores of a judge are calibrated."""
    return f"judge:{judge}"
