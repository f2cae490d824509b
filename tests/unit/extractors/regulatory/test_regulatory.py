"""What legal sentences state, from the table beside this file; spans and quotes hold for every claim."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from graphmem.extractors.regulatory import regulatory
from graphmem.model.claim import ClaimDraft, Extraction
from graphmem.model.value import EntityValue, TextValue, TimeValue
from graphmem.protocols import ExtractionInput
from graphmem.registry import Registry

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))


def read(text: str, title: str | None = None) -> Extraction:
    (found,) = regulatory.extract([ExtractionInput(text=text, title=title)])
    return found


def show(claim: ClaimDraft) -> tuple[str, str, str, str, dict[str, str]]:
    value = claim.value
    said = (
        value.name if isinstance(value, EntityValue) else value.text if isinstance(value, TextValue | TimeValue) else ""
    )
    modality = claim.modality.value + ("" if claim.polarity else " -")
    return claim.subject, claim.attribute, modality, said, {c.name: c.value for c in claim.conditions}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_legal_sentences(case: dict[str, Any]) -> None:
    found = read(case["text"], case.get("title"))
    shown = [show(claim) for claim in found.claims]
    for line in case.get("claims", []):
        subject, slot, modality, value, *rest = [part.strip() for part in line.split(" | ")]
        conditions = dict(part.split("=", 1) for part in rest)
        assert any(
            s[:3] == (subject, slot, modality) and s[3].startswith(value) and conditions.items() <= s[4].items()
            for s in shown
        ), shown
    names = {mention.name for mention in found.mentions}
    assert set(case.get("names", [])) <= names
    assert not set(case.get("absent", [])) & names
    if case.get("nothing"):
        assert not shown


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_claim_cites_its_sentence(case: dict[str, Any]) -> None:
    found = read(case["text"], case.get("title"))
    for claim in found.claims:
        assert case["text"][claim.span.start : claim.span.end] == claim.quote
        span = found.sentences[claim.sentence]
        assert span == claim.span
    for mention in found.mentions:
        if mention.span and mention.type in {"TERM", "ROLE"}:
            assert case["text"][mention.span.start : mention.span.end] == mention.name


def test_given_claims_leave_nothing_to_find() -> None:
    (found,) = regulatory.extract([ExtractionInput(text="Operators shall pay.", given_claims=())])
    assert found == Extraction()


def test_it_is_found_by_its_name() -> None:
    assert Registry("graphmem.extractors", "extractor").get("regulatory") is regulatory
