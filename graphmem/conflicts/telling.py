"""What the claims of two texts tell between them: what both say, and what one text says together."""

from collections.abc import Sequence

from graphmem.conflicts.comparer import RuleComparer
from graphmem.conflicts.manner import is_hearsay, is_norm
from graphmem.conflicts.pairs import ReadPair
from graphmem.conflicts.unread import unread_words, untold_words
from graphmem.conflicts.values import affirms, same_matter, value_key, words_of
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import Comparison, ConflictKind, Relation
from graphmem.protocols import SidedClaim, SlotFacts, TextPair

Told = tuple[Comparison, ClaimDraft, ClaimDraft]
_KNOWN = {("quantity", "quantity"), ("time", "time"), ("truth", "truth")}


def all_said_twice(read: ReadPair, compared: Sequence[Told]) -> bool:
    """True when each claim of either text is said by the other too, restrictions that were not read included."""
    twice = [(a, b) for told, a, b in compared if told.relation is Relation.DUPLICATE]
    if not twice or any(unread_words(a) != unread_words(b) for a, b in twice):
        return False
    said_a, said_b = {a.attribute for a, _ in twice}, {b.attribute for _, b in twice}
    return all(c.attribute in said_a for c in read.a.claims) and all(c.attribute in said_b for c in read.b.claims)


def words_left(read: ReadPair, compared: Sequence[Told]) -> frozenset[str]:
    """Stems of words in which two texts differ and which no claim that both make tells: there they may yet disagree."""
    twice = [(a, b) for told, a, b in compared if told.relation is Relation.DUPLICATE]
    left, right = [a for a, _ in twice], [b for _, b in twice]
    return untold_words(read.pair.a, read.pair.b, left) | untold_words(read.pair.b, read.pair.a, right)


def says_both(clash: Told, compared: Sequence[Told], pair: TextPair, slot: SlotFacts, comparer: RuleComparer) -> bool:
    """True when one of the texts says of one time what the clash sets against each other, once with each value.

    `Two singles and sixty doubles titles` is no quarrel with `two singles titles`: a text that contradicts itself as
    it was read was read too coarsely. Where it corrects itself, or tells of a change, each saying counts.
    """
    _, a, b = clash
    for told, x, y in compared:
        if told.relation is not Relation.DUPLICATE:
            continue
        if _is_one(y, b) and _contradict(a, x, pair.a, slot, comparer):
            return True
        if _is_one(x, a) and _contradict(b, y, pair.b, slot, comparer):
            return True
    return False


def _is_one(x: ClaimDraft, y: ClaimDraft) -> bool:
    return (x.attribute, x.polarity, x.span) == (y.attribute, y.polarity, y.span) and value_key(x.value) == value_key(
        y.value
    )


def _contradict(x: ClaimDraft, y: ClaimDraft, text: str, slot: SlotFacts, comparer: RuleComparer) -> bool:
    """Whether two claims of one sentence, told in one manner and as one state of things, clash as they were read."""
    if x.sentence != y.sentence or x.change is not None or y.change is not None or is_hearsay(x) != is_hearsay(y):
        return False
    left, right = (SidedClaim(claim=claim, text=text) for claim in (x, y))
    return comparer.compare(left, right, slot).relation is Relation.CONTRADICTION


def read_in_full(told: Told, pair: TextPair) -> bool:
    """True when no rule spoke of two claims although rules know when the two exclude each other, and no word in which
    the texts differ is left untold.

    They know it of amounts, of times, and of one matter that is affirmed, denied or dated; of two names on a slot that
    nobody knows they do not. `30 seconds` and `half a minute` then differ in nothing, whatever the words look like.
    """
    comparison, a, b = told
    if comparison.relation is not Relation.COMPATIBLE or comparison.rule or a.subject_key != b.subject_key:
        return False
    if (a.value.kind, b.value.kind) not in _KNOWN and not same_matter(a, b):
        return False
    return not (untold_words(pair.a, pair.b, [a]) or untold_words(pair.b, pair.a, [b]))


def tell_all_apart(read: ReadPair, kind: ConflictKind) -> str | None:
    """Why two texts with no slot in common speak of two matters: their claims tell every word in which they differ.

    Not where a negator or an opposite is what sets them apart (kind): it may deny the other under another verb.
    """
    if kind in (ConflictKind.NEGATION, ConflictKind.ANTONYM) or not (read.a.claims and read.b.claims):
        return None
    if untold_words(read.pair.a, read.pair.b, read.a.claims) or untold_words(read.pair.b, read.pair.a, read.b.claims):
        return None
    return "all that they say was read, and no two claims are of one slot"


def ask_for_several(met: Sequence[tuple[ClaimDraft, ClaimDraft]]) -> str | None:
    """Why two norms of one verb can both stand: what must be done to one thing says nothing of another thing.

    met are claims of one slot that nobody knows; opposites that exclude each other were found by a rule.
    """
    for a, b in met:
        told = (a, b)
        if not all(is_norm(claim) and affirms(claim) and words_of(claim.value) is not None for claim in told):
            return None
        if a.modality is not b.modality or same_matter(a, b):
            return None
    return "rules ask for several things" if met else None
