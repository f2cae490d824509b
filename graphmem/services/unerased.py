"""What an erasure by subject did not reach: records that name the subject in their text, and other spellings."""

import json
import re
from collections.abc import Sequence

from graphmem.model.rows import RecordRow
from graphmem.model.text import name_key
from graphmem.services.workspace import Workspace, in_scope

_PAGE = 1000


def notes_of_nothing(ws: Workspace, subject: str, namespaces: Sequence[str] | None) -> tuple[str, ...]:
    """Notes for an erasure that found no record of the subject: other spellings among subjects, texts that name it."""
    spellings, naming = _look(ws, subject, namespaces)
    notes = [f"nothing was erased: no record has {subject!r} among its subjects"]
    if spellings:
        named = ", ".join(repr(name) for name in sorted(spellings))
        notes.append(f"subjects are compared letter by letter; records have this spelling: {named}")
    if naming:
        notes.append(
            f"{naming} records that you may see name {subject!r} in their text; find them with: graphmem search, and "
            "erase them by --source or --agent, or ingest such records with their subjects"
        )
    else:
        spaces = ", ".join(ws.principal.namespaces)
        notes.append(
            f"no text that you may see (namespaces {spaces}; clearance {ws.principal.clearance}) names {subject!r}"
        )
    return tuple(notes)


def notes_of_rest(ws: Workspace, subject: str) -> tuple[str, ...]:
    """A note when records are left that mention the subject and do not have it among their subjects; names nobody."""
    with ws.view(ws.as_of(include_superseded=True)) as view:
        left = view.links_of([name_key(subject)]) if name_key(subject) else {}
        count = len({record_id for ids in left.values() for record_id in ids})
    if not count:
        return ()
    return (f"{count} records that you may see mention the subject and do not have it among their subjects: they stay",)


def _look(ws: Workspace, subject: str, namespaces: Sequence[str] | None) -> tuple[set[str], int]:
    """Other spellings among subjects, and how many texts that the principal may see name the subject."""
    wanted = json.dumps(subject, ensure_ascii=False)[1:-1].casefold()
    ids = sorted(key for key, content in ws.store.contents(ws.tenant) if wanted in content.casefold())
    word = re.compile(rf"(?<!\w){re.escape(subject)}(?!\w)", re.IGNORECASE)
    spellings, naming = set[str](), 0
    with ws.view() as view:
        for start in range(0, len(ids), _PAGE):
            page = ids[start : start + _PAGE]
            rows = ws.read(lambda ledger, wanted=page: ledger.get(RecordRow, wanted))  # type: ignore[misc]
            reached = [key for key in page if key in rows and in_scope(namespaces, rows[key].record.namespace)]
            spellings |= {
                name for key in reached for name in rows[key].record.subjects if name.casefold() == subject.casefold()
            }
            naming += sum(bool(word.search(record.text)) for record, _ in view.records(reached).values())
    return spellings - {subject}, naming
