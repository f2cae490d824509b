"""Three records about one rule: conflict, escalation, a reviewer's merge, undo."""

from graphmem.demo.teller import Teller

_RECORDS: tuple[dict[str, object], ...] = (
    {
        "external_id": "A",
        "observed_at": "2021-03-15",
        "text": "FDA accelerated approval requires two randomized controlled trials.",
    },
    {
        "external_id": "B",
        "observed_at": "2024-06-20",
        "text": "Under FDA accelerated approval, one pivotal trial may suffice for haematologic malignancies.",
    },
    {
        "external_id": "C",
        "observed_at": "2024-12-10",
        "origin": "human_review",
        "authority": "authoritative",
        "source": {"id": "reg-team-2024-12", "kind": "human"},
        "text": "The two-trial requirement for FDA accelerated approval still applies to solid tumours; "
        "one pivotal trial may suffice for haematologic malignancies.",
    },
)
_MERGED = (
    "FDA accelerated approval requires two randomized controlled trials for solid tumours; "
    "one pivotal trial may suffice for haematologic malignancies."
)
_QUESTION = "How many trials does FDA accelerated approval require?"


def fda(teller: Teller) -> None:
    """Tell how a conflict about a regulator's position is found, put before a person, settled and taken back."""
    memory = teller.memory
    teller.heading("Three records arrive over the years.")
    report = memory.ingest(list(_RECORDS))
    for record in _RECORDS:
        teller.line(f"{record['external_id']} ({record['observed_at']}): {record['text']}")
    teller.line(f"read {report.read}, stored {report.stored}, failed {len(report.failed)}")
    teller.heading("The nightly sweep compares claims about the same thing and slot.")
    nightly = memory.nightly()
    teller.line(f"compared {nightly.compared}, settled {nightly.auto_resolved}, escalated {nightly.escalated}")
    waiting = memory.conflicts(status="escalated")
    teller.show_conflicts(waiting)
    teller.heading("Until a person decides, an agent that asks sees all sides, marked.")
    teller.ask(_QUESTION)
    teller.heading("A reviewer of the regulatory team merges the set.")
    receipt = memory.review.merge(
        waiting[0].id, text=_MERGED, resolver="reg-team", reason="C says which part each rule is for"
    )
    teller.line(f"one decision, {len(receipt.superseded)} records superseded, one canonical record written")
    teller.heading("Now the answer is the canonical record; what it superseded is left out, and counted.")
    teller.ask(_QUESTION)
    teller.heading("Nothing is lost: the history has every record with its status.")
    for entry in memory.history("FDA accelerated approval").entries:
        name = entry.external_id or "canonical"
        teller.line(f"{(entry.time or 'no date')[:10]}  {entry.status:10}  {name}: {entry.text[:90]}")
    teller.heading("The decision is undone: the live view is what it was before.")
    memory.review.undo(receipt.decision_id, resolver="reg-team")
    teller.ask(_QUESTION)
