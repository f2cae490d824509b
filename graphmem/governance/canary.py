"""Proof of erasure: words that only erased records held, looked for in every file that graphmem wrote.

A canary is a word of six characters or more (so that it does not stand in binary data by chance) that no surviving
record, and no name of the store's own forms, contains. A record of common words alone gives runs of its words instead.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from pydantic import BaseModel

from graphmem.governance.word_finder import SHORTEST, WordFinder, split_words
from graphmem.model.record import Record
from graphmem.model.rows import ROW_KINDS

_ANY_WORD = re.compile(r"\w+")
_ESCAPED = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)")
_RUN = 5  # words
_CHUNK = 4 << 20
_OVERLAP = 4096
_MAX_CANDIDATES = 60  # texts
_MAX_RUNS = 12  # each is looked for by itself in every file
_BATCH = 1_000_000  # characters


class Canaries(BaseModel, frozen=True):
    """Words looked for among the words of a file, and runs looked for anywhere; lower-cased bytes."""

    words: frozenset[bytes] = frozenset()
    runs: tuple[bytes, ...] = ()

    def stand_in(self, text: str) -> bool:
        """Any of them stands in the text."""
        lowered = text.lower().encode("utf-8", "surrogatepass")
        return not self.words.isdisjoint(split_words(lowered)) or any(run in lowered for run in self.runs)

    def without(self, texts: Iterable[str]) -> "Canaries":
        """Those that stand in none of these texts."""
        finder = WordFinder(self.words)
        runs = self.runs
        for batch in _batches(texts):
            lowered = batch.lower().encode("utf-8", "surrogatepass")
            finder.drop(finder.find(lowered))
            runs = tuple(run for run in runs if run not in lowered)
        return Canaries(words=finder.words, runs=runs)

    def __len__(self) -> int:
        return len(self.words) + len(self.runs)


class Finding(BaseModel, frozen=True):
    """A file that still holds canaries, and how many; never the canaries themselves."""

    file: str
    count: int


def collect_canaries(erased: Iterable[Record], survivors: Iterable[str], extra: Iterable[str] = ()) -> Canaries:
    """Canaries of the erased records; extra are texts drawn from them: entity names, values of claims, canonical texts.

    Survivors are the contents of the records of every tenant of the store, as JSON. They are read once, as a stream.
    """
    texts = [*(text for record in erased for text in _content(record)), *extra]
    finder = WordFinder({word for text in texts for word in _words(text)} - _own_words())
    # Runs are for texts of common words alone: those with the fewest long words are the likeliest to need them.
    plainest = sorted(dict.fromkeys(texts), key=lambda text: (len(_words(text)), text))[:_MAX_CANDIDATES]
    runs = {run for text in plainest for run in _longest_runs(text)}
    for batch in _batches(survivors):
        if not finder.words and not runs:
            break
        said = _unescaped(batch)
        finder.drop(finder.find(_encoded(said)) | (set() if said.isascii() else finder.find(_encoded(said.casefold()))))
        if runs:
            lowered = said.lower().encode("utf-8", "surrogatepass")
            runs = {run for run in runs if run not in lowered}
    words = finder.words
    bare = [run for run in sorted(runs) if words.isdisjoint(split_words(run))]
    forms = dict.fromkeys(form for run in _sample(bare, _MAX_RUNS) for form in _forms(run))
    return Canaries(words=words, runs=tuple(forms))


def scan(pieces: Iterable[tuple[str, bytes]], canaries: Canaries) -> list[Finding]:
    """Files that hold any canary; pieces are their bytes in order, each with the file's name."""
    finder = WordFinder(canaries.words)
    findings = []
    for name, group in groupby(pieces, key=lambda piece: piece[0]):
        found: set[bytes] = set()
        tail = b""
        for _, data in group:
            seen = tail + data
            tail = seen[-_OVERLAP:]
            found |= finder.find(seen)
            if canaries.runs:
                lowered = seen.lower()
                found.update(run for run in canaries.runs if run in lowered)
        if found:
            findings.append(Finding(file=name, count=len(found)))
    return findings


def read_pieces(paths: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    """Bytes of these files, and of those inside these folders, with their names. Missing ones hold none."""
    for path in _files(paths):
        with path.open("rb") as handle:
            while block := handle.read(_CHUNK):
                yield path.name, block


def content_of(record: Record) -> str:
    """What a record holds, for `collect_canaries`."""
    return record.model_dump_json(exclude_defaults=True)


def files_beside(url: str) -> list[Path]:
    """Files and folders that graphmem writes beside a store of that URL: snapshots, logs."""
    if not url.startswith("sqlite:///"):
        return []
    path = Path(url.removeprefix("sqlite:///"))
    return [path.with_name(path.name + end) for end in (".snapshots", ".log", ".logs")]


def _content(record: Record) -> Iterator[str]:
    yield record.text
    yield from (part for part in (record.title, record.speaker) if part)
    yield from record.given_entities
    if record.given_claims:
        yield json.dumps(record.given_claims, ensure_ascii=False, default=str)


def _words(text: str) -> set[bytes]:
    # As written and casefolded: files hold the text, indexes hold its folded words.
    forms = (text,) if text.isascii() else (text, text.casefold())
    found = (word for form in forms for word in split_words(_encoded(form)))
    return {word for word in found if len(word) >= SHORTEST}


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _unescaped(texts: str) -> str:
    """JSON as it reads: what stands behind a backslash must not join the word after it."""
    if "\\" not in texts:
        return texts
    return _ESCAPED.sub(lambda found: json.loads(f'"{found[0]}"'), texts)


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
