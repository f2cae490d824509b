"""The two legs of a question, asked once for the router and every route."""

from graphmem.retrieval.answers import Pool
from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.question import Question
from graphmem.store_protocol import View


def gather(question: Question, view: View, parameters: Parameters, k: int) -> Pool:
    """Candidates of each leg, at least k; the vector leg is empty when the question has no vector."""
    text = view.text_leg(question.text, max(parameters.pool, k))
    if question.vector is None:
        return Pool(text=tuple(text))
    return Pool(text=tuple(text), vector=tuple(view.vector_leg(question.vector, max(parameters.vector_pool, k))))
