"""What is written is read again with the same ids, to the letter, in every script."""

import io
import json
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from graphmem.chunking.interchange import RecordFields, dump_line, read_lines, to_fields, to_line
from graphmem.chunking.interchange.checks import is_visible
from graphmem.model.claim import bind_claim
from graphmem.model.record import Record, RecordState, Status, record_id_of
from graphmem.model.scope import Sensitivity

NOW = datetime(2026, 1, 1, tzinfo=UTC)
_CARRIED = set(Record.model_fields) & set(RecordFields.model_fields) - {"namespace"}

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1).filter(is_visible)
NAMES = TEXTS.filter(lambda text: bool(text.strip()))
TIMES = st.datetimes(
    datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC)  # noqa: DTZ001
).map(lambda at: at.isoformat())  # fmt: skip
CLAIMS = st.fixed_dictionaries({
    "subject": NAMES, "attribute": NAMES,
    "value": st.one_of(st.integers(-10**9, 10**9), st.booleans(), st.floats(allow_nan=False, allow_infinity=False),
                       st.fixed_dictionaries({"amount": st.integers(0, 99), "unit": st.just("km")}),
                       st.fixed_dictionaries({"from": st.just("2019"), "to": st.just("2020-05")})),
    "polarity": st.booleans(), "conditions": st.dictionaries(st.sampled_from(["x", "y"]), st.just("z")),
})  # fmt: skip
LINES = st.fixed_dictionaries(
    {"text": TEXTS},
    optional={
        "external_id": TEXTS, "title": TEXTS, "observed_at": TIMES, "valid_from": st.sampled_from(["2019", "2020-03"]),
        "source": st.fixed_dictionaries({"id": NAMES}, optional={"kind": st.just("web")}),
        "subjects": st.lists(st.sampled_from(["user:1", "user:2"]), max_size=2), "claims": st.lists(CLAIMS, max_size=2),
        "entities": st.lists(st.sampled_from(["Brix", "大阪工場"]), max_size=2),
        "tier": st.sampled_from(["episodic", None]),
    },
)  # fmt: skip


def make_record(fields: RecordFields) -> Record:
    namespace = fields.namespace or "global"
    source_id = fields.source.id if fields.source else None
    return Record(
        **{name: getattr(fields, name) for name in _CARRIED},
        id=record_id_of("t", namespace, fields.text, source_id, fields.observed_at),
        tenant="t",
        namespace=namespace,
        recorded_at=NOW,
    )


@given(LINES)
def test_import_of_an_export_has_the_same_ids_and_is_the_same_export(raw: dict[str, object]) -> None:
    fields = to_fields(raw)
    record = make_record(fields)
    written = dump_line(to_line(record, RecordState(record_id=record.id)))
    (line,) = read_lines(io.BytesIO(written.encode()))
    assert line.fields is not None
    again = to_fields(line.fields)
    assert not again.warnings or again.warnings == fields.warnings
    twin = make_record(again)
    assert twin.id == record.id == again.exported_id
    assert twin.text == raw["text"]
    claims = [
        bind_claim(draft, r.id, "t", r.namespace).id
        for r, f in ((record, fields), (twin, again))
        for draft in f.claims or ()
    ]
    assert claims[: len(claims) // 2] == claims[len(claims) // 2 :]
    assert dump_line(to_line(twin, RecordState(record_id=twin.id))) == written


def test_a_line_has_every_field_of_the_format_and_the_state_in_force() -> None:
    record = make_record(to_fields({"text": "a", "claims": []}))
    state = RecordState(
        record_id=record.id, status=Status.SUPERSEDED, canonical_id="r-9", sensitivity=Sensitivity.CONFIDENTIAL
    )
    line = to_line(record, state)
    assert line["claims"] == []
    assert (line["id"], line["status"], line["canonical_id"]) == (record.id, "superseded", "r-9")
    assert line["sensitivity"] == "confidential"
    assert "recorded_at" not in line
    assert json.loads(dump_line(line)) == line


def test_passages_keep_their_place() -> None:
    record = make_record(to_fields({"text": "a", "document_id": "d-1", "passage": 2, "offset": 40}))
    again = to_fields(to_line(record, RecordState(record_id=record.id)))
    assert (again.document_id, again.passage, again.offset) == ("d-1", 2, 40)
