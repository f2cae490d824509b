"""In which order pairs are put before whoever looks for conflicts: votes on the log-odds scale, added up.

The pair scorer votes on every pair, so that its order stands among pairs that claims leave open; rules add what a clash
is worth to them, and a second judge what it says. A rank is no probability and touches none.
"""

import math

from graphmem.model.conflict import Comparison, Relation

CLASHES = (Relation.CONTRADICTION, Relation.UPDATE, Relation.REFINEMENT)
_LEAST = 0.003  # no vote is surer than this
_BEYOND = 3.0  # worth of a score's part beyond 1, which is the time between the two sayings
_APART = 12.0  # what claims keep apart for a reason comes after all else


def rank(claims: Comparison, score: float, *, parted: bool, vote: float | None) -> float:
    """Where a pair stands, 0 to 1: by the scorer's score, what claims found, and the vote of a second judge, if any.

    claims is what they said before anybody else was asked; parted when they are kept apart for a reason. Where a second
    judge was not asked since claims had settled it, their confidence votes in its place.
    """
    odds = _log_odds(score) + _BEYOND * max(0.0, score - (1 - _LEAST))
    if claims.relation in CLASHES:
        odds += _log_odds(claims.confidence)
    if vote is not None:
        odds += _log_odds(vote)
    return 1 / (1 + math.exp(_APART - odds if parted else -odds))


def _log_odds(share: float) -> float:
    clipped = min(max(share, _LEAST), 1 - _LEAST)
    return math.log(clipped / (1 - clipped))
