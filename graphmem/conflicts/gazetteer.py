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


@lru_cache(maxsize=65536)
def place_key(key: str) -> str:
    """Main name key of a place known under another (`usa` to `united states`); any other key unchanged."""
    return _places()[0].get(key, key)


@lru_cache(maxsize=65536)
def is_part_of(inner: str, outer: str) -> bool:
    """True when a place called inner lies in one called outer; every enclosing place is listed with each."""
    start, goal = place_key(name_key(inner)), place_key(name_key(outer))
    return start != goal and goal in _places()[1].get(start, frozenset())


def is_place(name: str) -> bool:
    """True when the gazetteer knows a place of that name."""
    return place_key(name_key(name)) in _places()[1]
