"""First calibration: what the strength of a rule is worth as a probability that both sides cannot hold at one time."""

from typing import Protocol

_WORTH: dict[str, float] = {
    "value": 0.95,
    "numeric": 0.95,
    "date": 0.95,
    "negation": 0.97,
    "antonym": 0.93,
    "modality": 0.95,
    "refinement": 0.95,
    "update": 0.95,
}


class Calibrated(Protocol):
    """Turns strengths of rules and scores of judges into probabilities that both sides cannot hold at one time."""

    def calibrate(self, kind: str, rule: str, strength: float) -> float:
        """Probability of a finding of that kind by that rule."""

    def calibrate_score(self, judge: str, probability: float) -> float:
        """Probability of a pair that a judge gave its own uncalibrated probability."""


class StrengthTable:
    """Strengths taken at nearly their word, for want of labels."""

    def calibrate(self, kind: str, rule: str, strength: float) -> float:  # noqa: ARG002 - tables may know rules
        """Probability of a finding; kinds that the table lacks are worth four fifths."""
        return round(min(0.99, max(0.01, strength * _WORTH.get(kind, 0.8))), 4)

    def calibrate_score(self, judge: str, probability: float) -> float:  # noqa: ARG002 - tables may know judges
        """Probability of a judged pair, shrunk toward doubt."""
        return round(min(0.99, max(0.01, probability)), 4)
