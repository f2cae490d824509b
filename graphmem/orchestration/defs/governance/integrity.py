"""Monitors of agents and the sum of the night."""

import dagster as dg

from graphmem.orchestration.pools import SWEEP
from graphmem.orchestration.resources import StoreResource
from graphmem.orchestration.tables import slowest_stages
from graphmem.services.monitors import watch
from graphmem.services.nightly import count_waiting

THRESHOLDS = dg.AssetCheckSpec(
    "thresholds", asset="integrity_report", description="No agent's day lies outside the thresholds of the settings."
)


@dg.asset(group_name="governance", deps=["canonical_records", "escalations"], pool=SWEEP, check_specs=[THRESHOLDS])
def integrity_report(context: dg.AssetExecutionContext, store: StoreResource) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Each agent's days against its own past, and how long the stages of this run took."""
    with store.open(context.log) as memory:
        alerts = watch(memory.workspace)
        waiting = count_waiting(memory.workspace)
    check = dg.AssetCheckResult(
        check_name=THRESHOLDS.name, passed=not alerts, severity=dg.AssetCheckSeverity.WARN,
        metadata={"alerts": len(alerts), "lines": dg.MetadataValue.json(alerts[:50])},
    )  # fmt: skip
    return dg.MaterializeResult(
        metadata={"alerts": len(alerts), "waiting": waiting, "slowest_stages": slowest_stages(context)},
        check_results=[check],
    )
