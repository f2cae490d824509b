"""Which token of one text answers to which of the other, and which are left over."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from graphmem.conflicts.scorer.reading import Reading, Token, read
from graphmem.conflicts.scorer.vocabulary import EXCLUSIVE_TYPES
from graphmem.conflicts.scorer.wordnet import Kinship, load_wordnet

_NEAR = 3  # tokens on either side that count as context


@dataclass(frozen=True, slots=True)
class Edit:
    """A run of tokens of the short text replaced by a run of the long one; either may be empty."""

    short: tuple[int, ...]
    long: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Two left-over tokens of one class in like surroundings: context counts the matched neighbours, 0 to 4."""

    short: Token
    long: Token
    context: int
    kinship: Kinship
    exclusive: bool


@dataclass(frozen=True)
class Alignment:
    """Two readings, the shorter first, with matches from short to long positions, left-overs and edits."""

    short: Reading
    long: Reading
    match: dict[int, int]
    left_short: tuple[int, ...]
    left_long: tuple[int, ...]
    edits: tuple[Edit, ...]
    ratio: float
    clashes: tuple[Clash, ...]


def same_value(a: Token, b: Token) -> bool:
    """Whether two tokens are the same number, however written, or the same word."""
    if a.value is not None and b.value is not None:
        return a.value == b.value and (a.kind == "ordinal") == (b.kind == "ordinal")
    return a.base == b.base


def relate(a: Token, b: Token) -> Kinship:
    """Kinship of two tokens that are not the same; numbers and names have none."""
    if a.value is not None or b.value is not None:
        return Kinship.NONE
    net = load_wordnet()
    return net.kinship(net.base(a.base), net.base(b.base))


def exclude_each_other(a: Token, b: Token) -> bool:
    """Whether two words are different members of one list of which a thing has one."""
    return a.base != b.base and any(a.base in members and b.base in members for members in EXCLUSIVE_TYPES)


@lru_cache(maxsize=20_000)
def align(a: str, b: str) -> Alignment:
    """Align two texts; which comes first makes no difference."""
    first, second = sorted((a, b), key=lambda text: (len(read(text).tokens), text))
    short, long = read(first), read(second)
    bases_s, bases_l = [token.base for token in short.tokens], [token.base for token in long.tokens]
    matcher = SequenceMatcher(None, bases_s, bases_l, autojunk=False)
    match: dict[int, int] = {}
    edits = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            match.update(zip(range(i1, i2), range(j1, j2), strict=True))
        else:
            edits.append(Edit(tuple(range(i1, i2)), tuple(range(j1, j2))))
    _match_elsewhere(short, long, match)
    taken = set(match.values())
    left_short = tuple(i for i, token in enumerate(short.tokens) if token.content and i not in match)
    left_long = tuple(j for j, token in enumerate(long.tokens) if token.content and j not in taken)
    clashes = _find_clashes(short, long, match, left_short, left_long)
    return Alignment(short, long, match, left_short, left_long, tuple(edits), matcher.ratio(), clashes)


def _match_elsewhere(short: Reading, long: Reading, match: dict[int, int]) -> None:
    """Match what is left: the same word anywhere, then synonyms, then the broader word."""
    taken = set(match.values())
    open_long = [j for j, token in enumerate(long.tokens) if token.content and j not in taken]
    for wanted in (Kinship.SAME, Kinship.SYNONYM, Kinship.BROADER):
        for i, token in enumerate(short.tokens):
            if not token.content or i in match:
                continue
            for j in open_long:
                other = long.tokens[j]
                same = same_value(token, other)
                if same if wanted is Kinship.SAME else relate(token, other) is wanted:
                    match[i] = j
                    open_long.remove(j)
                    break


def _context(match: dict[int, int], short: Reading, long: Reading, i: int, j: int) -> int:
    """How many content words near position i are matched to content words near position j."""
    count = 0
    for step in (-1, 1):
        seen = 0
        at = i + step
        while 0 <= at < len(short.tokens) and seen < 2:
            if short.tokens[at].content:
                seen += 1
                count += at in match and abs(match[at] - j) <= _NEAR
            at += step
    return count


def _comparable(a: Token, b: Token) -> bool:
    numbers = {"number", "year", "ordinal"}
    if a.kind in numbers or b.kind in numbers:
        return a.kind == b.kind
    return True


def _find_clashes(
    short: Reading, long: Reading, match: dict[int, int], left_short: tuple[int, ...], left_long: tuple[int, ...]
) -> tuple[Clash, ...]:
    """Each left-over token of the short text with the left-over of the long one that stands most against it."""
    clashes = []
    for i in left_short:
        best: tuple[tuple[int, ...], Clash] | None = None
        for j in left_long:
            a, b = short.tokens[i], long.tokens[j]
            if not _comparable(a, b):
                continue
            clash = Clash(a, b, _context(match, short, long, i, j), relate(a, b), exclude_each_other(a, b))
            same_kind = int(a.kind == b.kind)
            rank = (int(clash.exclusive), int(clash.kinship >= Kinship.SIBLING), clash.context, same_kind,
                    int(clash.kinship), -j)  # fmt: skip
            if best is None or rank > best[0]:
                best = rank, clash
        if best:
            clashes.append(best[1])
    return tuple(clashes)
