"""Figures of ranked answers: recall, all gold among the first five, reciprocal rank, with bootstrap intervals."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

_SEED = 20240607
_SAMPLES = 1000
DEPTHS = (2, 5, 10)


class Question(BaseModel, frozen=True):
    """A question, the ids of the passages that answer it together, and of which kind it is."""

    id: str
    question: str
    gold: tuple[str, ...]
    type: str = ""


class Measure(BaseModel, frozen=True):
    """A mean in per cent, with the middle 95 % of its bootstrap means."""

    mean: float
    low: float
    high: float


class Figures(BaseModel, frozen=True):
    """Measures of one way to answer over a set of questions."""

    questions: int
    recall_at_2: Measure
    recall_at_5: Measure
    recall_at_10: Measure
    all_gold_at_5: Measure
    mrr: Measure


def recall(gold: Sequence[str], ranked: Sequence[str], depth: int) -> float:
    """Share of the gold ids among the first so many ranked ones."""
    wanted = set(gold)
    return len(wanted & set(ranked[:depth])) / len(wanted) if wanted else 0.0


def reciprocal_rank(gold: Sequence[str], ranked: Sequence[str]) -> float:
    """1 / rank of the first gold id, 0 when none is ranked."""
    wanted = set(gold)
    return next((1.0 / rank for rank, item in enumerate(ranked, start=1) if item in wanted), 0.0)


def figures(questions: Sequence[Question], answers: Sequence[Sequence[str]]) -> Figures:
    """Figures of ranked ids, one list a question."""
    pairs = list(zip(questions, answers, strict=True))
    at = {depth: [recall(q.gold, ranked, depth) for q, ranked in pairs] for depth in DEPTHS}
    return Figures(
        questions=len(pairs),
        recall_at_2=measure(at[2]),
        recall_at_5=measure(at[5]),
        recall_at_10=measure(at[10]),
        all_gold_at_5=measure([float(value == 1.0) for value in at[5]]),
        mrr=measure([reciprocal_rank(q.gold, ranked) for q, ranked in pairs]),
    )


def by_type(questions: Sequence[Question], answers: Sequence[Sequence[str]]) -> dict[str, Figures]:
    """Figures of each kind of question, in order of the kinds' names."""
    found = {}
    for kind in sorted({question.type for question in questions}):
        places = [at for at, question in enumerate(questions) if question.type == kind]
        found[kind] = figures([questions[at] for at in places], [answers[at] for at in places])
    return found


def regret(chosen: Sequence[float], ways: Mapping[str, Sequence[float]]) -> tuple[Measure, float]:
    """What the chosen answers lose: against the best way of each question, and against the best way overall."""
    best = np.max(np.array([list(values) for values in ways.values()]), axis=0)
    overall = max((float(np.mean(values)) for values in ways.values()), default=0.0)
    return measure(list(best - np.array(chosen))), round(100 * (overall - float(np.mean(chosen))), 2)


def measure(values: Sequence[float]) -> Measure:
    """Mean of the values in per cent with its interval; 1,000 resamples, always the same ones."""
    if not len(values):
        return Measure(mean=0.0, low=0.0, high=0.0)
    column: NDArray[np.float64] = np.asarray(values, dtype=np.float64) * 100
    draws = np.random.default_rng(_SEED).integers(0, len(column), size=(_SAMPLES, len(column)))
    low, high = np.percentile(column[draws].mean(axis=1), [2.5, 97.5])
    return Measure(mean=round(float(column.mean()), 2), low=round(float(low), 2), high=round(float(high), 2))


def percentiles(milliseconds: Sequence[float]) -> tuple[float, float]:
    """p50 and p95."""
    p50, p95 = np.percentile(np.asarray(milliseconds), [50, 95]) if len(milliseconds) else (0.0, 0.0)
    return round(float(p50), 2), round(float(p95), 2)
