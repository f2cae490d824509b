"""Overlap and edits."""

from itertools import pairwise

from graphmem.conflicts.scorer.alignment import Alignment
from graphmem.conflicts.scorer.reading import Reading


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _swapped(pair: Alignment) -> float:
    """Share of matched content words whose order is reversed."""
    order = [pair.match[i] for i in sorted(pair.match) if pair.short.tokens[i].content]
    return _share(sum(b < a for a, b in pairwise(order)), len(order) - 1) if len(order) > 1 else 0.0


def _covered(reading: Reading, matched: set[int], kind: str) -> float:
    of_kind = [i for i, token in enumerate(reading.tokens) if token.kind == kind]
    return _share(sum(i in matched for i in of_kind), len(of_kind)) if of_kind else -1.0


def surface(pair: Alignment) -> dict[str, float]:
    """How much of each text the other has, and what must be edited to turn one into the other."""
    short, long = pair.short, pair.long
    keys, values = set(pair.match), set(pair.match.values())
    replaced = [edit for edit in pair.edits if edit.short and edit.long]
    added = [edit for edit in pair.edits if not edit.short]
    dropped = [edit for edit in pair.edits if not edit.long]
    bases_s, bases_l = {token.base for token in short.content}, {token.base for token in long.content}
    return {
        "length_short": len(short.content),
        "length_long": len(long.content),
        "length_ratio": _share(len(short.content), len(long.content)),
        "covered_short": 1 - _share(len(pair.left_short), len(short.content)) if short.content else 1.0,
        "covered_long": 1 - _share(len(pair.left_long), len(long.content)) if long.content else 1.0,
        "left_short": len(pair.left_short),
        "left_long": len(pair.left_long),
        "jaccard": _share(len(bases_s & bases_l), len(bases_s | bases_l)),
        "sequence_ratio": pair.ratio,
        "replaced": len(replaced),
        "added": len(added),
        "dropped": len(dropped),
        "one_replacement": float(len(pair.edits) == 1 and len(replaced) == 1),
        "only_added": float(bool(pair.edits) and not replaced and not dropped),
        "only_dropped": float(bool(pair.edits) and not replaced and not added),
        "same_words": float(bases_s == bases_l),
        "swapped": _swapped(pair),
        "names_covered_short": _covered(short, keys, "name"),
        "names_covered_long": _covered(long, values, "name"),
        "numbers_covered_short": _covered(short, keys, "number"),
        "years_covered_short": _covered(short, keys, "year"),
        "years_covered_long": _covered(long, values, "year"),
        "starts_alike": float(bool(short.tokens) and short.tokens[0].base == long.tokens[0].base),
        "ends_alike": float(bool(short.content) and short.content[-1].base == long.content[-1].base),
        "conjunctions": sum(token.base in ("and", "or", "but") for token in long.tokens)
        - sum(token.base in ("and", "or", "but") for token in short.tokens),
    }
