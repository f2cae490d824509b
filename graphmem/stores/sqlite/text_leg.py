"""The text leg: BM25 of SQLite's FTS5 with the scope inside the index.

The index is one for all tenants, so a word's weight counts the texts of all of them: scores of two tenants are not
comparable, and a score tells (very little) of how common a word is elsewhere.
"""

from graphmem.model.retrieval import LegHit, Suppressed
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.text_index import scope_token
from graphmem.stores.sqlite.tokens import query_tokens

# A query costs about a microsecond a matching row. Up to ALL_WORDS rows every word selects; above, the RAREST words
# select and all words rank (measured: no loss of recall at rank 10, a quarter of the time).
ALL_WORDS = 100_000
RAREST = 8
MOST_WORDS = 64
SAMPLE = 64
COUNTED_ROWS = 20_000  # suppressed records are counted among about so many rows, those of the rarest words


class TextLeg:
    """Text queries of one reader in one snapshot."""

    def __init__(self, session: Session, reader: Reader) -> None:
        self._session = session
        self._reader = reader

    def search(self, query: str, k: int) -> list[LegHit]:
        """Candidates, best first, ties by id."""
        words = query_tokens(query)
        if not words or not self._reader.scopes or k < 1:
            return []
        rows = self._session.rows(
            "SELECT r.id, bm25(search, 1.0, 0.0) AS badness FROM search CROSS JOIN record r ON r.rid = search.rowid"
            f" WHERE search MATCH :match AND {self._reader.candidate}"
            " ORDER BY badness, r.id LIMIT :k",
            self._reader.parameters | {"match": self._match(self._select(words)), "k": k},
        )
        return [LegHit(record_id=id_, score=-badness) for id_, badness in rows]

    def suppressed(self, query: str) -> Suppressed:
        """Counts by reason of matching records that the reader may know of and that are no candidates."""
        words = query_tokens(query)
        if not words or not self._reader.scopes:
            return Suppressed()
        rows = self._session.rows(
            f"SELECT {self._reader.suppressed_reason} AS reason, count(*)"
            " FROM search CROSS JOIN record r ON r.rid = search.rowid"
            f" WHERE search MATCH :match AND {self._reader.may_know} GROUP BY reason",
            self._reader.parameters | {"match": self._match(_any(self._countable(words)))},
        )
        return Suppressed(**{reason: count for reason, count in rows if reason})

    def _match(self, words: str) -> str:
        if self._is_most_of_the_store():
            return f"text : ({words})"
        scopes = " OR ".join(f'"{scope_token(scope)}"' for scope in self._reader.scopes)
        return f"(text : ({words})) AND (scope : ({scopes}))"

    def _is_most_of_the_store(self) -> bool:
        """Whether the namespaces hold most texts: then asking the index for them costs more than it saves, and the
        condition on records, which is there anyway, is enough. Scores are the same, since the scope weighs nothing.

        Judged by records at even distances, since counting them takes as long as the question.
        """
        last = self._last_number()
        numbers = ", ".join(str(last * place // SAMPLE) for place in range(1, SAMPLE + 1))
        sampled = [scope for (scope,) in self._session.rows(f"SELECT scope FROM record WHERE rid IN ({numbers})")]
        return sum(scope in self._reader.scopes for scope in sampled) * 2 > len(sampled)

    def _select(self, words: list[str]) -> str:
        if len(words) <= RAREST or not self._is_large():
            return _any(self._by_rarity(words)[:MOST_WORDS] if len(words) > MOST_WORDS else words)
        ordered = self._by_rarity(words)[:MOST_WORDS]
        return f"({_any(ordered[:RAREST])}) AND ({_any(ordered)})"

    def _countable(self, words: list[str]) -> list[str]:
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

    def _by_rarity(self, words: list[str]) -> list[str]:
        counts = self._document_counts(words)
        # A word that no text has selects nothing: it must not take the place of one that does.
        return sorted(words, key=lambda word: (counts[word] == 0, counts[word], word))

    def _document_counts(self, words: list[str]) -> dict[str, int]:
        sql = "SELECT doc FROM search_terms WHERE term = ? AND col = 'text'"
        return {word: int(self._session.value(sql, (word,)) or 0) for word in words}

    def _is_large(self) -> bool:
        return self._last_number() > ALL_WORDS

    def _last_number(self) -> int:
        """Number of the last record: about how many there are."""
        return int(self._session.value("SELECT max(rid) FROM record") or 0)


def _any(words: list[str]) -> str:
    """Any of the words; tokens hold no quotation mark, and quoted they are no operators."""
    return " OR ".join(f'"{word}"' for word in words)
