"""The text leg: BM25 in memory for a reader of a good part of the store, by FTS5 for a reader of a small one.

The index is one for all tenants, so a word's weight counts the texts of all of them: scores of two tenants are not
comparable, and a score tells (very little) of how common a word is elsewhere.
"""

from graphmem.model.retrieval import LegHit, Suppressed
from graphmem.stores.sqlite.array_leg import chosen, count_suppressed, search_arrays
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.deck import Deck
from graphmem.stores.sqlite.fts_leg import FtsLeg
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.tokens import query_tokens


class TextLeg:
    """Text queries of one reader in one snapshot."""

    def __init__(self, session: Session, reader: Reader, deck: Deck) -> None:
        self._session = session
        self._reader = reader
        self._deck = deck

    def search(self, query: str, k: int) -> list[LegHit]:
        """Candidates, best first, ties by id."""
        words = query_tokens(query)
        if not words or not self._reader.scopes or k < 1:
            return []
        if not self._deck.is_wide:
            return FtsLeg(self._session, self._reader).search(words, k)
        return search_arrays(self._deck, chosen(words, self._deck.postings(words)), k)

    def suppressed(self, query: str) -> Suppressed:
        """Counts by reason of matching records that the reader may know of and that are no candidates."""
        words = query_tokens(query)
        if not words or not self._reader.scopes:
            return Suppressed()
        if not self._deck.is_wide:
            return FtsLeg(self._session, self._reader).suppressed(words)
        return count_suppressed(self._deck, chosen(words, self._deck.postings(words)))
