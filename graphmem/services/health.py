"""Is the memory well, and making its indexes anew."""

from graphmem.errors import GraphmemError
from graphmem.governance.unfinished import unfinished
from graphmem.model.answers import CountAnswer, DoctorAnswer
from graphmem.model.rows import (
    ClaimRow,
    ConflictRow,
    DecisionRow,
    DirtyRow,
    EntityRow,
    MentionRow,
    RecordRow,
    ReviewRow,
)
from graphmem.model.scope import Role
from graphmem.services.indexing import index_text_of
from graphmem.services.slots import list_slots
from graphmem.services.workspace import Workspace

_PAGE = 256
_OF_ALL_TENANTS = frozenset({"rows", "vectors", "vectors_of_other_encoders", "text_index_rows", "ended_versions"})


def doctor(ws: Workspace) -> DoctorAnswer:
    """Store, schema, models, indexes, counts, and what disagrees."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    problems = list(ws.store.check())
    if ws.read(unfinished):
        problems.append("an erasure was cut off before the files were cleaned; remedy: graphmem nightly")
    encoder = ws.models.encoder
    models: dict[str, object] = {
        "encoder": encoder.fingerprint if encoder else None,
        "extractors": list(ws.settings.models.extractors),
    }
    if encoder is not None:
        try:
            encoder.encode(["a text"])
        except GraphmemError as error:
            problems.append(f"encoder: {error}")
    if not ws.store.vectors_usable:
        problems.append("the stored vectors are of another encoder; remedy: graphmem reindex")
    kinds = (RecordRow, ClaimRow, MentionRow, EntityRow, ConflictRow, DecisionRow, ReviewRow, DirtyRow)
    counts = ws.read(lambda ledger: {kind.NAME: ledger.count(kind) for kind in kinds})
    return DoctorAnswer(
        ok=not problems,
        problems=tuple(problems),
        store=_described(ws),
        settings=ws.settings.model_dump(mode="json"),
        models=models,
        counts=counts,
    )


def _described(ws: Workspace) -> dict[str, object]:
    """Facts of the store; how much other tenants hold is not for this one's operator."""
    facts = ws.store.describe()
    if set(ws.store.tenants()) <= {ws.tenant}:
        return facts
    return {name: value for name, value in facts.items() if name not in _OF_ALL_TENANTS}


def reindex(ws: Workspace) -> CountAnswer:
    """Make index texts and vectors of the whole tenant anew with the encoder of the settings."""
    ws.require(Role.OPERATOR)
    ws.store.rebuild_text_index()
    total = ws.read(lambda ledger: ledger.count(RecordRow))
    done, after = 0, ""
    while rows := ws.read(lambda ledger, start=after: ledger.find(RecordRow, after=start, limit=_PAGE)):  # type: ignore[misc]
        after = rows[-1].id
        states = [
            (row.record, row.state.model_copy(update={"index_text": index_text_of(row.record, row.state)}))
            for row in rows
        ]
        vectors = ws.indexer.encode([state.index_text for _, state in states])
        named = {record.id: vector for (record, _), vector in zip(states, vectors, strict=True)}

        def work(ledger, fresh=states, made=named):  # type: ignore[no-untyped-def]
            ledger.put([RecordRow.of(record, state) for record, state in fresh])
            ledger.set_vectors(made, ws.indexer.fingerprint)

        ws.write(work)
        done += len(rows)
        ws.progress.advance("reindex", done, total)
    return CountAnswer(counts={"records": done})


def slots(ws: Workspace) -> list[dict[str, object]]:
    """What is known of every slot in use, and from where."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    return list_slots(ws)
