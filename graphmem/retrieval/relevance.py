"""Which records have anything to do with a question, and which answer it well enough to be put before an agent."""

from collections.abc import Sequence

from graphmem.model.retrieval import Hit
from graphmem.retrieval.answers import Ranked
from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.words import content_words, coverage


def is_related(item: Ranked, parameters: Parameters) -> bool:
    """True unless neither a word, nor the meaning, nor a walk ties the record to the question.

    Any leg alone suffices, so that a record which only one leg can see stays reachable (R4).
    """
    if item.path or "text" in item.legs or item.legs.get("vector", 0.0) >= parameters.cosine_floor:
        return True
    return item.legs.keys().isdisjoint({"text", "vector"}) and item.score > 0


def speaks_to(query: str, hits: Sequence[Hit], parameters: Parameters) -> list[Hit]:
    """Those of the hits that answer the question well enough to be put before an agent; none when nothing does.

    A hit speaks to it by nearness of meaning or by holding enough of its words; what a walk or a conflict ties to
    such a hit comes with it. Title and speaker count as text.
    """
    words = content_words(query)
    speaking = {hit.record_id for hit in hits if _is_answer(hit, words, parameters)}
    if not speaking:
        return []
    conflicts = {conflict for hit in hits if hit.record_id in speaking for conflict in hit.conflict_ids}
    return [hit for hit in hits if hit.record_id in speaking or hit.path or conflicts.intersection(hit.conflict_ids)]


def _is_answer(hit: Hit, words: list[str], parameters: Parameters) -> bool:
    text = f"{hit.title or ''} {hit.speaker or ''} {hit.text}"
    return hit.legs.get("vector", 0.0) >= parameters.answer_cosine or coverage(words, text) >= parameters.coverage_floor
