"""Which names are loaded for those that changed: what they are connected with, and no more."""

import sys
from collections.abc import Callable
from types import FrameType

from graphmem.linking import expand_aliases, gather, related_keys
from graphmem.model.claim import Mention, MentionDraft
from tests.unit.linking.builders import MemoryIndex, entities, judgement, link_gathered, mention


def test_variants_aliases_and_judged_names_are_connected() -> None:
    mentions = [
        mention("1", "World Health Organization", label="ORG", aliases=["WHO"]), mention("1", "WHO", label="ORG"),
        mention("2", "WHO", label="ORG"), mention("3", "Acme Inc."), mention("4", "Acme"), mention("5", "Brix"),
    ]  # fmt: skip
    index = MemoryIndex(mentions, [])
    assert related_keys(["who"], index) == {"who", "world health organization"}
    assert related_keys(["world health organization"], index) == {"who", "world health organization"}
    assert related_keys(["acme"], index) == {"acme", "acme inc"}
    assert related_keys(["acme inc"], index) == {"acme", "acme inc"}
    assert related_keys(["acme"], index, [judgement("join", "acme", "brix@r-1")]) == {"acme", "acme inc", "brix"}


def test_first_names_and_surnames_chain_nothing_together() -> None:
    people = ["Alice Johnson", "Bob Johnson", "Alice Cooper", "Bob Marley", "Ziggy Marley"]
    mentions: list[Mention] = []
    for number, name in enumerate(people):
        first, last = name.split()
        mentions += [mention(str(number), text, label="PERSON") for text in (name, first, last)]
    assert related_keys(["alice cooper"], MemoryIndex(mentions, [])) == {"alice cooper"}
    # What is called only `Johnson` somewhere brings in the fuller names of its own records, no further.
    assert related_keys(["johnson"], MemoryIndex(mentions, [])) == {"johnson", "alice johnson", "bob johnson"}


def test_l3_the_work_for_one_name_does_not_grow_with_the_others() -> None:
    few = [mention(str(n), f"Pump {n}") for n in range(50)]
    many = [mention(str(n), f"Pump {n}") for n in range(2000)]
    small, large = MemoryIndex(few, []), MemoryIndex(many, [])
    gather(["pump 7"], small)
    gather(["pump 7"], large)
    assert small.given == large.given == 1


def test_a_name_borne_ten_thousand_times_is_linked_without_pairs() -> None:
    mentions = [mention(str(n), "Acme", label="ORG", descriptor="the maker" if n % 2 else "") for n in range(10_000)]
    result = link_gathered(gather(["acme"], MemoryIndex(mentions, [])))
    assert len(entities(result)) == 1
    assert result.deferred == 0


def test_the_work_for_many_names_grows_with_their_number_and_no_faster() -> None:
    def effort(count: int) -> int:
        mentions = [mention(str(n), f"Keeper {n}", label="PERSON") for n in range(count)]
        steps = 0

        def count_line(frame: FrameType, event: str, arg: object) -> Callable[..., object] | None:
            nonlocal steps
            steps += event == "line"
            return count_line if "linking" in frame.f_code.co_filename else None

        sys.settrace(count_line)
        try:
            link_gathered(gather({m.key for m in mentions}, MemoryIndex(mentions, [])))
        finally:
            sys.settrace(None)
        return steps

    # Lines executed, since a clock on a shared machine proves nothing; once before, to fill the caches of names.
    effort(400)
    assert effort(400) < 4.4 * effort(100)


def test_more_descriptions_than_the_cap_are_counted_as_deferred() -> None:
    mentions = [mention(str(n), "Kim Lund", label="PERSON", descriptor=f"the trade{n}er") for n in range(100)]
    result = link_gathered(gather(["kim lund"], MemoryIndex(mentions, [])))
    assert result.deferred == 20 * 80 + 20 * 19 // 2


def test_aliases_and_brackets_become_mentions_of_their_own() -> None:
    drafts = expand_aliases([
        MentionDraft(name="World Health Organization", type="ORG", aliases=("WHO",)),
        MentionDraft(name="Mercury (planet)"),
    ])  # fmt: skip
    assert [(d.name, d.descriptor) for d in drafts[2:]] == [("WHO", ""), ("Mercury", "planet")]
    assert expand_aliases(drafts) == drafts
