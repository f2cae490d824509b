"""The text leg: matching by the full-text index, scope and standing inside the question, weighing as FTS5 does.

Lucene's own scores count texts that have ended, so that taking a decision back would not give the old scores back, and
they would differ from the embedded store's. So its order only says what to look at first; the weight is BM25 with k1
1.2 and b 0.75 over the statistics of words that the store keeps for each tenant.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.model.retrieval import LegHit, Suppressed
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.codec import DEPENDS, RETIRED, STANDS, WITHHELD, term_key
from graphmem.stores.neo4j.reader import Reader
from graphmem.stores.sqlite.tokens import query_tokens

# The same bounds as the embedded store's: see `stores/sqlite/text_leg.py`.
ALL_WORDS = 100_000
RAREST = 8
MOST_WORDS = 64
COUNTED_ROWS = 20_000

K1, B = 1.2, 0.75
_LEAST_WEIGHT = 1e-6  # of a word that more than half of the texts have
_FIRST_PAGE = 200
_LAST_PAGE = 2000
# Lucene rounds lengths and weighs words a little differently: texts whose score there is so near may come first here.
_NEAR = 0.85
# Of a long answer the first are exactly the best; for the rest Lucene's order, which decides what is weighed, is near
# enough: reading on until its scores fall far below the last one's would be reading most of what matches.
_EXACT = 50
_SYNTAX = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|<>=])')


@dataclass(frozen=True)
class Statistics:
    """How many texts there are, how long they are, and how many have each word."""

    texts: int
    words: int
    docs: dict[str, int]

    def weight(self, word: str) -> float:
        """How much the word tells."""
        count = self.docs.get(word, 0)
        return max(math.log((self.texts - count + 0.5) / (count + 0.5)) if self.texts >= count else 0, _LEAST_WEIGHT)

    def by_rarity(self, words: Sequence[str]) -> list[str]:
        """Rarest first; a word that no text has selects nothing, and must not take the place of one that does."""
        return sorted(words, key=lambda word: (self.docs.get(word, 0) == 0, self.docs.get(word, 0), word))


class TextLeg:
    """Text queries of one reader as of one change."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._asked: tuple[tuple[str, ...], Statistics] | None = None

    def search(self, query: str, k: int) -> list[LegHit]:
        """Candidates, best first, ties by id."""
        words = query_tokens(query)
        if not words or k < 1:
            return []
        only_rare = len(words) > RAREST and self._reader.begun.texts > ALL_WORDS
        ranked, wanted = words, _any(words)
        if only_rare or len(words) > MOST_WORDS:
            ranked = self._statistics(words).by_rarity(words)[:MOST_WORDS]
            wanted = f"+({_any(ranked[:RAREST])}) {_any(ranked)}" if only_rare else _any(ranked)
        hits = self._look(self._match(wanted, standings=self._standings()), words, ranked, k)
        return [LegHit(record_id=id_, score=-badness) for badness, id_ in sorted(hits)[:k]]

    def suppressed(self, query: str) -> Suppressed:
        """Counts by reason of matching records that the reader may know of and that are no candidates."""
        words = query_tokens(query)
        if not words:
            return Suppressed()
        standings = [DEPENDS, RETIRED, WITHHELD, *([STANDS] if self._reader.rewinds else [])]
        match = self._match(_any(self._countable(words)), standings=standings)
        row = self._reader.ask(cypher.SUPPRESSED, {"match": match})[0]
        self._reader.confirm(row["horizon"])
        return Suppressed(**{reason: number for reason, number in row["reasons"] if reason})

    def _look(self, match: str, words: Sequence[str], ranked: Sequence[str], k: int) -> list[tuple[float, str]]:
        """Badness and id of candidates: at least k, among them the first of the best, and those that might tie."""
        found: list[tuple[float, str]] = []
        lucene: dict[str, float] = {}
        skip, size = 0, max(_FIRST_PAGE, 2 * k)
        rows = self._first_page(words, {"match": match, "skip": skip, "limit": size})
        weigher = Weigher(ranked, self._statistics(words))
        while True:
            for id_, tokens, score, passes in rows:
                if passes:
                    found.append((-weigher.score(tokens), id_))
                    lucene[id_] = score
            skip += len(rows)
            if len(rows) < size:
                return found
            best = sorted(found)[:k]
            least = min((lucene[id_] for _, id_ in best[:_EXACT]), default=0.0)
            if len(best) == k and (min(row[2] for row in rows) < _NEAR * least or skip >= _LAST_PAGE):
                return found
            size *= 2
            rows = self._reader.ask(cypher.TEXT_LEG_ON, {"match": match, "skip": skip, "limit": size})[0]["rows"]

    def _first_page(self, words: Sequence[str], page: Mapping[str, Any]) -> list[Any]:
        """Rows, and the statistics of the words along with them where they are not known yet."""
        if self._asked is not None and self._asked[0] == tuple(words):
            return list(self._reader.ask(cypher.TEXT_LEG_ON, page)[0]["rows"])
        keys = self._keys(words)
        row = self._reader.ask(cypher.TEXT_LEG_WEIGHED, {**page, "keys": list(keys)})[0]
        self._asked = (tuple(words), _statistics_of(row, keys))
        return list(row["rows"])

    def _standings(self) -> list[int]:
        if self._reader.rewinds or self._reader.as_of.include_superseded:
            return [STANDS, DEPENDS, RETIRED]
        return [STANDS, DEPENDS]

    def _match(self, words: str, *, standings: Sequence[int]) -> str:
        """The question as Lucene reads it; what is required weighs nothing."""
        scopes = " ".join(self._reader.scopes)
        kept = " ".join(f"s{standing}" for standing in standings)
        return f"+tokens:({words}) +marks:({scopes})^0 +marks:({kept})^0"

    def _statistics(self, words: Sequence[str]) -> Statistics:
        """Of a question, which is asked for its hits and then for what was left out."""
        if self._asked is None or self._asked[0] != tuple(words):
            keys = self._keys(words)
            row = self._reader.ask(cypher.STATISTICS, {"keys": list(keys)})[0]
            self._asked = (tuple(words), _statistics_of(row, keys))
        return self._asked[1]

    def _keys(self, words: Sequence[str]) -> dict[str, str]:
        """Words by the keys of their statistics."""
        return {term_key(self._reader.tenant, word): word for word in words}

    def _countable(self, words: list[str]) -> list[str]:
        """The rarest words, as many as match no more than a bounded number of rows; one at least."""
        if self._reader.begun.texts <= ALL_WORDS:
            return words[:MOST_WORDS]
        statistics = self._statistics(words)
        kept: list[str] = []
        total = 0
        for word in sorted(words, key=lambda word: (statistics.docs.get(word, 0), word)):
            total += statistics.docs.get(word, 0)
            if kept and total > COUNTED_ROWS:
                break
            kept.append(word)
        return kept


class Weigher:
    """BM25 of texts for the words of one question."""

    def __init__(self, words: Sequence[str], statistics: Statistics) -> None:
        self._weights = {word: statistics.weight(word) * (K1 + 1) for word in words}
        self._average = max(statistics.words / max(statistics.texts, 1), 1)

    def score(self, tokens: str) -> float:
        """Score of a text of those tokens."""
        words = tokens.split()
        present, damping = set(words), K1 * (1 - B + B * (len(words) + 1) / self._average)
        counts = ((weight, words.count(word)) for word, weight in self._weights.items() if word in present)
        return sum(weight * count / (count + damping) for weight, count in counts)


def _statistics_of(row: Mapping[str, Any], keys: Mapping[str, str]) -> Statistics:
    """Statistics as the server gives them; a tenant without rows has none."""
    docs = {keys[key]: number for key, number in row["terms"]}
    return Statistics(row["texts"] or 0, row["words"] or 0, docs)


def _any(words: Sequence[str]) -> str:
    """Any of the words; their signs are no operators, and the operators that are words are in capitals."""
    return " ".join(_SYNTAX.sub(r"\\\1", word) for word in words)
