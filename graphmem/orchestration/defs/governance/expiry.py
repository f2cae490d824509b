"""Records whose retention ended."""

import dagster as dg

from graphmem.model.interval import parse_instant
from graphmem.orchestration.pools import SWEEP
from graphmem.orchestration.resources import StoreResource
from graphmem.services.nightly import expire_due


class Moment(dg.Config):
    """The clock for what this run expires, and for nothing else; empty is now."""

    now: str = ""


@dg.asset(group_name="governance", deps=["records"], pool=SWEEP)
def expired_records(context: dg.AssetExecutionContext, store: StoreResource, config: Moment) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Records whose retention ended, out of every index."""
    with store.sweep(context) as memory:
        expired = expire_due(memory.workspace, parse_instant(config.now) if config.now else memory.workspace.now())
    return dg.MaterializeResult(metadata={"expired": expired})
