"""Wordings that tell what kind of answer a question wants."""

import re
from collections.abc import Sequence

_WORDINGS = {
    "conflict": (
        r"contradict(?:s|ion|ions|ory|ed)?",
        r"(?<!not )(?<!not in )conflict(?:s|ing|ed)?\s+(?:with|between|about|on|over)",
        r"conflicting\s+(?:statements?|claims?|records?|facts?|answers?|information|reports?|views?|versions?|values?)",
        r"(?:(?<!not )in|any)\s+conflicts?(?! of)",
        r"disagree(?:s|ment|ments)?",
        r"(?<!not )(?:inconsistent|incompatible)",
        r"inconsistenc(?:y|ies)|incompatibility",
        r"contested|disputed|disputes? (?:about|over|between)|at odds",
        r"(?:open|undecided|unresolved|unsettled) (?:conflicts?|contradictions?|disputes?|disagreements?)",
    ),
    "timeline": (
        r"timelines? of|(?:give|show|tell|draw|list|make)\b.{0,30}\btimeline|timeline\W*$",  # not: for submitting it
        r"chronolog\w*|history of|evolved|evolution of|over (?:time|the years|the months)",
        r"how (?:has|have|had|did|does) .{3,80} (?:changed?|evolved?|develop(?:ed)?|progress(?:ed)?)",
        r"what (?:has |have |had )?changed",
        r"(?:previous|earlier|former) (?:versions?|values?)",
        r"what (?:did|was|were) .{3,80} (?:before|previously|formerly)\??$",
        r"sequence of (?:events|changes)|used to be",
    ),
    "overview": (
        r"overview|summari[sz]e|summary of (?:everything|all)|big picture|broadly",
        r"(?:main|key) (?:themes?|topics?|subjects?|points?)|what (?:topics|themes|subjects)",
        r"what (?:do|does) (?:we|you|i|(?:the|this|your) memory) know in general",
        r"what is (?:all this|everything) about|tell me everything",
    ),
    "comparison": (
        r"both|same|differ(?:s|ent|ence|ences)?|compar(?:e|ed|ison|ing)|versus|vs|than",
        r"(?:who|which|what) (?:is|was|came|has|had)[^?]*\bor",
    ),
    "bridging": (
        r"(?:where|whose|who|that|which) (?:\w+ ){0,3}(?:is|was|were|are|has|had|did|\w+ed|\w+s)",
        r"of the \w+ (?:of|that|who|which|where|in|whose)",
        r"the \w+ (?:of|that|who|which) the \w+",
    ),
    "causal": (r"why|because of|cause[ds]?|led to|result(?:ed)? (?:in|of|from)|consequences? of|due to",),
}
CUES = {kind: re.compile(rf"\b(?:{'|'.join(wordings)})(?!\w)", re.IGNORECASE) for kind, wordings in _WORDINGS.items()}


# Words of a question about the memory itself: with no other left it asks of nothing in particular.
_AT_LARGE = frozenset(
    "fact statement claim record note memory anything something thing item everything still currently now open "
    "undecided unresolved unsettled conflict contradict contradiction contradictory disagree disagreement dispute "
    "disputed contested inconsistent inconsistency show list find exist know".split()
)


def asks_at_large(content: Sequence[str]) -> bool:
    """True for the words of a question about what is undecided that names nothing: "what is still disputed?"."""
    return all(word.removesuffix("s") in _AT_LARGE for word in content)


def find_cues(question: str) -> dict[str, str]:
    """Kinds of answer that the wording asks for, each with the words that say so, in the order of `CUES`."""
    found = {}
    for kind, pattern in CUES.items():
        if match := pattern.search(question):
            found[kind] = match[0].strip().lower()
    return found
