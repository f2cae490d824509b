"""`graphmem bench exposure`: what no longer holds, or may not be seen, among the answers of every route.

A store is filled through the public interface: policies, corrections and a reviewer supersede 30 % of its records, and
others expire, are quarantined, lie in another namespace or above the reader's clearance. Then every route is asked.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from pydantic import BaseModel

from graphmem.bench.exposure_stories import (
    ASKED_AT,
    ELSEWHERE,
    NAMESPACE,
    POISON,
    TOLD_AT,
    Fate,
    Story,
    Told,
    Way,
    retired_text,
    tell,
)
from graphmem.memory import Memory
from graphmem.model.retrieval import ContextAnswer, Hit, Route, SearchAnswer
from graphmem.model.scope import Principal, Role
from graphmem.protocols import Progress
from graphmem.settings import RetrievalSettings, Settings

K = 24
_BUDGET = 1500
_REVIEWER = "bench"
_WITHHELD = {Fate.EXPIRED, Fate.QUARANTINED, Fate.ELSEWHERE, Fate.ABOVE}


class RouteExposure(BaseModel, frozen=True):
    """Counts over all hits of one route (for contexts: over quoted lines).

    labelled are superseded records that say so; exposed are superseded ones, or retired sentences, that do not;
    one_sided are contested ones without their mark or their other side, among the hits or quoted in a note.
    """

    questions: int = 0
    hits: int = 0
    labelled: int = 0
    exposed: int = 0
    expired: int = 0
    quarantined: int = 0
    elsewhere: int = 0
    above: int = 0
    one_sided: int = 0

    @property
    def faults(self) -> int:
        """Hits that should not be there, or not so."""
        return self.exposed + self.expired + self.quarantined + self.elsewhere + self.above + self.one_sided


class ExposureFigures(BaseModel, frozen=True):
    """Records by what became of them, counts by route, and how many faults there are in all.

    superseded and superseded_share are read back from the store; undecided are lines that should have been superseded
    and are not. unfiltered is the share of superseded records among the first hits of a search that asks for them too:
    what a store without statuses would show.
    """

    records: int
    superseded: int
    superseded_share: float
    undecided: int
    fates: dict[str, int]
    k: int
    routes: dict[str, RouteExposure]
    contexts: RouteExposure
    unfiltered: float
    faults: int


class _Clock:
    """Stands still at the time of telling, then at that of asking: what expires between has no sweep to wait for."""

    def __init__(self) -> None:
        self.at = TOLD_AT

    def now(self) -> datetime:
        """The instant it stands at."""
        return self.at


def bench_exposure(
    records: int, *, asked: int = 40, store: str | None = None, progress: Progress | None = None
) -> ExposureFigures:
    """Fill a store of its own, or the given one in a tenant of its own, and put all wordings to `asked` stories."""
    stories = tell(records)
    settings = Settings(retrieval=RetrievalSettings(log=False))
    clock = _Clock()
    who = Principal(tenant="bench-exposure", namespaces=(NAMESPACE, ELSEWHERE), roles=frozenset(Role), name=_REVIEWER)
    reader = who.model_copy(update={"namespaces": (NAMESPACE,), "write": NAMESPACE})
    with TemporaryDirectory() as folder:
        url = store or f"sqlite:///{Path(folder) / 'bench.db'}"
        with Memory.open(url, who, settings=settings, clock=clock, progress=progress) as memory:
            memory.ingest([line.fields for story in stories for line in story.lines])
            memory.nightly()
            _settle(memory, stories)
            memory.quarantine(source=POISON)
            statuses = {str(line["external_id"]): str(line["status"]) for line in memory.export_lines()}
        clock.at = ASKED_AT
        with Memory.open(url, reader, settings=settings, clock=clock, progress=progress) as memory:
            return _measure(memory, stories, statuses, asked, progress)


def _settle(memory: Memory, stories: Sequence[Story]) -> None:
    """What no policy may settle, as a reviewer does: the newer side accepted, a text merged, or left open."""
    by_line = {line.id: story for story in stories for line in story.lines}
    for item in memory.conflicts(status="escalated"):
        story = by_line[str(item.external_a)]
        if story.way is Way.ACCEPT:
            memory.review.accept(item.id, winner=story.lines[-1].id, resolver=_REVIEWER)
        elif story.way is Way.MERGE:
            memory.review.merge(item.id, text=story.merged, resolver=_REVIEWER)


def _measure(
    memory: Memory, stories: Sequence[Story], statuses: Mapping[str, str], asked: int, progress: Progress | None
) -> ExposureFigures:
    lines = [line for story in stories for line in story.lines]
    chosen = stories[:: max(1, len(stories) // asked)][:asked]
    questions = [question for story in chosen for question in story.questions]
    truth = Truth.of(stories)
    routes: dict[str, RouteExposure] = {}
    for route in Route:
        counts: Counter[str] = Counter()
        for number, question in enumerate(questions, start=1):
            counts += truth.judge(memory.search(question, k=K, route=route))
            if progress is not None:
                progress.advance(route.value, number, len(questions))
        routes[route.value] = RouteExposure(questions=len(questions), **counts)
    quoted: Counter[str] = Counter()
    for question in questions:
        quoted += truth.judge_context(memory.context(question, budget=_BUDGET))
    contexts = RouteExposure(questions=len(questions), **quoted)
    superseded = sum(status == "superseded" for status in statuses.values())
    return ExposureFigures(
        records=len(statuses),
        superseded=superseded,
        superseded_share=round(superseded / len(statuses), 4),
        undecided=sum(line.fate is Fate.SUPERSEDED and statuses.get(line.id) != "superseded" for line in lines),
        fates=dict(Counter(line.fate.value for line in lines)),
        k=K,
        routes=routes,
        contexts=contexts,
        unfiltered=_unfiltered(memory, questions),
        faults=sum(counts.faults for counts in (*routes.values(), contexts)),
    )


@dataclass(frozen=True)
class Truth:
    """What became of every line and the other side of each contested one, by external id; texts that are retired."""

    lines: Mapping[str, Told]
    sides: Mapping[str, Told]
    retired: frozenset[str]

    @classmethod
    def of(cls, stories: Sequence[Story]) -> Self:
        """The truth of stories as they were told."""
        lines = [line for story in stories for line in story.lines]
        contested = [story.lines for story in stories if story.lines[0].fate is Fate.CONTESTED]
        return cls(
            lines={line.id: line for line in lines},
            sides={own.id: other for a, b in contested for own, other in ((a, b), (b, a))},
            retired=frozenset(text for line in lines if (text := retired_text(line))),
        )

    def judge(self, answer: SearchAnswer) -> Counter[str]:
        """Counts of one answer."""
        counts = Counter(hits=len(answer.hits))
        shown = {hit.external_id for hit in answer.hits}
        for hit in answer.hits:
            line = self.lines.get(hit.external_id or "")
            if line is not None:
                counts += self._judge_hit(hit, line, shown, answer.notes)
        return counts

    def _judge_hit(self, hit: Hit, line: Told, shown: set[str | None], notes: Sequence[str]) -> Counter[str]:
        if line.fate in _WITHHELD:
            return Counter({line.fate.value: 1})
        if line.fate is Fate.CONTESTED:
            other = self.sides[line.id]
            has_both = other.id in shown or any(other.text in note for note in notes)
            return Counter(one_sided=int(not (hit.contested and has_both)))
        is_labelled = hit.status == "superseded"
        if (retired := retired_text(line)) and retired in hit.text:
            return Counter(labelled=1) if is_labelled else Counter(exposed=1)
        return Counter()

    def judge_context(self, answer: ContextAnswer) -> Counter[str]:
        """Counts over the quoted lines of one context: the line above an entry's quotes says what it is worth."""
        counts: Counter[str] = Counter()
        heading = ""
        for row in answer.text.splitlines():
            if row.startswith("["):
                heading = row
            elif row.startswith("> "):
                counts["hits"] += 1
                if row[2:] in self.retired:
                    counts["labelled" if "superseded" in heading else "exposed"] += 1
        cited = {citation.external_id or "" for citation in answer.citations}
        for line in (self.lines[key] for key in cited if key in self.lines):
            if line.fate in _WITHHELD:
                counts[line.fate.value] += 1
            elif line.fate is Fate.CONTESTED and self.sides[line.id].id not in cited:
                counts["one_sided"] += 1
        return counts


def _unfiltered(memory: Memory, questions: Sequence[str]) -> float:
    """Share of superseded records among the hits when they are asked for."""
    found = [
        hit.status == "superseded"
        for question in questions
        for hit in memory.search(question, k=K, route=Route.LOOKUP, include_superseded=True).hits
    ]
    return round(sum(found) / len(found), 4) if found else 0.0
