"""Build the word tables of the pair scorer from the WordNet 3.0 database files.

    python scripts/build_wordnet_tables.py DICT_FOLDER graphmem/conflicts/scorer/data/wordnet.npz

DICT_FOLDER holds index.* and data.* and *.exc as WordNet publishes them (Debian: package wordnet-base). Format of
those files: wndb(5WN). Kept are words of one token, with at most SENSES senses for each part of speech, and of the
relations hypernymy (instances included), similarity of adjectives and antonymy. The output is a plain numpy archive.
"""

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np

SENSES = 4
POS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
Key = tuple[str, int]  # part of speech, offset in its data file
Opposition = tuple[str, str, Key, Key]  # two words, and their synsets


def read_index(folder: Path, pos: str) -> dict[str, list[Key]]:
    """The leading senses of every word of one token."""
    senses: dict[str, list[Key]] = {}
    for line in (folder / f"index.{POS[pos]}").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        if "_" not in fields[0]:
            count = int(fields[2])
            senses[fields[0]] = [(pos, int(offset)) for offset in fields[-count:]][:SENSES]
    return senses


def read_data(folder: Path, pos: str) -> tuple[dict[Key, int], dict[Key, list[Key]], list[Opposition]]:
    """Category of each synset, its parents, and pairs of antonyms with the synsets in which they are opposed."""
    category: dict[Key, int] = {}
    parents: dict[Key, list[Key]] = defaultdict(list)
    words: dict[Key, list[str]] = {}
    opposite: list[tuple[Key, int, Key, int]] = []
    for line in (folder / f"data.{POS[pos]}").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split("|")[0].split()
        key = (pos, int(fields[0]))
        category[key] = int(fields[1])
        count = int(fields[3], 16)
        words[key] = [fields[4 + 2 * i].lower().split("(")[0] for i in range(count)]
        at = 4 + 2 * count
        for i in range(int(fields[at])):
            symbol, offset, other, ends = fields[at + 1 + 4 * i : at + 5 + 4 * i]
            target = ("a" if other == "s" else other, int(offset))
            if symbol in ("@", "@i", "&"):
                parents[key].append(target)
            elif symbol == "!":
                opposite.append(
                    (key, int.from_bytes(bytes.fromhex(ends[:2])), target, int.from_bytes(bytes.fromhex(ends[2:])))
                )
    pairs = [(words[a][i - 1], words[b][j - 1], a, b) for a, i, b, j in opposite if b in words]
    return category, parents, pairs


def main() -> None:
    """Read the four parts of speech and write the archive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    senses: dict[str, list[Key]] = defaultdict(list)
    category: dict[Key, int] = {}
    parents: dict[Key, list[Key]] = {}
    antonyms: set[Opposition] = set()
    forms: dict[str, str] = {}
    for pos, name in POS.items():
        for word, keys in read_index(options.folder, pos).items():
            senses[word] += keys
        categories, above, pairs = read_data(options.folder, pos)
        category |= categories
        parents |= above
        antonyms.update(pairs)
        for line in (options.folder / f"{name}.exc").read_text(encoding="utf-8").splitlines():
            form, *bases = line.split()
            if "_" not in form + bases[0]:
                forms.setdefault(form, bases[0])
    write(options.output, senses, category, parents, antonyms, forms)


def write(
    output: Path,
    senses: dict[str, list[Key]],
    category: dict[Key, int],
    parents: dict[Key, list[Key]],
    antonyms: set[Opposition],
    forms: dict[str, str],
) -> None:
    """Number what is reachable from the words and store it as flat arrays (values and starts)."""
    kept: dict[Key, int] = {}
    waiting = [key for word in sorted(senses) for key in senses[word]]
    while waiting:
        key = waiting.pop()
        if key not in kept:
            kept[key] = len(kept)
            waiting += parents.get(key, [])
    order = sorted(kept, key=lambda key: kept[key])
    vocabulary = sorted(senses)
    number = {word: i for i, word in enumerate(vocabulary)}
    known = sorted({(number[a], number[b]) for a, b, _, _ in antonyms if a in number and b in number})
    opposed = sorted({(kept[a], kept[b]) for _, _, a, b in antonyms if a in kept and b in kept})
    np.savez_compressed(
        output,
        words=pack("\n".join(vocabulary)),
        sense_start=np.cumsum([0] + [len(senses[word]) for word in vocabulary]).astype(np.int32),
        sense=np.array([kept[key] for word in vocabulary for key in senses[word]], dtype=np.int32),
        category=np.array([category[key] for key in order], dtype=np.int8),
        parent_start=np.cumsum([0] + [len(parents.get(key, [])) for key in order]).astype(np.int32),
        parent=np.array([kept[up] for key in order for up in parents.get(key, [])], dtype=np.int32),
        antonym=np.array(known, dtype=np.int32),
        opposed=np.array(opposed, dtype=np.int32),
        forms=pack("\n".join(f"{form} {base}" for form, base in sorted(forms.items()))),
    )


def pack(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Text as bytes in an array."""
    return np.frombuffer(text.encode(), dtype=np.uint8)


if __name__ == "__main__":
    main()
