"""From the strength of a finding, or the score of a judge, to a probability that both sides cannot hold at one time.

Curves are kept per kind, per kind and rule, and per judge, in a small JSON file. A curve is made by
`calibration_fit.fit_curve` from labelled pairs; one with too few labels abstains: what it says stays in the band that
policy puts before a person.
"""

from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import Literal, Self

from pydantic import BaseModel, Field, ValidationError, model_validator

from graphmem.errors import InputError

REVIEW_FROM, REVIEW_BELOW = 0.25, 0.75  # semantics §1: between these a person decides
_CEILING = 0.99  # nothing is certain
FILE = "calibration.json"


class Curve(BaseModel, frozen=True):
    """A non-decreasing piecewise linear function from strength to probability, and what it rests on.

    prior is the share of contradictions that the probabilities assume; labels counts the pairs it was fitted on.
    """

    method: Literal["isotonic", "platt", "share", "abstain"]
    x: tuple[float, ...] = Field(min_length=1)
    y: tuple[float, ...] = Field(min_length=1)
    prior: float = Field(gt=0, lt=1)
    labels: int = Field(ge=0)
    positives: int = Field(ge=0)

    @model_validator(mode="after")
    def _is_a_function(self) -> Self:
        if len(self.x) != len(self.y):
            raise ValueError("x and y must have one length")
        if any(b <= a for a, b in zip(self.x, self.x[1:], strict=False)):
            raise ValueError("x must increase")
        if any(b < a for a, b in zip(self.y, self.y[1:], strict=False)):
            raise ValueError("y must not decrease")
        if not all(0 <= value <= 1 for value in self.y):
            raise ValueError("y must lie between 0 and 1")
        return self

    def at(self, strength: float) -> float:
        """Probability for a strength; flat outside the fitted range."""
        right = bisect_right(self.x, strength)
        if right == 0:
            value = self.y[0]
        elif right == len(self.x):
            value = self.y[-1]
        else:
            x0, x1, y0, y1 = self.x[right - 1], self.x[right], self.y[right - 1], self.y[right]
            value = y0 + (y1 - y0) * (strength - x0) / (x1 - x0)
        if self.method == "abstain":
            value = min(value, REVIEW_BELOW - 0.01)
        return round(min(_CEILING, max(1 - _CEILING, value)), 4)


class Calibration(BaseModel, frozen=True):
    """All curves: by kind ("numeric"), by kind and rule ("numeric/numeric"), by judge ("judge:pair_scorer")."""

    version: str
    curves: dict[str, Curve]

    def calibrate(self, kind: str, rule: str, strength: float) -> float:
        """Probability of a finding; the curve of its rule where there is one, else of its kind, else the band."""
        return self._at((f"{kind}/{rule}", kind), strength)

    def calibrate_score(self, judge: str, probability: float) -> float:
        """Probability of a pair that a judge gave its own uncalibrated probability."""
        return self._at((f"judge:{judge}",), probability)

    def _at(self, names: tuple[str, ...], strength: float) -> float:
        for name in names:
            curve = self.curves.get(name)
            if curve is not None:
                return curve.at(strength)
        # Nobody ever labelled such a finding: a person decides, whatever the rule believes.
        return round(min(REVIEW_BELOW - 0.01, max(1 - _CEILING, strength)), 4)


def read_calibration(text: str) -> Calibration:
    """A calibration from its JSON text. Raises InputError that names what is wrong."""
    try:
        return Calibration.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"no calibration file: {where}: {first['msg']}") from error


@cache
def load_calibration() -> Calibration:
    """The packaged calibration, read once in a process."""
    return read_calibration((files("graphmem.conflicts") / "data" / FILE).read_text(encoding="utf-8"))


def calibrate(kind: str, rule: str, strength: float) -> float:
    """Probability of a finding by the packaged calibration."""
    return load_calibration().calibrate(kind, rule, strength)


def calibrate_score(judge: str, probability: float) -> float:
    """Probability of a judged pair by the packaged calibration."""
    return load_calibration().calibrate_score(judge, probability)
