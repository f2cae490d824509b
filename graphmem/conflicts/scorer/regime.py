"""What sort of pair it is: the same margin is worth more where little but the clash was changed."""

from enum import StrEnum

from graphmem.conflicts.scorer.alignment import Alignment, Clash
from graphmem.conflicts.scorer.vocabulary import BOUNDING, NEGATORS, PARTIAL
from graphmem.conflicts.scorer.wordnet import Kinship

_FEW = 2  # content words that a substitution may touch
_MOSTLY = 0.6  # share of the shorter text's content that the other must hold for their numbers to be about one thing


class Regime(StrEnum):
    """Sorts of pairs that have a calibration curve of their own."""

    EXCHANGE = "exchange"  # one value or word put for another that excludes it; denied, bounded and listed is nothing
    SUBSTITUTION = "substitution"  # one run of words replaced, and the words exclude each other
    VALUE = "value"  # mostly the same said, with other numbers
    REWORDING = "rewording"  # everything else


def _excludes(clash: Clash) -> bool:
    if clash.short.kind == clash.long.kind == "ordinal":
        return True
    return clash.context >= 1 and (
        clash.exclusive or clash.short.value is not None or (clash.context > 1 and clash.kinship >= Kinship.COUSIN)
    )


_UNPLAIN = NEGATORS | PARTIAL | BOUNDING
_LISTING = frozenset(("and", "or", "but", "nor"))


def _is_exchange(pair: Alignment) -> bool:
    """Whether the texts are one sentence but for a single word, number or date, and these exclude each other."""
    if len(pair.edits) != 1 or len(pair.left_short) != 1 or len(pair.left_long) != 1 or len(pair.clashes) != 1:
        return False
    (edit,), (clash,) = pair.edits, pair.clashes
    if {token.base for token in (*pair.short.tokens, *pair.long.tokens)} & _UNPLAIN:
        return False
    tokens = pair.short.tokens
    if _LISTING & {tokens[i].base for i in (edit.short[0] - 1, edit.short[-1] + 1) if 0 <= i < len(tokens)}:
        return False
    same_kind = clash.short.kind == clash.long.kind
    return same_kind and (clash.short.value is not None or clash.exclusive or clash.kinship is Kinship.ANTONYM)


def regime_of(pair: Alignment) -> Regime:
    """The sort of a pair."""
    if _is_exchange(pair):
        return Regime.EXCHANGE
    replaced = [edit for edit in pair.edits if edit.short and edit.long]
    one_run = len(replaced) == len(pair.edits) == 1 and len(pair.left_short) <= _FEW
    if one_run and any(_excludes(clash) for clash in pair.clashes):
        return Regime.SUBSTITUTION
    covered = 1 - len(pair.left_short) / max(1, len(pair.short.content))
    if covered >= _MOSTLY and any(clash.short.value is not None and clash.context >= 1 for clash in pair.clashes):
        return Regime.VALUE
    return Regime.REWORDING
