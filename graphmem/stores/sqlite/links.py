"""Links between names and records for walks: the columns that a walk needs, of many names or records at once."""

from collections.abc import Sequence

from graphmem.model.claim import Link
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.records import chunks


class Links:
    """Queries of one reader in one snapshot."""

    def __init__(self, session: Session, reader: Reader) -> None:
        self._session = session
        self._reader = reader

    def of_keys(self, keys: Sequence[str], limit_per_key: int) -> dict[str, list[str]]:
        """Ids of candidates that mention each key, in order, at most so many a key."""
        found: dict[str, list[str]] = {}
        # One key after the other would cost a statement each; together, a name in half the store would be read whole.
        # So names are asked for together, with a limit that a common one uses up, and common ones again alone.
        for part in chunks(self._given(keys)):
            names = {f"key{number}": key for number, key in enumerate(part)}
            room = limit_per_key * len(part)
            rows = self._session.rows(
                "SELECT m.key, r.id FROM mention m CROSS JOIN record r ON r.tenant = m.tenant AND r.id = m.record_id"
                f" WHERE m.tenant = :tenant AND m.key IN ({', '.join(':' + name for name in names)})"
                f" AND {self._reader.candidate} LIMIT :room",
                self._reader.parameters | names | {"room": room + 1},
            )
            together: dict[str, set[str]] = {}
            for key, record_id in rows:
                together.setdefault(key, set()).add(record_id)
            cut = len(rows) > room
            for key in part:
                ids = self._alone(key, limit_per_key) if cut else sorted(together.get(key, ()))[:limit_per_key]
                if ids:
                    found[key] = ids
        return found

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

    def _alone(self, key: str, limit: int) -> list[str]:
        rows = self._session.rows(
            "SELECT DISTINCT r.id FROM mention m CROSS JOIN record r ON r.tenant = m.tenant AND r.id = m.record_id"
            f" WHERE m.tenant = :tenant AND m.key = :key AND {self._reader.candidate} ORDER BY r.id LIMIT :limit",
            self._reader.parameters | {"key": key, "limit": limit},
        )
        return [record_id for (record_id,) in rows]

    def _given(self, values: Sequence[str]) -> list[str]:
        return list(dict.fromkeys(values)) if self._reader.scopes else []
