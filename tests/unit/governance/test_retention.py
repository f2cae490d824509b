from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.governance.corrections import tabulate_corrections
from graphmem.governance.description import describe_record
from graphmem.governance.retention import expiry_of, is_due, is_past_keeping, refreshed_expiry
from graphmem.governance.tombstones import erased_among, put_tombstones
from graphmem.model.record import ContentType, RecordState, Source
from graphmem.model.rows import TombstoneRow
from graphmem.model.scope import Sensitivity
from graphmem.settings import RetentionSettings
from graphmem.store_protocol import Store
from graphmem.testing.factory import NOW, START, TENANT, record

SETTINGS = RetentionSettings()
SAID = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("fields", "ends"),
    [
        pytest.param({"content_type": ContentType.INTERACTION, "observed_at": SAID}, SAID + timedelta(90), id="said"),
        pytest.param({"content_type": ContentType.LIFE_EVENT}, START + timedelta(30), id="recorded"),
        pytest.param({"content_type": ContentType.DOCUMENT, "observed_at": SAID}, None, id="documents stay"),
        pytest.param({"content_type": ContentType.INTERACTION, "expires_at": NOW}, NOW, id="its own word rules"),
        pytest.param(
            {"content_type": ContentType.INTERACTION, "observed_at": datetime(9999, 12, 1, tzinfo=UTC)}, None,
            id="beyond the calendar",
        ),
    ],
)  # fmt: skip
def test_when_retention_ends(fields: dict[str, Any], ends: datetime | None) -> None:
    assert expiry_of(record("It rained.", **fields), SETTINGS) == ends


def test_a_confirmation_counts_the_period_anew_and_never_shortens_it() -> None:
    said = record("She likes tea.", content_type=ContentType.USER_PREFERENCE, observed_at=SAID)
    state = RecordState(record_id=said.id, expires_at=expiry_of(said, SETTINGS))
    later = SAID + timedelta(days=100)
    assert refreshed_expiry(said, state, SETTINGS, later) == later + timedelta(days=365)
    assert refreshed_expiry(said, state, SETTINGS, SAID - timedelta(days=9)) == state.expires_at
    assert refreshed_expiry(said, state, SETTINGS, SAID + timedelta(days=400)) == state.expires_at


def test_a_legal_hold_keeps_and_seven_years_end_it() -> None:
    state = RecordState(record_id="r", expires_at=NOW)
    assert is_due(state, NOW)
    assert not is_due(state.model_copy(update={"legal_hold": True}), NOW)
    assert not is_past_keeping(state, SETTINGS, NOW + timedelta(days=2556))
    assert is_past_keeping(state, SETTINGS, NOW + timedelta(days=2557))


def test_the_description_of_a_restricted_record_holds_no_content() -> None:
    secret = record(
        "Patient Holm takes lithium.", title="Holm", speaker="Dr Aas", sensitivity=Sensitivity.RESTRICTED,
        agent_id="scribe", observed_at=SAID,
    ).model_copy(update={"source": Source(id="clinic-4", kind="encounter")})  # fmt: skip
    described = describe_record(secret)
    assert not any(word in described for word in ("Holm", "lithium", "Aas"))
    assert all(word in described for word in ("clinic-4", "encounter", "scribe", "2026-03-01"))


def test_corrections_are_counted_by_author_without_content() -> None:
    source = Source(id="s", kind="discharge letter")
    made = [
        record(f"Correction: dose {n}.", content_type="correction", user_id="ann", observed_at=SAID + timedelta(n))
        for n in range(3)
    ]
    made = [one.model_copy(update={"source": source}) for one in made]
    table = tabulate_corrections([*made, record("Not one.", user_id="ann")])
    assert [(row.author, row.count, row.first, row.last) for row in table] == [("ann", 3, "2026-03-01", "2026-03-03")]
    assert "discharge letter" in table[0].category
    assert "dose" not in table[0].model_dump_json()


def test_tombstones_know_the_erased_and_tell_nobody(store: Store) -> None:
    store.write(TENANT, lambda ledger: put_tombstones(ledger, ["r-1", "r-2"], NOW))
    assert store.read(TENANT, lambda ledger: erased_among(ledger, ["r-1", "r-3"])) == {"r-1"}
    assert not any("r-1" in stone.id for stone in store.stream(TENANT, TombstoneRow))
