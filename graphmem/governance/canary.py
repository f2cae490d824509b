"""Proof of erasure: words that only erased records held, looked for in every file that graphmem wrote.

A canary is a word of six characters or more (so that it does not stand in binary data by chance) that no surviving
record, and no name of the store's own forms, contains. A record of common words alone gives runs of its words instead.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel

from graphmem.model.record import Record
from graphmem.model.rows import ROW_KINDS

_WORD = re.compile(rb"[0-9A-Za-z_\x80-\xff-]{6,}")
_ANY_WORD = re.compile(r"\w+")
_RUN = 5  # words
_CHUNK = 4 << 20
_OVERLAP = 4096
_MAX_RUNS = 200


class Canaries(BaseModel, frozen=True):
    """Words looked for among the words of a file, and runs looked for anywhere; lower-cased bytes."""

    words: frozenset[bytes] = frozenset()
    runs: tuple[bytes, ...] = ()

    def stand_in(self, text: str) -> bool:
        """Any of them stands in the text."""
        lowered = text.lower().encode("utf-8", "surrogatepass")
        return not self.words.isdisjoint(_WORD.findall(lowered)) or any(run in lowered for run in self.runs)

    def __len__(self) -> int:
        return len(self.words) + len(self.runs)


class Finding(BaseModel, frozen=True):
    """A file that still holds canaries, and how many; never the canaries themselves."""

    file: str
    count: int


def collect_canaries(erased: Iterable[Record], survivors: Iterable[Record], extra: Iterable[str] = ()) -> Canaries:
    """Canaries of the erased records; extra are texts drawn from them: entity names, values of claims, canonical texts.

    Survivors are those of every tenant of the store. They are read once, as a stream.
    """
    texts = [*(text for record in erased for text in _content(record)), *extra]
    words = {word for text in texts for word in _words(text)} - _own_words()
    runs = {run: text for text in texts for run in _runs(text)}
    for record in survivors:
        if not words and not runs:
            break
        for text in (*_content(record), *_labels(record)):
            words.difference_update(_words(text))
            if runs:
                for run in _runs(text):
                    runs.pop(run, None)
    bare = [run for run in runs if not words.intersection(_words(run))]
    return Canaries(
        words=frozenset(words), runs=tuple(sorted({form for run in bare for form in _forms(run)})[:_MAX_RUNS])
    )


def scan_files(paths: Sequence[Path], canaries: Canaries) -> list[Finding]:
    """Files among these, or inside these folders, that hold any canary. Missing ones hold none."""
    findings = []
    for path in _files(paths):
        found: set[bytes] = set()
        for chunk in _chunks(path):
            lowered = chunk.lower()
            found |= canaries.words.intersection(_WORD.findall(lowered))
            found.update(run for run in canaries.runs if run in lowered)
        if found:
            findings.append(Finding(file=path.name, count=len(found)))
    return findings


def files_of(url: str) -> list[Path]:
    """Files and folders that graphmem writes for a store of that URL: database, journal, snapshots, logs."""
    if not url.startswith("sqlite:///"):
        return []
    path = Path(url.removeprefix("sqlite:///"))
    return [
        path,
        *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal", ".snapshots", ".log", ".logs")),
    ]


def _content(record: Record) -> Iterator[str]:
    yield record.text
    yield from (part for part in (record.title, record.speaker) if part)
    yield from record.given_entities
    if record.given_claims:
        yield json.dumps(record.given_claims, ensure_ascii=False, default=str)


def _labels(record: Record) -> Iterator[str]:
    parts = (
        record.source_id, record.external_id, record.session_id, record.trace_id, record.agent_id, record.user_id,
        record.namespace, record.tenant, record.document_id, record.written_by, record.id,
        record.source.kind if record.source else None, *record.subjects,
    )  # fmt: skip
    yield from (part for part in parts if part)


def _words(text: str | bytes) -> set[bytes]:
    if isinstance(text, bytes):
        return set(_WORD.findall(text.lower()))
    # As written and casefolded: files hold the text, indexes hold its folded words.
    forms = (text,) if text.isascii() else (text, text.casefold())
    return {word for form in forms for word in _WORD.findall(form.encode("utf-8", "surrogatepass").lower())}


def _runs(text: str) -> Iterator[bytes]:
    """Stretches of the text from a word's start to the end of the fourth behind it, in lower case."""
    matches = list(_ANY_WORD.finditer(text))
    for first in range(max(0, len(matches) - _RUN + 1)):
        yield text[matches[first].start() : matches[first + _RUN - 1].end()].lower().encode("utf-8", "surrogatepass")


def _forms(run: bytes) -> Iterator[bytes]:
    yield run
    escaped = json.dumps(run.decode("utf-8", "replace")).strip('"').encode()
    if escaped != run:
        yield escaped


@lru_cache(maxsize=1)
def _own_words() -> frozenset[bytes]:
    """Names of fields, kinds and allowed values: they stand in every store."""
    schemas = json.dumps([kind.model_json_schema() for kind in ROW_KINDS])
    names = " ".join(
        (*(kind.NAME for kind in ROW_KINDS), "sqlite_schema sqlite_sequence autoindex create table index unique")
    )
    return frozenset(_words(schemas) | _words(names))


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(inner for inner in path.rglob("*") if inner.is_file())
        elif path.is_file():
            yield path


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as handle:
        tail = b""
        while block := handle.read(_CHUNK):
            yield tail + block
            tail = block[-_OVERLAP:]
