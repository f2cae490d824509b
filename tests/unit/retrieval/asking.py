"""Ways to ask a store, for the tests of this folder."""

from typing import Any

from graphmem.model.retrieval import ContextAnswer, SearchAnswer
from graphmem.model.scope import Principal
from graphmem.retrieval import Tools, context, search
from graphmem.store_protocol import Store
from graphmem.testing.factory import as_of, principal


def ask(
    store: Store, query: str, tools: Tools, *, who: Principal | None = None, when: Any = None, **options: Any
) -> SearchAnswer:
    """Search a view of the store."""
    with store.view(who or principal(), when or as_of()) as view:
        return search(view, query, tools, **options)


def recall(
    store: Store, query: str, tools: Tools, *, who: Principal | None = None, when: Any = None, **options: Any
) -> ContextAnswer:
    """The context of a view of the store."""
    with store.view(who or principal(), when or as_of()) as view:
        return context(view, query, tools, **options)


def ids(answer: SearchAnswer) -> list[str]:
    """Record ids of the hits."""
    return [hit.record_id for hit in answer.hits]
