"""What is known of slots: the lexicon's seed, moved by what the corpus shows, never by one example.

A group is one entity's claims on one slot. It speaks for many values when two values that exclude each other hold
at one time: said by one record, dated with overlapping ends, or in turns (A, B, A again). It speaks for one value when
several records agree, or when values follow each other without coming back. Undated disagreement says nothing: that is
what a conflict looks like.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Protocol

from pydantic import BaseModel, Field

from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.times import holding
from graphmem.conflicts.values import affirms, can_be_same, value_key, words_of
from graphmem.lexicon import seed as lexicon_seed
from graphmem.model.claim import Modality
from graphmem.protocols import SlotFacts, SlotKnowledge

_FEWEST_GROUPS = 5
_PRIOR_WEIGHT = {"lexicon": 12.0, "given": 50.0, "default": 4.0, "learned": 12.0}
_STATED = frozenset({Modality.ASSERTED, Modality.REQUIRED})


class SlotCounts(BaseModel, frozen=True):
    """How many groups of a slot speak for one value at a time, and how many for several."""

    attribute: str
    single: int = Field(default=0, ge=0)
    several: int = Field(default=0, ge=0)

    def __add__(self, other: "SlotCounts") -> "SlotCounts":
        return SlotCounts(
            attribute=self.attribute, single=self.single + other.single, several=self.several + other.several
        )


class AttributeMapper(Protocol):
    """Finds the known attribute that an unknown one means."""

    def nearest(self, attribute: str) -> str | None:
        """Known attribute of like meaning, None when there is none."""


def count_group(claims: Sequence[ClaimInContext]) -> SlotCounts:
    """What one group, the claims of one entity on one slot, says of the slot."""
    attribute = claims[0].claim.attribute
    stated = [c for c in claims if affirms(c.claim) and c.claim.modality in _STATED and not c.claim.conditions]
    if len(stated) < 2:
        return SlotCounts(attribute=attribute)
    by_value: dict[object, list[ClaimInContext]] = defaultdict(list)
    for claim in stated:
        by_value[value_key(claim.claim.value)].append(claim)
    if len(by_value) == 1:
        agree = len({claim.claim.record_id for claim in stated}) > 1
        return SlotCounts(attribute=attribute, single=int(agree))
    if _several_at_once(list(by_value.values())):
        return SlotCounts(attribute=attribute, several=1)
    return SlotCounts(attribute=attribute, single=int(_follow_each_other(list(by_value.values()))))


def count_groups(groups: Iterable[Sequence[ClaimInContext]]) -> dict[str, SlotCounts]:
    """Counts by attribute over all groups, in any order."""
    single: Counter[str] = Counter()
    several: Counter[str] = Counter()
    for group in groups:
        counts = count_group(group)
        single[counts.attribute] += counts.single
        several[counts.attribute] += counts.several
    return {name: SlotCounts(attribute=name, single=single[name], several=several[name]) for name in sorted(single)}


def learn_slot(counts: SlotCounts, seed: SlotFacts) -> SlotFacts:
    """The seed moved by the counts: mean of a Beta posterior whose prior is the seed.

    Fewer than five groups that say anything leave the seed as it is.
    """
    groups = counts.single + counts.several
    if groups < _FEWEST_GROUPS:
        return seed
    weight = _PRIOR_WEIGHT[seed.source]
    mean = (seed.single * weight + counts.single) / (weight + groups)
    evidence = f"{counts.several} of {groups} entities have several values at one time; seed {seed.single:.2f}"
    if seed.evidence:
        evidence += f" ({seed.evidence})"
    update = {"single": round(mean, 4), "source": "learned", "evidence": evidence, "groups": groups}
    return seed.model_copy(update=update)


class LearnedSlots:
    """Slot knowledge of a corpus: learned facts where there are any, else the lexicon's, else a like attribute's."""

    def __init__(self, counts: Mapping[str, SlotCounts] | None = None, mapper: AttributeMapper | None = None) -> None:
        self._counts = dict(counts or {})
        self._mapper = mapper
        self._known: dict[str, SlotFacts] = {}

    def facts(self, attribute: str) -> SlotFacts:
        """Facts of that attribute; unknown ones have the default."""
        known = self._known.get(attribute)
        if known is None:
            known = self._known[attribute] = self._find(attribute)
        return known

    def attributes(self) -> list[str]:
        """Attributes of which the corpus says something."""
        return sorted(self._counts)

    def _find(self, attribute: str) -> SlotFacts:
        seed = lexicon_seed(attribute)
        if seed.source == "default" and self._mapper is not None:
            like = self._mapper.nearest(attribute)
            if like is not None:
                known = lexicon_seed(like)
                # Half way to not knowing: likeness of words is weaker than the word itself.
                single = (known.single + seed.single) / 2
                seed = seed.model_copy(update={"single": single, "source": "lexicon", "evidence": f"like {like!r}"})
        counts = self._counts.get(attribute)
        return learn_slot(counts, seed) if counts is not None else seed


def lexicon_slots() -> SlotKnowledge:
    """What the lexicon alone knows."""
    return LearnedSlots()


def _several_at_once(values: list[list[ClaimInContext]]) -> bool:
    return _in_one_record(values) or _dated_together(values) or _in_turns(values)


def _in_one_record(values: list[list[ClaimInContext]]) -> bool:
    """One record gives two values that cannot be one."""
    said: dict[str, ClaimInContext] = {}
    for claim in (claim for value in values for claim in _first_of_each_record(value)):
        other = said.setdefault(claim.claim.record_id, claim)
        if other is not claim and not _could_be_one(other, claim):
            return True
    return False


def _first_of_each_record(value: list[ClaimInContext]) -> Iterable[ClaimInContext]:
    return {claim.claim.record_id: claim for claim in reversed(value)}.values()


def _could_be_one(a: ClaimInContext, b: ClaimInContext) -> bool:
    left, right = words_of(a.claim.value), words_of(b.claim.value)
    return left is not None and right is not None and can_be_same(left, right)


def _dated_together(values: list[list[ClaimInContext]]) -> bool:
    """Two values are dated with both ends, differently, and share a moment."""
    intervals = [(number, holding(claim.sided())) for number, value in enumerate(values) for claim in value]
    spans = {(when.start, when.end, number) for number, when in intervals if when.start and when.end}
    latest: tuple[datetime, datetime, int] | None = None
    for span in sorted(spans):
        if latest is not None and span[0] < latest[1] and span[2] != latest[2] and span[:2] != latest[:2]:
            return True
        if latest is None or span[1] > latest[1]:
            latest = span
    return False


def _in_turns(values: list[list[ClaimInContext]]) -> bool:
    """A, then B, then A again."""
    spans = sorted((min(times), max(times)) for times in (_times(value) for value in values) if times)
    latest = None
    for start, end in spans:
        if latest is not None and latest[0] < start < latest[1]:
            return True
        if latest is None or end > latest[1]:
            latest = (start, end)
    return False


def _follow_each_other(values: list[list[ClaimInContext]]) -> bool:
    """All values are dated, and each began after the one before had been said for the last time."""
    times = [_times(value) for value in values]
    if not all(times):
        return False
    spans = sorted((min(some), max(some)) for some in times)
    return all(before[1] < after[0] for before, after in pairwise(spans))


def _times(value: list[ClaimInContext]) -> list[datetime]:
    return [c.observed_at for c in value if c.observed_at is not None]
