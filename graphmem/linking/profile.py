"""Profiles: what the records say of one bearer of a name, as far as it tells namesakes apart."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from graphmem.linking.descriptor import kind_of_role, read_descriptor
from graphmem.linking.names import part_name
from graphmem.linking.words import load_words
from graphmem.model.claim import Claim, Mention
from graphmem.model.interval import Precision
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue

_COPULAS = "is|was|are|were|be|been|becomes|became|remains|remained|works as|worked as|serves as|served as"
STRONG_KIND = 2  # votes: more than a recogniser's label alone


@dataclass
class Profile:
    """Evidence on one bearer of a name; profiles of the same bearer add up.

    given_roles come from descriptors beside the name, said_roles from claims: a descriptor is there to tell apart,
    while two claims of different roles may as well be a change, or a conflict.
    neighbours are names in the same records, with True for persons and organisations. facts are (slot, value) pairs.
    """

    given_roles: set[str] = field(default_factory=set)
    said_roles: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    ages: set[float] = field(default_factory=set)
    births: set[int] = field(default_factory=set)
    origins: set[tuple[str, str]] = field(default_factory=set)
    genders: set[str] = field(default_factory=set)
    legal_forms: set[str] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    neighbours: dict[str, bool] = field(default_factory=dict)
    facts: set[tuple[str, str]] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """Kind that more than a label speaks for, else empty."""
        (first, votes), *rest = [*self.kinds.most_common(2), ("", 0)][:2]
        return first if votes >= STRONG_KIND and (not rest or rest[0][1] < votes) else ""

    def add(self, other: "Profile") -> None:
        """Take in what another profile of the same bearer says."""
        self.given_roles |= other.given_roles
        self.said_roles |= other.said_roles
        self.places |= other.places
        self.ages |= other.ages
        self.births |= other.births
        self.origins |= other.origins
        self.genders |= other.genders
        self.legal_forms |= other.legal_forms
        # Votes do not grow with the number of records, else one label repeated would be sure of itself.
        for kind, votes in other.kinds.items():
            self.kinds[kind] = max(self.kinds[kind], votes)
        for key, strong in other.neighbours.items():
            self.neighbours[key] = self.neighbours.get(key, False) or strong
        self.facts |= other.facts

    def signature(self) -> tuple[tuple[str, ...], ...]:
        """What tells this bearer from namesakes; equal signatures are one bearer, an empty one says nothing."""
        return (
            tuple(sorted(self.given_roles)),
            tuple(sorted(self.said_roles)),
            (self.kind,) if self.kind else (),
            tuple(sorted(str(year) for year in self.births)),
            tuple(sorted(str(age) for age in self.ages)),
            tuple(sorted(f"{slot}={value}" for slot, value in self.origins)),
            tuple(sorted(self.genders)),
            tuple(sorted(self.legal_forms)),
            tuple(sorted(self.places)),
        )


def profile_of(mentions: Iterable[Mention], claims: Iterable[Claim], neighbours: dict[str, bool]) -> Profile:
    """Profile of one bearer in one record: its mentions, the claims about it, the other names there."""
    words = load_words()
    profile = Profile(neighbours=dict(neighbours))
    labels: set[str] = set()
    claims = list(claims)
    quotes = {claim.quote for claim in claims}
    for mention in mentions:
        labels.add(words.kind_of_label.get(mention.type, ""))
        _read_name(profile, mention.key)
        if mention.descriptor:
            _read_descriptor(profile, mention.descriptor, quotes)
    slots: set[str] = set()
    for claim in claims:
        labels.add(words.kind_of_label.get(claim.subject_type, ""))
        _read_name(profile, claim.subject_key)
        slots.add(words.kind_of_slot.get(claim.attribute, ""))
        if claim.polarity:
            _read_claim(profile, claim)
    nouns = {kind_of_role(role) for role in profile.given_roles | profile.said_roles}
    for kind in labels - {""}:
        profile.kinds[kind] += 1
    for kind in [*(slots - {""}), *(nouns - {""})]:
        profile.kinds[kind] += 2
    return profile


def _read_name(profile: Profile, key: str) -> None:
    parts = part_name(key)
    if parts.gender:
        profile.genders.add(parts.gender)
    if parts.legal_form:
        profile.legal_forms.add(parts.legal_form)


def _read_descriptor(profile: Profile, text: str, quotes: Iterable[str]) -> None:
    found = read_descriptor(text)
    if found.role:
        (profile.said_roles if _is_predicate(text, quotes) else profile.given_roles).add(found.role)
    profile.places |= found.places
    if found.age is not None:
        profile.ages.add(found.age)


def _is_predicate(descriptor: str, quotes: Iterable[str]) -> bool:
    """True when the descriptor is what a sentence says ("is a dentist"), not what it takes as known ("the dentist")."""
    said = re.compile(rf"\b(?:{_COPULAS})\s+(?:\w+\s+){{0,2}}?{re.escape(descriptor)}", re.IGNORECASE)
    return any(said.search(quote) for quote in quotes)


def _read_claim(profile: Profile, claim: Claim) -> None:
    words = load_words()
    value = claim.value
    if claim.attribute in words.role_slots and isinstance(value, TextValue | EntityValue):
        found = read_descriptor(value.text if isinstance(value, TextValue) else value.name)
        if found.role:
            profile.said_roles.add(found.role)
        profile.places |= found.places
    elif claim.attribute in words.birth_slots and isinstance(value, TimeValue):
        start = value.interval.start
        if start is not None and value.interval.precision is not Precision.SPAN:
            profile.births.add(start.year)
    elif claim.attribute in words.age_slots and isinstance(value, Quantity):
        profile.ages.add(value.amount)
    elif claim.attribute in words.origin_slots and isinstance(value, TextValue | EntityValue):
        profile.origins.add((claim.attribute, value.key))
    if isinstance(value, TextValue | EntityValue) and value.key:
        profile.facts.add((claim.attribute, value.key))
