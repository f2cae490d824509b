"""Batches of texts of like length, so that padding is little and memory is bounded."""

from collections.abc import Iterator, Sequence

# Peak memory grows with the padded tokens of one batch and is never given back; past some hundred tokens
# a bigger batch is no faster on a processor.
TOKEN_BUDGET = 512


def pack(lengths: Sequence[int], budget: int = TOKEN_BUDGET) -> Iterator[list[int]]:
    """Yield positions in batches, shortest first, whose padded size is at most the budget (a longer one goes alone)."""
    batch: list[int] = []
    for position in sorted(range(len(lengths)), key=lambda index: (lengths[index], index)):
        # The lengths rise, so the newest text gives the padded width of its batch.
        if batch and lengths[position] * (len(batch) + 1) > budget:
            yield batch
            batch = []
        batch.append(position)
    if batch:
        yield batch
