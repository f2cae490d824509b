"""The two legs of a question, asked once for the router and every route."""

from graphmem.retrieval.answers import Pool
from graphmem.retrieval.question import Question
from graphmem.store_protocol import View


def gather(question: Question, view: View, size: int) -> Pool:
    """So many candidates of each leg; the vector leg is empty when the question has no vector."""
    return Pool(
        text=tuple(view.text_leg(question.text, size)),
        vector=tuple(view.vector_leg(question.vector, size)) if question.vector is not None else (),
    )
