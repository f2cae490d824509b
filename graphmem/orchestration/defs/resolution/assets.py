"""Decisions, what they made canonical, and what only a person may settle."""

from collections.abc import Iterator

import dagster as dg

from graphmem.memory import Memory
from graphmem.orchestration.links import LinksResource
from graphmem.orchestration.pools import SWEEP
from graphmem.orchestration.resources import StoreResource
from graphmem.orchestration.tables import Metadata, Row, table
from graphmem.services.proofs import probe_superseded
from graphmem.services.rounds import Settled, settle
from graphmem.services.standing import standing, untold_items, waiting_items

_MOST_LISTED = 50
PROBE = dg.AssetCheckSpec(
    "no_superseded_in_search",
    asset="canonical_records",
    blocking=True,
    description="No index returns a superseded record, asked for by its own words.",
)
INDEXES = dg.AssetCheckSpec(
    "indexes_match_records",
    asset="canonical_records",
    blocking=True,
    description="Text and vector indexes hold exactly the records that they should.",
)


@dg.multi_asset(
    specs=[
        dg.AssetSpec("decisions", deps=["conflicts"], group_name="resolution", description="What policies settled."),
        dg.AssetSpec(
            "canonical_records", deps=["decisions"], group_name="resolution", description="What is believed now."
        ),
        dg.AssetSpec(
            "escalations", deps=["decisions"], group_name="resolution", description="What waits for a person."
        ),
    ],
    check_specs=[PROBE, INDEXES],
    op_tags={"graphmem/stage": "resolve"},
    pool=SWEEP,
)
def resolution(
    context: dg.AssetExecutionContext, store: StoreResource, links: LinksResource
) -> Iterator[dg.MaterializeResult | dg.AssetCheckResult]:  # type: ignore[type-arg]
    """Settle what policies may, put the rest before a person, and prove that searches and indexes followed."""
    with store.sweep(context) as memory:
        settled = settle(memory.workspace)
        yield _decisions(memory, settled)
        yield _canonical(memory)
        yield _escalations(memory, settled, links)
        yield from _proofs(memory)


def _decisions(memory: Memory, settled: Settled) -> dg.MaterializeResult:  # type: ignore[type-arg]
    rules = standing(memory.workspace).decisions
    rows: list[Row] = [{"rule": rule, "count": count} for rule, count in rules.items()]
    return dg.MaterializeResult(
        asset_key="decisions",
        metadata={
            "dagster/row_count": sum(rules.values()),
            "by_rule": table({"rule": "string", "count": "int"}, rows),
            "conflicts": settled.decided.conflicts,
            "auto_resolved": settled.decided.auto_resolved,
            "escalated": settled.escalated,
            "noise": settled.decided.noise,
            "held": settled.decided.held,
            "compared": settled.found.compared,
            "deferred": settled.found.deferred,
        },
    )


def _canonical(memory: Memory) -> dg.MaterializeResult:  # type: ignore[type-arg]
    counts = standing(memory.workspace)
    return dg.MaterializeResult(
        asset_key="canonical_records",
        metadata={"dagster/row_count": counts.canonical, "superseded": counts.superseded, "records": counts.records},
    )


def _escalations(memory: Memory, settled: Settled, links: LinksResource) -> dg.MaterializeResult:  # type: ignore[type-arg]
    items = waiting_items(memory.workspace)
    fresh = untold_items(memory.workspace, items)
    rows: list[Row] = []
    for item in items[:_MOST_LISTED]:
        row: Row = {"id": item.id, "type": item.type, "kind": item.kind}
        link = links.review_item(item.id)
        rows.append(row | {"review": link} if link else row)
    columns = dict.fromkeys(rows[0] if rows else ("id", "type", "kind"), "string")
    metadata: Metadata = {
        "dagster/row_count": len(items),
        "new": len(fresh),
        "new_items": dg.MetadataValue.json([item.id for item in fresh[:_MOST_LISTED]]),
        "waiting": table(columns, rows),
    }
    first = next((item for item in items if item.type == "conflict"), None)
    if first is not None:
        addresses = {"review": links.review_item(first.id), "browser": links.conflict_in_browser(first.id)}
        metadata |= {name: dg.MetadataValue.url(address) for name, address in addresses.items() if address}
    return dg.MaterializeResult(asset_key="escalations", metadata=metadata)


def _proofs(memory: Memory) -> Iterator[dg.AssetCheckResult]:
    probe = probe_superseded(memory.workspace)
    yield dg.AssetCheckResult(
        check_name=PROBE.name,
        asset_key="canonical_records",
        passed=not probe.returned,
        metadata={"probes": probe.probes, "returned": dg.MetadataValue.json(list(probe.returned))},
    )
    problems = memory.store.check()
    sizes = {name: value for name, value in memory.store.describe().items() if isinstance(value, int)}
    yield dg.AssetCheckResult(
        check_name=INDEXES.name,
        asset_key="canonical_records",
        passed=not problems,
        metadata={"problems": dg.MetadataValue.json(problems), **sizes},
    )
