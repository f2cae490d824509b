"""Precision and recall of the gate on labelled texts: `python -m graphmem.bench.gate tests/unit/gate/labelled`."""

import base64
import codecs
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from graphmem.errors import InputError
from graphmem.gate import Gate, load_policy
from graphmem.model.gate import Candidate, Entrance, VerdictKind
from graphmem.model.record import ContentType, LegalBasis, Origin, Record, record_id_of
from graphmem.model.scope import Principal, Role

_LOOKALIKE = str.maketrans("aeopcxyi", "аеорсхуі")
_NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)


def _selector(byte: int) -> str:
    return chr(0xFE00 + byte if byte < 16 else 0xE0100 + byte - 16)


DISGUISES: dict[str, Callable[[str], str]] = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "percent": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "entities": lambda text: "".join(f"&#{ord(char)};" for char in text),
    "escapes": lambda text: "".join(f"\\u{ord(char):04x}" for char in text),
    "fullwidth": lambda text: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text),
    "tags": lambda text: "A note. " + "".join(chr(0xE0000 + ord(char)) for char in text),
    "zero_width": "\u200b".join,
    "homoglyph": lambda text: text.translate(_LOOKALIKE),
    "spaced": lambda text: "  ".join(" ".join(word) for word in text.split()),
    "reversed": lambda text: text[::-1],
    "bidi": lambda text: "\u202e" + text[::-1] + "\u202c",
    "leet": lambda text: text.translate(str.maketrans("eois", "3015")),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "variation": lambda text: "A note." + "".join(map(_selector, text.encode())),
    "math": lambda text: "".join(chr(0x1D41A + ord(c) - 97) if "a" <= c <= "z" else c for c in text.lower()),
}  # fmt: skip


class LabelledText(BaseModel):
    """One text, what the gate must say of it, and how it comes in; `refuse` is met by reject and by review."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    group: str
    file: str
    text: str
    expect: str
    origin: Origin = Origin.USER_STATEMENT
    content_type: ContentType = ContentType.CONFIRMED_FACT
    title: str | None = None
    legal_basis: LegalBasis | None = None

    @property
    def is_innocent(self) -> bool:
        """The text must be accepted."""
        return self.expect == "accept"

    def is_met_by(self, kind: VerdictKind) -> bool:
        """The verdict is one that the label allows."""
        return kind is not VerdictKind.ACCEPT if self.expect == "refuse" else kind == self.expect


class Miss(BaseModel, frozen=True):
    """A text that was judged otherwise than its label says."""

    labelled: LabelledText
    got: VerdictKind
    check: str


class GateReport(BaseModel, frozen=True):
    """Counts and figures; precision and recall are of refusals (reject or review) against what should be refused."""

    texts: int
    innocent: int
    precision: float
    recall: float
    exact: float
    p50_ms: float
    p95_ms: float
    false_refusals: int
    missed: int
    misses: tuple[Miss, ...] = ()


def read_labelled(folder: Path) -> list[LabelledText]:
    """All labelled texts of the folder's YAML files. Raises InputError when there are none."""
    texts = [text for path in sorted(folder.glob("*.yaml")) for text in _read_file(path)]
    if not texts:
        raise InputError(f"no labelled texts in {folder}")
    return texts


def measure(texts: list[LabelledText], gate: Gate | None = None) -> GateReport:
    """Judge every text once and compare with its label."""
    gate = gate or Gate(load_policy())
    gate.judge(candidate_of(texts[0]))
    misses: list[Miss] = []
    seconds: list[float] = []
    refused_rightly = refused = 0
    for labelled in texts:
        candidate = candidate_of(labelled)
        start = time.perf_counter()
        verdict = gate.judge(candidate)
        seconds.append(time.perf_counter() - start)
        is_refused = verdict.kind is not VerdictKind.ACCEPT
        refused += is_refused
        refused_rightly += is_refused and not labelled.is_innocent
        if not labelled.is_met_by(verdict.kind):
            misses.append(Miss(labelled=labelled, got=verdict.kind, check=verdict.check))
    innocent = sum(labelled.is_innocent for labelled in texts)
    return GateReport(
        texts=len(texts),
        innocent=innocent,
        precision=refused_rightly / refused if refused else 0.0,
        recall=refused_rightly / (len(texts) - innocent) if innocent < len(texts) else 1.0,
        exact=1 - len(misses) / len(texts),
        p50_ms=statistics.median(seconds) * 1000,
        p95_ms=statistics.quantiles(seconds, n=20)[-1] * 1000 if len(seconds) > 1 else seconds[0] * 1000,
        false_refusals=refused - refused_rightly,
        missed=len(texts) - innocent - refused_rightly,
        misses=tuple(misses),
    )


def candidate_of(labelled: LabelledText) -> Candidate:
    """The text as an operator's write: external content by ingest, the rest by remember."""
    entrance = Entrance.INGEST if labelled.origin is Origin.EXTERNAL_CONTENT else Entrance.REMEMBER
    record = Record(
        id=record_id_of("bench", "global", labelled.text, None, None),
        tenant="bench",
        namespace="global",
        text=labelled.text,
        title=labelled.title,
        origin=labelled.origin,
        content_type=labelled.content_type,
        legal_basis=labelled.legal_basis,
        recorded_at=_NOW,
    )
    principal = Principal(tenant="bench", namespaces=("global",), roles=frozenset(Role))
    return Candidate(record=record, principal=principal, entrance=entrance, now=_NOW)


def main(arguments: list[str]) -> int:
    """Print figures for all files and for each, and the misses; `--json` for one JSON document."""
    folders = [argument for argument in arguments if not argument.startswith("-")]
    write = sys.stdout.write
    if len(folders) != 1:
        sys.stderr.write("usage: python -m graphmem.bench.gate FOLDER [--json]\n")
        return 2
    texts = read_labelled(Path(folders[0]))
    parts = {"all": texts} | {name: [t for t in texts if t.file == name] for name in sorted({t.file for t in texts})}
    reports = {name: measure(part) for name, part in parts.items()}
    if "--json" in arguments:
        document = {name: report.model_dump(mode="json") for name, report in reports.items()}
        write(json.dumps(document, ensure_ascii=False) + "\n")
        return 0
    for name, report in reports.items():
        figures = f"precision {report.precision:.3f}  recall {report.recall:.3f}  as labelled {report.exact:.3f}"
        times = f"p50 {report.p50_ms:.2f} ms  p95 {report.p95_ms:.2f} ms"
        write(f"{name:12} {report.texts:4} texts, {report.innocent:4} innocent  {figures}  {times}\n")
    for miss in reports["all"].misses:
        label, spoke = miss.labelled, f" by {miss.check}" if miss.check else ""
        write(f"- {label.file}/{label.group}: {miss.got}{spoke}, expected {label.expect}: {label.text[:110]!r}\n")
    return 0


def _read_file(path: Path) -> Iterator[LabelledText]:
    for group in yaml.safe_load(path.read_text("utf-8")):
        shared = {key: value for key, value in group.items() if key != "texts"}
        for entry in group["texts"]:
            fields = {**shared, **(entry if isinstance(entry, dict) else {"text": entry})}
            disguise = fields.pop("disguise", None)
            # The mark parts what would look like a live key to whoever scans the repository.
            text = str(fields.pop("text")).replace("~~", "")
            yield LabelledText(file=path.stem, text=DISGUISES[disguise](text) if disguise else text, **fields)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
