"""People are told of escalations and of stale documents: once each, by a webhook that takes it, without any text."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import dagster as dg
import pytest

from graphmem.errors import UnknownNameError, UsageError
from graphmem.orchestration.defs.ingest.sensors import freshness_sensor
from graphmem.orchestration.defs.resolution.sensors import escalation_sensor
from graphmem.orchestration.links import LinksResource
from graphmem.orchestration.notifiers import NOTIFIERS, Notice, NoticeItem, find_notifier
from tests.orchestration.conftest import metadata_of, opened, sensor_context

RunJob = Callable[..., dg.ExecuteInProcessResult]


class Receiver:
    """A web server that keeps what it is sent, and can refuse it."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.status = 204
        self.calls = 0
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                receiver.calls += 1
                if receiver.status < 300:
                    receiver.bodies.append(body)
                self.send_response(receiver.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        self._thread = threading.Thread(target=self.server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self._thread.join()
        self.server.server_close()


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    made = Receiver()
    monkeypatch.setenv("GRAPHMEM_NOTIFIERS", "log, webhook")
    monkeypatch.setenv("GRAPHMEM_WEBHOOK_URL", made.url)
    monkeypatch.setenv("GRAPHMEM_REVIEW_URL", "http://review.test/items/{id}?from=dagster")
    monkeypatch.setenv("GRAPHMEM_RECORD_URL", "http://review.test/records/{id}")
    yield made
    made.close()


def test_escalations_are_told_once_and_again_only_if_nobody_took_it(
    store: str, run_job: RunJob, instance: dg.DagsterInstance, receiver: Receiver
) -> None:
    assert run_job("nightly").success
    receiver.status = 500
    with sensor_context(instance) as context, pytest.raises(dg.Failure, match="the webhook answered 500 3 times"):
        escalation_sensor.evaluate_tick(context)
    assert receiver.calls == 3 and receiver.bodies == []

    receiver.status = 204
    with sensor_context(instance) as context:
        tick = escalation_sensor.evaluate_tick(context)
    (notice,) = receiver.bodies
    with opened(store) as memory:
        waiting = {item.id for item in memory.review.list()}
    assert notice["event"] == "escalations" and notice["new"] == notice["waiting"] == len(waiting)
    assert {item["id"] for item in notice["items"]} == waiting
    first = notice["items"][0]
    assert first["review"] == f"http://review.test/items/{first['id']}?from=dagster"
    assert set(notice) == {"event", "new", "waiting", "items"}, "ids, counts and links; no text"

    assert run_job("nightly").success
    with sensor_context(instance, tick.cursor) as context:
        assert "no new" in (escalation_sensor.evaluate_tick(context).skip_message or "")
    assert len(receiver.bodies) == 1


def test_stale_documents_are_told_once(store: str, instance: dg.DagsterInstance, receiver: Receiver) -> None:
    with opened(store) as memory:
        memory.ingest(
            [
                {"text": "The old manual.", "content_type": "document", "observed_at": "2020-01-01", "claims": []},
                {"text": "A fact needs no verification.", "observed_at": "2020-01-01", "claims": []},
                {"text": "The new manual.", "content_type": "document", "source": "new", "claims": []},
            ]
        )
    with sensor_context(instance) as context:
        tick = freshness_sensor.evaluate_tick(context)
    (notice,) = receiver.bodies
    assert notice["new"] == 1 and notice["items"][0]["review"].startswith("http://review.test/records/")
    with sensor_context(instance, tick.cursor) as context:
        freshness_sensor.evaluate_tick(context)
    assert len(receiver.bodies) == 1


def test_what_has_no_address_is_not_linked_and_a_wrong_address_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    links = LinksResource()
    assert links.review_item("x-1") is links.record("r-1") is links.conflict_in_browser("x-1") is None
    monkeypatch.setenv("GRAPHMEM_NEO4J_BROWSER_URL", "http://browser.test/browser/")
    assert (links.conflict_in_browser("x-1") or "").startswith("http://browser.test/browser/?cmd=edit&arg=MATCH%20path")
    monkeypatch.setenv("GRAPHMEM_REVIEW_URL", "http://review.test/items/")
    with pytest.raises(UsageError, match=r"GRAPHMEM_REVIEW_URL is 'http://review.test/items/'; write \{id\} where"):
        links.review_item("x-1")


def test_escalations_without_addresses_are_ids(store: str, run_job: RunJob, caplog: pytest.LogCaptureFixture) -> None:
    result = run_job("nightly")
    told = metadata_of(result, "escalations")
    assert result.success and told["dagster/row_count"] > 0 and told.keys().isdisjoint({"review", "browser"})
    assert {column.name for column in told["waiting"].schema.columns} == {"id", "type", "kind"}
    find_notifier("log")(Notice(event="escalations", new=1, waiting=1, items=(NoticeItem(id="x-1"),)))
    assert "escalations: x-1" in caplog.text


def test_notifiers_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert NOTIFIERS.names() == ["log", "webhook"]
    with pytest.raises(UnknownNameError, match="no notifier called 'pigeon'; there are: log, webhook"):
        find_notifier("pigeon")
    with pytest.raises(UsageError, match="GRAPHMEM_WEBHOOK_URL"):
        find_notifier("webhook")(Notice(event="escalations", new=1, waiting=1))
