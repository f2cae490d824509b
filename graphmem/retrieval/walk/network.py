"""The neighbourhood as a matrix, and personalised PageRank over it (Haveliwala, WWW 2002)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.walk.edges import DATE, strengths
from graphmem.retrieval.walk.neighbourhood import Neighbourhood

Column = NDArray[np.float64]


@dataclass(frozen=True)
class Network:
    """A bipartite graph: `weights` has a row a record and a column a name; nothing else is connected."""

    records: tuple[str, ...]
    names: tuple[str, ...]
    weights: Any  # scipy.sparse.csr_matrix, whose package is imported when a walk is made

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.records) + len(self.names)


def make_network(hood: Neighbourhood, parameters: Parameters) -> Network:
    """The graph of a neighbourhood: mentions by their logarithm and the name's rarity, dates damped.

    A name that one record alone mentions leads nowhere and is left out, unless the question activates it.
    """
    from scipy.sparse import csr_matrix

    records = tuple(sorted(hood.edges))
    cells: list[tuple[int, str, float]] = []
    for row, record_id in enumerate(records):
        amounts = strengths(hood.edges[record_id], {DATE: parameters.date_weight}, parameters.subject_weight)
        for key, amount in sorted(amounts.items()):
            if hood.counts.get(key, 0) > 1 or key in hood.activation:
                cells.append((row, key, math.log1p(amount) * hood.rarity(key)))
    names = tuple(sorted({key for _, key, _ in cells}))
    place = {key: at for at, key in enumerate(names)}
    rows, columns, values = [c[0] for c in cells], [place[c[1]] for c in cells], [c[2] for c in cells]
    return Network(records, names, csr_matrix((values, (rows, columns)), shape=(len(records), len(names))))


def restart(
    network: Network, hood: Neighbourhood, seeds: Sequence[str], parameters: Parameters
) -> tuple[Column, Column]:
    """Where a walk starts anew: on records by their relevance, on names by activation and rarity; both sum to 1.

    seeds narrows the names to those; all activated ones when empty.
    """
    relevance = np.array([hood.relevance_of(record_id) for record_id in network.records], dtype=np.float64)
    on_records = relevance**parameters.walk_focus
    active = {key: value for key, value in hood.activation.items() if not seeds or key in seeds}
    on_names = np.array([active.get(key, 0.0) * math.sqrt(hood.rarity(key)) for key in network.names], dtype=np.float64)
    share = parameters.walk_prior if on_names.sum() > 0 else 1.0
    return _normalised(on_records) * share, _normalised(on_names) * (1.0 - share)


def page_rank(network: Network, start: tuple[Column, Column], parameters: Parameters) -> Column:
    """Scores of the records: the share of time that a walk with restarts spends on each."""
    from scipy.sparse import diags

    weights = network.weights
    from_names = weights @ diags(_inverse(np.asarray(weights.sum(axis=0)).ravel()))
    from_records = (diags(_inverse(np.asarray(weights.sum(axis=1)).ravel())) @ weights).T.tocsr()
    on_records, on_names = start
    damping = parameters.walk_damping
    record_scores, name_scores = on_records.copy(), on_names.copy()
    for _ in range(parameters.walk_steps):
        record_scores, name_scores = (
            (1 - damping) * on_records + damping * (from_names @ name_scores),
            (1 - damping) * on_names + damping * (from_records @ record_scores),
        )
    return np.asarray(record_scores, dtype=np.float64)


def _normalised(column: Column) -> Column:
    total = column.sum()
    return column / total if total > 0 else column


def _inverse(sums: Column) -> Column:
    return np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)
