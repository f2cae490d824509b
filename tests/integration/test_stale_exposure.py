"""Nothing superseded, expired or withheld is among 24 hits of any route, nor in a context, unless it says so."""

from collections.abc import Iterator

import pytest

from graphmem.bench.exposure import ExposureFigures, bench_exposure
from graphmem.model.retrieval import Route
from graphmem.neo4j_local import Status
from tests.neo4j_server import empty_store

RECORDS, ASKED = 110, 7


def require_no_exposure(figures: ExposureFigures) -> None:
    assert figures.undecided == 0
    assert figures.superseded_share >= 0.3
    assert figures.unfiltered > 0.3  # what the filters keep out
    assert set(figures.routes) == set(Route)
    found = {**figures.routes, "context": figures.contexts}
    assert {name: counts.faults for name, counts in found.items()} == dict.fromkeys(found, 0)
    assert all(counts.hits > counts.questions for counts in found.values())
    assert figures.routes["timeline"].labelled > 0
    assert figures.routes["lookup"].labelled == figures.routes["graph"].labelled == 0


def test_no_route_of_the_embedded_store_exposes_anything() -> None:
    require_no_exposure(bench_exposure(RECORDS, asked=ASKED))


@pytest.fixture
def neo4j_url(neo4j_server: Status, neo4j_password: str) -> Iterator[str]:
    yield empty_store(neo4j_server, neo4j_password)
    empty_store(neo4j_server, neo4j_password)


@pytest.mark.neo4j
def test_no_route_of_neo4j_exposes_anything(neo4j_url: str) -> None:
    require_no_exposure(bench_exposure(RECORDS, asked=ASKED, store=neo4j_url))
