"""Jobs: the nightly sweep, taking in what lies in the inbox, the search bench."""

import dagster as dg

NIGHTLY = (
    "expired_records", "entities", "conflicts", "decisions", "canonical_records", "escalations", "integrity_report",
)  # fmt: skip

nightly = dg.define_asset_job(
    "nightly",
    selection=dg.AssetSelection.assets(*NIGHTLY),
    description="Expire, link, detect, resolve and monitor what changed since the last run that got so far.",
)
ingest = dg.define_asset_job(
    "ingest", selection=dg.AssetSelection.assets("documents", "records"), description="Take in every due file."
)
quality = dg.define_asset_job(
    "quality", selection=dg.AssetSelection.assets("retrieval_quality"), description="Search a small labelled corpus."
)
back_fill = dg.define_asset_job(
    "back_fill",
    selection=dg.AssetSelection.assets("conflicts_rechecked"),
    description="Compare all blocks of a partition anew.",
)
