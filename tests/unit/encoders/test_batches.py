from hypothesis import given
from hypothesis import strategies as st

from graphmem.encoders._batches import pack

lengths = st.lists(st.integers(min_value=2, max_value=300), max_size=60)


@given(lengths, st.integers(min_value=1, max_value=1000))
def test_every_text_is_in_exactly_one_batch(sizes: list[int], budget: int) -> None:
    batches = list(pack(sizes, budget))
    assert sorted(position for batch in batches for position in batch) == list(range(len(sizes)))


@given(lengths, st.integers(min_value=1, max_value=1000))
def test_a_batch_keeps_the_budget_unless_one_text_alone_exceeds_it(sizes: list[int], budget: int) -> None:
    for batch in pack(sizes, budget):
        assert len(batch) == 1 or max(sizes[position] for position in batch) * len(batch) <= budget


@given(lengths)
def test_padding_is_little_because_neighbours_are_of_like_length(sizes: list[int]) -> None:
    flat = [sizes[position] for batch in pack(sizes) for position in batch]
    assert flat == sorted(sizes)
