"""Negation with its scope, direction of findings, quantifiers, modality, hedges, conditions."""

from graphmem.conflicts.scorer import vocabulary as words
from graphmem.conflicts.scorer.alignment import Alignment
from graphmem.conflicts.scorer.reading import Reading

_SCOPE = 4  # content words after a negator that it may govern


def _negators(reading: Reading, of: frozenset[str]) -> list[int]:
    found = []
    for i, token in enumerate(reading.tokens):
        after = reading.tokens[i + 1].base if i + 1 < len(reading.tokens) else ""
        if token.base in of and after not in words.HARMLESS_AFTER_NEGATOR:
            found.append(i)
    return found


def governed(reading: Reading) -> set[int]:
    """Positions of content words in the scope of an odd number of negators: up to four after it, in its clause."""
    depth: dict[int, int] = {}
    for start in _negators(reading, words.NEGATORS):
        seen = 0
        for i in range(start + 1, len(reading.tokens)):
            token = reading.tokens[i]
            if token.base in ("but", "although", "though", "while", "because"):
                break
            if token.content:
                depth[i] = depth.get(i, 0) + 1
                seen += 1
                if seen == _SCOPE:
                    break
    return {i for i, count in depth.items() if count % 2}


def denied_words(pair: Alignment) -> list[str]:
    """Matched words that only one side denies, as written in the shorter text."""
    denied_s, denied_l = governed(pair.short), governed(pair.long)
    return [
        pair.short.tokens[i].form
        for i, j in sorted(pair.match.items())
        if pair.short.tokens[i].content and (i in denied_s) != (j in denied_l)
    ]


def _scope_clash(pair: Alignment) -> tuple[int, int]:
    """How many matched words are denied on one side only, and how many on both."""
    denied_s, denied_l = governed(pair.short), governed(pair.long)
    pairs = [(i in denied_s, j in denied_l) for i, j in pair.match.items() if pair.short.tokens[i].content]
    return sum(a != b for a, b in pairs), sum(a and b for a, b in pairs)


def _direction(reading: Reading) -> int:
    """Words of rise and success less words of fall and failure, each turned round by a negator in front of it."""
    denied = governed(reading)
    total = 0
    for i, token in enumerate(reading.tokens):
        sign = (token.base in words.UP) - (token.base in words.DOWN)
        total += -sign if i in denied else sign
    return total


def _has(reading: Reading, of: frozenset[str]) -> int:
    return sum(token.base in of for token in reading.tokens)


def _strength(reading: Reading) -> int:
    return max((words.MODAL_STRENGTH.get(token.base, 0) for token in reading.tokens), default=0)


def polarity(pair: Alignment) -> dict[str, float]:
    """What one side denies, limits, requires or doubts and the other does not."""
    short, long = pair.short, pair.long
    negators_s, negators_l = _negators(short, words.NEGATORS), _negators(long, words.NEGATORS)
    strong_s, strong_l = _negators(short, words.STRONG_NEGATORS), _negators(long, words.STRONG_NEGATORS)
    one_sided, two_sided = _scope_clash(pair)
    direction_s, direction_l = _direction(short), _direction(long)
    edited = {pair.short.tokens[i].base for edit in pair.edits for i in edit.short} | {
        pair.long.tokens[j].base for edit in pair.edits for j in edit.long
    }
    return {
        "negators_short": len(negators_s),
        "negators_long": len(negators_l),
        "parity": (len(negators_s) + len(negators_l)) % 2,
        "strong_parity": (len(strong_s) + len(strong_l)) % 2,
        "one_denies": float(bool(strong_s) != bool(strong_l)),
        "both_deny": float(bool(strong_s) and bool(strong_l)),
        "denied_on_one_side": one_sided,
        "denied_on_both_sides": two_sided,
        "negator_edited": float(bool(edited & words.NEGATORS)),
        "direction_product": max(-3, min(3, direction_s)) * max(-3, min(3, direction_l)),
        "direction_short": direction_s,
        "direction_long": direction_l,
        "up_against_down": float(
            (_has(short, words.UP) > 0 and _has(long, words.DOWN) > 0)
            or (_has(short, words.DOWN) > 0 and _has(long, words.UP) > 0)
        ),
        "universal": _has(short, words.UNIVERSAL) - _has(long, words.UNIVERSAL),
        "partial": _has(short, words.PARTIAL) - _has(long, words.PARTIAL),
        "universal_against_partial": float(
            _has(short, words.UNIVERSAL) * _has(long, words.PARTIAL) > 0
            or _has(short, words.PARTIAL) * _has(long, words.UNIVERSAL) > 0
        ),
        "exclusive_words_short": _has(short, words.EXCLUSIVE),
        "exclusive_words_long": _has(long, words.EXCLUSIVE),
        "modal_gap": _strength(short) - _strength(long),
        "hedges": _has(short, words.HEDGES) - _has(long, words.HEDGES),
        "conditions": _has(short, words.CONDITIONS) - _has(long, words.CONDITIONS),
        "many_valued": sum(pair.short.tokens[i].base in words.MANY_VALUED for i in pair.match),
        "changes": _has(short, words.PAST_CHANGE) + _has(long, words.PAST_CHANGE),
    }
