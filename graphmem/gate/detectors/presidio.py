"""Presidio's recognisers of numbers and documents, beside the built-in patterns (extra `pii`)."""

from dataclasses import dataclass
from typing import Any

from graphmem.errors import ModelError
from graphmem.gate.personal_patterns import PersonalFinder
from graphmem.protocols import PersonalDataDetector

# Those that decide by pattern and checksum. Left out: names, places and dates, which alone need no legal basis, and the
# recogniser of mail, which looks for a list of domains on the network.
_LEFT_OUT = frozenset(
    {"SpacyRecognizer", "DateRecognizer", "UrlRecognizer", "IpRecognizer", "EmailRecognizer", "MacAddressRecognizer",
     "UuidRecognizer", "CryptoRecognizer"}
)  # fmt: skip
_MIN_SCORE = 0.5  # below it a match needs words around it, which the built-in patterns look for themselves


@dataclass(frozen=True)
class _Both:
    finder: PersonalFinder
    recognizers: tuple[Any, ...]

    def find(self, text: str) -> str | None:
        """What the patterns find, else what a recogniser is sure of."""
        if kind := self.finder.find(text):
            return kind
        if not any(char.isdigit() for char in text):
            return None
        for recognizer in self.recognizers:
            results = recognizer.analyze(text, recognizer.supported_entities, None) or []
            if any(result.score >= _MIN_SCORE for result in results):
                return str(results[0].entity_type).lower().replace("_", " ")
        return None


def presidio(finder: PersonalFinder) -> PersonalDataDetector:
    """The policy's patterns, and Presidio's recognisers for what they do not know.

    Raises ModelError when Presidio is not installed.
    """
    try:
        from presidio_analyzer import RecognizerRegistry
    except ImportError as error:
        raise ModelError("Presidio is not installed: pip install 'graphmem[pii]', or set gate.personal_data") from error
    registry = RecognizerRegistry()
    registry.load_predefined_recognizers(languages=["en"])
    chosen = (one for one in registry.recognizers if type(one).__name__ not in _LEFT_OUT)
    return _Both(finder, tuple(sorted(chosen, key=lambda one: type(one).__name__)))
