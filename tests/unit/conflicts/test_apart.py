"""Where claims say that two texts answer different questions, a judge's word does not make them a contradiction."""

from collections.abc import Sequence

import pytest

from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.model.conflict import Relation
from graphmem.protocols import PairScore, TextPair


class Sure:
    """A judge that sees a contradiction in every pair."""

    name = "sure"

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        return [PairScore(score=0.7, probability=0.7, reasons=()) for _ in pairs]


def as_it_is(kind: str, rule: str, strength: float) -> float:
    return strength


CASES = [
    pytest.param("The tunnel is 4 km long.", "The tunnel is 9 m wide.", False, id="two measures"),
    pytest.param("The server has 64 GB of memory.", "The server has a 2 TB disk.", False, id="two parts"),
    pytest.param("Brix was founded in 1998.", "Brix opened an office in Graz in 2003.", False, id="two events"),
    pytest.param(
        "The trial met its primary endpoint.", "The trial did not meet its secondary endpoint.", False, id="two ends"
    ),
    pytest.param(
        "Brix won the contract for the bridge.", "Brix lost the contract for the tunnel.", False, id="opposite verbs"
    ),
    pytest.param("Lazlo is 44 years old.", "Lazlo's sister is 51 years old.", False, id="two people"),
    pytest.param("Mona painted the kitchen yellow.", "Mona painted the hall blue.", False, id="two deeds"),
    pytest.param(
        "Lena sings at every wedding.", "Lena has never sung in public.", True, id="one verb: the judge is heard"
    ),
    pytest.param(
        "The drug should be stored below 25 degrees.", "The drug can be stored at 30 degrees.", True, id="one question"
    ),
]


@pytest.mark.parametrize(("a", "b", "contradicts"), CASES)
def test_a_judge_is_heard_where_claims_leave_it_open(a: str, b: str, contradicts: bool) -> None:
    (told,) = compare_texts(
        [TextPair(a=a, b=b)],
        extractor=spacy_claims,
        slots=lexicon_slots(),
        judge=Sure(),
        calibration=as_it_is,
    )
    assert (told.relation is Relation.CONTRADICTION) == contradicts
