"""Which tests an environment runs, and which of them share a process."""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.neo4j_server import neo4j_password, neo4j_server

__all__ = ["neo4j_password", "neo4j_server", "pytest_collection_modifyitems", "pytest_terminal_summary"]

# torch lives in an environment of its own, whose tests `make test` runs after all others.
collect_ignore = [] if find_spec("torch") else ["with_torch"]

SHARED_SERVERS = ("neo4j", "celery", "browser")
PROGRAMS = {"neo4j": "mvn", "celery": "redis-server", "browser": "chromium"}


def groups_that_cannot_run() -> Iterator[str]:
    """Groups whose program this machine lacks; none in CI, where their tests run and fail."""
    if not os.environ.get("CI"):
        yield from (group for group, program in PROGRAMS.items() if shutil.which(program) is None)


# First: the parallel runner reads the marks in the same hook.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of one file, and all that share a server, in one process of a parallel run."""
    lacking = set(groups_that_cannot_run())
    left_out = [item for item in items if any(item.get_closest_marker(group) for group in lacking)]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        shared = [name for name in SHARED_SERVERS if item.get_closest_marker(name)]
        group = shared[0] if shared else item.nodeid.split("::", maxsplit=1)[0]
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say as the last words which tests have not run, and why."""
    for group in groups_that_cannot_run():
        line = f"THE {group.upper()} TESTS HAVE NOT RUN: this machine has no {PROGRAMS[group]}; in CI they fail"
        terminalreporter.write_line(line, red=True, bold=True)
