"""Checks on conflicts before anything is decided."""

from collections.abc import Iterator

import dagster as dg

from graphmem.orchestration.resources import StoreResource
from graphmem.services.proofs import missing_references

_REFERENCES = dg.AssetCheckSpec(
    "records_exist", asset="conflicts", blocking=True, description="No conflict references a record that is missing."
)
_DEFERRED = dg.AssetCheckSpec(
    "deferred_pairs_explained", asset="conflicts", description="Pairs left out by a cap are counted, with the cap."
)


@dg.multi_asset_check(specs=[_REFERENCES, _DEFERRED])
def conflict_checks(context: dg.AssetCheckExecutionContext, store: StoreResource) -> Iterator[dg.AssetCheckResult]:
    """References hold, and nothing was left out in silence."""
    with store.open(context.log) as memory:
        missing = missing_references(memory.workspace)
        cap = memory.workspace.settings.detection.max_values_per_block
    yield dg.AssetCheckResult(
        check_name=_REFERENCES.name,
        asset_key="conflicts",
        passed=not missing,
        metadata={"missing": len(missing), "conflicts": dg.MetadataValue.json(missing[:50])},
    )
    last = context.instance.get_latest_materialization_event(dg.AssetKey("conflicts"))
    found = last.asset_materialization.metadata if last and last.asset_materialization else {}
    deferred, capped = (int(str(found[name].value)) if name in found else 0 for name in ("deferred", "capped"))
    yield dg.AssetCheckResult(
        check_name=_DEFERRED.name,
        asset_key="conflicts",
        passed=not deferred,
        severity=dg.AssetCheckSeverity.WARN,
        description=(
            f"{deferred} pairs of {capped} blocks were left out: these hold more than {cap} different values; "
            "detection.max_values_per_block in the settings is the cap"
            if deferred
            else "no pair was left out"
        ),
        metadata={"deferred": deferred, "capped_blocks": capped, "max_values_per_block": cap},
    )
