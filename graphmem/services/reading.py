"""`search` and `context` for a principal, and the log of what was asked."""

from functools import cache
from typing import cast

from graphmem.errors import UsageError
from graphmem.model.retrieval import AsOf, ContextAnswer, Route, SearchAnswer
from graphmem.model.scope import Role
from graphmem.protocols import Reranker
from graphmem.retrieval import Retriever, Tools
from graphmem.retrieval.log import Asked, log_row
from graphmem.retrieval.rerankers import RERANKERS
from graphmem.retrieval.reranking import Reranking
from graphmem.services.workspace import Workspace
from graphmem.settings import RetrievalSettings

NOBODY = "none"


def search(
    ws: Workspace, query: str, *, k: int, route: Route | str, as_of: AsOf, reranker: str | None = None
) -> SearchAnswer:
    """The best k records for a question; reranker is a name, None for the one of the settings.

    Raises UsageError for what is no question, route or number, or for a reranker without a model.
    """
    ws.require(Role.AGENT, Role.REVIEWER, Role.OPERATOR, Role.AUDITOR)
    answer = retriever(ws, reranker).search(ws.store, ws.principal, query, as_of, k=k, route=route)
    if ws.settings.retrieval.log:
        asked = Asked(ws.principal, as_of, k, Route(route))
        restricted = any(hit.text.startswith("restricted ") for hit in answer.hits)
        ws.query_log.add(log_row(asked, answer, touches_restricted=restricted))
    return answer


def context(ws: Workspace, query: str, *, budget: int, route: Route | str, as_of: AsOf) -> ContextAnswer:
    """Prompt-ready text for a question. Raises UsageError for what is no question, route or number."""
    ws.require(Role.AGENT, Role.REVIEWER, Role.OPERATOR, Role.AUDITOR)
    return retriever(ws).context(ws.store, ws.principal, query, as_of, budget=budget, route=route)


def retriever(ws: Workspace, reranker: str | None = None) -> Retriever:
    """The retriever with the workspace's encoder, name finder, settings and reranker, unless another one is named."""
    chosen = ws.settings.retrieval
    if reranker is not None:
        chosen = chosen.model_copy(update={"reranker": reranker})
    stored = None if ws.store.vectors_usable else "another encoder"
    return Retriever(
        Tools(
            encoder=ws.models.encoder,
            settings=ws.settings,
            stored_fingerprint=stored,
            reranking=load_reranking(chosen),
        )
    )


def load_reranking(retrieval: RetrievalSettings) -> Reranking | None:
    """The re-ranking that the settings ask for, None when it is nobody's.

    Raises UsageError when no model is named, UnknownNameError for a reranker that does not exist.
    """
    if retrieval.reranker == NOBODY:
        return None
    reranker = _load_reranker(retrieval.reranker, retrieval.reranker_model)
    return Reranking(reranker, depth=retrieval.rerank_depth, budget_ms=retrieval.rerank_budget_ms)


@cache
def _load_reranker(name: str, model: str | None) -> Reranker:
    make = RERANKERS.get(name)
    if not model:
        raise UsageError(f"reranker {name} needs retrieval.reranker_model in the settings: a model's name or folder")
    return cast("Reranker", make(model))
