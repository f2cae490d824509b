"""Which tests an environment runs, and which of them share a process."""

from importlib.util import find_spec

import pytest

from tests.neo4j_server import neo4j_password, neo4j_server

__all__ = ["neo4j_password", "neo4j_server", "pytest_collection_modifyitems"]

# torch lives in an environment of its own, whose tests `make test` runs after all others.
collect_ignore = [] if find_spec("torch") else ["with_torch"]

SHARED_SERVERS = ("neo4j", "celery", "browser")


# First: the parallel runner reads the marks in the same hook.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of one file, and all that share a server, in one process of a parallel run."""
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        shared = [name for name in SHARED_SERVERS if item.get_closest_marker(name)]
        group = shared[0] if shared else item.nodeid.split("::", maxsplit=1)[0]
        item.add_marker(pytest.mark.xdist_group(group))
