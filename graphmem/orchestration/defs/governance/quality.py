"""Search over a labelled corpus."""

import dagster as dg

from graphmem.bench.search_quality import bench_search
from graphmem.orchestration.failing import one_line
from graphmem.orchestration.resources import EncoderResource, SettingsResource, StoreResource

_LEAST_RECALL = 0.8
RECALL = dg.AssetCheckSpec(
    "recall", asset="retrieval_quality", description=f"Recall among the first five is at least {_LEAST_RECALL}."
)


@dg.asset(group_name="governance", check_specs=[RECALL])
def retrieval_quality(
    store: StoreResource, settings: SettingsResource, encoder: EncoderResource
) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Recall of search with the settings and encoder in use, over a corpus of its own."""
    with one_line():
        figures = bench_search(encoder.apply(settings.load(store.address())))
    check = dg.AssetCheckResult(
        check_name=RECALL.name,
        passed=figures.recall_at_5 >= _LEAST_RECALL,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"recall_at_5": figures.recall_at_5},
    )
    metadata = {name: value for name, value in figures.model_dump().items() if name != "missed"}
    return dg.MaterializeResult(
        metadata={**metadata, "missed": dg.MetadataValue.json(list(figures.missed))}, check_results=[check]
    )
