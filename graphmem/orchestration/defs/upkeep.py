"""What goes before detection, in one step: retention, and which names mean the same thing."""

from collections.abc import Iterator

import dagster as dg

from graphmem.model.interval import parse_instant
from graphmem.orchestration.pools import SWEEP
from graphmem.orchestration.resources import StoreResource
from graphmem.services.nightly import expire_due, link_dirty
from graphmem.services.standing import standing


class Moment(dg.Config):
    """The clock for what this run expires, and for nothing else; empty is now."""

    now: str = ""


# One step for both, as a step process takes longer to start than either takes on most nights.
@dg.multi_asset(
    specs=[
        dg.AssetSpec(
            "expired_records",
            deps=["records"],
            group_name="governance",
            description="Records whose retention ended, out of every index.",
        ),
        dg.AssetSpec(
            "entities",
            deps=["records", "expired_records"],
            group_name="linking",
            kinds={"graph"},
            description="Things that records speak of: every new or changed name, linked with those connected to it.",
        ),
    ],
    can_subset=True,
    pool=SWEEP,
)
def upkeep(context: dg.AssetExecutionContext, store: StoreResource, config: Moment) -> Iterator[dg.MaterializeResult]:  # type: ignore[type-arg]
    """Expire what is due, then link new and changed names; either alone where only that is asked for."""
    chosen = {key.to_user_string() for key in context.selected_asset_keys}
    with store.sweep(context) as memory:
        if "expired_records" in chosen:
            now = parse_instant(config.now) if config.now else memory.workspace.now()
            yield dg.MaterializeResult(
                asset_key="expired_records", metadata={"expired": expire_due(memory.workspace, now)}
            )
        if "entities" in chosen:
            linked = link_dirty(memory.workspace)
            metadata = {"dagster/row_count": standing(memory.workspace).entities, "linked": linked}
            yield dg.MaterializeResult(asset_key="entities", metadata=metadata)
