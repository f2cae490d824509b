"""`on Mondays, not on Tuesdays`: of one day it is said, of the other it is denied; two claims."""

import re
from collections.abc import Iterable, Iterator

from graphmem.model.claim import ClaimDraft, Condition

_TIMED = frozenset({"on", "at", "in", "from", "until", "during"})


def contrasted(drafts: Iterable[ClaimDraft]) -> Iterator[ClaimDraft]:
    """The claims, where one was read under two times of which the words deny one, one claim for each."""
    for draft in drafts:
        denied = [condition for condition in draft.conditions if _is_denied(condition, draft.quote)]
        kept = tuple(condition for condition in draft.conditions if condition not in denied)
        if not denied or not any(condition.name == denied[0].name for condition in kept):
            yield draft
            continue
        yield draft.model_copy(update={"conditions": kept})
        others = tuple(condition for condition in kept if condition.name not in _TIMED)
        for condition in denied:
            yield draft.model_copy(
                update={"conditions": (*others, condition), "polarity": not draft.polarity, "negator": "not"}
            )


def _is_denied(condition: Condition, quote: str) -> bool:
    if condition.name not in _TIMED or condition.negated:
        return False
    denier = r"(?:,\s*not|\band not|\bbut not|\binstead of|\brather than)"
    words = rf"{denier}\s+(?:{condition.name}\s+)?{re.escape(condition.value)}"
    return re.search(words, quote, re.IGNORECASE) is not None
