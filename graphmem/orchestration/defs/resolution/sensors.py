"""People are told of what only they may settle."""

import dagster as dg

from graphmem.orchestration.failing import one_line
from graphmem.orchestration.links import LinksResource
from graphmem.orchestration.notifiers import Notice, NoticeItem
from graphmem.orchestration.resources import NotifyResource

_EVENTS_A_TICK = 100


@dg.sensor(minimum_interval_seconds=30)
def escalation_sensor(
    context: dg.SensorEvaluationContext, notify: NotifyResource, links: LinksResource
) -> dg.SkipReason:
    """Tell of escalations that are new since the last notice; one that could not be told is told at the next tick."""
    events = context.instance.fetch_materializations(
        dg.AssetRecordsFilter(
            asset_key=dg.AssetKey("escalations"), after_storage_id=int(context.cursor) if context.cursor else None
        ),
        limit=_EVENTS_A_TICK,
        ascending=True,
    ).records
    told = 0
    for event in events:
        found = event.asset_materialization
        if found is None or "new" not in found.metadata:
            continue
        count = int(str(found.metadata["new"].value))
        if count:
            listed = found.metadata["new_items"].value
            waiting = int(str(found.metadata["dagster/row_count"].value))
            with one_line():
                items = tuple(NoticeItem(id=str(key), review=links.review_item(str(key))) for key in _ids(listed))
                notify.tell(Notice(event="escalations", new=count, waiting=waiting, items=items))
            told += count
        context.update_cursor(str(event.storage_id))
    return dg.SkipReason(f"told of {told} new escalations" if told else "no new escalations")


def _ids(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []
