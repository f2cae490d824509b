"""What an import may not bring back."""

from collections.abc import Iterable, Iterator

from graphmem.governance.tombstones import erased_among
from graphmem.services.drafts import Input
from graphmem.services.inputs import Refused
from graphmem.services.workspace import Workspace

_REASON = "it was erased; an import does not bring it back (a fresh ingest would be a new write)"


def without_erased(ws: Workspace, inputs: Iterable[Input | Refused]) -> Iterator[Input | Refused]:
    """The inputs, with those that were erased, or that a decision wrote, refused by name."""
    for item in inputs:
        if isinstance(item, Refused):
            yield item
            continue
        ids = [draft.record.id for draft in item.drafts]
        if ws.read(lambda ledger, wanted=ids: erased_among(ledger, wanted)):  # type: ignore[misc]
            yield Refused(_REASON, item.line, item.path, item.external_id)
        elif any((d.record.source_id or "").startswith("decision:") for d in item.drafts):
            yield Refused(
                "a decision wrote it; decisions travel by snapshot and migrate only",
                item.line,
                item.path,
                item.external_id,
            )
        else:
            yield item
