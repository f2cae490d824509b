"""Edges between records and names: what a mention is to a walk, and how much it counts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphmem.model.claim import Mention

TITLE, ARTICLE, REGULATION, TERM, DATE = "TITLE", "ARTICLE", "REGULATION", "TERM", "DATE"
# Numbers and amounts are no things that two records could both speak of.
NO_NODES = frozenset({"CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY", "TIME"})
INVERSE = {
    "MENTIONS": "MENTIONED_IN",
    "ABOUT": "SUBJECT_OF",
    "CROSS_REFERENCES": "REFERENCED_BY",
    "DEFINES": "DEFINED_IN",
}
_RELATIONS = {ARTICLE: "CROSS_REFERENCES", REGULATION: "CROSS_REFERENCES", TERM: "DEFINES"}


@dataclass(frozen=True)
class Edge:
    """That a record mentions a name: under which key, in which sentence, as what; `is_subject` when it is about it."""

    record_id: str
    key: str
    sentence: int
    type: str
    is_subject: bool

    @property
    def relation(self) -> str:
        """What the record is to the name."""
        return "ABOUT" if self.is_subject else _RELATIONS.get(self.type, "MENTIONS")


def edges_of(mentions: Iterable[Mention]) -> dict[str, list[Edge]]:
    """Edges by record, in order of key and sentence.

    A mention without a place in the text names what the whole text is: its title, its own article.
    """
    found: dict[str, set[Edge]] = {}
    for mention in mentions:
        if mention.type in NO_NODES or len(mention.key) < 2:
            continue
        is_subject = mention.type == TITLE or (mention.span is None and mention.type in _RELATIONS)
        edge = Edge(mention.record_id, mention.key, mention.sentence, mention.type, is_subject)
        found.setdefault(mention.record_id, set()).add(edge)
    return {
        record_id: sorted(edges, key=lambda edge: (edge.key, edge.sentence, edge.type))
        for record_id, edges in sorted(found.items())
    }


def strengths(edges: Iterable[Edge], weights: Mapping[str, float], subject_weight: float) -> dict[str, float]:
    """How much a record speaks of each name: mentions counted, its subject more, types by their weight (default 1)."""
    found: dict[str, float] = {}
    for edge in edges:
        amount = subject_weight if edge.is_subject else weights.get(edge.type, 1.0)
        found[edge.key] = found.get(edge.key, 0.0) + amount
    return found
