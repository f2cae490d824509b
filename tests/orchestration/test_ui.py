"""What an operator sees: the graph of assets, a finished nightly run, the checks; and two nights that never overlap.

With SCREENSHOTS set to a folder, the pages are kept there as pictures.
"""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import dagster as dg
import httpx
import pytest
from dagster_graphql import DagsterGraphQLClient

from graphmem.orchestration.home import prepare_home
from tests.orchestration.browser import open_browser
from tests.orchestration.conftest import contents

ROOT = Path(__file__).parents[2]
GROUPS = ("ingest", "linking", "conflicts", "resolution", "governance")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of the GraphQL client that Dagster uses
]


@dataclass(frozen=True)
class Ui:
    """A web server and daemon that are up."""

    port: int
    home: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def ui(store: str, tmp_path: Path) -> Iterator[Ui]:
    """Web server and daemon on the planted store, ended by the signal that a service manager sends."""
    home = prepare_home(tmp_path / "home")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = (tmp_path / "service.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "-m", "graphmem.orchestration", "--home", str(home), "serve", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "GRAPHMEM_STORE": store},
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        until = monotonic() + 240
        while not _answers(port):
            assert process.poll() is None and monotonic() < until, (tmp_path / "service.log").read_text()[-3000:]
            sleep(0.5)
        yield Ui(port, home)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        log.close()


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/server_info", timeout=2).status_code == 200
    except httpx.HTTPError:
        return False


def run_two_nights(ui: Ui) -> list[dg.RunRecord]:
    """Two nightly runs asked for at once, when both have ended."""
    client = DagsterGraphQLClient("127.0.0.1", port_number=ui.port)
    ids = [client.submit_job_execution("nightly", repository_location_name="graphmem") for _ in range(2)]
    with dg.DagsterInstance.from_config(str(ui.home)) as instance:
        until = monotonic() + 180
        while not all(run.is_finished for run in (instance.get_run_by_id(key) for key in ids) if run):
            assert monotonic() < until, "the runs do not end"
            sleep(1)
        return [record for key in ids if (record := instance.get_run_record_by_id(key))]


@pytest.mark.timeout(900)
def test_the_pages_show_the_graph_the_run_and_the_checks(ui: Ui, store: str, tmp_path: Path) -> None:
    records = run_two_nights(ui)
    assert [r.dagster_run.status for r in records] == [dg.DagsterRunStatus.SUCCESS] * 2
    first, second = sorted(records, key=lambda record: record.start_time or 0)
    assert (first.end_time or 0) <= (second.start_time or 0), "the pool lets one sweep a store at a time"
    assert contents(store)["marks"] == {}

    pictures = Path(os.environ.get("SCREENSHOTS", "") or tmp_path / "pictures").resolve()
    expanded = quote(",".join(f"global@global:{group}" for group in GROUPS))
    with open_browser(tmp_path / "profile") as pages:
        pages.open(f"{ui.url}/asset-groups?expanded={expanded}", "canonical_records", "retrieval_quality", "documents")
        pages.save(pictures / "dagster-assets.png")
        pages.open(f"{ui.url}/runs/{first.dagster_run.run_id}", "Success", "resolution", "conflicts")
        pages.save(pictures / "dagster-nightly-run.png")
        shown = pages.open(f"{ui.url}/assets/canonical_records?view=checks", "no_superseded_in_search", "Passed")
        assert "indexes_match_records" in shown
        pages.save(pictures / "dagster-checks.png")
        pages.open(f"{ui.url}/assets/conflicts?view=overview", "by_kind", "compared")
        pages.save(pictures / "dagster-conflicts.png")
    assert len(list(pictures.glob("dagster-*.png"))) >= 4
