"""Says why answers changed: another model, other data, or poisoned memory, from the same questions asked three ways."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel

from graphmem.model.retrieval import SearchAnswer

Hypothesis = Literal["nothing changed", "model change", "data drift", "poisoned memory"]


class Asked(BaseModel, frozen=True):
    """One question: the caller's answers without memory then and now (None where not asked), and memory's then and now.

    suspects are records among the present hits that integrity alerts, quarantine or the injection scan point to.
    """

    question: str
    off_before: str | None = None
    off_now: str | None = None
    then: SearchAnswer
    now: SearchAnswer
    suspects: frozenset[str] = frozenset()


class Difference(BaseModel, frozen=True):
    """What changed for one question: hits that came and went, and whether the answer without memory changed."""

    question: str
    came: tuple[str, ...]
    went: tuple[str, ...]
    overlap: float
    suspects: tuple[str, ...]
    off_changed: bool | None


class Diagnosis(BaseModel, frozen=True):
    """The hypothesis that fits best, why in one line each, and the differences behind it."""

    hypothesis: Hypothesis
    reasons: tuple[str, ...]
    differences: tuple[Difference, ...]


def diagnose(asked: Sequence[Asked]) -> Diagnosis:
    """Compare what memory gives now with what it gave then, question by question.

    Poisoned memory: suspects came into the hits. Model change: memory gives what it gave, and answers without it differ
    (or, where those were not asked, nothing in memory explains a change that the caller saw). Data drift: hits changed,
    and no suspect is among what came.
    """
    differences = tuple(_differ(question) for question in asked)
    changed = [d for d in differences if d.came or d.went]
    poisoned = [d for d in differences if d.suspects]
    without = [d for d in differences if d.off_changed]
    reasons = [f"memory's hits changed for {len(changed)} of {len(differences)} questions"]
    if poisoned:
        records = sorted({record for d in poisoned for record in d.suspects})
        reasons.append(
            f"{len(records)} suspect records came into the hits of {len(poisoned)} questions: {', '.join(records[:5])}"
        )
        return Diagnosis(hypothesis="poisoned memory", reasons=tuple(reasons), differences=differences)
    if without and len(without) >= len(changed):
        reasons.append(f"answers without memory changed for {len(without)} of {len(differences)} questions")
        return Diagnosis(hypothesis="model change", reasons=tuple(reasons), differences=differences)
    if changed:
        reasons.append("none of the records that came is suspect")
        return Diagnosis(hypothesis="data drift", reasons=tuple(reasons), differences=differences)
    reasons.append("what changed, if anything, lies outside memory")
    return Diagnosis(hypothesis="nothing changed", reasons=tuple(reasons), differences=differences)


def _differ(asked: Asked) -> Difference:
    then, now = [hit.record_id for hit in asked.then.hits], [hit.record_id for hit in asked.now.hits]
    came = tuple(record for record in now if record not in then)
    union = len({*then, *now})
    off_known = asked.off_before is not None and asked.off_now is not None
    return Difference(
        question=asked.question,
        came=came,
        went=tuple(record for record in then if record not in now),
        overlap=len({*then} & {*now}) / union if union else 1.0,
        suspects=tuple(record for record in came if record in asked.suspects),
        off_changed=asked.off_before != asked.off_now if off_known else None,
    )
