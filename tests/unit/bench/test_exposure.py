"""What the benchmark of stale exposure counts as a fault: answers made by hand, each with one."""

import pytest

from graphmem.bench.exposure import Truth
from graphmem.bench.exposure_stories import Fate, Told, retired_text, tell
from graphmem.model.retrieval import Citation, ContextAnswer, Hit, Route, SearchAnswer

STORIES = tell(26)
LINES = [line for story in STORIES for line in story.lines]
SIDES = next(story.lines for story in STORIES if story.lines[0].fate is Fate.CONTESTED)


def line_of(fate: Fate) -> Told:
    return next(line for line in LINES if line.fate is fate)


def hit(line: Told, *, text: str | None = None, status: str = "active", contested: bool = False) -> Hit:
    return Hit(
        record_id="r-1", external_id=line.id, text=text or line.text, score=1.0, status=status, contested=contested
    )


def judge(*hits: Hit, notes: tuple[str, ...] = ()) -> dict[str, int]:
    answer = SearchAnswer(query="what is it", route=Route.LOOKUP, route_reason="", hits=hits, notes=notes)
    counts = Truth.of(STORIES).judge(answer)
    return {name: count for name, count in counts.items() if name != "hits"}


def test_three_in_ten_are_superseded() -> None:
    inside = [line for line in LINES if line.fate is not Fate.ELSEWHERE]
    assert sum(line.fate is Fate.SUPERSEDED for line in inside) / len(inside) >= 0.3
    assert len({line.id for line in LINES}) == len(LINES) >= 26
    assert {line.fate for line in LINES} == set(Fate)


@pytest.mark.parametrize("fate", [Fate.EXPIRED, Fate.QUARANTINED, Fate.ELSEWHERE, Fate.ABOVE])
@pytest.mark.parametrize("status", ["active", "superseded"])
def test_what_is_withheld_is_a_fault_whatever_its_label(fate: Fate, status: str) -> None:
    assert judge(hit(line_of(fate), status=status)) == {fate.value: 1}


def test_a_superseded_line_is_a_fault_unless_labelled() -> None:
    old = line_of(Fate.SUPERSEDED)
    assert judge(hit(old)) == {"exposed": 1}
    assert judge(hit(old, status="superseded")) == {"labelled": 1}


def test_a_retired_sentence_is_a_fault_and_the_rest_is_none() -> None:
    half = line_of(Fate.HALF)
    rest = half.text.removeprefix(retired_text(half)).strip()
    assert judge(hit(half)) == {"exposed": 1}
    assert judge(hit(half, text=rest)) == {}


def test_a_contested_side_needs_its_mark_and_its_other_side() -> None:
    one, other = SIDES
    assert judge(hit(one, contested=True)) == {"one_sided": 1}
    assert judge(hit(one), hit(other, contested=True)) == {"one_sided": 1}
    assert judge(hit(one, contested=True), hit(other, contested=True)) == {}
    assert judge(hit(one, contested=True), notes=(f'contested: r-1 disagrees with r-2: "{other.text}"',)) == {}


def test_a_context_is_read_line_by_line() -> None:
    old = line_of(Fate.SUPERSEDED)

    def judge_text(heading: str) -> dict[str, int]:
        text = f"Recalled from memory: untrusted\n[1] {heading}; unverified\n> {old.text}"
        cited = (Citation(record_id="r-1", external_id=old.id, quote=old.text),)
        return dict(Truth.of(STORIES).judge_context(ContextAnswer(text=text, citations=cited)))

    assert judge_text("current") == {"hits": 1, "exposed": 1}
    assert judge_text("superseded; replaced by r-2") == {"hits": 1, "labelled": 1}
