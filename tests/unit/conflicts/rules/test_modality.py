from itertools import combinations

import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

MUST, MAY = draft(modality="required"), draft(modality="permitted")
MUST_NOT, MAY_NOT = draft(modality="prohibited"), draft(modality="permitted", yes=False)
NEED_NOT, IS, IS_NOT = draft(modality="required", yes=False), draft(), draft(yes=False)
NAMES = {
    "must": MUST,
    "may": MAY,
    "must not": MUST_NOT,
    "may not": MAY_NOT,
    "need not": NEED_NOT,
    "is": IS,
    "is not": IS_NOT,
}
CLASHES = {
    ("must", "must not"),
    ("must", "may not"),
    ("may", "must not"),
    ("may", "may not"),
    ("must", "need not"),
}


@pytest.mark.parametrize(("left", "right"), list(combinations(NAMES, 2)))
def test_only_norms_that_cannot_both_be_obeyed_clash(left: str, right: str) -> None:
    finding = speak("modality", NAMES[left], NAMES[right])
    assert (finding is not None) == ((left, right) in CLASHES or (right, left) in CLASHES)


MATTERS = [
    pytest.param(draft("helmet", modality="required"), draft("gloves", modality="prohibited"), id="another thing"),
    pytest.param(draft("2 trials", modality="required"), draft("1 trial", modality="prohibited"), id="another number"),
]


@pytest.mark.parametrize(("left", "right"), MATTERS)
def test_norms_on_different_matters_agree(left: ClaimDraft, right: ClaimDraft) -> None:
    assert speak("modality", left, right) is None
