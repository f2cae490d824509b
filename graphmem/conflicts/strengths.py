"""First calibration: what the strength of a rule is worth as a probability that both sides cannot hold at one time."""

_WORTH: dict[str, float] = {
    "value": 0.93,
    "numeric": 0.95,
    "date": 0.95,
    "negation": 0.97,
    "antonym": 0.93,
    "modality": 0.95,
    "refinement": 0.95,
    "update": 0.95,
}


def calibrate(kind: str, rule: str, strength: float) -> float:  # noqa: ARG001 - tables may know rules
    """Probability that a finding of that kind and strength is right; kinds without labels are worth four fifths."""
    return round(min(0.99, max(0.01, strength * _WORTH.get(kind, 0.8))), 4)
