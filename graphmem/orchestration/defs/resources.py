"""Resources and executor of all jobs."""

import dagster as dg

from graphmem.orchestration.executors import choose_executor
from graphmem.orchestration.links import LinksResource
from graphmem.orchestration.resources import (
    EncoderResource,
    InboxResource,
    NotifyResource,
    SettingsResource,
    StoreResource,
)


@dg.definitions
def resources() -> dg.Definitions:
    """Every resource with its defaults: fields left empty go by the environment when a run starts."""
    settings, encoder = SettingsResource(), EncoderResource()
    return dg.Definitions(
        resources={
            "settings": settings,
            "encoder": encoder,
            "store": StoreResource(settings=settings, encoder=encoder),
            "inbox": InboxResource(),
            "notify": NotifyResource(),
            "links": LinksResource(),
        },
        executor=choose_executor(),
    )
