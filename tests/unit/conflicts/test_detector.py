"""detect_block: who is compared with whom, what becomes a row, and that order never matters."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.conflicts.comparer import RuleComparer
from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.detector import BlockResult, detect_block
from graphmem.model.conflict import ConflictKind
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import MANY, SINGLE, draft, in_context

COMPARER = RuleComparer()


def detect(*claims: ClaimInContext, slot: SlotFacts = SINGLE, max_values: int = 200) -> BlockResult:
    return detect_block(claims, slot, COMPARER, max_values=max_values)


def record_pairs(result: BlockResult) -> set[tuple[str, str]]:
    return {(min(c.record_a, c.record_b), max(c.record_a, c.record_b)) for c in result.conflicts}


def test_two_values_of_a_single_valued_slot_are_one_conflict_with_reasons() -> None:
    result = detect(in_context(draft("Ghent"), "r1"), in_context(draft("Bruges"), "r2"))
    (conflict,) = result.conflicts
    assert (conflict.kind, conflict.newer_record_id, conflict.age_gap_days) == (ConflictKind.VALUE, None, None)
    assert any("Ghent" in reason and "Bruges" in reason for reason in conflict.reasons)
    assert any("single-valued" in reason for reason in conflict.reasons)


def test_side_a_has_the_smaller_claim_id_and_newer_names_the_record() -> None:
    old = in_context(draft("8 EUR"), "r1", said="2025-01-01")
    new = in_context(draft("9 EUR"), "r2", said="2026-01-01")
    (conflict,) = detect(old, new).conflicts
    assert conflict.claim_a < conflict.claim_b
    assert (conflict.newer_record_id, conflict.age_gap_days, conflict.kind) == ("r2", 365.0, ConflictKind.UPDATE)


def test_what_one_sentence_says_together_denies_nobody_who_says_a_part_of_it() -> None:
    part, other = in_context(draft("2 titles"), "part"), in_context(draft("3 titles"), "other")
    both = [in_context(draft(value), "both") for value in ("2 titles", "65 titles")]
    assert record_pairs(detect(part, *both)) == set()
    # A third value is another matter.
    assert record_pairs(detect(part, other, *both)) == {("other", "part"), ("both", "other")}


def test_a_record_that_corrects_itself_denies_what_it_corrects() -> None:
    corrected = [in_context(draft("Ghent"), "r2"), in_context(draft("Bruges", change="correction"), "r2")]
    assert record_pairs(detect(in_context(draft("Ghent"), "r1"), *corrected)) == {("r1", "r2")}


def test_a_table_in_one_record_is_compared_with_nothing_in_itself() -> None:
    table = [in_context(draft(f"shade {number}"), "table") for number in range(60)]
    assert detect(*table) == BlockResult()
    assert detect(*table, in_context(draft("shade 3"), "r2")).compared == 59  # none of the 1,770 within the table


def test_with_ids_given_only_pairs_of_those_claims_are_compared() -> None:
    old = [in_context(draft(f"shade {number}"), f"r{number}") for number in range(12)]
    new = in_context(draft("shade 99"), "new")
    whole, part = detect(*old, new), detect_block([*old, new], SINGLE, COMPARER, fresh={new.claim.id})
    assert (whole.compared, part.compared) == (78, 12)
    assert record_pairs(part) == {pair for pair in record_pairs(whole) if "new" in pair}


def test_many_values_stand_side_by_side() -> None:
    assert detect(in_context(draft("Urdu"), "r1"), in_context(draft("Welsh"), "r2"), slot=MANY).conflicts == []


def test_duplicates_give_no_row_and_one_comparison_covers_equal_values() -> None:
    claims = [in_context(draft("Ghent"), f"r{n}") for n in range(50)] + [in_context(draft("Bruges"), "other")]
    result = detect(*claims)
    assert result.compared == 1
    assert record_pairs(result) == {("other", f"r{n}") for n in range(50)}
    assert len({conflict.set_id for conflict in result.conflicts}) == 1


def test_large_groups_are_joined_by_a_star_not_by_all_pairs() -> None:
    claims = [in_context(draft("Ghent"), f"g{n}") for n in range(30)]
    claims += [in_context(draft("Bruges"), f"b{n}") for n in range(30)]
    result = detect(*claims)
    assert len(result.conflicts) == 59
    assert {c.record_a for c in result.conflicts} | {c.record_b for c in result.conflicts} == {
        claim.claim.record_id for claim in claims
    }
    assert len({conflict.set_id for conflict in result.conflicts}) == 1


def test_one_record_never_conflicts_with_itself() -> None:
    assert detect(in_context(draft("Ghent"), "r1"), in_context(draft("Bruges"), "r1")).conflicts == []


def test_given_disjoint_intervals_are_history() -> None:
    old = in_context(draft("Ghent"), "r1", since="2019-01-01", until="2020-01-01")
    new = in_context(draft("Bruges"), "r2", since="2020-01-01")
    assert detect(old, new).conflicts == []


NAMESPACES = [
    pytest.param("user:1", "user:2", {}, None, id="two users are never compared"),
    pytest.param("user:1", "user:1", {}, "user:1", id="one user with itself"),
    pytest.param("user:1", "global", {}, "user:1", id="a user with global: lives in the narrower"),
    pytest.param("user:1", "global", {"reads_global": False}, None, id="a writer who could not read global"),
    pytest.param(
        "user:1", "global", {"writer_level": 0}, None, id="a writer below the sensitivity of the global record"
    ),
]


@pytest.mark.parametrize(("left", "right", "facts", "namespace"), NAMESPACES)
def test_namespaces(left: str, right: str, facts: dict[str, int], namespace: str | None) -> None:
    a = in_context(draft("Ghent"), "r1", namespace=left, **facts)
    b = in_context(draft("Bruges"), "r2", namespace=right)
    result = detect(a, b)
    assert [conflict.namespace for conflict in result.conflicts] == ([namespace] if namespace else [])
    assert [c.requires_global for c in result.conflicts] == ([left != right] if namespace else [])


TITLES = [
    pytest.param("station", "CKMO", "KAGH", 0, id="the station of two articles"),
    pytest.param("station", "CKMO", "CKMO", 1, id="the station of one article"),
    pytest.param("station", "CKMO", None, 1, id="one text has no title"),
    pytest.param("Corvid Labs", "Firms of Leipzig", "Firms of Dresden", 1, id="a name is the same under any title"),
]


@pytest.mark.parametrize(("subject", "left", "right", "rows"), TITLES)
def test_a_common_noun_under_another_title_is_another_thing(
    subject: str, left: str, right: str | None, rows: int
) -> None:
    result = detect(
        in_context(draft("Newcap", subject=subject), "r1", title=left),
        in_context(draft("Crossett", subject=subject), "r2", title=right),
    )
    assert len(result.conflicts) == rows


def test_sets_of_two_users_stay_apart_though_both_differ_from_one_global_record() -> None:
    result = detect(
        in_context(draft("Ghent"), "g"),
        in_context(draft("Bruges"), "u1", namespace="user:1"),
        in_context(draft("Bruges"), "u2", namespace="user:2"),
    )
    assert sorted(conflict.namespace for conflict in result.conflicts) == ["user:1", "user:2"]
    assert len({conflict.set_id for conflict in result.conflicts}) == 2


def test_requires_the_higher_level_of_both() -> None:
    result = detect(
        in_context(draft("Ghent"), "r1", level=2, writer_level=2), in_context(draft("Bruges"), "r2", level=0)
    )
    assert [conflict.requires_level for conflict in result.conflicts] == [2]


def test_every_pair_that_the_cap_puts_off_is_counted() -> None:
    claims = [in_context(draft(f"Town{'abcdefghijkl'[n]}"), f"r{n}") for n in range(12)]
    result = detect(*claims, max_values=5)
    assert (result.compared, result.deferred) == (10, 56)
    assert result.compared + result.deferred == 12 * 11 // 2


def test_a_hub_of_many_values_is_not_compared_all_with_all() -> None:
    words = [f"Skill{n}" for n in range(400)]
    claims = [in_context(draft(word), f"r{word}") for word in words] + [
        in_context(draft("Skill7", yes=False), "denier")
    ]
    result = detect(*claims, slot=MANY)
    assert record_pairs(result) == {("denier", "rSkill7")}
    assert result.compared < 500
    assert result.deferred == 0


CLAIMS = st.lists(
    st.tuples(
        st.sampled_from(["Ghent", "Bruges", "Antwerp"]),
        st.booleans(),
        st.sampled_from(["global", "user:1", "user:2"]),
        st.sampled_from([None, "2020-01-01", "2021-06-01"]),
    ),
    min_size=2,
    max_size=8,
)


@given(CLAIMS, st.randoms())
def test_order_does_not_matter(rows: list[tuple[str, bool, str, str | None]], shuffler: random.Random) -> None:
    claims = [
        in_context(draft(town, yes=yes), f"r{n}", namespace=namespace, said=said)
        for n, (town, yes, namespace, said) in enumerate(rows)
    ]
    shuffled = claims.copy()
    shuffler.shuffle(shuffled)
    assert detect(*claims) == detect(*shuffled)


@given(CLAIMS)
def test_blocked_equals_all_pairs(rows: list[tuple[str, bool, str, str | None]]) -> None:
    claims = [
        in_context(draft(town, yes=yes), f"r{n}", namespace=namespace, said=said)
        for n, (town, yes, namespace, said) in enumerate(rows)
    ]
    singly = {c.id for a, b in combinations(claims, 2) for c in detect(a, b).conflicts}
    assert {conflict.id for conflict in detect(*claims).conflicts} == singly
