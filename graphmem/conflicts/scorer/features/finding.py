"""Findings: whether each text reports an effect or the lack of one, whatever words the two share."""

from graphmem.conflicts.scorer.alignment import Alignment
from graphmem.conflicts.scorer.features.polarity import governed
from graphmem.conflicts.scorer.reading import Reading
from graphmem.conflicts.scorer.vocabulary import FINDINGS, NULL_FINDINGS, SAMENESS

_COPULAS = frozenset(("is", "are", "was", "were", "remained"))
_BEFORE = 3  # tokens in front of a word of sameness among which the copula stands: "was essentially the same"


def _outcome(reading: Reading) -> int:
    """-1 where an effect is denied, 1 where one is reported and none denied, 0 where no word speaks of effects."""
    denied = governed(reading)
    spoken = 0
    for i, token in enumerate(reading.tokens):
        if i not in denied and (token.base in NULL_FINDINGS or _says_same(reading, i)):
            return -1
        if token.base in FINDINGS or token.form.lower() in FINDINGS:
            if i in denied:
                return -1
            spoken = 1
    return spoken


def _says_same(reading: Reading, i: int) -> bool:
    """Whether a thing "was similar"; "to a similar extent" denies no effect."""
    before = reading.tokens[max(0, i - _BEFORE) : i]
    return reading.tokens[i].base in SAMENESS and any(token.base in _COPULAS for token in before)


def finding(pair: Alignment) -> dict[str, float]:
    """Opposite outcomes, like outcomes, and how many texts speak of one at all."""
    short, long = _outcome(pair.short), _outcome(pair.long)
    return {
        "outcomes_opposed": float(short * long < 0),
        "outcomes_alike": float(short * long > 0),
        "outcome_denied": float(min(short, long) < 0),
    }
