"""`search` and `context` for a principal, and the log of what was asked."""

from graphmem.model.retrieval import AsOf, ContextAnswer, Route, SearchAnswer
from graphmem.model.scope import Role
from graphmem.retrieval import Retriever, Tools
from graphmem.retrieval.log import Asked, log_row
from graphmem.services.workspace import Workspace


def search(ws: Workspace, query: str, *, k: int, route: Route | str, as_of: AsOf) -> SearchAnswer:
    """The best k records for a question. Raises UsageError for what is no question, route or number."""
    ws.require(Role.AGENT, Role.REVIEWER, Role.OPERATOR, Role.AUDITOR)
    answer = retriever(ws).search(ws.store, ws.principal, query, as_of, k=k, route=route)
    if ws.settings.retrieval.log:
        asked = Asked(ws.principal, as_of, k, Route(route))
        restricted = any(hit.text.startswith("restricted ") for hit in answer.hits)
        ws.query_log.add(log_row(asked, answer, touches_restricted=restricted))
    return answer


def context(ws: Workspace, query: str, *, budget: int, route: Route | str, as_of: AsOf) -> ContextAnswer:
    """Prompt-ready text for a question. Raises UsageError for what is no question, route or number."""
    ws.require(Role.AGENT, Role.REVIEWER, Role.OPERATOR, Role.AUDITOR)
    return retriever(ws).context(ws.store, ws.principal, query, as_of, budget=budget, route=route)


def retriever(ws: Workspace) -> Retriever:
    """The retriever with the workspace's encoder, name finder and settings."""
    stored = None if ws.store.vectors_usable else "another encoder"
    return Retriever(
        Tools(
            encoder=ws.models.encoder,
            name_finder=ws.models.name_finder,
            settings=ws.settings,
            stored_fingerprint=stored,
        )
    )
