"""Word knowledge from WordNet 3.0 (data/wordnet.npz, built by scripts/build_wordnet_tables.py)."""

from enum import IntEnum
from functools import lru_cache
from importlib.resources import as_file, files

import numpy as np

# Endings taken off when a form is unknown, as wndb's morphy does.
_ENDINGS = (
    ("ies", "y"), ("ves", "f"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "z"), ("es", "e"),
    ("es", ""), ("s", ""), ("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), ("er", "e"), ("er", ""),
    ("est", "e"), ("est", ""),
)  # fmt: skip
_REACH = 3  # levels of hypernymy looked at


class Kinship(IntEnum):
    """How two words are related; a larger number is a stronger sign that one stands against the other."""

    NONE = 0
    SAME = 1
    SYNONYM = 2
    BROADER = 3
    DOMAIN = 4
    COUSIN = 5
    SIBLING = 6
    ANTONYM = 7


class WordNet:
    """Base forms and kinship of single words."""

    def __init__(self) -> None:
        """Read the packaged tables (0.2 s)."""
        with as_file(files("graphmem.conflicts.scorer") / "data" / "wordnet.npz") as path, np.load(path) as tables:
            words: list[str] = tables["words"].tobytes().decode().split("\n")
            forms: list[str] = tables["forms"].tobytes().decode().split("\n")
            self._sense_start: list[int] = tables["sense_start"].tolist()
            self._sense: list[int] = tables["sense"].tolist()
            self._category: list[int] = tables["category"].tolist()
            self._parent_start: list[int] = tables["parent_start"].tolist()
            self._parent: list[int] = tables["parent"].tolist()
            self._antonyms = {(words[a], words[b]) for a, b in tables["antonym"].tolist()}
            self._opposed = {(a, b) for a, b in tables["opposed"].tolist()}
        self._antonyms_of: dict[str, list[str]] = {}
        for a, b in sorted(self._antonyms):
            self._antonyms_of.setdefault(a, []).append(b)
        self._number = {word: i for i, word in enumerate(words)}
        self._forms: dict[str, str] = {}
        for line in forms:
            form, base = line.split(" ")
            self._forms.setdefault(form, base)

    def __contains__(self, word: str) -> bool:
        """Whether the base form is a word of WordNet."""
        return word in self._number

    def base(self, form: str) -> str:
        """Base form of a lower-cased word; the word itself when none is known."""
        known = self._forms.get(form)
        if known is None:
            known = self._forms[form] = self._strip(form)
        return known

    def _strip(self, form: str) -> str:
        if len(form) > 3:
            for ending, instead in _ENDINGS:
                if form.endswith(ending) and not form.endswith("ss"):
                    stem = form[: len(form) - len(ending)]
                    candidates = [stem + instead]
                    if len(stem) > 3 and stem[-1] == stem[-2] and not instead:
                        candidates.append(stem[:-1])  # "planned" doubles its consonant
                    for candidate in candidates:
                        if len(candidate) > 1 and candidate in self._number:
                            return candidate
        return form

    def senses(self, word: str) -> list[int]:
        """Synsets of a base form, the frequent ones first within each part of speech."""
        at = self._number.get(word)
        return [] if at is None else self._sense[self._sense_start[at] : self._sense_start[at + 1]]

    def antonyms(self, word: str) -> list[str]:
        """Direct antonyms of a base form, sorted."""
        return self._antonyms_of.get(word, [])

    def categories(self, word: str) -> frozenset[int]:
        """Lexicographer files (lexnames(5WN)) of a word's senses."""
        return frozenset(self._category[sense] for sense in self.senses(word))

    def parents(self, sense: int) -> list[int]:
        """Synsets directly above, or similar to, a synset."""
        return self._parent[self._parent_start[sense] : self._parent_start[sense + 1]]

    def ancestors(self, word: str) -> dict[int, int]:
        """Synsets up to three levels above a word's senses, with the least number of levels (0: its own)."""
        level = dict.fromkeys(self.senses(word), 0)
        edge = list(level)
        for depth in range(1, _REACH + 1):
            edge = [up for sense in edge for up in self.parents(sense) if up not in level]
            level.update(dict.fromkeys(edge, depth))
        return level

    def kinship(self, a: str, b: str) -> Kinship:
        """How two base forms are related; symmetric."""
        return _kinship(self, *sorted((a, b)))


@lru_cache(maxsize=200_000)
def _kinship(net: WordNet, a: str, b: str) -> Kinship:
    if a == b:
        return Kinship.SAME
    if (a, b) in net._antonyms or (b, a) in net._antonyms:
        return Kinship.ANTONYM
    above_a, above_b = net.ancestors(a), net.ancestors(b)
    if not above_a or not above_b:
        return Kinship.NONE
    own_a, own_b = net.senses(a), net.senses(b)
    if set(own_a) & set(own_b):
        return Kinship.SYNONYM
    near_a = {sense for sense, depth in above_a.items() if depth <= 1}
    near_b = {sense for sense, depth in above_b.items() if depth <= 1}
    if any((s, t) in net._opposed for s in near_a for t in near_b):
        return Kinship.ANTONYM
    shared = above_a.keys() & above_b.keys()
    if any(above_a[sense] == 0 or above_b[sense] == 0 for sense in shared):
        return Kinship.BROADER
    reach = min((above_a[sense] + above_b[sense] for sense in shared), default=99)
    if reach <= 2:
        return Kinship.SIBLING
    if reach <= 4:
        return Kinship.COUSIN
    return Kinship.DOMAIN if net.categories(a) & net.categories(b) else Kinship.NONE


@lru_cache(maxsize=1)
def load_wordnet() -> WordNet:
    """The packaged tables, read once in a process."""
    return WordNet()
