"""Export of what a principal may see, in the interchange format."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from graphmem.chunking.interchange import dump_line, to_line
from graphmem.errors import InputError
from graphmem.model.answers import CountAnswer
from graphmem.model.record import Status
from graphmem.model.rows import RecordRow
from graphmem.model.scope import Role
from graphmem.services.exports import remember_export
from graphmem.services.workspace import Workspace

_PAGE = 1000


def lines_of(ws: Workspace) -> Iterator[dict[str, object]]:
    """Every record that the principal may see, whatever its status, sorted by id, without recording times."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    where = {"namespace": list(ws.principal.namespaces)}
    page: list[str] = []
    with ws.view() as view:
        for row in ws.store.stream(ws.tenant, RecordRow, where):
            page.append(row.id)
            if len(page) == _PAGE:
                yield from (
                    to_line(*pair)
                    for _, pair in sorted(view.records(page).items())
                    if pair[1].status is not Status.ERASED
                )
                page = []
        yield from (
            to_line(*pair) for _, pair in sorted(view.records(page).items()) if pair[1].status is not Status.ERASED
        )


def export_lines(ws: Workspace, path: Path | None) -> CountAnswer:
    """Write the export to a file whole or not at all. Raises InputError when the file cannot be written."""
    if path is None:
        return CountAnswer(counts={"records": sum(1 for _ in lines_of(ws))})
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    count, replaced = 0, path.exists()
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            for line in lines_of(ws):
                stream.write(dump_line(line) + "\n")
                count += 1
        Path(name).replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    finally:
        Path(name).unlink(missing_ok=True)
    remember_export(ws, path, ws.now())
    notes = (f"{path} was there before and was replaced",) if replaced else ()
    return CountAnswer(counts={"records": count, "exported": count}, notes=notes)
