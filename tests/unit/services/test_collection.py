"""Collection is rarer only while somebody works, and set back whoever leaves last."""

import gc
from collections.abc import Iterator

import pytest

from graphmem.services.collection import rare_collection


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_collection_is_rarer_inside_and_as_before_outside() -> None:
    with rare_collection():
        assert gc.get_threshold()[0] > 10_000
    assert gc.get_threshold() == (700, 10, 10)


def test_the_last_one_out_sets_it_back() -> None:
    first, second = rare_collection(), rare_collection()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] > 10_000
    second.__exit__(None, None, None)
    assert gc.get_threshold() == (700, 10, 10)


def test_an_error_sets_it_back() -> None:
    with pytest.raises(ValueError, match="inside"), rare_collection():
        raise ValueError("inside")
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("own", [0, 1_000_000])
def test_a_process_that_collects_more_rarely_is_left_alone(own: int) -> None:
    gc.set_threshold(own, 10, 10)
    with rare_collection():
        assert gc.get_threshold()[0] == own
    assert gc.get_threshold()[0] == own
