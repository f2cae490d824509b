"""The text leg of a reader who sees a good part of the store: postings and the reader's masks in memory."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.model.retrieval import LegHit, Suppressed
from graphmem.stores.sqlite.bm25 import score
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.postings import Posting, Totals
from graphmem.stores.sqlite.roster import Roster
from graphmem.stores.sqlite.selection import Selection
from graphmem.stores.sqlite.top import best_of

MOST_WORDS = 64


class ArrayLeg:
    """Text queries of one reader in one snapshot over a roster; selections are those of its partitions, in order."""

    def __init__(self, session: Session, roster: Roster, totals: Totals, selections: Sequence[Selection]) -> None:
        self._session = session
        self._roster = roster
        self._totals = totals
        self._selections = selections

    def search(self, postings: Sequence[Posting], k: int) -> list[LegHit]:
        """Candidates that hold any of the words, best first, ties by id."""
        scores = score(self._roster, postings, self._totals)
        allowed = self._side_by_side([selection.candidates for selection in self._selections])
        holding = np.flatnonzero((scores > 0) & allowed)
        places = holding[best_of(scores[holding], k)]
        found: list[tuple[float, str]] = []
        for start, selection in zip(self._roster.starts, self._selections, strict=False):
            partition = selection.partition
            here = places[(places >= start) & (places < start + partition.count)]
            found += zip((-scores[here]).tolist(), partition.ids_of(here - start, self._session), strict=True)
        return [LegHit(record_id=id_, score=-badness) for badness, id_ in sorted(found)[:k]]

    def suppressed(self, postings: Sequence[Posting]) -> Suppressed:
        """Counts by reason of records that hold any of the words, may be known of and are no candidates."""
        holds = np.zeros(self._roster.count, dtype=bool)
        for posting in postings:
            holds[self._roster.place(posting)[0]] = True
        counts = dict.fromkeys(Suppressed.model_fields, 0)
        for start, selection in zip(self._roster.starts, self._selections, strict=False):
            here = holds[start : start + selection.partition.count]
            for reason, mask in selection.reasons.items():
                counts[reason] += int(np.count_nonzero(here & mask))
        return Suppressed(**counts)

    def _side_by_side(self, masks: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
        return np.concatenate(masks) if masks else np.zeros(0, dtype=bool)


def chosen(words: Sequence[str], postings: Sequence[Posting]) -> list[Posting]:
    """The postings of a question's words; of very many words those of the rarest that any text has."""
    if len(words) <= MOST_WORDS:
        return list(postings)
    counted = sorted(
        ((len(posting.rids) == 0, len(posting.rids), word), posting)
        for word, posting in zip(words, postings, strict=True)
    )
    return [posting for _, posting in counted[:MOST_WORDS]]
