"""What a line may say, what fails, and what it becomes."""

from datetime import UTC, datetime

import pytest

from graphmem.chunking.interchange import FILE_DEFAULTS, to_fields
from graphmem.errors import InputError
from graphmem.model.claim import Condition, Modality
from graphmem.model.interval import Precision
from graphmem.model.record import Authority, ContentType, Origin, Source, Tier
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue


def test_only_text_is_required_and_the_rest_has_the_defaults_of_a_line() -> None:
    fields = to_fields({"text": "The gate shuts."})
    assert (fields.content_type, fields.tier, fields.origin, fields.authority) == (
        ContentType.CONFIRMED_FACT,
        Tier.SEMANTIC,
        Origin.USER_STATEMENT,
        Authority.UNVERIFIED,
    )
    assert fields.sensitivity == "internal"
    assert fields.claims is None
    assert fields.observed_at is None
    assert not fields.warnings


def test_a_file_has_other_defaults_and_null_means_absent() -> None:
    fields = to_fields({"text": "x", "content_type": None, "origin": None, "claims": None}, defaults=FILE_DEFAULTS)
    assert (fields.content_type, fields.origin) == (ContentType.DOCUMENT, Origin.EXTERNAL_CONTENT)


FAULTS = [
    pytest.param({}, "text is missing", id="no text"),
    pytest.param({"text": 7}, "text must be a text, not a number", id="text of another type"),
    pytest.param({"text": ""}, "no visible character", id="empty"),
    pytest.param({"text": " \n\t"}, "no visible character", id="blank"),
    pytest.param({"text": "\u200b\u200d\ufeff"}, "no visible character", id="zero width only"),
    pytest.param({"text": "\u3164\u2800"}, "no visible character", id="fillers only"),
    pytest.param({"text": "a\x00b"}, "null character", id="null character"),
    pytest.param({"text": "a\ud800"}, "half a surrogate pair", id="lone surrogate"),
    pytest.param({"text": "a", "title": "\udfff"}, "half a surrogate pair", id="lone surrogate in a title"),
    pytest.param({"text": "a", "claims": [{"\ud800": 1}]}, "half a surrogate pair", id="lone surrogate in a key"),
    pytest.param({"text": "a", "sensitivity": "secret"}, "allowed: public, internal", id="unknown sensitivity"),
    pytest.param({"text": "a", "authority": "High"}, "allowed: authoritative", id="unknown authority"),
    pytest.param({"text": "a", "tier": "short"}, "allowed: episodic", id="unknown tier"),
    pytest.param({"text": "a", "origin": "me"}, "allowed: user_statement", id="unknown origin"),
    pytest.param({"text": "a", "content_type": "thought"}, "allowed: confirmed_fact", id="unknown content type"),
    pytest.param({"text": "a", "outcome": "won"}, "allowed: resolved", id="unknown outcome"),
    pytest.param({"text": "a", "legal_basis": "whim"}, "allowed: consent", id="unknown legal basis"),
    pytest.param({"text": "a", "tier": 3}, "tier is a number", id="tier of another type"),
    pytest.param({"text": "a", "observed_at": "2024-02-30"}, "observed_at", id="30 February"),
    pytest.param({"text": "a", "observed_at": "10000-01-01"}, "observed_at", id="year 10000"),
    pytest.param({"text": "a", "observed_at": "0000-01-01"}, "observed_at", id="year 0"),
    pytest.param({"text": "a", "observed_at": "yesterday"}, "observed_at", id="words for a time"),
    pytest.param({"text": "a", "observed_at": 2024}, "observed_at must be", id="a number for a time"),
    pytest.param({"text": "a", "observed_at": "9999-12-31T23:00:00-05:00"}, "observed_at", id="beyond the calendar"),
    pytest.param({"text": "a", "expires_at": "2024-13-01"}, "expires_at", id="month 13"),
    pytest.param({"text": "a", "valid_from": "2024-02", "valid_to": "2024-01"}, "before valid_from", id="ends first"),
    pytest.param({"text": "a", "subjects": "user:1"}, "subjects must be a list", id="subjects as text"),
    pytest.param({"text": "a", "subjects": ["user:1", 3]}, "subjects[1]", id="a subject of another type"),
    pytest.param({"text": "a", "entities": {"a": 1}}, "entities must be a list", id="entities as an object"),
    pytest.param({"text": "a", "entities": ["  "]}, "entities[0] is empty", id="an empty entity"),
    pytest.param({"text": "a", "source": 5}, "source must be", id="source as a number"),
    pytest.param({"text": "a", "source": {}}, "source.id is missing", id="source without id"),
    pytest.param({"text": "a", "source": {"id": ""}}, "source.id is missing", id="source with an empty id"),
    pytest.param({"text": "a", "namespace": " "}, "namespace is empty", id="an empty namespace"),
    pytest.param({"text": "a", "external_id": "x" * 2001}, "longer than 2000", id="a huge id"),
    pytest.param({"text": "a", "passage": 0}, "passage must be", id="passage 0"),
    pytest.param({"text": "a", "claims": "none"}, "claims must be a list", id="claims as text"),
    pytest.param({"text": "a", "claims": [5]}, "claims[0] must be an object", id="a claim of another type"),
    pytest.param({"text": "a", "claims": [{"subject": "A", "value": 1}]}, "attribute is missing", id="no attribute"),
    pytest.param({"text": "a", "claims": [{"subject": "A", "attribute": "b"}]}, "value must be", id="no value"),
    pytest.param({"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": 10**400}]}, "finite", id="huge"),
    pytest.param(
        {"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": float("nan")}]},
        "finite",
        id="not a number",
    ),
    pytest.param(
        {"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": {"amount": True}}]}, "amount", id="true kg"
    ),
    pytest.param(
        {"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": {"from": "2024", "to": "2023"}}]},
        "to lies before",
        id="a span that ends first",
    ),
    pytest.param(
        {"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": 1, "polarity": "no"}]},
        "polarity must be true or false",
        id="polarity as text",
    ),
    pytest.param(
        {"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": 1, "modality": "must"}]},
        "allowed: asserted",
        id="unknown modality",
    ),
    pytest.param(
        {"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": 1, "conditions": ["x"]}]},
        "conditions must be an object",
        id="conditions as a list",
    ),
]


@pytest.mark.parametrize(("raw", "reason"), FAULTS)
def test_what_cannot_be_accepted_fails_on_one_short_line(raw: dict[str, object], reason: str) -> None:
    with pytest.raises(InputError) as caught:
        to_fields(raw)
    assert reason in str(caught.value)
    assert len(str(caught.value)) <= 500
    assert "\n" not in str(caught.value)
    str(caught.value).encode()  # printable anywhere, whatever was given


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(InputError, match=r"(?s)tier.*authority.*observed_at"):
        to_fields({"text": "a", "tier": "x", "authority": "y", "observed_at": "z"})


def test_times_are_aware_and_keep_how_they_were_written() -> None:
    fields = to_fields({"text": "a", "valid_from": "2019", "valid_to": "2020-06-01T02:00:00+02:00"})
    assert fields.valid_from == datetime(2019, 1, 1, tzinfo=UTC)
    assert fields.valid_to == datetime(2020, 6, 1, tzinfo=UTC)
    assert (fields.valid_from_text, fields.valid_to_text) == ("2019", "2020-06-01T02:00:00+02:00")


def test_source_may_be_a_text_or_an_object() -> None:
    assert to_fields({"text": "a", "source": "chat:7"}).source == Source(id="chat:7")
    assert to_fields({"text": "a", "source": {"id": "s", "kind": "web"}}).source == Source(id="s", kind="web")


def test_unknown_fields_are_named_and_exported_ones_are_known() -> None:
    raw = {"text": "a", "colour": "red", "source": {"id": "s", "url": "u"}, "id": "r-1", "status": "active",
           "canonical_id": None, "claims": [{"subject": "A", "attribute": "b", "value": 1, "weight": 2}]}  # fmt: skip
    warnings = to_fields(raw).warnings
    assert [w for w in warnings if "colour" in w]
    assert [w for w in warnings if "source.url" in w]
    assert [w for w in warnings if "claims[0].weight" in w]
    assert len(warnings) == 3


VALUES = [
    pytest.param(2, Quantity(amount=2), id="number"),
    pytest.param(0.5, Quantity(amount=0.5), id="fraction"),
    pytest.param(True, TruthValue(truth=True), id="true is no number"),
    pytest.param({"amount": 5, "unit": "km"}, Quantity(amount=5, unit="km"), id="amount and unit"),
    pytest.param("Berlin", EntityValue(name="Berlin"), id="a thing"),
    pytest.param("deep blue", TextValue(text="deep blue", head="blue"), id="words"),
    pytest.param("14:00", TimeValue(clock="14:00", text="14:00"), id="time of day"),
    pytest.param("8080", TextValue(text="8080", head="8080"), id="digits as text stay text"),
]


@pytest.mark.parametrize(("raw", "value"), VALUES)
def test_given_values(raw: object, value: object) -> None:
    fields = to_fields({"text": "a", "claims": [{"subject": "A", "attribute": "b", "value": raw}]})
    assert fields.claims is not None
    assert fields.claims[0].value == value


def test_given_dates_and_spans_are_times_with_their_precision() -> None:
    raw = [{"subject": "A", "attribute": "b", "value": value} for value in ("2024-05", {"from": "2024", "to": "2025"})]
    month, span = [c.value for c in to_fields({"text": "a", "claims": raw}).claims or ()]
    assert isinstance(month, TimeValue)
    assert month.interval.precision is Precision.MONTH
    assert isinstance(span, TimeValue)
    assert span.interval.end == datetime(2025, 1, 1, tzinfo=UTC)


def test_a_given_claim_with_all_its_parts() -> None:
    text = "It rains. Approval requires two trials for solid tumours. It ends."
    raw = {"subject": "Approval", "attribute": "required trials", "value": 2, "polarity": False, "modality": "required",
           "conditions": {"indication": "solid tumour"}, "valid_from": "2024-12-01"}  # fmt: skip
    (claim,) = to_fields({"text": text, "claims": [raw]}).claims or ()
    assert claim.polarity is False
    assert claim.modality is Modality.REQUIRED
    assert claim.conditions == (Condition(name="indication", value="solid tumour"),)
    assert claim.quote == "Approval requires two trials for solid tumours."
    assert text[claim.span.start : claim.span.end] == claim.quote
    assert claim.valid is not None
    assert claim.valid.end is None


def test_a_quote_is_found_across_line_ends_and_a_false_one_is_told() -> None:
    base = {"subject": "A", "attribute": "b", "value": 1}
    found = to_fields({"text": "x one\n two y", "claims": [{**base, "quote": "One two"}]})
    assert (found.claims or ())[0].quote == "one\n two"
    missing = to_fields({"text": "x one two y", "claims": [{**base, "quote": "three"}]})
    assert "claims[0].quote does not stand in the text" in missing.warnings
    assert (missing.claims or ())[0].quote == "x one two y"


def test_no_claims_and_none_given_are_two_things() -> None:
    assert to_fields({"text": "a", "claims": []}).claims == ()
    assert to_fields({"text": "a"}).claims is None


def test_given_names_become_mentions_with_their_place() -> None:
    raw = {
        "text": "The FDA met Roche.",
        "entities": ["FDA"],
        "claims": [{"subject": "FDA", "attribute": "met", "value": "Roche"}],
    }
    mentions = to_fields(raw).mentions
    assert [(m.name, m.span and (m.span.start, m.span.end)) for m in mentions] == [("FDA", (4, 7)), ("Roche", (12, 17))]
    assert to_fields(raw).given_entities == ("FDA",)


def test_python_callers_may_give_datetimes_and_tuples() -> None:
    fields = to_fields({"text": "a", "observed_at": datetime(2024, 5, 1, tzinfo=UTC), "subjects": ("user:1",)})
    assert fields.observed_at == datetime(2024, 5, 1, tzinfo=UTC)
    assert fields.subjects == ("user:1",)
