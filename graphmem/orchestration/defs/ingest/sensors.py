"""A file in the inbox starts a run; documents that nobody verified for long are told of."""

import hashlib
import json
from collections.abc import Sequence
from time import time

import dagster as dg

from graphmem.orchestration.defs.jobs import ingest
from graphmem.orchestration.failing import one_line
from graphmem.orchestration.links import LinksResource
from graphmem.orchestration.notifiers import Notice, NoticeItem
from graphmem.orchestration.resources import InboxResource, NotifyResource, StoreResource
from graphmem.services.inbox import FileState, InboxFile, scan
from graphmem.services.standing import stale_documents

TAG = "graphmem/inbox"
_UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]
_FIRST_WAIT, _LONGEST_WAIT = 30.0, 900.0  # seconds, doubled at each failed run
_MOST_LISTED = 50


@dg.sensor(job=ingest, minimum_interval_seconds=15)
def inbox_sensor(
    context: dg.SensorEvaluationContext, store: StoreResource, inbox: InboxResource
) -> dg.RunRequest | dg.SkipReason:
    """A run for all files that are new or changed by content and no longer written to.

    After a failed run the same files are tried again, later each time: 30 s to 15 min.
    """
    if not inbox.is_configured():
        return dg.SkipReason("no inbox: set GRAPHMEM_INBOX to a folder, or GRAPHMEM_SOURCES to paths")
    with store.open() as memory:
        files = scan(memory.workspace, inbox.roots(), settle_seconds=inbox.settle_seconds)
    due = [file for file in files if file.state.is_due]
    if not due:
        writing = sum(file.state is FileState.WRITING for file in files)
        return dg.SkipReason(f"{len(files)} files, none of them new; {writing} being written")
    if context.instance.get_runs(dg.RunsFilter(job_name=ingest.name, statuses=_UNFINISHED), limit=1):
        return dg.SkipReason(f"{len(due)} files wait for the run that is taking others in")
    return _request(context, due)


def _request(context: dg.SensorEvaluationContext, due: Sequence[InboxFile]) -> dg.RunRequest | dg.SkipReason:
    identity = json.dumps([[file.key, file.digest, file.attempts] for file in due])
    key = hashlib.sha256(identity.encode()).hexdigest()[:24]
    tried = context.instance.get_run_records(dg.RunsFilter(tags={TAG: key}))
    if tried:
        wait = min(_FIRST_WAIT * 2 ** (len(tried) - 1), _LONGEST_WAIT)
        left = wait - (time() - max(record.update_timestamp.timestamp() for record in tried))
        if left > 0:
            return dg.SkipReason(f"{len(due)} files are tried again in {left:.0f} s, after {len(tried)} failed runs")
    return dg.RunRequest(run_key=f"{key}:{len(tried)}", tags={TAG: key, "graphmem/attempt": str(len(tried) + 1)})


@dg.sensor(minimum_interval_seconds=3600)
def freshness_sensor(
    context: dg.SensorEvaluationContext, store: StoreResource, notify: NotifyResource, links: LinksResource
) -> dg.SkipReason:
    """Once a day at most, documents that were not verified for 30 days (retention.stale_document_days)."""
    with store.open() as memory:
        stale = stale_documents(memory.workspace)
        now = memory.workspace.now()
    digest = hashlib.sha256("\n".join(stale).encode()).hexdigest()[:24]
    told_at, _, told = (context.cursor or "").partition(" ")
    if not stale or digest == told or told_at == now.date().isoformat():
        return dg.SkipReason(f"{len(stale)} documents are stale; nothing new to tell today")
    with one_line():
        items = tuple(NoticeItem(id=key, review=links.record(key)) for key in stale[:_MOST_LISTED])
        notify.tell(Notice(event="documents not verified lately", new=len(stale), waiting=len(stale), items=items))
    context.update_cursor(f"{now.date().isoformat()} {digest}")
    return dg.SkipReason(f"told of {len(stale)} stale documents")
