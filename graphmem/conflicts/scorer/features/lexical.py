"""Words, names and numbers that stand against each other."""

import math

from graphmem.conflicts.scorer.alignment import Alignment, Clash
from graphmem.conflicts.scorer.vocabulary import MONTHS, PREFIXES, SEQUENCE
from graphmem.conflicts.scorer.wordnet import Kinship, load_wordnet


def _count(clashes: list[Clash], kinship: Kinship, context: int = 0) -> int:
    return sum(clash.kinship is kinship and clash.context >= context for clash in clashes)


def _prefixed(a: str, b: str) -> bool:
    """Whether one word is the other with a denying prefix or ending."""
    if len(a) > len(b):
        a, b = b, a
    return (len(a) > 2 and any(prefix + a == b for prefix in PREFIXES)) or (
        a.endswith("ful") and b.endswith("less") and a[:-3] == b[:-4]
    )


def _gap(clashes: list[Clash]) -> float:
    """Largest relative difference of two numbers, on a log scale; -1 without any."""
    gaps = [
        abs(math.log1p(abs(clash.short.value)) - math.log1p(abs(clash.long.value)))
        for clash in clashes
        if clash.short.value is not None and clash.long.value is not None
    ]
    return max(gaps, default=-1.0)


def _values(clashes: list[Clash], kind: str) -> list[Clash]:
    return [clash for clash in clashes if clash.short.kind == clash.long.kind == kind]


def _crossed(pair: Alignment) -> int:
    """Antonyms of which one is left over and the other anywhere in the other text."""
    net = load_wordnet()
    count = 0
    for left, own, other in ((pair.left_short, pair.short, pair.long), (pair.left_long, pair.long, pair.short)):
        for i in left:
            word = own.tokens[i]
            if word.kind == "word":
                count += any(
                    token.kind == "word" and net.kinship(word.base, token.base) is Kinship.ANTONYM
                    for token in other.tokens
                )
    return count


def lexical(pair: Alignment) -> dict[str, float]:
    """Antonyms, members of one list, other names and other numbers, with and without like surroundings."""
    clashes = list(pair.clashes)
    words = [clash for clash in clashes if clash.short.kind == clash.long.kind == "word"]
    names, numbers = _values(clashes, "name"), _values(clashes, "number")
    years, ordinals = _values(clashes, "year"), _values(clashes, "ordinal")
    best = max(clashes, key=lambda clash: (clash.context, clash.kinship), default=None)
    left_kinds_s = [pair.short.tokens[i].kind for i in pair.left_short]
    left_kinds_l = [pair.long.tokens[j].kind for j in pair.left_long]
    return {
        "antonyms": _count(words, Kinship.ANTONYM),
        "antonyms_in_context": _count(words, Kinship.ANTONYM, 2),
        "antonyms_crossed": _crossed(pair),
        "siblings": _count(words, Kinship.SIBLING),
        "siblings_in_context": _count(words, Kinship.SIBLING, 2),
        "cousins": _count(words, Kinship.COUSIN),
        "cousins_in_context": _count(words, Kinship.COUSIN, 2),
        "of_one_domain_in_context": _count(words, Kinship.DOMAIN, 2),
        "unrelated_in_context": _count(words, Kinship.NONE, 2),
        "exclusive": sum(clash.exclusive for clash in clashes),
        "exclusive_in_context": sum(clash.exclusive and clash.context >= 1 for clash in clashes),
        "prefixed": sum(_prefixed(clash.short.base, clash.long.base) for clash in clashes),
        "broader_matches": sum(
            pair.short.tokens[i].content and pair.short.tokens[i].base != pair.long.tokens[j].base
            for i, j in pair.match.items()
        ),
        "names_clash": len(names),
        "names_clash_in_context": sum(clash.context >= 2 for clash in names),
        "name_for_word": sum({clash.short.kind, clash.long.kind} == {"name", "word"} for clash in clashes),
        "numbers_clash": len(numbers),
        "numbers_clash_in_context": sum(clash.context >= 1 for clash in numbers),
        "years_clash": len(years),
        "years_clash_in_context": sum(clash.context >= 1 for clash in years),
        "ordinals_clash": len(ordinals),
        "months_clash": sum(clash.short.base in MONTHS and clash.long.base in MONTHS for clash in clashes),
        "value_gap": _gap(clashes),
        "sequence_clash": sum(clash.short.base in SEQUENCE and clash.long.base in SEQUENCE for clash in clashes),
        "best_context": best.context if best else -1,
        "best_kinship": int(best.kinship) if best else -1,
        "names_left_short": left_kinds_s.count("name"),
        "names_left_long": left_kinds_l.count("name"),
        "numbers_left_short": left_kinds_s.count("number") + left_kinds_s.count("year"),
        "numbers_left_long": left_kinds_l.count("number") + left_kinds_l.count("year"),
    }
