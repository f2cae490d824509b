"""Which names mean the same thing."""

import dagster as dg

from graphmem.orchestration.pools import SWEEP
from graphmem.orchestration.resources import StoreResource
from graphmem.services.nightly import link_dirty
from graphmem.services.standing import standing


@dg.asset(group_name="linking", deps=["records", "expired_records"], pool=SWEEP, kinds={"graph"})
def entities(context: dg.AssetExecutionContext, store: StoreResource) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Things that records speak of: every new or changed name, linked with those connected to it."""
    with store.sweep(context) as memory:
        linked = link_dirty(memory.workspace)
        counts = standing(memory.workspace)
    return dg.MaterializeResult(metadata={"dagster/row_count": counts.entities, "linked": linked})
