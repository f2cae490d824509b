"""Which route a question takes, and why."""

from graphmem.model.retrieval import Route
from graphmem.retrieval.answers import Pool
from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.question import Question
from graphmem.store_protocol import View


def choose_route(question: Question, pool: Pool, view: View, parameters: Parameters) -> tuple[Route, str]:
    """The route for a question, with the reason in one line."""
    del pool, view, parameters
    names = ", ".join(name.key for name in question.names)
    return Route.LOOKUP, f"a direct question{f' about {names}' if names else ''}"
