"""The neighbourhood as a matrix, and personalised PageRank over it (Haveliwala, WWW 2002)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.walk.edges import DATE, is_subject
from graphmem.retrieval.walk.neighbourhood import Neighbourhood, shared_names

Column = NDArray[np.float64]


@dataclass(frozen=True)
class Network:
    """A graph of records and names: `weights` has a row a record and a column a name; `ties` joins records.

    cells gives the weight of each edge between the two kinds by row and column. Ties are symmetric: what was superseded
    and what replaced it. No two names are connected.
    """

    records: tuple[str, ...]
    names: tuple[str, ...]
    cells: Mapping[tuple[int, int], float]
    weights: Any  # scipy.sparse.csr_matrix, whose package is imported when a walk is made
    ties: Any


def make_network(hood: Neighbourhood, parameters: Parameters) -> Network:
    """The graph of a neighbourhood: mentions by their logarithm and the name's rarity, dates damped.

    A name that only one of its records mentions leads nowhere and is left out, unless the question activates it.
    """
    from scipy.sparse import csr_matrix

    records, names = tuple(sorted(hood.edges)), tuple(sorted(shared_names(hood)))
    place = {key: at for at, key in enumerate(names)}
    amounts: dict[tuple[int, int], float] = {}
    for row, record_id in enumerate(records):
        for link in hood.edges[record_id]:
            column = place.get(link.key)
            if column is not None:
                amount = parameters.subject_weight if is_subject(link) else 1.0
                damped = parameters.date_weight if link.type == DATE else amount
                amounts[row, column] = amounts.get((row, column), 0.0) + damped
    rarity = [hood.rarity(key) for key in names]
    cells = {cell: math.log1p(amount) * rarity[cell[1]] for cell, amount in amounts.items()}
    places = ([row for row, _ in cells], [column for _, column in cells])
    shape = (len(records), len(names))
    weights = csr_matrix((list(cells.values()), places), shape=shape)
    return Network(records, names, cells, weights, _tie(records, hood, parameters))


def _tie(records: Sequence[str], hood: Neighbourhood, parameters: Parameters) -> Any:
    """A superseded record and the one that replaced it, both ways."""
    from scipy.sparse import csr_matrix

    place = {record_id: at for at, record_id in enumerate(records)}
    pairs = [(place[old], place[new]) for old, new in sorted(hood.replaced.items())]
    rows, columns = [a for pair in pairs for a in pair], [b for pair in pairs for b in reversed(pair)]
    shape = (len(records), len(records))
    return csr_matrix(([parameters.tie_weight] * len(rows), (rows, columns)), shape=shape)


def restart(
    network: Network, hood: Neighbourhood, seeds: Sequence[str], parameters: Parameters
) -> tuple[Column, Column]:
    """Where a walk starts anew: on records by their relevance, on names by activation and rarity; both sum to 1.

    seeds narrows the names to those; all activated ones when empty.
    """
    relevance = np.array([hood.relevance_of(record_id) for record_id in network.records], dtype=np.float64)
    # Among look-alikes all scores are near the best; what tells them apart is how far each stands above the least.
    span = max(max(hood.relevance.values(), default=0.0) - hood.floor, 1e-9)
    on_records = np.clip((relevance - hood.floor) / span, 1e-3, None) ** parameters.walk_focus
    active = {key: value for key, value in hood.activation.items() if not seeds or key in seeds}
    on_names = np.array([active.get(key, 0.0) * math.sqrt(hood.rarity(key)) for key in network.names], dtype=np.float64)
    share = parameters.walk_prior if on_names.sum() > 0 else 1.0
    return _normalised(on_records) * share, _normalised(on_names) * (1.0 - share)


def page_rank(network: Network, start: tuple[Column, Column], parameters: Parameters) -> Column:
    """Scores of the records: the share of time that a walk with restarts spends on each."""
    from scipy.sparse import diags

    weights, ties = network.weights, network.ties
    from_names = weights @ diags(_inverse(np.asarray(weights.sum(axis=0)).ravel()))
    shares = diags(_inverse(np.asarray(weights.sum(axis=1) + ties.sum(axis=1)).ravel()))
    from_records, from_ties = (shares @ weights).T.tocsr(), (shares @ ties).T.tocsr()
    on_records, on_names = start
    damping = parameters.walk_damping
    record_scores, name_scores = on_records.copy(), on_names.copy()
    for _ in range(parameters.walk_steps):
        record_scores, name_scores = (
            (1 - damping) * on_records + damping * (from_names @ name_scores + from_ties @ record_scores),
            (1 - damping) * on_names + damping * (from_records @ record_scores),
        )
    return np.asarray(record_scores, dtype=np.float64)


def _normalised(column: Column) -> Column:
    total = column.sum()
    return column / total if total > 0 else column


def _inverse(sums: Column) -> Column:
    return np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)
