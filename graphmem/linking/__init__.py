"""Linking: which mentions and claim subjects are the same thing.

Pure functions over rows that the caller loads. `gather` says which names must be linked again together with those that
changed and loads their records through a small index; `link_group` links them. The result depends only on the set of
mentions, claims and judgements: not on their order, nor on how they were batched.

Scope: `global` is linked from its own records alone, every other namespace from its own and those of `global`, whose
things stay as they are. An EntityRow holds only material that every reader of any of its mentions may see; what a
namespace's own records add is in `LinkResult.profiles`, one a namespace, to be shown inside it only.
"""

from graphmem.linking.clusters import UnionFind, cluster, connected
from graphmem.linking.comparison import Band, Likeness, compare_profiles
from graphmem.linking.gather import Gathered, NameIndex, gather, related_keys
from graphmem.linking.judged import anchor_of, anchor_of_entity, key_of_anchor
from graphmem.linking.linker import link_group
from graphmem.linking.local import expand_aliases
from graphmem.linking.names import NameRelation, compare_names
from graphmem.linking.profile import Profile, profile_of
from graphmem.linking.result import EntityProfile, IdentityProposal, LinkResult

__all__ = [
    "Band",
    "EntityProfile",
    "Gathered",
    "IdentityProposal",
    "Likeness",
    "LinkResult",
    "NameIndex",
    "NameRelation",
    "Profile",
    "UnionFind",
    "anchor_of",
    "anchor_of_entity",
    "cluster",
    "compare_names",
    "compare_profiles",
    "connected",
    "expand_aliases",
    "gather",
    "key_of_anchor",
    "link_group",
    "profile_of",
    "related_keys",
]
