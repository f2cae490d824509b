"""The built-in detector: the policy's own patterns."""

from graphmem.gate.personal_patterns import PersonalFinder
from graphmem.protocols import PersonalDataDetector


def patterns(finder: PersonalFinder) -> PersonalDataDetector:
    """The policy's patterns and nothing else; under a millisecond a record."""
    return finder
