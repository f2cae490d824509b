"""A synthetic corpus of any size with given claims, realistic skew and planted differences, and the truth about them.

1 % of the entities are hubs that hold about half of all records (2,000 each, so that only their number grows with the
corpus). Most records agree, add a further value to a slot of many, or tell dated history; one in forty is half of a
planted pair. A slot that holds a planted pair holds nothing else. The last records are a night's news: new things, a
hub among them, and second sayings about old ones; `Corpus.spread` gives a night that touches everything instead.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

Planted = Literal["value", "numeric", "date", "negation", "update", "refinement", "homonym", "scope", "history"]
_HUB_RECORDS = 2000
_HUB_SHARE = 0.5
_OTHER_RECORDS = _HUB_RECORDS // 99
NEWS_SHARE = 0.01  # of all records: what one night brings
_PLANTED_SHARE = 0.05  # records that are half of a planted pair
_EPOCH = datetime(2024, 1, 1, tzinfo=UTC)
_PLANTED: tuple[Planted, ...] = (
    "value", "numeric", "date", "negation", "update", "refinement", "homonym", "scope", "history",
)  # fmt: skip
_QUIET: frozenset[Planted] = frozenset({"homonym", "scope", "history"})
_SYLLABLES = (
    "bar", "cor", "den", "fal", "gor", "hel", "jun", "kel", "lom", "mar", "nor", "pel", "quin", "ras", "sol", "tor",
)  # fmt: skip
_SINGLE = ("headquarters", "capacity", "fee", "opening time", "ceo", "founded")
_MANY = ("customer", "member", "supports", "language")


@dataclass(frozen=True)
class PlantedPair:
    """Two records that differ on purpose: what they are to each other, by external ids; quiet ones must give no row."""

    kind: Planted
    a: str
    b: str

    @property
    def is_row(self) -> bool:
        """True when detection must find the pair."""
        return self.kind not in _QUIET


@dataclass(frozen=True)
class Accuracy:
    """How the pairs found compare with those planted."""

    planted: int
    found: int
    right: int

    @property
    def recall(self) -> float:
        """Share of the planted pairs that were found."""
        return self.right / self.planted if self.planted else 1.0

    @property
    def precision(self) -> float:
        """Share of the pairs found that were planted."""
        return self.right / self.found if self.found else 1.0


Line = dict[str, object]


class Corpus:
    """Records in the interchange format, made one by one, and the planted pairs; one seed makes one corpus."""

    def __init__(self, records: int, seed: int) -> None:
        self.size = records
        self._seed = seed
        self.planted: list[PlantedPair] = []
        pairs = int(records * _PLANTED_SHARE / 2)
        for number in range(pairs):
            kind = _PLANTED[number % len(_PLANTED)]
            self.planted.append(PlantedPair(kind, f"p{number}a", f"p{number}b"))

    def records(self) -> Iterator[Line]:
        """All records, planted halves far apart from each other."""
        rng = random.Random(self._seed)  # noqa: S311 - a corpus, no secret
        pairs = [self._half(pair, number, rng) for number, pair in enumerate(self.planted)]
        plain = self.size - 2 * len(self.planted)
        late = int(len(pairs) * 2 * NEWS_SHARE)
        news = int(self.size * NEWS_SHARE) - late
        yield from (line for line, _ in pairs)
        yield from self._plain(plain - news, rng)
        yield from (line for _, line in pairs[late:])
        yield from (line for _, line in pairs[:late])
        yield from self._news(news, rng)

    def spread(self, count: int) -> Iterator[Line]:
        """So many records more, spread evenly over the hubs and things that are known."""
        rng = random.Random(self._seed + 1)  # noqa: S311 - a corpus, no secret
        hubs = _hubs(self.size - 2 * len(self.planted))
        for number in range(count):
            hub = number % 2 == 0
            entity = f"{_name(number // 2 % hubs)} Group" if hub else f"{_name(number // 2 % (hubs * 99))} Works"
            yield _plain_line(f"s{number}", entity, number // 2 // hubs if hub else number, rng)

    def _plain(self, count: int, rng: random.Random) -> Iterator[Line]:
        hub_records = int(count * _HUB_SHARE)
        hubs = _hubs(count)
        others = hubs * 99
        for number in range(count):
            hub = number < hub_records
            entity = f"{_name(number % hubs)} Group" if hub else f"{_name(number % others)} Works"
            yield _plain_line(f"r{number}", entity, number // (hubs if hub else others), rng)

    def _news(self, count: int, rng: random.Random) -> Iterator[Line]:
        for number in range(count):
            hub, turn = number % 2 == 0, number // 2
            size = _HUB_RECORDS if hub else _OTHER_RECORDS
            entity = f"{_name(turn // size)} New {'Group' if hub else 'Works'}"
            yield _plain_line(f"n{number}", entity, turn % size, rng)

    def _half(self, pair: PlantedPair, number: int, rng: random.Random) -> tuple[Line, Line]:
        entity = f"{_name(number)} Depot"
        day = _EPOCH + timedelta(days=rng.randrange(200))
        a, b = _planted_lines(pair, entity, number, day)
        return a, b


def _hubs(plain: int) -> int:
    return max(1, int(plain * _HUB_SHARE) // _HUB_RECORDS)


def generate(records: int, seed: int = 7) -> Corpus:
    """A corpus of that many records."""
    return Corpus(records, seed)


def measure(found: Iterable[tuple[str, str]], planted: Iterable[PlantedPair]) -> Accuracy:
    """Accuracy of pairs of external ids against the planted pairs that are conflicts, updates or refinements."""
    pairs = {(min(a, b), max(a, b)) for a, b in found}
    truth = {(min(pair.a, pair.b), max(pair.a, pair.b)) for pair in planted if pair.is_row}
    return Accuracy(planted=len(truth), found=len(pairs), right=len(pairs & truth))


def _plain_line(key: str, entity: str, turn: int, rng: random.Random) -> Line:
    """A record that contradicts nothing: restated facts, many-valued facts, dated history."""
    kind = turn % 3
    if kind == 0:
        attribute = _SINGLE[turn // 3 % len(_SINGLE)]
        said = _EPOCH + timedelta(days=turn % 300)
        return _line(key, entity, attribute, _settled_value(entity, attribute), said)
    if kind == 1:
        attribute = _MANY[turn // 3 % len(_MANY)]
        return _line(key, entity, attribute, f"{_name(rng.randrange(100_000))} {attribute}")
    start = _EPOCH + timedelta(days=turn)
    line = _line(key, entity, "president", _name(turn), said=start)
    return line | {"valid_from": start.date().isoformat(), "valid_to": (start + timedelta(days=3)).date().isoformat()}


def _settled_value(entity: str, attribute: str) -> object:
    """The one value that all records give this entity's slot."""
    number = sum(map(ord, entity)) % 97
    if attribute == "capacity":
        return {"amount": 100 + number, "unit": "kg"}
    if attribute == "fee":
        return {"amount": 5 + number, "unit": "EUR"}
    if attribute == "founded":
        return {"from": f"{1900 + number}-01-01", "to": f"{1901 + number}-01-01"}
    return f"{_name(number)} {attribute}"


def _planted_lines(pair: PlantedPair, entity: str, number: int, day: datetime) -> tuple[Line, Line]:
    later = day + timedelta(days=400)
    town, other = f"{_name(number)}ton", f"{_name(number + 1)}ham"
    low, high = {"amount": 10, "unit": "km"}, {"amount": 17, "unit": "km"}
    spring, autumn = {"from": "2020-03-01", "to": "2020-04-01"}, {"from": "2020-09-01", "to": "2020-10-01"}
    a, b = pair.a, pair.b
    if pair.kind == "value":
        return _line(a, entity, "headquarters", town, day), _line(b, entity, "headquarters", other, day)
    if pair.kind == "numeric":
        return _line(a, entity, "length", low, day), _line(b, entity, "length", high, day)
    if pair.kind == "date":
        return _line(a, entity, "founded", spring, day), _line(b, entity, "founded", autumn, day)
    if pair.kind == "negation":
        return _line(a, entity, "supports", town, day), _line(b, entity, "supports", town, day, polarity=False)
    if pair.kind == "update":
        return _line(a, entity, "ceo", town, day), _line(b, entity, "ceo", other, later)
    if pair.kind == "refinement":
        narrow = _line(b, entity, "capacity", {"amount": 3, "unit": "t"}, day, conditions={"for": "frozen goods"})
        return _line(a, entity, "capacity", {"amount": 9, "unit": "t"}, day), narrow
    if pair.kind == "homonym":
        one, two = f"Pump {2 * number}", f"Pump {2 * number + 1}"
        return _line(a, one, "length", low, day), _line(b, two, "length", high, day)
    if pair.kind == "scope":
        mine = _line(a, entity, "headquarters", town, day) | {"namespace": "user:1"}
        return mine, _line(b, entity, "headquarters", other, day) | {"namespace": "user:2"}
    before = _line(a, entity, "ceo", town, day) | {"valid_from": "2019-01-01", "valid_to": "2020-01-01"}
    return before, _line(b, entity, "ceo", other, day) | {"valid_from": "2020-01-01", "valid_to": "2021-01-01"}


def _line(  # noqa: PLR0913 - the fields of a claim
    key: str,
    entity: str,
    attribute: str,
    value: object,
    said: datetime | None = None,
    *,
    polarity: bool = True,
    conditions: dict[str, str] | None = None,
) -> Line:
    """One record in the interchange format, with its claim given."""
    words = f"not {value}" if not polarity else f"{value}"
    text = f"{entity}: {attribute} is {words} ({key})."
    claim = {
        "subject": entity, "attribute": attribute, "value": value, "polarity": polarity, "conditions": conditions or {},
        "quote": text,
    }  # fmt: skip
    return {
        "text": text, "external_id": key, "source": {"id": f"src-{key}"}, "entities": [entity], "claims": [claim],
        "observed_at": said.isoformat() if said else None,
    }  # fmt: skip


def _name(number: int) -> str:
    """A made-up name for a number: two to five syllables, no two numbers alike."""
    letters = [_SYLLABLES[number % 16], _SYLLABLES[number // 16 % 16]]
    rest = number // 256
    while rest:
        letters.append(_SYLLABLES[rest % 16])
        rest //= 16
    return "".join(letters).capitalize()
