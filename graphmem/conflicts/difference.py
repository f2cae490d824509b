"""In what two sentences differ on their face: the kind of a contradiction that only a judge has found."""

from itertools import product

from graphmem.conflicts.values import name_key
from graphmem.conflicts.words import are_antonyms
from graphmem.model.conflict import ConflictKind
from graphmem.model.text import number_tokens

_NEGATORS = frozenset({
    "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot", "t", "hardly", "nowhere",
})  # fmt: skip

_NUMBERS = frozenset(
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand".split(
        "|"
    )
)


def kind_of_difference(a: str, b: str) -> ConflictKind:
    """Negation, when one has a negator more; else numbers, opposite words, or some other value."""
    left, right = name_key(a).split(), name_key(b).split()
    if sum(word in _NEGATORS for word in left) % 2 != sum(word in _NEGATORS for word in right) % 2:
        return ConflictKind.NEGATION
    numbers = [
        sorted([*number_tokens(text), *(w for w in words if w in _NUMBERS)]) for text, words in ((a, left), (b, right))
    ]
    if numbers[0] != numbers[1] and numbers[0] and numbers[1]:
        return ConflictKind.NUMERIC
    only_left, only_right = set(left) - set(right), set(right) - set(left)
    if any(are_antonyms(x, y) for x, y in product(only_left, only_right)):
        return ConflictKind.ANTONYM
    return ConflictKind.VALUE
