"""The text leg of a reader of a small part of a large store: BM25 of SQLite's FTS5 with the scope inside the index."""

from collections.abc import Sequence

from graphmem.model.retrieval import LegHit, Suppressed
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.text_index import scope_token

# A query costs about a microsecond a matching row. Up to ALL_WORDS rows every word selects; above, the RAREST words
# select and all words rank (measured: no loss of recall at rank 10, a quarter of the time).
ALL_WORDS = 100_000
RAREST = 8
MOST_WORDS = 64
COUNTED_ROWS = 20_000  # suppressed records are counted among about so many rows, those of the rarest words


class FtsLeg:
    """Text queries of one reader in one snapshot."""

    def __init__(self, session: Session, reader: Reader) -> None:
        self._session = session
        self._reader = reader

    def search(self, words: Sequence[str], k: int) -> list[LegHit]:
        """Candidates, best first, ties by id."""
        rows = self._session.rows(
            "SELECT r.id, bm25(search, 1.0, 0.0) AS badness FROM search CROSS JOIN record r ON r.rid = search.rowid"
            f" WHERE search MATCH :match AND {self._reader.candidate}"
            " ORDER BY badness, r.id LIMIT :k",
            self._reader.parameters | {"match": self._match(self._select(words)), "k": k},
        )
        return [LegHit(record_id=id_, score=-badness) for id_, badness in rows]

    def suppressed(self, words: Sequence[str]) -> Suppressed:
        """Counts by reason of matching records that the reader may know of and that are no candidates."""
        rows = self._session.rows(
            f"SELECT {self._reader.suppressed_reason} AS reason, count(*)"
            " FROM search CROSS JOIN record r ON r.rid = search.rowid"
            f" WHERE search MATCH :match AND {self._reader.may_know} GROUP BY reason",
            self._reader.parameters | {"match": self._match(_any(self._countable(words)))},
        )
        return Suppressed(**{reason: count for reason, count in rows if reason})

    def _match(self, words: str) -> str:
        scopes = " OR ".join(f'"{scope_token(scope)}"' for scope in self._reader.scopes)
        return f"(text : ({words})) AND (scope : ({scopes}))"

    def _select(self, words: Sequence[str]) -> str:
        if len(words) <= RAREST or not self._is_large():
            return _any(self._by_rarity(words)[:MOST_WORDS] if len(words) > MOST_WORDS else words)
        ordered = self._by_rarity(words)[:MOST_WORDS]
        return f"({_any(ordered[:RAREST])}) AND ({_any(ordered)})"

    def _countable(self, words: Sequence[str]) -> Sequence[str]:
        """The rarest words, as many as match no more than a bounded number of rows; one at least."""
        if not self._is_large():
            return words[:MOST_WORDS]
        counts = self._document_counts(words)
        kept: list[str] = []
        total = 0
        for word in sorted(words, key=lambda word: (counts[word], word)):
            total += counts[word]
            if kept and total > COUNTED_ROWS:
                break
            kept.append(word)
        return kept

    def _by_rarity(self, words: Sequence[str]) -> list[str]:
        counts = self._document_counts(words)
        # A word that no text has selects nothing: it must not take the place of one that does.
        return sorted(words, key=lambda word: (counts[word] == 0, counts[word], word))

    def _document_counts(self, words: Sequence[str]) -> dict[str, int]:
        sql = "SELECT doc FROM search_terms WHERE term = ? AND col = 'text'"
        return {word: int(self._session.value(sql, (word,)) or 0) for word in words}

    def _is_large(self) -> bool:
        return self._last_number() > ALL_WORDS

    def _last_number(self) -> int:
        """Number of the last record: about how many there are."""
        return int(self._session.value("SELECT max(rid) FROM record") or 0)


def _any(words: Sequence[str]) -> str:
    """Any of the words; tokens hold no quotation mark, and quoted they are no operators."""
    return " OR ".join(f'"{word}"' for word in words)
