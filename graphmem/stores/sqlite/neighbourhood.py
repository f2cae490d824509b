"""Mentions, claims and conflicts around names and records, as one reader may see them."""

from collections.abc import Sequence

from graphmem.model.claim import Claim, Mention
from graphmem.model.conflict import Conflict
from graphmem.model.rows import ClaimRow, ConflictRow, MentionRow
from graphmem.stores.sqlite.codec import read_body
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.deck import Deck
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.records import chunks

_OF_RECORD = "JOIN record r ON r.tenant = {0}.tenant AND r.id = {0}.record_id"


class Neighbourhood:
    """Queries of one reader in one snapshot; every one goes through an index on what is given."""

    def __init__(self, session: Session, reader: Reader, deck: Deck) -> None:
        self._session = session
        self._reader = reader
        self._deck = deck

    def mentions_of(self, keys: Sequence[str], limit_per_key: int) -> list[Mention]:
        """Mentions with those name keys in candidates, of the first so many records a key."""
        found: dict[str, Mention] = {}
        for key in self._given(keys):
            bodies = self._session.rows(
                "SELECT m.body FROM mention m WHERE m.tenant = :tenant AND m.key = :key AND m.record_id IN"
                f" (SELECT DISTINCT n.record_id FROM mention n {_OF_RECORD.format('n')}"
                f" WHERE n.tenant = :tenant AND n.key = :key AND {self._reader.candidate}"
                " ORDER BY n.record_id LIMIT :limit) ORDER BY m.record_id, m.id",
                self._reader.parameters | {"key": key, "limit": limit_per_key},
            )
            mentions = [read_body(MentionRow, body).mention for (body,) in bodies]
            found |= {mention.id: mention for mention in mentions}
        return list(found.values())

    def mentions_in(self, record_ids: Sequence[str]) -> list[Mention]:
        """Mentions in those records that are candidates, in order of id."""
        bodies = self._of_records("mention", record_ids, self._reader.candidate)
        return sorted((read_body(MentionRow, body).mention for body in bodies), key=lambda mention: mention.id)

    def mention_counts(self, keys: Sequence[str]) -> dict[str, int]:
        """Candidate records in which each name key occurs: a name of hidden records counts as one that nobody bears."""
        return dict.fromkeys(keys, 0) | {
            key: len(places) for key, places in self._deck.bearers(self._given(keys)).items()
        }

    def claims_of(self, record_ids: Sequence[str]) -> list[Claim]:
        """Claims of those records that the reader may know of, in order of id."""
        bodies = self._of_records("claim", record_ids, self._reader.may_know)
        return sorted((read_body(ClaimRow, body).claim for body in bodies), key=lambda claim: claim.id)

    def claims_about(self, keys: Sequence[str], attribute: str | None, limit: int) -> list[Claim]:
        """Claims on those subjects, in order of id, at most limit."""
        found: list[Claim] = []
        narrowed = "" if attribute is None else "AND +c.attribute = :attribute"
        for part in chunks(self._given(keys)):
            names = {f"key{number}": key for number, key in enumerate(part)}
            bodies = self._session.rows(
                f"SELECT c.body FROM claim c {_OF_RECORD.format('c')} WHERE c.tenant = :tenant"
                f" AND c.subject_key IN ({_named(names)}) {narrowed} AND {self._reader.may_know}"
                " ORDER BY +c.id LIMIT :limit",  # in order of id SQLite would read the claims of all subjects
                self._reader.parameters | names | {"attribute": attribute, "limit": limit},
            )
            found += [read_body(ClaimRow, body).claim for (body,) in bodies]
        return sorted(found, key=lambda claim: claim.id)[:limit]

    def conflicts(
        self, namespaces: Sequence[str], record_ids: Sequence[str] | None, statuses: Sequence[str]
    ) -> list[Conflict]:
        """Conflicts of the namespaces of which the reader may see both sides, in order of id."""
        spaces = {f"space{number}": namespace for number, namespace in enumerate(namespaces)}
        states = {f"status{number}": str(status) for number, status in enumerate(statuses)}
        narrowed = f" AND x.status IN ({_named(states)})" if states else ""
        found: dict[str, Conflict] = {}
        for part in [None] if record_ids is None else chunks(self._given(record_ids)):
            names = {} if part is None else {f"id{number}": id_ for number, id_ in enumerate(part)}
            sides = "" if part is None else f" AND (x.record_a IN ({_named(names)}) OR x.record_b IN ({_named(names)}))"
            bodies = self._session.rows(
                "SELECT x.body FROM conflict x"
                f" WHERE x.tenant = :tenant AND x.namespace IN ({_named(spaces)}){narrowed}{sides}"
                " AND x.requires_level <= :level AND x.requires_global <= :sees_global"
                f" AND {self._exists('x.record_a')} AND {self._exists('x.record_b')}",
                self._reader.parameters | spaces | states | names,
            ) if self._reader.scopes else []  # fmt: skip
            conflicts = [read_body(ConflictRow, body).conflict for (body,) in bodies]
            found |= {conflict.id: conflict for conflict in conflicts}
        return [found[id_] for id_ in sorted(found)]

    def _exists(self, column: str) -> str:
        return (
            f"EXISTS (SELECT 1 FROM record r WHERE r.tenant = x.tenant AND r.id = {column} AND {self._reader.may_know})"
        )

    def _of_records(self, table: str, record_ids: Sequence[str], condition: str) -> list[str]:
        found: list[str] = []
        for part in chunks(self._given(record_ids)):
            names = {f"id{number}": id_ for number, id_ in enumerate(part)}
            found += [body for (body,) in self._session.rows(
                f"SELECT c.body FROM {table} c {_OF_RECORD.format('c')}"
                f" WHERE c.tenant = :tenant AND c.record_id IN ({_named(names)}) AND {condition}",
                self._reader.parameters | names,
            )]  # fmt: skip
        return found

    def _given(self, values: Sequence[str]) -> list[str]:
        """The values without repeats; none for a reader whose namespaces hold nothing."""
        return list(dict.fromkeys(values)) if self._reader.scopes else []


def _named(parameters: dict[str, str]) -> str:
    return ", ".join(f":{name}" for name in parameters)
