"""The shipped excerpt of EU acts is in the interchange format, and its articles lead to each other."""

from importlib.resources import files
from pathlib import Path

from graphmem.chunking import chunk
from graphmem.chunking.interchange import RecordFields, read_lines, to_fields
from graphmem.extractors.regulatory import regulatory
from graphmem.model.value import EntityValue
from graphmem.protocols import ExtractionInput

PATH = Path(str(files("graphmem") / "demo_data" / "regulations.jsonl"))


def read_excerpt() -> list[RecordFields]:
    return [to_fields(line.fields or {}) for line in read_lines(PATH)]


def test_every_line_is_accepted_and_names_its_source() -> None:
    found = read_excerpt()
    assert len(found) == 13
    assert all(fields.source and fields.source.id.startswith("eur-lex:3") for fields in found)
    assert not [warning for fields in found for warning in fields.warnings]
    assert "© European Union, EUR-Lex, reuse under Decision 2011/833/EU" in (PATH.parent / "NOTICE").read_text("utf-8")


def test_passages_of_an_article_lead_to_the_article_they_refer_to() -> None:
    edges: set[tuple[str, str]] = set()
    for fields in read_excerpt():
        passages = [ExtractionInput(text=part.text, title=fields.title) for part in chunk(fields.text, kind="legal")]
        for found in regulatory.extract(passages):
            edges |= {
                (claim.subject, claim.value.name)
                for claim in found.claims
                if claim.attribute == "refers to" and isinstance(claim.value, EntityValue)
            }
    assert ("Article 33 of GDPR", "Article 55 of GDPR") in edges
    assert ("Article 19 of DORA", "Article 46 of DORA") in edges
