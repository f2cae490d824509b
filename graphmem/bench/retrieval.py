"""`graphmem bench retrieval DIR`: every route and the router over labelled questions, through the real ingest path."""

import json
import tempfile
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from time import perf_counter

from pydantic import BaseModel

from graphmem.bench.retrieval_figures import Figures, Measure, Question, by_type, figures, percentiles, recall, regret
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.answers import IngestReport
from graphmem.model.scope import Principal, Role
from graphmem.protocols import Progress
from graphmem.retrieval.fusion import reciprocal_rank
from graphmem.settings import ModelSettings, RetrievalSettings, Settings

ROUTES = ("lookup", "graph", "auto")
EU_QUESTIONS = "eu_questions.jsonl"
_NAMESPACE = "bench"
_DEPTH = 10
_ASKED = 20  # hits: a long text is several passages, which count as one answer
_LEG = 100
_TYPES = {"lookup", "graph"}


class Way(BaseModel, frozen=True):
    """One way to answer: its figures, by kind of question, and its latency in milliseconds, encoding included."""

    figures: Figures
    by_type: dict[str, Figures]
    p50_ms: float
    p95_ms: float
    used: dict[str, int]  # how many questions each route answered in the end


class RetrievalFigures(BaseModel, frozen=True):
    """A benchmark of one folder.

    regret is recall@5 that `auto` loses against the better of `lookup` and `graph` for each question; regret_overall
    against the one of them that is better on all questions. text_leg (BM25), vector_leg and fused_ranks, the reciprocal
    rank fusion of both, are what the field compares with. Controls: a store that returns everything, and one that
    returns nothing; both must score badly. In a store that was filled before, all passages are duplicates.
    """

    directory: str
    queries: str
    passages: int
    stored: int
    not_stored: dict[str, int]
    seconds: dict[str, float]
    ways: dict[str, Way]
    text_leg: Figures
    vector_leg: Figures
    fused_ranks: Figures
    regret: Measure
    regret_overall: float
    controls: dict[str, Figures]


def bench_retrieval(
    directory: Path,
    *,
    queries: str | None = None,
    limit: int | None = None,
    store: str | None = None,
    progress: Progress | None = None,
) -> RetrievalFigures:
    """Store DIR/corpus.jsonl in a store of its own and ask the questions of DIR/queries.jsonl, or of the file named.

    A folder without corpus.jsonl is taken for EU acts, a file each, a line an article; the questions on them ship with
    the package. A store that is given gets a tenant of its own for the folder, and keeps it.
    Passages are read as documents with their titles; the folder's ids are kept as external ids. `limit` asks the first
    so many questions. Raises InputError for a file that is missing or holds other lines.
    """
    name, corpus, lines = _read_set(directory, queries)
    questions = [_question(line, name) for line in lines][:limit]
    tenant = f"bench-{directory.name}" if store else "default"
    who = Principal(tenant=tenant, namespaces=(_NAMESPACE,), roles=frozenset(Role), name="bench")
    extractors = (*ModelSettings().extractors, "regulatory") if name == EU_QUESTIONS else ModelSettings().extractors
    settings = Settings(retrieval=RetrievalSettings(log=False), models=ModelSettings(extractors=extractors))
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(
            store or f"sqlite:///{Path(folder) / 'bench.db'}", who, settings=settings, progress=progress
        ) as memory,
    ):
        report = memory.ingest([_record(line) for line in corpus])
        return _measure(
            memory, report, questions, _Place(directory=directory.name, queries=name, passages=len(corpus)), progress
        )


class _Place(BaseModel, frozen=True):
    directory: str
    queries: str
    passages: int


def _measure(
    memory: Memory, report: IngestReport, questions: Sequence[Question], place: _Place, progress: Progress | None
) -> RetrievalFigures:
    memory.search(questions[0].question, k=_DEPTH)  # models load before anything is timed
    answers: dict[str, list[list[str]]] = {}
    ways = {}
    for route in ROUTES:
        answers[route], ways[route] = _ask_all(memory, questions, route, progress)
    at5 = {route: [recall(q.gold, a, 5) for q, a in zip(questions, answers[route], strict=True)] for route in ROUTES}
    per_question, overall = regret(at5["auto"], {route: at5[route] for route in sorted(_TYPES)})
    everything = sorted(
        {item for q in questions for item in q.gold} | {str(note.external_id) for note in report.records}
    )
    legs = [_ask_legs(memory, question) for question in questions]
    return RetrievalFigures(
        **place.model_dump(),
        stored=report.stored,
        not_stored={kind: len(getattr(report, kind)) for kind in ("rejected", "review", "failed")}
        | {"duplicate": report.duplicate},
        seconds=report.seconds,
        ways=ways,
        text_leg=figures(questions, [found[0] for found in legs]),
        vector_leg=figures(questions, [found[1] for found in legs]),
        fused_ranks=figures(questions, [found[2] for found in legs]),
        regret=per_question,
        regret_overall=overall,
        controls={
            "everything": figures(questions, [everything] * len(questions)),
            "nothing": figures(questions, [[]] * len(questions)),
        },
    )


def _ask_all(
    memory: Memory, questions: Sequence[Question], route: str, progress: Progress | None
) -> tuple[list[list[str]], Way]:
    answers: list[list[str]] = []
    times: list[float] = []
    used: dict[str, int] = {}
    for number, question in enumerate(questions, start=1):
        started = perf_counter()
        answer = memory.search(question.question, k=_ASKED, route=route)
        times.append((perf_counter() - started) * 1000)
        answers.append(_passages([hit.external_id for hit in answer.hits])[:_DEPTH])
        used[answer.route.value] = used.get(answer.route.value, 0) + 1
        if progress is not None:
            progress.advance(route, number, len(questions))
    p50, p95 = percentiles(times)
    way = Way(
        figures=figures(questions, answers), by_type=by_type(questions, answers), p50_ms=p50, p95_ms=p95, used=used
    )
    return answers, way


def _ask_legs(memory: Memory, question: Question) -> tuple[list[str], list[str], list[str]]:
    """Ids by the text leg, by the vector leg, and by reciprocal rank fusion of both, as in most of the field."""
    encoder = memory.workspace.models.encoder
    with memory.workspace.view() as view:
        text = view.text_leg(question.question, _LEG)
        vector = view.vector_leg(encoder.encode([question.question])[0], _LEG) if encoder is not None else []
        scores = reciprocal_rank([text, vector])
        fused = sorted(scores, key=lambda key: (-scores[key], key))
        ranked = [[hit.record_id for hit in text], [hit.record_id for hit in vector], fused]
        known = view.records(sorted({key for ids in ranked for key in ids[:_ASKED]}))
    by_text, by_vector, by_both = (
        _passages([known[key][0].external_id for key in ids[:_ASKED]])[:_DEPTH] for ids in ranked
    )
    return by_text, by_vector, by_both


def _passages(external_ids: Sequence[str | None]) -> list[str]:
    """Ids of the corpus in order: `#n` of a passage of a long text is dropped, repeats with it."""
    return list(dict.fromkeys(_whole(item) for item in external_ids if item))


def _whole(external_id: str) -> str:
    head, mark, number = external_id.rpartition("#")
    return head if mark and number.isdigit() else external_id


def _record(line: dict[str, object]) -> dict[str, object]:
    return {
        "text": line.get("text"),
        "title": line.get("title"),
        "external_id": line.get("id"),
        "source": str(line.get("id")),  # passages of equal text are different passages
        "content_type": "document",
        "origin": "external_content",
        "legal_basis": "legitimate_interest",
    }


def _read_set(directory: Path, queries: str | None) -> tuple[str, list[dict[str, object]], list[dict[str, object]]]:
    """Name of the question file, lines of the corpus, lines of the questions."""
    if (directory / "corpus.jsonl").is_file() or not (acts := sorted(directory.glob("*.jsonl"))):
        name = queries or "queries.jsonl"
        return name, _read_lines(directory / "corpus.jsonl"), _read_lines(directory / name)
    articles = [_article(line) for path in acts for line in _read_lines(path)]
    with as_file(files("graphmem.bench") / "data" / EU_QUESTIONS) as path:
        return EU_QUESTIONS, articles, _read_lines(path)


def _article(line: dict[str, object]) -> dict[str, object]:
    heading = f"{line.get('act')} › Article {line.get('number')}"
    return {**line, "title": f"{heading} {line['title']}" if line.get("title") else heading}


def _read_lines(path: Path) -> list[dict[str, object]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except OSError as error:
        raise InputError(f"cannot read {path.name}: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path.name} is no file of JSON lines: {error}") from error


def _question(line: dict[str, object], name: str) -> Question:
    try:
        return Question.model_validate(line)
    except ValueError as error:
        raise InputError(f"{name} has a line that is no question with id, question and gold") from error
