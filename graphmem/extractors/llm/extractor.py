"""The extractor that asks a language model."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import ValidationError

from graphmem.errors import ProviderError
from graphmem.extractors.llm.answer import NAME, AnsweredText, draft_claim, draft_mention
from graphmem.extractors.llm.client import Answer
from graphmem.model.claim import Extraction, Modality
from graphmem.protocols import ExtractionInput

_ASK = (
    "List every claim that the text makes, and every named thing in it.\n"
    "A claim has one subject (a name as written, never a pronoun), an attribute in one to three plain words "
    "('employer', 'birth date', 'capacity'), one value with its kind, the unit of a quantity (else empty), polarity "
    f"(false when the text denies it), modality ({', '.join(Modality)}), the conditions under which alone it is meant, "
    "who is said to say it (else empty), and the quote: the words of the text that say it, letter by letter. Dates are "
    "ISO 8601. Claim nothing that the text does not say.\n"
)


class AskedModel(Protocol):
    """A language model that tells what an answer cost."""

    def ask(self, prompt: str, *, schema: dict[str, object]) -> Answer:
        """The answer to one prompt. Raises ProviderError."""


class LlmExtractor:
    """Claims and mentions by a language model; what the text does not bear out is dropped and counted."""

    def __init__(self, model: AskedModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Registry name."""
        return NAME

    def extract(self, inputs: Sequence[ExtractionInput]) -> list[Extraction]:
        """One Extraction for each input; a failed call or an answer out of form is that input's failure alone."""
        return [Extraction() if item.given_claims is not None else self._read(item) for item in inputs]

    def _read(self, item: ExtractionInput) -> Extraction:
        try:
            answer = self._model.ask(write_prompt(item), schema=AnsweredText.model_json_schema())
        except ProviderError as error:
            return Extraction(failure=f"extractor {NAME} failed: {error}")
        try:
            found = AnsweredText.model_validate_json(answer.text)
        except ValidationError:
            failure = f"extractor {NAME} failed: the answer is not in the form that was asked for"
            return Extraction(failure=failure, model_calls=answer.calls, tokens=answer.tokens)
        claims = [draft_claim(claim, item.text) for claim in found.claims]
        mentions = [draft_mention(mention, item.text) for mention in found.mentions]
        return Extraction(
            claims=tuple(claim for claim in claims if claim is not None),
            mentions=tuple(mention for mention in mentions if mention is not None),
            dropped=claims.count(None),
            model_calls=answer.calls,
            tokens=answer.tokens,
        )


def write_prompt(item: ExtractionInput) -> str:
    """The question about one text; the text stands between markers that it cannot contain."""
    facts = [
        f"It is about: {item.title}" if item.title else "",
        f"'I' is: {item.speaker}" if item.speaker else "",
        f"It was said at: {item.observed_at.isoformat()}" if item.observed_at else "",
    ]
    marker = "TEXT"
    while marker in item.text:
        marker += "T"
    head = "\n".join(fact for fact in facts if fact)
    return f"{_ASK}{head}\n<<<{marker}\n{item.text}\n{marker}>>>"
