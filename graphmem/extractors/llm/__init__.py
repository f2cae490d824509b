"""Claims by a language model: off unless `models.llm_base_url` is set; what it cannot quote is dropped."""

from graphmem.extractors.llm.client import Answer, OpenAICompatible
from graphmem.extractors.llm.extractor import LlmExtractor
from graphmem.settings import Settings


def llm(settings: Settings) -> LlmExtractor:
    """The extractor for the endpoint of the settings; raises ModelError when none is configured."""
    return LlmExtractor(OpenAICompatible.of(settings.models))


__all__ = ["Answer", "LlmExtractor", "OpenAICompatible", "llm"]
