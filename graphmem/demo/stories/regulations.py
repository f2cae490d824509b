"""An excerpt of EU acts: one question that needs several articles, and one that needs a single passage."""

import json
from importlib.resources import files

from graphmem.demo.teller import Teller

_MULTI_HOP = (
    "To whom do financial entities report under Article 19 of DORA, and which competent authority does Article 46 name?"
)
_FACTUAL = "How many hours after becoming aware must a breach be notified?"


def regulations(teller: Teller) -> None:
    """Tell how a corpus of articles is read, and how two questions take two routes."""
    lines = (files("graphmem") / "demo_data" / "regulations.jsonl").read_text(encoding="utf-8").splitlines()
    teller.heading("Articles of GDPR, DORA, SFDR and MiFID II are read (excerpt, © European Union).")
    report = teller.memory.ingest([json.loads(line) for line in lines])
    passages = sum(len(note.passages) or 1 for note in report.records)
    teller.line(f"{report.read} articles, {passages} passages, {len(report.failed)} failed")
    teller.memory.nightly()
    teller.heading("A question that joins two articles walks the graph.")
    teller.ask(_MULTI_HOP, k=4)
    teller.heading("A direct question is looked up by words and meaning.")
    teller.ask(_FACTUAL, k=2)
