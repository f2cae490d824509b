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

_SHORTEST = 6  # characters
_WORD_BYTES = frozenset(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") | frozenset(
    range(0x80, 0x100)
)
_TO_WORDS = bytes(ord(chr(byte).lower()) if byte < 0x80 else byte for byte in range(256)).translate(
    bytes(byte if byte in _WORD_BYTES else 0x20 for byte in range(256))
)
_ANY_WORD = re.compile(r"\w+")
_RUN = 5  # words
_CHUNK = 4 << 20
_OVERLAP = 4096
_MAX_CANDIDATES = 60  # texts
_MAX_RUNS = 12  # each is looked for by itself in every file
_BATCH = 200_000


class Canaries(BaseModel, frozen=True):
    """Words looked for among the words of a file, and runs looked for anywhere; lower-cased bytes."""

    words: frozenset[bytes] = frozenset()
    runs: tuple[bytes, ...] = ()

    def stand_in(self, text: str) -> bool:
        """Any of them stands in the text."""
        lowered = text.lower().encode("utf-8", "surrogatepass")
        return not self.words.isdisjoint(_split(lowered)) or any(run in lowered for run in self.runs)

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
    # Runs are for texts of common words alone: those with the fewest long words are the likeliest to need them.
    plainest = sorted(dict.fromkeys(texts), key=lambda text: (len(_words(text)), text))[:_MAX_CANDIDATES]
    runs = {run for text in plainest for run in _longest_runs(text)}
    for batch in _batches(part for record in survivors for part in (*_content(record), *_labels(record))):
        if not words and not runs:
            break
        words -= _words(batch)
        if runs:
            lowered = batch.lower().encode("utf-8", "surrogatepass")
            runs = {run for run in runs if run not in lowered}
    bare = [run for run in sorted(runs) if words.isdisjoint(_split(run))]
    forms = dict.fromkeys(form for run in _sample(bare, _MAX_RUNS) for form in _forms(run))
    return Canaries(words=frozenset(words), runs=tuple(forms))


def scan_files(paths: Sequence[Path], canaries: Canaries) -> list[Finding]:
    """Files among these, or inside these folders, that hold any canary. Missing ones hold none."""
    findings = []
    for path in _files(paths):
        found: set[bytes] = set()
        for chunk in _chunks(path):
            found |= canaries.words.intersection(_split(chunk))
            if canaries.runs:
                lowered = chunk.lower()
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


def _words(text: str) -> set[bytes]:
    # As written and casefolded: files hold the text, indexes hold its folded words.
    forms = (text,) if text.isascii() else (text, text.casefold())
    found = (word for form in forms for word in _split(form.encode("utf-8", "surrogatepass")))
    return {word for word in found if len(word) >= _SHORTEST}


def _split(data: bytes) -> list[bytes]:
    """Words of bytes, in lower case; much faster than an expression, and files are large."""
    return data.translate(_TO_WORDS).split()


def _longest_runs(text: str) -> list[bytes]:
    """Two stretches of five words each of the text, the longest ones, in lower case."""
    matches = list(_ANY_WORD.finditer(text))
    spans = [(matches[i].start(), matches[i + _RUN - 1].end()) for i in range(max(0, len(matches) - _RUN + 1))]
    longest = sorted(spans, key=lambda span: (span[0] - span[1], span))[:2]
    return [text[start:end].lower().encode("utf-8", "surrogatepass") for start, end in longest]


def _sample(runs: Sequence[bytes], limit: int) -> list[bytes]:
    """At most so many, spread evenly over all."""
    step = max(1, -(-len(runs) // limit))
    return list(runs[::step])


def _batches(parts: Iterable[str]) -> Iterator[str]:
    pending: list[str] = []
    size = 0
    for part in parts:
        pending.append(part)
        size += len(part)
        if size >= _BATCH:
            yield "\n".join(pending)
            pending, size = [], 0
    yield "\n".join(pending)


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
