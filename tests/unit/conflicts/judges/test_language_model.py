# ruff: noqa: ARG005 - canned answers look at what they need
"""The language-model judge against a local stub endpoint: a real socket, canned answers."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from graphmem.conflicts.judges.language_model import LanguageModelJudge, language_model
from graphmem.errors import ProviderError
from graphmem.protocols import TextPair

PAIRS = [TextPair(a=f"The fee is {n}.", b=f"The fee is {n + n % 2}.") for n in range(5)]
Answer = Callable[[int, dict[str, Any]], tuple[int, Any]]


@contextmanager
def endpoint(answer: Answer) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve `answer(number of the request, body) -> status, JSON`; yields the base URL and the bodies seen."""
    seen: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(body | {"path": self.path, "authorization": self.headers.get("Authorization")})
            status, content = answer(len(seen), body)
            text = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/", seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def message(content: str) -> dict[str, Any]:
    return {"choices": [{"message": {"content": content}}], "usage": {"total_tokens": 100}}


def verdicts(body: dict[str, Any], *, backwards: bool = False) -> str:
    """An honest answer: fees that differ contradict."""
    shown = json.loads(body["messages"][1]["content"])
    given = [
        {"id": pair["id"], "reason": "both give the fee", "contradiction": 0.9 if pair["a"] != pair["b"] else 0.1}
        for pair in shown
    ]
    return json.dumps({"verdicts": given[::-1] if backwards else given})


def test_pairs_are_asked_in_batches_and_answered_in_order() -> None:
    with endpoint(lambda _, body: (200, message(verdicts(body, backwards=True)))) as (url, seen):
        judge = language_model(url, "m", batch_size=2)
        scores = judge.score(PAIRS)
    assert [one.probability for one in scores] == [0.1, 0.9, 0.1, 0.9, 0.1]
    assert scores[0].reasons == ("both give the fee",)
    assert [len(json.loads(body["messages"][1]["content"])) for body in seen] == [2, 2, 1]
    assert {body["path"] for body in seen} == {"/v1/chat/completions"}
    assert (judge.asked, judge.tokens) == (5, 300)


def test_the_reason_is_asked_for_before_the_verdict() -> None:
    with endpoint(lambda _, body: (200, message(verdicts(body)))) as (url, seen):
        language_model(url, "m").score(PAIRS[:1])
    instruction = seen[0]["messages"][0]["content"]
    assert instruction.index('"reason"') < instruction.index('"contradiction"')


def test_the_key_is_read_from_the_environment_when_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    with endpoint(lambda _, body: (200, message(verdicts(body)))) as (url, seen):
        judge = language_model(url, "m", api_key_env="SOME_KEY")
        judge.score(PAIRS[:1])
        monkeypatch.setenv("SOME_KEY", "s3cret")
        judge.score(PAIRS[:1])
    assert [body["authorization"] for body in seen] == [None, "Bearer s3cret"]
    assert "s3cret" not in repr(judge)


def test_an_overloaded_endpoint_is_asked_again() -> None:
    pauses: list[float] = []
    with endpoint(lambda n, body: (503, {}) if n < 3 else (200, message(verdicts(body)))) as (url, seen):
        judge = language_model(url, "m", pause=pauses.append)
        assert [one.probability for one in judge.score(PAIRS[:2])] == [0.1, 0.9]
    assert len(seen) == 3
    assert pauses == sorted(pauses)
    assert len(pauses) == 2


def test_a_fenced_answer_is_read() -> None:
    with endpoint(lambda _, body: (200, message(f"```json\n{verdicts(body)}\n```"))) as (url, _):
        assert len(language_model(url, "m").score(PAIRS[:2])) == 2


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        pytest.param(lambda n, body: (503, {}), "503", id="overloaded for good"),
        pytest.param(lambda n, body: (401, {}), "401", id="refused"),
        pytest.param(lambda n, body: (200, message("maybe")), "no verdicts", id="prose"),
        pytest.param(lambda n, body: (200, message('{"verdicts": []}')), r"no verdict on pairs \[0, 1\]", id="missing"),
        pytest.param(lambda n, body: (200, {"choices": []}), "no verdicts", id="empty"),
        pytest.param(lambda n, body: (200, []), "no verdicts", id="another shape"),
        pytest.param(
            lambda n, body: (200, message('{"verdicts": [{"id": 0, "reason": "", "contradiction": 7}]}')),
            "no verdicts", id="no probability",
        ),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_an_error(answer: Answer, complaint: str) -> None:
    with endpoint(answer) as (url, _), pytest.raises(ProviderError, match=complaint):
        language_model(url, "m", pause=lambda _: None).score(PAIRS[:2])


def test_beyond_the_budget_nothing_is_asked() -> None:
    with endpoint(lambda _, body: (200, message(verdicts(body)))) as (url, seen):
        judge = language_model(url, "m", budget=6)
        judge.score(PAIRS)
        with pytest.raises(ProviderError, match="1 of 6 pairs left, 5 were asked"):
            judge.score(PAIRS)
        assert len(seen) == 1


def test_a_slow_endpoint_is_given_up() -> None:
    waiting = threading.Event()

    def stall(number: int, body: dict[str, Any]) -> tuple[int, Any]:
        waiting.wait(5)
        return 200, {}

    with endpoint(stall) as (url, _):
        judge = LanguageModelJudge(url, "m", timeout_seconds=0.2, attempts=2)
        with pytest.raises(ProviderError, match=r"did not answer in 0\.2 s"):
            judge.score(PAIRS[:1])
        waiting.set()


def test_nobody_listening_is_an_error() -> None:
    with endpoint(lambda _, body: (200, {})) as (url, _):
        gone = url
    with pytest.raises(ProviderError, match="failed"):
        language_model(gone, "m", attempts=1).score(PAIRS[:1])
