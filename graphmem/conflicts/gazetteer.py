"""Places within places: cities, states and countries (data/places.tsv.gz, from GeoNames, CC BY 4.0), extensible.

A name stands for all places of that name: `is_part_of` asks whether any of them lies within the other.
"""

import gzip
from functools import cache, lru_cache
from importlib.resources import files

from graphmem.model.text import name_key

_DATA = "graphmem.conflicts.data"


@cache
def _places() -> tuple[dict[str, str], dict[str, frozenset[str]]]:
    """Aliases to main names, and names to the names that enclose a place so called."""
    aliases: dict[str, str] = {}
    parents: dict[str, frozenset[str]] = {}
    packed = files(_DATA).joinpath("places.tsv.gz").read_bytes()
    for line in gzip.decompress(packed).decode().splitlines():
        if line.startswith("#"):
            continue
        kind, name, *rest = line.split("\t")
        if kind == "=":
            aliases[name] = rest[0]
        else:
            parents[name] = parents.get(name, frozenset()) | frozenset(rest)
    return aliases, parents


@cache
def _groups() -> dict[str, frozenset[str]]:
    """Unions of states and those that belong to them (data/groups.tsv)."""
    found: dict[str, set[str]] = {}
    for line in files(_DATA).joinpath("groups.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            names, members = line.split("\t")
            for name in names.split("|"):
                found.setdefault(name, set()).update(members.split("|"))
    return {name: frozenset(members) for name, members in found.items()}


@lru_cache(maxsize=65536)
def place_key(key: str) -> str:
    """Main name key of a place known under another (`usa` to `united states`); any other key unchanged."""
    return _places()[0].get(key, key)


@lru_cache(maxsize=65536)
def is_part_of(inner: str, outer: str) -> bool:
    """True when a place called inner lies in one called outer; every enclosing place is listed with each."""
    start, goal = place_key(name_key(inner)), place_key(name_key(outer))
    if start == goal:
        return False
    around = _places()[1].get(start, frozenset())
    members = _groups().get(goal)
    return goal in around or (members is not None and (start in members or not members.isdisjoint(around)))


def is_country(name: str) -> bool:
    """True when the gazetteer knows a place of that name which lies in a continent and in nothing smaller."""
    around = _places()[1].get(place_key(name_key(name)))
    return around is not None and around <= _CONTINENTS


_CONTINENTS = frozenset({"africa", "antarctica", "asia", "europe", "north america", "oceania", "south america"})


def is_place(name: str) -> bool:
    """True when the gazetteer knows a place of that name."""
    return place_key(name_key(name)) in _places()[1]
