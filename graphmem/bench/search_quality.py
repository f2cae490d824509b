"""Search over the small labelled corpus that ships with the package: a change for the worse shows within a minute."""

import tempfile
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import yaml
from pydantic import BaseModel

from graphmem.memory import Memory
from graphmem.model.scope import GLOBAL, Principal, Role
from graphmem.settings import Settings

_K = 5


class Question(BaseModel, frozen=True):
    """A question and the external ids of the records that answer it together."""

    ask: str
    gold: tuple[str, ...]


class SearchFigures(BaseModel, frozen=True):
    """Shares of all questions: gold records among the first one, the first five, and all of them among the first five.

    missed are numbers of questions, counted from 1, of which some gold record was not among the first five.
    """

    questions: int
    hit_at_1: float
    recall_at_5: float
    all_at_5: float
    missed: tuple[int, ...]


def bench_search(settings: Settings) -> SearchFigures:
    """Store the corpus in a store of its own, sweep it, and ask every question."""
    source = files("graphmem.bench") / "data" / "search_quality.yaml"
    corpus = yaml.safe_load(source.read_text(encoding="utf-8"))
    lines = [
        {"text": r["text"], "external_id": r["id"], "observed_at": r["date"], "source": r["id"]}
        for r in corpus["records"]
    ]
    questions = [Question.model_validate(q) for q in corpus["questions"]]
    who = Principal(namespaces=(GLOBAL,), roles=frozenset(Role), name="bench")
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(f"sqlite:///{Path(folder) / 'bench.db'}", who, settings=settings) as memory,
    ):
        memory.ingest(lines)
        memory.nightly()
        answers = [[hit.external_id or "" for hit in memory.search(q.ask, k=_K).hits] for q in questions]
    return measure(questions, answers)


def measure(questions: Sequence[Question], answers: Sequence[Sequence[str]]) -> SearchFigures:
    """Figures of ranked external ids, one list a question."""
    pairs = list(zip(questions, answers, strict=True))
    shares = [len(set(q.gold) & set(found[:_K])) / len(q.gold) for q, found in pairs]
    return SearchFigures(
        questions=len(pairs),
        hit_at_1=_mean([float(bool(found) and found[0] in q.gold) for q, found in pairs]),
        recall_at_5=_mean(shares),
        all_at_5=_mean([float(share == 1) for share in shares]),
        missed=tuple(number for number, share in enumerate(shares, start=1) if share < 1),
    )


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
