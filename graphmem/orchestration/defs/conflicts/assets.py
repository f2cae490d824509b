"""Claims that cannot both hold: compared in partitions by a hash of the entity, one step a partition."""

from collections.abc import Iterator

import dagster as dg

from graphmem.orchestration.defs.conflicts.checks import CHECKS, check_deferred, check_references
from graphmem.orchestration.pools import SWEEP
from graphmem.orchestration.resources import StoreResource
from graphmem.orchestration.tables import table
from graphmem.services.stages import compare_partition, count_marked, partitions, recheck_partition
from graphmem.services.standing import standing

BACK_FILL = {partition.key: partition for partition in partitions(16)}
_COUNTS = ("blocks", "compared", "deferred", "capped", "found")


class FanOut(dg.Config):
    """Into how many partitions the marked blocks are divided: one step each, side by side where the executor can."""

    partitions: int = 2


@dg.op(ins={"entities": dg.In(dg.Nothing)}, out=dg.DynamicOut(dg.Nothing), pool=SWEEP)
def divide(context: dg.OpExecutionContext, store: StoreResource, config: FanOut) -> Iterator[dg.DynamicOutput[None]]:
    """A step for each partition that has marked blocks."""
    with store.open(context.log) as memory:
        shares = [p for p in partitions(config.partitions) if count_marked(memory.workspace, p)]
    for share in shares:
        yield dg.DynamicOutput(None, mapping_key=f"{share.key}_of_{share.of}")


@dg.op(ins={"share": dg.In(dg.Nothing)}, out=dg.Out(dg.Nothing), pool=SWEEP)
def compare(context: dg.OpExecutionContext, store: StoreResource) -> None:
    """Compare the marked blocks of one partition."""
    key, of = (context.get_mapping_key() or "").split("_of_")
    share = next(p for p in partitions(int(of)) if p.key == key)
    with store.sweep(context) as memory:
        tally = compare_partition(memory.workspace, share)
    context.add_output_metadata({name: getattr(tally, name) for name in _COUNTS})


@dg.op(
    ins={"shares": dg.In(dg.Nothing)},
    out={"result": dg.Out(dg.Nothing), **{check.get_python_identifier(): dg.Out(dg.Nothing) for check in CHECKS}},
    pool=SWEEP,
)
def gather(context: dg.OpExecutionContext, store: StoreResource) -> Iterator[dg.Output[None] | dg.AssetCheckResult]:
    """Add up what the partitions found, and check it before anything is decided.

    Counts come from the run's events: no value passes between the processes.
    """
    events = context.instance.all_logs(context.run_id, of_type=dg.DagsterEventType.STEP_OUTPUT)
    totals = dict.fromkeys(_COUNTS, 0)
    for event in events:
        output = event.get_dagster_event().step_output_data
        for name in _COUNTS if "compare[" in (event.step_key or "") else ():
            totals[name] += int(str(output.metadata[name].value))
    with store.open(context.log) as memory:
        rows = [row.model_dump() for row in standing(memory.workspace).conflicts]
        by_kind = table({"kind": "string", "status": "string", "count": "int"}, rows)
        undecided = sum(row["count"] for row in rows if row["status"] == "open")
        count = sum(row["count"] for row in rows)
        found = {"dagster/row_count": count, "undecided": undecided, "by_kind": by_kind, **totals}
        yield dg.Output(None, "result", metadata=found)
        yield check_references(memory)
        yield check_deferred(memory, totals["deferred"], totals["capped"])


@dg.graph_asset(
    group_name="conflicts",
    ins={"entities": dg.AssetIn(dagster_type=dg.Nothing)},
    kinds={"graph"},
    check_specs=list(CHECKS),
)
def conflicts(entities: None) -> dict[str, None]:
    """Claims that cannot both hold, found among everything new and what it touches."""
    gathered = gather(divide(entities).map(compare).collect())
    return {name: getattr(gathered, name) for name in gathered._fields}


@dg.asset(
    group_name="conflicts",
    deps=["entities"],
    pool=SWEEP,
    partitions_def=dg.StaticPartitionsDefinition(sorted(BACK_FILL)),
)
def conflicts_rechecked(context: dg.AssetExecutionContext, store: StoreResource) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Back-fill: every block of a sixteenth of the entities compared anew; the next nightly decides what it finds."""
    with store.sweep(context) as memory:
        tally = recheck_partition(memory.workspace, BACK_FILL[context.partition_key])
    return dg.MaterializeResult(metadata={name: getattr(tally, name) for name in _COUNTS})
