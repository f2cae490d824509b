"""Two bearers of one name compared: same, for review, or distinct.

The score adds up weights (WEIGHTS below): a shared name starts at 2, what differs takes away, what is shared adds.
One differing fact alone never parts namesakes, since it may be a change or a conflict; a descriptor that excludes the
other, or two facts, do. A wrong join is the worse fault, so in doubt a person is asked and the two stay apart.
"""

from dataclasses import dataclass
from enum import StrEnum

from graphmem.linking.descriptor import roles_agree, roles_differ
from graphmem.linking.profile import Profile

SAME_FROM = 0.5
DISTINCT_TO = -2.0
WEIGHTS = {
    "name": 2.0,
    "given roles differ": -3.0,
    "given and said roles differ": -2.25,
    "said roles differ": -1.5,
    "roles agree": 2.5,
    "kinds differ": -4.5,
    "birth years differ": -2.0,
    "birth years agree": 2.0,
    "ages differ": -1.5,
    "ages agree": 0.5,
    "origins differ": -1.0,
    "places differ": -0.5,
    "surroundings differ": -4.5,
    "places agree": 1.0,
    "shared name": 1.0,
    "shared place": 0.5,
    "shared fact": 1.0,
}
MOST_SHARED = 2.0  # no number of shared names or facts outweighs two differing facts


class Band(StrEnum):
    """The three bands."""

    SAME = "same"
    REVIEW = "review"
    DISTINCT = "distinct"


@dataclass(frozen=True)
class Likeness:
    """What a comparison says: band, score, and the weights that made it, in words."""

    band: Band
    score: float
    reasons: tuple[str, ...] = ()


def compare_profiles(a: Profile, b: Profile, *, same_record: bool = False) -> Likeness:
    """Band of two bearers of one name; symmetric.

    Within one record, differing descriptors are meant to tell two things apart.
    """
    if (a.genders and b.genders and not a.genders & b.genders) or (
        a.legal_forms and b.legal_forms and not a.legal_forms & b.legal_forms
    ):
        return Likeness(Band.DISTINCT, DISTINCT_TO - 2, ("title or legal form differs",))
    found: list[tuple[str, float]] = [("name", WEIGHTS["name"])]
    said = (_compare_roles(a, b), _compare_kinds(a, b), *_compare_facts(a, b))
    found += [(reason, WEIGHTS[reason]) for reason in said if reason]
    if same_record and any(reason.endswith("roles differ") for reason, _ in found):
        found.append(("told apart in one record", -2.0))
    found += _count_shared(a, b)
    score = sum(weight for _, weight in found)
    band = Band.SAME if score >= SAME_FROM else Band.DISTINCT if score <= DISTINCT_TO else Band.REVIEW
    return Likeness(band, score, tuple(f"{reason} {weight:+g}" for reason, weight in found))


def _compare_roles(a: Profile, b: Profile) -> str:
    if any(roles_agree(x, y) for x in a.given_roles | a.said_roles for y in b.given_roles | b.said_roles):
        return "roles agree"
    if _all_differ(a.given_roles, b.given_roles):
        return "given roles differ"
    if _all_differ(a.given_roles, b.said_roles) or _all_differ(a.said_roles, b.given_roles):
        return "given and said roles differ"
    return "said roles differ" if _all_differ(a.said_roles, b.said_roles) else ""


def _all_differ(left: set[str], right: set[str]) -> bool:
    """True when each role that is not open to all excludes each of the other side, and there are such."""
    return any(roles_differ(x, y) for x in left for y in right) and not any(
        roles_agree(x, y) for x in left for y in right
    )


def _compare_kinds(a: Profile, b: Profile) -> str:
    return "kinds differ" if a.kind and b.kind and a.kind != b.kind else ""


def _compare_facts(a: Profile, b: Profile) -> list[str]:
    found: list[str] = []
    if a.births and b.births:
        found.append("birth years agree" if a.births & b.births else "birth years differ")
    elif a.ages and b.ages:
        # Ages move with the years, and the year of saying may be unknown: only a wide gap counts.
        gap = min(abs(x - y) for x in a.ages for y in b.ages)
        found.append("ages agree" if gap <= 1 else "ages differ" if gap > 8 else "")
    slots = {slot for slot, _ in a.origins} & {slot for slot, _ in b.origins}
    if slots and not a.origins & b.origins:
        found.append("origins differ")
    if a.places and b.places:
        # A person moves; a town in another state is another town.
        differ = "surroundings differ" if a.kind == b.kind == "place" else "places differ"
        found.append("places agree" if a.places & b.places else differ)
    return found


def _count_shared(a: Profile, b: Profile) -> list[tuple[str, float]]:
    small, large = sorted((a, b), key=lambda profile: len(profile.neighbours))
    names = [key for key in small.neighbours if key in large.neighbours]
    strong = sum(1 for key in names if small.neighbours[key] or large.neighbours[key])
    weight = strong * WEIGHTS["shared name"] + (len(names) - strong) * WEIGHTS["shared place"]
    found = [("shared names", min(MOST_SHARED, weight))] if names else []
    if facts := len(a.facts & b.facts):
        found.append(("shared facts", min(MOST_SHARED, facts * WEIGHTS["shared fact"])))
    return found
