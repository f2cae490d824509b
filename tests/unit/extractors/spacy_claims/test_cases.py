"""Sentences and what they say: one YAML table for each field of life, which a reader of that field could check."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.extractors.spacy_claims.explain import show_value, span
from graphmem.model.claim import ClaimDraft, Extraction
from graphmem.protocols import ExtractionInput

TABLES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
CASES: list[dict[str, Any]] = [case for table in TABLES for case in yaml.safe_load(table.read_text(encoding="utf-8"))]


def given(case: dict[str, Any]) -> ExtractionInput:
    return ExtractionInput.model_validate({name: value for name, value in case.items() if name != "claims"})


def as_row(claim: ClaimDraft) -> dict[str, Any]:
    row: dict[str, Any] = {"subject": claim.subject, "attribute": claim.attribute, "value": show_value(claim.value)}
    extras = {
        "polarity": (claim.polarity, True),
        "modality": (claim.modality.value, "asserted"),
        "quantifier": (claim.quantifier, ""),
        "conditions": ([f"{'not ' if c.negated else ''}{c.name}: {c.value}" for c in claim.conditions], []),
        "valid": (span(claim), ""),
        "change": (claim.change.value if claim.change else None, None),
        "said by": (claim.attributed_to, None),
    }
    return row | {name: value for name, (value, plain) in extras.items() if value != plain}


@pytest.fixture(scope="module")
def extractions() -> list[Extraction]:
    return spacy_claims.extract([given(case) for case in CASES])


@pytest.mark.parametrize("index", range(len(CASES)), ids=[case["text"][:60] for case in CASES])
def test_sentence_says_what_the_table_says(index: int, extractions: list[Extraction]) -> None:
    assert [as_row(claim) for claim in extractions[index].claims] == CASES[index]["claims"]


@pytest.mark.parametrize("index", range(len(CASES)), ids=[case["text"][:60] for case in CASES])
def test_spans_give_back_the_text_and_hold_the_negator(index: int, extractions: list[Extraction]) -> None:
    text = CASES[index]["text"]
    for claim in extractions[index].claims:
        assert text[claim.span.start : claim.span.end] == claim.quote
        assert claim.negator.split()[-1:] == [] or claim.negator.split()[-1].lower() in claim.quote.lower()
    for mention in extractions[index].mentions:
        if mention.span is not None:
            assert text[mention.span.start : mention.span.end].split() == mention.name.split()


def test_tables_are_broad() -> None:
    assert len(CASES) >= 390
    assert len({case["text"] for case in CASES}) >= 380
