"""Whether the claims of two texts say that they answer different questions, where a judge of sentences sees a conflict.

`64 GB of memory` and `a 2 TB disk` differ in a number, `met its primary endpoint` and `did not meet its secondary one`
in a negator; whoever reads what is claimed knows that both hold.
"""

from collections.abc import Iterable, Sequence

from graphmem.conflicts.pairs import ReadPair
from graphmem.conflicts.scorer.wordnet import Kinship, load_wordnet
from graphmem.conflicts.values import affirms, can_be_same, same_matter, words_of
from graphmem.conflicts.words import are_antonyms
from graphmem.model.claim import ClaimDraft, Modality
from graphmem.model.conflict import ConflictKind
from graphmem.model.value import EntityValue
from graphmem.protocols import SlotKnowledge

Pairs = Sequence[tuple[ClaimDraft, ClaimDraft]]
# Words of a text up to which its claims say all of it; of longer sentences what is not claimed may be what differs: on
# samples of three labelled sets, 10 false conflicts were kept out for 34 true ones lost.
_SHORT = 12


def answer_apart(read: ReadPair, met: Pairs, kind: ConflictKind, slots: SlotKnowledge) -> str | None:
    """Why the two answer different questions, None where the claims leave it open.

    met are the pairs of claims with one subject; kind is what sets the sentences apart on their face.
    """
    if not read.a.claims or not read.b.claims or any(len(t.split()) > _SHORT for t in (read.pair.a, read.pair.b)):
        return None
    if not met:
        crossed = kind is ConflictKind.NEGATION and _of_the_same_two(read)
        return None if crossed else "what one is about is not what the other is about"
    asked = [(a, b) for a, b in met if _one_question(a, b, slots)]
    if kind is ConflictKind.NUMERIC:
        return None if asked else "their numbers answer different questions"
    if kind is ConflictKind.NEGATION:
        return _denied_apart(read, slots)
    known = all(slots.facts(claim.attribute).source != "default" for claim in _claims(met))
    if known and not asked:
        return "they speak of different slots"
    if kind is ConflictKind.ANTONYM:
        return _opposites_apart(met)
    return _values_apart(asked, slots)


def _of_the_same_two(read: ReadPair) -> bool:
    """`Brix hired Salt` and `Salt never worked for Brix`: one thing done between two, told from both ends."""
    return any(_names(a) == _names(b)[::-1] for a in read.a.claims for b in read.b.claims)


def _names(claim: ClaimDraft) -> tuple[str, str]:
    value = claim.value.key if isinstance(claim.value, EntityValue) else ""
    return claim.subject_key, value


def _denied_apart(read: ReadPair, slots: SlotKnowledge) -> str | None:
    """What is denied on one side is not what the other affirms."""
    sides = (read.a.claims, read.b.claims)
    for denials, others in (sides, sides[::-1]):
        denied = [claim for claim in denials if _denies(claim)]
        yes = [claim for claim in others if not _denies(claim)]
        if denied and yes and not any(_could_deny(no, claim, slots) for no in denied for claim in yes):
            return "what one denies is not what the other affirms"
    return None


def _denies(claim: ClaimDraft) -> bool:
    """True for what is not so, and for what must not be."""
    return affirms(claim) == (claim.modality is Modality.PROHIBITED)


def _could_deny(no: ClaimDraft, yes: ClaimDraft, slots: SlotKnowledge) -> bool:
    if not _one_question(no, yes, slots):
        return False
    left, right = words_of(no.value), words_of(yes.value)
    return (
        no.attribute != yes.attribute
        or same_matter(no, yes)
        or left is None
        or right is None
        or can_be_same(left, right)
    )


def _opposites_apart(met: Pairs) -> str | None:
    """Opposite verbs of different things: won the bridge, lost the tunnel."""
    facing = [(a, b) for a, b in met if _are_opposite(a.attribute, b.attribute)]
    if facing and not any(same_matter(a, b) for a, b in facing):
        return "opposite words, said of different things"
    return None


def _values_apart(asked: Pairs, slots: SlotKnowledge) -> str | None:
    """Two things that one verb was done to are two deeds; of a slot that is known the rules would have spoken."""
    for a, b in asked:
        deed = " " not in a.attribute and slots.facts(a.attribute).source == "default"
        known = a.attribute == b.attribute and slots.facts(a.attribute).source != "default"
        if not (known or deed) or words_of(a.value) is None or words_of(b.value) is None:
            return None
    return "both may stand: the same is said of two things" if asked else None


def _one_question(a: ClaimDraft, b: ClaimDraft, slots: SlotKnowledge) -> bool:
    """True for one slot, and of unknown ones for opposite verbs, synonyms, and verbs that differ in a preposition
    only."""
    if a.attribute == b.attribute:
        return True
    if any(slots.facts(claim.attribute).source != "default" for claim in (a, b)):
        return False
    if _are_opposite(a.attribute, b.attribute) or _are_synonyms(a.attribute, b.attribute):
        return True
    left, right = a.attribute.split(), b.attribute.split()
    words = 2 if "be" in (left[0], right[0]) else 1  # "be store at" and "be store below" are of one verb
    return left[:words] == right[:words]


def _are_opposite(a: str, b: str) -> bool:
    left, right = a.split(), b.split()
    return bool(left and right) and left[1:] == right[1:] and are_antonyms(left[0], right[0])


def _are_synonyms(a: str, b: str) -> bool:
    """Verbs of one sense in WordNet, in the same voice and with the same preposition."""
    left, right = (words.removeprefix("be ").split() for words in (a, b))
    if a.startswith("be ") != b.startswith("be ") or left[1:] != right[1:] or not left:
        return False
    return load_wordnet().kinship(left[0], right[0]) is Kinship.SYNONYM


def _claims(met: Pairs) -> Iterable[ClaimDraft]:
    return (claim for pair in met for claim in pair)
