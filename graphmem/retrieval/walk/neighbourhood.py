"""The neighbourhood of a question: records and names within two steps of its names and its best candidates.

Only what the view lets through is ever read, and never the whole graph: every step is capped, nearest records first.
One way leads through what is no candidate: from a superseded record on a name of the question to what replaced it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.model.claim import Link
from graphmem.model.record import Status
from graphmem.retrieval.answers import Ask
from graphmem.retrieval.fusion import scaled, weighted
from graphmem.retrieval.walk.edges import DATE, by_record, is_subject
from graphmem.retrieval.words import coverage

_CLAIMS = 200  # that are looked through for superseded records


@dataclass
class Neighbourhood:
    """Edges of the records reached, in how many records each name occurs, relevance of records, activation of names.

    replaced gives the record that took the place of each superseded one reached.
    """

    relevance: dict[str, float]
    floor: float
    similarity: Mapping[str, float]
    scale: float
    edges: dict[str, list[Link]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    activation: dict[str, float] = field(default_factory=dict)
    replaced: dict[str, str] = field(default_factory=dict)

    def relevance_of(self, record_id: str) -> float:
        """Relevance of a record to the question, 0 to 1; the least of the candidates for one that no leg lists."""
        return self.relevance.get(record_id, self.floor)

    def rarity(self, key: str) -> float:
        """Inverse frequency of a name: log(1 + scale / records with it).

        The scale is fixed: counting what a reader may see costs more than the walk, and changes the ratios little.
        """
        return math.log(1 + self.scale / max(self.counts.get(key, 1), 1))

    def best(self, record_ids: Iterable[str], limit: int) -> list[str]:
        """So many of the records, most relevant first, ties by id."""
        return sorted(set(record_ids), key=lambda record_id: (-self.relevance_of(record_id), record_id))[:limit]


def explore(ask: Ask, seeds: Mapping[str, float]) -> Neighbourhood:
    """The neighbourhood around weighted seed names and the question's candidates."""
    parameters = ask.parameters
    text, vector = scaled(ask.pool.text), scaled(ask.pool.vector)
    relevance = weighted(text, vector, parameters.text_share)
    similarity = ask.pool.vector_scores or text
    hood = Neighbourhood(
        relevance=relevance,
        floor=min(relevance.values(), default=0.0),
        similarity=similarity,
        scale=parameters.name_scale,
        activation=dict(seeds),
    )
    _read(ask, hood, hood.best(relevance, parameters.walk_pool))
    _activate(ask, hood, seeds)
    _follow_decisions(ask, hood, sorted(seeds))
    # What a seed's own records name is followed however little those records look like the question.
    own = _records_of(ask, hood, sorted(seeds), parameters.walk_anchors)
    strong = {*hood.best(hood.edges, parameters.walk_strong), *(key for ids in own.values() for key in ids)}
    names = {edge.key for record_id in strong for edge in hood.edges[record_id] if edge.type != DATE}
    _expand(ask, hood, sorted(names | set(hood.activation)))
    _count(ask, hood, sorted(shared_names(hood)))
    return hood


def shared_names(hood: Neighbourhood) -> set[str]:
    """Names that at least two of the records reached mention, and activated ones: the others lead nowhere."""
    first: dict[str, str] = {}
    shared = set(hood.activation)
    for record_id, links in hood.edges.items():
        for link in links:
            if first.setdefault(link.key, record_id) != record_id:
                shared.add(link.key)
    return shared


def _activate(ask: Ask, hood: Neighbourhood, seeds: Mapping[str, float]) -> None:
    """Carry activation from names to names that share a sentence, or a title, with them in the most similar records."""
    parameters = ask.parameters
    frontier = dict(seeds)
    for _ in range(parameters.walk_hops):
        found: dict[str, float] = {}
        reached = _records_of(ask, hood, sorted(frontier), parameters.walk_seed_records)
        _read(ask, hood, {record_id for ids in reached.values() for record_id in ids})
        for key, strength in sorted(frontier.items()):
            for edge, record_similarity in _nearest_sentences(ask, hood, key, reached.get(key, ())):
                for other in hood.edges[edge.record_id]:
                    if other.key in hood.activation or not (other.sentence == edge.sentence or is_subject(other)):
                        continue
                    damped = parameters.date_weight if other.type == DATE else 1.0
                    value = strength * record_similarity * damped
                    if value > parameters.walk_threshold:
                        found[other.key] = max(found.get(other.key, 0.0), value)
        hood.activation.update(found)
        frontier = found


def _follow_decisions(ask: Ask, hood: Neighbourhood, seeds: Sequence[str]) -> None:
    """Reach what replaced the superseded records on the seeds: it says today what those said.

    No leg lists a superseded record, so its claim's words tell how much the question is about it, and so about what
    replaced it. It has the edges of its claims alone, and is never a hit.
    """
    _count(ask, hood, seeds)
    keys = [key for key in seeds if hood.counts.get(key, 0) <= ask.parameters.walk_hub]
    claims = ask.view.claims_about(keys, limit=_CLAIMS) if keys else []
    said = {claim.record_id for claim in claims}
    if not ask.question.as_of.include_superseded:  # candidates are live then, and so are the records reached
        said -= set(hood.edges)
        said -= ask.view.candidates(sorted(said))
    known = ask.view.records(sorted(said))
    replaced = {
        key: state.canonical_id
        for key, (_, state) in known.items()
        if state.status is Status.SUPERSEDED and state.canonical_id
    }
    live = ask.view.candidates(sorted(set(replaced.values())))
    hood.replaced = {old: new for old, new in replaced.items() if new in live}
    own = {old for old in hood.replaced if old not in hood.edges}
    for claim in claims:
        if claim.record_id in own:
            share = coverage(list(ask.question.content), claim.quote)
            for key in (claim.record_id, hood.replaced[claim.record_id]):
                hood.relevance[key] = max(hood.relevance_of(key), share)
            link = Link(claim.record_id, claim.subject_key, claim.sentence, claim.subject_type, is_placed=True)
            hood.edges.setdefault(claim.record_id, []).append(link)
    _read(ask, hood, hood.replaced.values())


def _nearest_sentences(ask: Ask, hood: Neighbourhood, key: str, record_ids: Sequence[str]) -> list[tuple[Link, float]]:
    """Sentences that name the key in the records most similar to the question, with that similarity."""
    least = min(hood.similarity.values(), default=0.0)
    sentences = {
        (-max(hood.similarity.get(record_id, least), 0.0), record_id, edge.sentence): edge
        for record_id in record_ids
        for edge in hood.edges.get(record_id, ())
        if edge.key == key
    }
    nearest = sorted(sentences)[: ask.parameters.walk_sentences]
    return [(sentences[place], -place[0]) for place in nearest]


def _expand(ask: Ask, hood: Neighbourhood, keys: Sequence[str]) -> None:
    """Read the records of rare names; a hub would only bring in what has nothing to do with the question."""
    _count(ask, hood, keys)
    rare = [key for key in keys if 1 < hood.counts.get(key, 0) <= ask.parameters.walk_hub]
    reached = _records_of(ask, hood, rare, ask.parameters.walk_seed_records)
    _read(ask, hood, {record_id for ids in reached.values() for record_id in ids})


def _records_of(ask: Ask, hood: Neighbourhood, keys: Sequence[str], limit: int) -> dict[str, list[str]]:
    found = ask.view.links_of(keys, limit_per_key=ask.parameters.walk_records_a_name)
    return {key: hood.best(ids, limit) for key, ids in found.items()}


def _read(ask: Ask, hood: Neighbourhood, record_ids: Iterable[str]) -> None:
    new = sorted(set(record_ids) - set(hood.edges))
    if new:
        hood.edges.update({record_id: [] for record_id in new})
        hood.edges.update(by_record(ask.view.links_in(new)))


def _count(ask: Ask, hood: Neighbourhood, keys: Sequence[str]) -> None:
    new = [key for key in keys if key not in hood.counts]
    hood.counts.update(ask.view.mention_counts(new))
