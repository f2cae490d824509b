"""The records of one namespace in memory: vectors, lengths of texts, and the columns that candidates are chosen by."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.protocols import Vectors
from graphmem.stores.sqlite.codec import FOREVER
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.records import ids_of
from graphmem.stores.sqlite.rough_cosines import Small, can_be_best, round_rows, whole_products

BLOCK_ROWS = 16_384  # rows of one allocation: a matrix that grows never has to be copied whole
_BATCH = 4096

# Column, its SQL with the absent mapped to what excludes nothing, and its type.
_COLUMNS: tuple[tuple[str, str, str], ...] = (
    ("rid", "r.rid", "i8"),
    ("level", "r.level", "i1"),
    ("held", "r.held", "i1"),
    ("gone", "r.gone", "i1"),
    ("retired", "r.retired", "i1"),
    ("requires_level", "r.requires_level", "i1"),
    ("requires_global", "r.requires_global", "i1"),
    ("written_level", "r.written_level", "i1"),
    ("written_global", "r.written_global", "i1"),
    ("recorded", "r.recorded_us", "i8"),
    ("expires", f"COALESCE(r.expires_us, {FOREVER})", "i8"),
    ("valid_from", f"COALESCE(r.valid_from_us, -{FOREVER})", "i8"),
    ("valid_to", f"COALESCE(r.valid_to_us, {FOREVER})", "i8"),
    ("closes", f"COALESCE(r.closes_us, -{FOREVER})", "i8"),
    ("episode", f"COALESCE(r.episode_us, {FOREVER})", "i8"),
    ("written", f"COALESCE(r.written_us, -{FOREVER})", "i8"),
    ("unwritten", f"COALESCE(r.unwritten_us, {FOREVER})", "i8"),
    ("length", "CASE WHEN r.text_mark THEN d.sz END", "i4"),  # tokens in the text index, 0 for what is not in it
)
_SELECT = ", ".join(sql for _, sql, _ in _COLUMNS)
_ID = 26  # letters of an id that is kept here; others are read from the file


@dataclass(frozen=True)
class _Block:
    """Vectors of some rows: as they are stored, and in 8 bits."""

    halves: NDArray[np.float16]
    small: Small

    @classmethod
    def of(cls, rows: int, dimension: int) -> "_Block":
        return cls(np.zeros((rows, dimension), dtype=np.float16), np.zeros((rows, dimension), dtype=np.int8))

    def copy(self) -> "_Block":
        return _Block(self.halves.copy(), self.small.copy())

    def __len__(self) -> int:
        return len(self.small)


class Partition:
    """Rows of one scope as of one change; `pins` counts the snapshots that use it and forbid changing it in place.

    present marks slots whose record exists, alive those that have a vector of the encoder in use.
    """

    def __init__(self, scope: int, dimension: int) -> None:
        self.scope = scope
        self.dimension = dimension
        self.seq = -1
        self.pins = 0
        self.kept: dict[Hashable, object] = {}  # what readers made of the rows, until one of them changes
        self.count = 0
        self.present: NDArray[np.bool_] = np.zeros(0, dtype=bool)
        self.alive: NDArray[np.bool_] = np.zeros(0, dtype=bool)
        self.columns: dict[str, NDArray[Any]] = {name: np.zeros(0, dtype=form) for name, _, form in _COLUMNS}
        self.columns["id"] = np.zeros(0, dtype=f"S{_ID}")
        # Of a vector in 8 bits: how long a step is, and how long what rounding took.
        self.columns["step"], self.columns["error"] = np.zeros(0, dtype="f4"), np.zeros(0, dtype="f4")
        self._blocks: list[_Block] = []
        self._starts: list[int] = []
        self._ordered = 0  # slots before it ascend by rid; later ones are in _late
        self._late: dict[int, int] = {}
        self._shared: set[int] = set()  # blocks that a clone uses too

    @property
    def capacity(self) -> int:
        """Rows that fit the blocks."""
        return self._starts[-1] + len(self._blocks[-1]) if self._blocks else 0

    def clone(self) -> "Partition":
        """A copy to be changed while snapshots still use this one; blocks are shared until a row of one changes."""
        twin = Partition(self.scope, self.dimension)
        twin.seq, twin.count, twin._ordered = self.seq, self.count, self._ordered
        twin.present, twin.alive = self.present.copy(), self.alive.copy()
        twin.columns = {name: values.copy() for name, values in self.columns.items()}
        twin._blocks, twin._starts, twin._late = list(self._blocks), list(self._starts), dict(self._late)
        twin._shared = set(range(len(self._blocks)))
        return twin

    def refresh(self, session: Session, seq: int, fingerprint: int) -> None:
        """Take over what changed since the last refresh, up to the session's snapshot, which is at change seq."""
        self.kept.clear()
        gone = session.rows("SELECT rid FROM departed WHERE scope = ? AND seq > ?", (self.scope, self.seq))
        slots = self.slots_of(np.array([rid for (rid,) in gone], dtype="i8"))
        self.present[slots[slots >= 0]] = self.alive[slots[slots >= 0]] = False
        # A first load reads in the order of the file, a later one what changed in the order of the index: sorting whole
        # rows would hold all vectors twice. LIMIT keeps SQLite from sorting at the end instead.
        if self.seq < 0:
            rows = "(SELECT rid FROM record WHERE scope = :scope AND seq > :since ORDER BY rid LIMIT -1) k"
        else:
            rows = "(SELECT rid FROM record WHERE scope = :scope AND seq > :since ORDER BY seq, rid LIMIT -1) k"
        changed = session.batches(
            f"SELECT {_SELECT}, r.id, v.body FROM {rows} CROSS JOIN record r ON r.rid = k.rid"
            " LEFT JOIN search_docsize d ON d.id = k.rid"
            " LEFT JOIN vector v ON v.rid = k.rid AND v.fingerprint = :fingerprint",
            {"scope": self.scope, "since": self.seq, "fingerprint": fingerprint},
            _BATCH,
        )
        for batch in changed:
            self._take(batch)
        self.seq = seq

    def nearest(self, vector: Vectors, slots: NDArray[np.int64], k: int) -> NDArray[np.int64]:
        """Those of the slots that can be among the k nearest to a unit vector; none that is, is left out."""
        if len(slots) <= 2 * k:
            return slots
        asked = round_rows(vector[np.newaxis, :])
        # All rows are multiplied when many are asked, else only those.
        products = self._products(asked.small[0], None if len(slots) * 16 >= self.count else slots)
        products = products[slots] if len(products) > len(slots) else products
        rough = (products * self.columns["step"][slots]).astype(np.float32) * asked.step[0]
        return slots[can_be_best(rough, self.columns["error"][slots], asked, k)]

    def _products(self, asked: Small, slots: NDArray[np.int64] | None) -> NDArray[np.float64]:
        if slots is not None:
            return whole_products(self._rows(slots, np.zeros((len(slots), self.dimension), dtype=np.int8)), asked)
        found = np.empty(self.count, dtype=np.float64)
        for start, block in zip(self._starts, self._blocks, strict=True):
            used = min(len(block), self.count - start)
            found[start : start + used] = whole_products(block.small[:used], asked)
        return found

    def ids_of(self, slots: NDArray[np.integer[Any]], session: Session) -> list[str]:
        """Ids of the records in those slots."""
        found: list[str] = [id_.decode() for id_ in self.columns["id"][slots].tolist()]
        if not all(found):
            known = ids_of(session, [int(rid) for rid in self.columns["rid"][slots]])
            found = [known[int(rid)] for rid in self.columns["rid"][slots]]
        return found

    def gather(self, slots: NDArray[np.int64]) -> Vectors:
        """The vectors of those slots."""
        return _unit(self._rows(slots, np.zeros((len(slots), self.dimension), dtype=np.float16)).astype(np.float32))

    def _rows(self, slots: NDArray[np.int64], found: NDArray[Any]) -> NDArray[Any]:
        """Rows of those slots put into an array, by whose type they are chosen."""
        owners = np.searchsorted(self._starts, slots, side="right") - 1
        for owner in np.unique(owners):
            chosen, block = owners == owner, self._blocks[owner]
            rows = block.small if found.dtype == np.int8 else block.halves
            found[chosen] = rows[slots[chosen] - self._starts[owner]]
        return found

    def _take(self, batch: Sequence[tuple[Any, ...]]) -> None:
        """Update rows that are known, add those that are new."""
        *lists, sizes, ids, bodies = zip(*batch, strict=True)
        lists.append(tuple(map(_length_of, sizes)))
        columns = {name: np.array(values, dtype=form) for (name, _, form), values in zip(_COLUMNS, lists, strict=True)}
        columns["id"] = np.array([id_.encode() if _is_short(id_) else b"" for id_ in ids], dtype=f"S{_ID}")
        has_body = np.array([body is not None for body in bodies])
        slots = self.slots_of(columns["rid"])
        new = np.flatnonzero(slots < 0)
        slots[new] = np.arange(self.count, self.count + len(new))
        self._grow(self.count + len(new))
        self._remember(columns["rid"][new])
        for name, values in columns.items():
            self.columns[name][slots] = values
        self.present[slots] = True
        self.alive[slots] = has_body
        stored = np.flatnonzero(has_body)
        if len(stored):
            raw = np.frombuffer(b"".join(bodies[i] for i in stored), dtype="<f2").reshape(len(stored), self.dimension)
            self._store(slots[stored], raw)

    def slots_of(self, rids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Slot of each record number, -1 for none."""
        known = self.columns["rid"][: self._ordered]
        place = np.searchsorted(known, rids)
        inside = place < self._ordered
        found = np.full(len(rids), -1, dtype=np.int64)
        found[inside] = np.where(known[place[inside]] == rids[inside], place[inside], -1)
        for i in np.flatnonzero(found < 0) if self._late else ():
            found[i] = self._late.get(int(rids[i]), -1)
        return found

    def _remember(self, rids: NDArray[np.int64]) -> None:
        """Note the numbers of rows just added at the end; when they do not ascend they go into a dictionary."""
        known = self.columns["rid"]
        last = known[self._ordered - 1] if self._ordered else -1
        if self._ordered == self.count and (not len(rids) or (rids[0] > last and bool((np.diff(rids) > 0).all()))):
            self._ordered += len(rids)
        else:
            self._late |= {int(rid): self.count + place for place, rid in enumerate(rids)}
        known[self.count : self.count + len(rids)] = rids
        self.count += len(rids)

    def _grow(self, rows: int) -> None:
        while self.capacity < rows:
            size = min(BLOCK_ROWS, max(rows - self.capacity, self.count // 4, 64))
            self._starts.append(self.capacity)
            self._blocks.append(_Block.of(size, self.dimension))
        if self.capacity > len(self.alive):
            more = self.capacity - len(self.alive)
            self.present = np.concatenate([self.present, np.zeros(more, dtype=bool)])
            self.alive = np.concatenate([self.alive, np.zeros(more, dtype=bool)])
            for name, values in self.columns.items():
                self.columns[name] = np.concatenate([values, np.zeros(more, dtype=values.dtype)])

    def _store(self, slots: NDArray[np.int64], halves: NDArray[np.float16]) -> None:
        rounded = round_rows(_unit(halves.astype(np.float32)))
        self.columns["step"][slots], self.columns["error"][slots] = rounded.step, rounded.error
        owners = np.searchsorted(self._starts, slots, side="right") - 1
        for owner in np.unique(owners):
            chosen = np.flatnonzero(owners == owner)
            if owner in self._shared:
                self._blocks[owner] = self._blocks[owner].copy()
                self._shared.discard(int(owner))
            places, rows = _run(slots[chosen] - self._starts[owner]), _run(chosen)
            self._blocks[owner].halves[places] = halves[rows]
            self._blocks[owner].small[places] = rounded.small[rows]


def _is_short(id_: str) -> bool:
    return len(id_) <= _ID and id_.isascii() and not id_.endswith("\x00")


def _length_of(sizes: bytes | None) -> int:
    """Sum of the numbers of tokens by column, as FTS5 keeps them: seven bits a byte, the last byte below 128."""
    total = number = 0
    for byte in sizes or b"":
        number = number << 7 | byte & 127
        if byte < 128:
            total, number = total + number, 0
    return total


def _run(places: NDArray[np.int64]) -> slice | NDArray[np.int64]:
    """The places as a slice where they follow one another, which is many times faster to copy by."""
    is_run = bool((np.diff(places) == 1).all())
    return slice(int(places[0]), int(places[-1]) + 1) if is_run else places


def _unit(vectors: Vectors) -> Vectors:
    """The rows, brought in place to unit length, from which rounding to 16 bits had moved them."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    vectors /= np.where(lengths > 0, lengths, 1)[:, np.newaxis]
    return vectors
