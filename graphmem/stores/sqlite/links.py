"""Links between names and records for walks: the columns that a walk needs, of many names or records at once."""

from collections.abc import Sequence

from graphmem.model.claim import Link
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.deck import Deck
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.records import chunks


class Links:
    """Queries of one reader in one snapshot."""

    def __init__(self, session: Session, reader: Reader, deck: Deck) -> None:
        self._session = session
        self._reader = reader
        self._deck = deck

    def of_keys(self, keys: Sequence[str], limit_per_key: int) -> dict[str, list[str]]:
        """Ids of candidates that mention each key, in order, at most so many a key."""
        found = self._deck.bearers(self._given(keys))
        return {key: self._deck.first_ids(places, limit_per_key) for key, places in found.items()}

    def in_records(self, record_ids: Sequence[str]) -> list[Link]:
        """Mentions in those candidates, in order of record, key and sentence."""
        found: list[Link] = []
        for part in chunks(self._given(record_ids)):
            names = {f"id{number}": id_ for number, id_ in enumerate(part)}
            rows = self._session.rows(
                "SELECT m.record_id, m.key, coalesce(json_extract(m.body, '$.mention.sentence'), 0),"
                " coalesce(json_extract(m.body, '$.mention.type'), ''), m.body LIKE '%\"span\":{%'"
                " FROM record r CROSS JOIN mention m ON m.tenant = r.tenant AND m.record_id = r.id"
                f" WHERE r.tenant = :tenant AND r.id IN ({', '.join(':' + name for name in names)})"
                f" AND {self._reader.candidate}",
                self._reader.parameters | names,
            )
            found += [
                Link(record_id, key, int(sentence), type_, bool(placed))
                for record_id, key, sentence, type_, placed in rows
            ]
        return sorted(found)

    def _given(self, values: Sequence[str]) -> list[str]:
        return list(dict.fromkeys(values)) if self._reader.scopes else []
