"""Two claims that meet although they are told of other subjects or slots: `only Ada may sign` says that Bo may not.

Each reading turns one of the two so that the rules can lay them side by side; none changes what a claim commits to.
"""

from graphmem.conflicts.values import affirms, name_key, same_matter
from graphmem.conflicts.words import broader_or_same
from graphmem.model.claim import ClaimDraft, Condition
from graphmem.model.value import TimeValue, TruthValue

Pair = tuple[ClaimDraft, ClaimDraft]
EVERYONE = "everyone"
_OWN_QUANTIFIERS = frozenset({"", "all", "only"})
_HOURS = {"opening time": 0, "closing time": 1}


def faced(a: ClaimDraft, b: ClaimDraft) -> Pair | None:
    """Claims of two subjects that meet after all, None where they do not."""
    found = _with_everyone(a, b) or _with_the_only_one(a, b)
    if found is not None:
        return found
    turned = _with_everyone(b, a) or _with_the_only_one(b, a)
    return (turned[1], turned[0]) if turned is not None else None


def laid_side_by_side(a: ClaimDraft, b: ClaimDraft) -> Pair:
    """Claims of one subject, as the rules compare them: a group within a group by condition, hours by their ends, and
    a verb that is denied outright under whatever preposition the other has it."""
    a, b = _narrowed(a, b)
    if a.attribute == b.attribute:
        return a, b
    for left, right, turned in ((a, b, False), (b, a, True)):
        moved = _denied_outright(left, right) or _one_end(left, right)
        if moved is not None:
            return (right, moved) if turned else (moved, right)
    return a, b


def _with_everyone(rule: ClaimDraft, other: ClaimDraft) -> Pair | None:
    """What holds for everyone, or for nobody, holds for whoever is named."""
    if rule.subject_key != EVERYONE or other.subject_key == EVERYONE or rule.attribute != other.attribute:
        return None
    return rule.model_copy(update={"subject": other.subject, "quantifier": ""}), other


def _with_the_only_one(only: ClaimDraft, other: ClaimDraft) -> Pair | None:
    """What holds for one thing only is denied of any other that is not of its kind."""
    heads = [name_key(claim.subject).split()[-1:] for claim in (only, other)]
    if only.quantifier != "only" or not only.quote.lower().lstrip().startswith("only ") or not all(heads):
        return None
    if only.attribute != other.attribute or only.modality is not other.modality or not same_matter(only, other):
        return None
    if not (affirms(only) and affirms(other)) or broader_or_same(heads[0][0], heads[1][0]) is not None:
        return None
    if set(name_key(only.subject).split()) & set(name_key(other.subject).split()):
        return None
    return only.model_copy(update={"subject": other.subject, "polarity": False, "quantifier": ""}), other


def _denied_outright(denial: ClaimDraft, other: ClaimDraft) -> ClaimDraft | None:
    """`Overtime is not paid` denies that it is paid at any rate."""
    plain = isinstance(denial.value, TruthValue) and not affirms(denial) and not denial.conditions
    if not plain or not other.attribute.startswith(f"{denial.attribute} ") or len(other.attribute.split()) > 3:
        return None
    return denial.model_copy(update={"attribute": other.attribute})


def _one_end(hours: ClaimDraft, end: ClaimDraft) -> ClaimDraft | None:
    """Of opening hours the end that the other tells of."""
    value = hours.value
    if hours.attribute != "opening hours" or end.attribute not in _HOURS or not isinstance(value, TimeValue):
        return None
    ends = (value.clock or "").split("-")
    if len(ends) != 2:
        return None
    clock = ends[_HOURS[end.attribute]]
    return hours.model_copy(update={"attribute": end.attribute, "value": TimeValue(clock=clock, text=clock)})


def _narrowed(a: ClaimDraft, b: ClaimDraft) -> Pair:
    """`Small operators` are a part of `operators`: what sets them apart becomes the condition that it is."""
    left, right = name_key(a.subject).split(), name_key(b.subject).split()
    if len(left) == len(right) or not _are_groups(a, b) or left[-1:] != right[-1:]:
        return a, b
    if len(left) > len(right):
        turned = _narrowed(b, a)
        return turned[1], turned[0]
    extra = [word for word in right if word not in left]
    if not extra or any(word not in right for word in left):
        return a, b
    part = Condition(name="for", value=" ".join([*extra, right[-1]]))
    return a, b.model_copy(update={"conditions": (*b.conditions, part)})


def _are_groups(a: ClaimDraft, b: ClaimDraft) -> bool:
    """True for bare plurals: nobody's, no particular ones, and not counted."""
    return all(claim.quantifier in _OWN_QUANTIFIERS and _is_bare_plural(claim) for claim in (a, b))


def _is_bare_plural(claim: ClaimDraft) -> bool:
    head = name_key(claim.subject).split()[-1:]
    words = name_key(claim.quote).split()
    if not head or claim.subject_type or not words:
        return False
    plural = next(
        (n for n, word in enumerate(words) if word != head[0] and word.startswith(head[0][:-1]) and word.endswith("s")),
        None,
    )
    return plural is not None and not set(words[:plural]) & {
        "the",
        "these",
        "those",
        "our",
        "my",
        "his",
        "her",
        "their",
    }
