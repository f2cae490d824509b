"""Documents as they lie in the inbox and the sources, and the records that they become."""

import dagster as dg

from graphmem.orchestration.resources import InboxResource, StoreResource
from graphmem.orchestration.tables import Metadata, Row, table
from graphmem.services.inbox import FileState, InboxFile, add_up, scan, take_in

_COLUMNS = {"file": "string", "state": "string", "attempts": "int", "reasons": "string"}
COUNTS = dg.AssetCheckSpec(
    "counts_add_up",
    asset="records",
    blocking=True,
    description="Inputs read = stored + duplicate + rejected + review + failed.",
)
PROVIDERS = dg.AssetCheckSpec(
    "no_provider_errors", asset="records", description="No model or outside service failed on a text."
)


@dg.asset(group_name="ingest", kinds={"file"})
def documents(context: dg.AssetExecutionContext, store: StoreResource, inbox: InboxResource) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Files of the watched folder and of the configured sources, each in exactly one state."""
    with store.open(context.log) as memory:
        files = scan(memory.workspace, inbox.roots(), settle_seconds=inbox.settle_seconds)
    return dg.MaterializeResult(metadata=_states(files))


@dg.asset(group_name="ingest", deps=["documents"], kinds={"graph"}, check_specs=[COUNTS, PROVIDERS])
def records(context: dg.AssetExecutionContext, store: StoreResource, inbox: InboxResource) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Units of memory: every due file through gate, extraction and store."""
    totals = dict.fromkeys(("read", "stored", "duplicate", "rejected", "review", "failed"), 0)
    unread = conflicts = 0
    with store.open(context.log) as memory:
        files = {f.key: f for f in scan(memory.workspace, inbox.roots(), settle_seconds=inbox.settle_seconds)}
        for taken, report in take_in(memory.workspace, files.values()):
            files[taken.key] = taken
            unread += sum(note.record_id is not None for note in report.failed)
            conflicts += len(report.conflicts)
            totals = {name: count + taken.counts[name] for name, count in totals.items()}
    return dg.MaterializeResult(
        metadata={**_states(list(files.values())), **totals, "conflicts_opened": conflicts},
        check_results=[
            dg.AssetCheckResult(check_name=COUNTS.name, passed=add_up(totals), metadata=dict(totals)),
            dg.AssetCheckResult(
                check_name=PROVIDERS.name,
                passed=not unread,
                severity=dg.AssetCheckSeverity.WARN,
                metadata={"texts": unread},
            ),
        ],
    )


def _states(files: list[InboxFile]) -> Metadata:
    rows: list[Row] = [
        {"file": f.path, "state": str(f.state), "attempts": f.attempts, "reasons": "; ".join(f.reasons)} for f in files
    ]
    counts = {f"files_{state.name.lower()}": sum(f.state is state for f in files) for state in FileState}
    return {"files": table(_COLUMNS, sorted(rows, key=lambda row: (row["state"] == "stored", row["file"]))), **counts}
