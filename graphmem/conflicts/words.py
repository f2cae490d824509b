"""Words against words: antonyms, classes of which only one can hold, and broader words; all shipped as data."""

import csv
import gzip
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

_DATA = "graphmem.conflicts.data"
_ENDINGS = (("d", ""), ("ed", ""), ("s", ""), ("es", ""), ("ing", ""), ("ing", "e"), ("ied", "y"), ("ies", "y"))


@cache
def _antonyms() -> dict[str, frozenset[str]]:
    """Words and their opposites: WordNet 3.1 (data/antonyms.tsv) and our own additions (data/opposites.tsv)."""
    found: dict[str, set[str]] = {}
    for name in ("antonyms.tsv", "opposites.tsv"):
        for row in _rows(name):
            found.setdefault(row[0], set()).add(row[1])
            found.setdefault(row[1], set()).add(row[0])
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _classes() -> dict[str, str]:
    """Words of which a thing has only one at a time, with their class (data/exclusive.tsv): `red` colour."""
    return {row[1]: row[0] for row in _rows("exclusive.tsv")}


@cache
def _taxonomy() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Senses of words and broader senses of senses (data/taxonomy.tsv.gz, WordNet 3.1)."""
    senses: dict[str, tuple[str, ...]] = {}
    broader: dict[str, tuple[str, ...]] = {}
    packed = files(_DATA).joinpath("taxonomy.tsv.gz").read_bytes()
    for line in gzip.decompress(packed).decode().splitlines():
        kind, key, *rest = line.split("\t")
        (senses if kind == "w" else broader)[key] = tuple(rest)
    return senses, broader


@lru_cache(maxsize=65536)
def are_antonyms(a: str, b: str) -> bool:
    """True when the two words are opposites in the shipped lists, as they stand or without an ending."""
    known = _antonyms()
    return any(not known.get(stem, frozenset()).isdisjoint(_stems(b)) for stem in _stems(a))


@lru_cache(maxsize=65536)
def opposite_pairs(word: str) -> frozenset[tuple[str, str, bool]]:
    """Pairs of opposites of which the word or its stem is one, in order of the alphabet; True if it is the later."""
    known = _antonyms()
    return frozenset(
        (min(stem, other), max(stem, other), stem > other)
        for stem in _stems(word)
        for other in known.get(stem, frozenset())
    )


def _stems(word: str) -> list[str]:
    """The word and what is left of it without an ending."""
    found = [word]
    for old, new in _ENDINGS:
        if word.endswith(old) and len(word) > len(old) + 2:
            found.append(word.removesuffix(old) + new)
    return found


def exclusive_class(word: str) -> str | None:
    """Class of which a thing has only one word at a time (`red`: colour), None for other words."""
    return _classes().get(word)


@lru_cache(maxsize=65536)
def exclude_each_other(a: str, b: str) -> str | None:
    """Class that makes two different words exclude each other (`red` and `blue`: colour), else None."""
    if a == b:
        return None
    classes = _classes()
    name = classes.get(a)
    return name if name is not None and classes.get(b) == name else None


@lru_cache(maxsize=65536)
def broader_or_same(a: str, b: str) -> Literal["same", "broader", "narrower"] | None:
    """How two nouns are related in WordNet: one sense shared, or a a broader or narrower word than b; else None."""
    if a == b:
        return "same"
    senses, _ = _taxonomy()
    left, right = senses.get(a), senses.get(b)
    if not left or not right:
        return None
    if set(left) & set(right):
        return "same"
    if set(left) & _ancestors(right):
        return "broader"
    if set(right) & _ancestors(left):
        return "narrower"
    return None


@lru_cache(maxsize=16384)
def _ancestors(senses: tuple[str, ...]) -> frozenset[str]:
    _, broader = _taxonomy()
    seen: set[str] = set()
    frontier = list(senses)
    while frontier:
        for parent in broader.get(frontier.pop(), ()):
            if parent not in seen:
                seen.add(parent)
                frontier.append(parent)
    return frozenset(seen)


def _rows(name: str) -> list[list[str]]:
    text = files(_DATA).joinpath(name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return list(csv.reader(lines, delimiter="\t"))
