"""Which names must be linked again together with those that changed."""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from graphmem.linking.judged import key_of_anchor
from graphmem.linking.local import local_heads, local_names
from graphmem.linking.names import core_of, variants_of
from graphmem.linking.units import group_by_record, outward_aliases
from graphmem.model.claim import Claim, Mention
from graphmem.model.decision import Judgement


class NameIndex(Protocol):
    """Finds names in the store; for linking, which sees every namespace of the tenant."""

    @abstractmethod
    def existing(self, keys: Collection[str]) -> set[str]:
        """Those of the name keys that some mention or claim subject has."""
        raise NotImplementedError

    @abstractmethod
    def records_of(self, keys: Collection[str]) -> tuple[Sequence[Mention], Sequence[Claim]]:
        """All mentions and claims of every record in which any of the name keys occurs."""
        raise NotImplementedError


@dataclass(frozen=True)
class Gathered:
    """A closed set of name keys with all that link_group needs to link them."""

    keys: frozenset[str]
    mentions: tuple[Mention, ...]
    claims: tuple[Claim, ...]


def gather(keys: Iterable[str], index: NameIndex, judgements: Iterable[Judgement] = ()) -> Gathered:
    """The keys, those connected with them, and the records that hold any.

    Connected are names with the same core (`Acme`, `Acme Inc.`), an alias given in a text and its name, and names of
    one judgement. What a record alone decides (`Ms Johnson` there is Alice Johnson) connects nothing, so that first
    names and surnames do not chain the whole store together; only the fuller name in a key's own records is taken in.
    """
    judged = _judged_neighbours(judgements)
    known: set[str] = set()
    frontier = set(keys)
    mentions: dict[str, Mention] = {}
    claims: dict[str, Claim] = {}
    first = True
    while frontier:
        around = set(frontier)
        for key in frontier:
            around |= variants_of(key) | judged.get(key, set())
        fresh = (index.existing(around) | frontier) - known
        known |= fresh
        new_mentions, new_claims = index.records_of(fresh) if fresh else ((), ())
        found: set[str] = set()
        for record_mentions, record_claims in group_by_record(new_mentions, new_claims).values():
            found |= _connected_in(record_mentions, record_claims, known, heads_too=first)
        mentions.update((mention.id, mention) for mention in new_mentions)
        claims.update((claim.id, claim) for claim in new_claims)
        frontier = found - known
        first = False
    return Gathered(frozenset(known), tuple(mentions.values()), tuple(claims.values()))


def related_keys(keys: Iterable[str], index: NameIndex, judgements: Iterable[Judgement] = ()) -> set[str]:
    """The keys and all names that must be linked together with them (see gather)."""
    return set(gather(keys, index, judgements).keys)


def _judged_neighbours(judgements: Iterable[Judgement]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for judgement in judgements:
        a, b = key_of_anchor(judgement.key_a), key_of_anchor(judgement.key_b)
        found[a].add(b)
        found[b].add(a)
    return found


def _connected_in(
    mentions: Sequence[Mention], claims: Sequence[Claim], known: set[str], *, heads_too: bool
) -> set[str]:
    """Names that one record connects with the known ones."""
    names = local_names(mentions, claims)
    cores = {core_of(key) for key in names if key in known}
    found: set[str] = set()
    for alias, name in outward_aliases(names):
        if core_of(alias) in cores or core_of(name) in cores:
            found |= {alias, name}
    if heads_too:
        heads = local_heads(names)
        found |= {heads[key] for key in names if key in known}
    return found
