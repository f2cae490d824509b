"""The text leg of a reader who sees a good part of the store: postings and the reader's masks in memory."""

from collections.abc import Sequence

import numpy as np

from graphmem.model.retrieval import LegHit, Suppressed
from graphmem.stores.sqlite.bm25 import score
from graphmem.stores.sqlite.deck import Deck
from graphmem.stores.sqlite.postings import Posting
from graphmem.stores.sqlite.top import best_of

MOST_WORDS = 64


def search_arrays(deck: Deck, postings: Sequence[Posting], k: int) -> list[LegHit]:
    """Candidates that hold any of the words, best first, ties by id."""
    scores = score(deck.roster, postings, deck.totals)
    holding = np.flatnonzero((scores > 0) & deck.candidates)
    places = np.sort(holding[best_of(scores[holding], k)])
    found = sorted(zip((-scores[places]).tolist(), deck.ids_of(places), strict=True))
    return [LegHit(record_id=id_, score=-badness) for badness, id_ in found[:k]]


def count_suppressed(deck: Deck, postings: Sequence[Posting]) -> Suppressed:
    """Counts by reason of records that hold any of the words, may be known of and are no candidates."""
    holds = np.zeros(deck.roster.count, dtype=bool)
    for posting in postings:
        holds[deck.roster.place(posting)[0]] = True
    counts = dict.fromkeys(Suppressed.model_fields, 0)
    for start, selection in zip(deck.roster.starts, deck.selections, strict=False):
        here = holds[start : start + selection.partition.count]
        for reason, mask in selection.reasons.items():
            counts[reason] += int(np.count_nonzero(here & mask))
    return Suppressed(**counts)


def chosen(words: Sequence[str], postings: Sequence[Posting]) -> list[Posting]:
    """The postings of a question's words; of very many words those of the rarest that any text has."""
    if len(words) <= MOST_WORDS:
        return list(postings)
    counted = sorted(
        ((len(posting.rids) == 0, len(posting.rids), word), posting)
        for word, posting in zip(words, postings, strict=True)
    )
    return [posting for _, posting in counted[:MOST_WORDS]]
