"""Checks on conflicts before anything is decided; the step that gathers them runs them."""

import dagster as dg

from graphmem.memory import Memory
from graphmem.services.proofs import missing_references

_REFERENCES = dg.AssetCheckSpec(
    "records_exist", asset="conflicts", blocking=True, description="No conflict references a record that is missing."
)
_DEFERRED = dg.AssetCheckSpec(
    "deferred_pairs_explained", asset="conflicts", description="Pairs left out by a cap are counted, with the cap."
)
CHECKS = (_REFERENCES, _DEFERRED)


def check_references(memory: Memory) -> dg.AssetCheckResult:
    """Every record that a conflict names is there."""
    missing = missing_references(memory.workspace)
    return dg.AssetCheckResult(
        check_name=_REFERENCES.name,
        asset_key="conflicts",
        passed=not missing,
        metadata={"missing": len(missing), "conflicts": dg.MetadataValue.json(missing[:50])},
    )


def check_deferred(memory: Memory, deferred: int, capped: int) -> dg.AssetCheckResult:
    """Nothing was left out in silence."""
    cap = memory.workspace.settings.detection.max_values_per_block
    return dg.AssetCheckResult(
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
