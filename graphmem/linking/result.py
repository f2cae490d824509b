"""What linking takes and gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphmem.model.rows import EntityRow


@dataclass(frozen=True)
class IdentityProposal:
    """Two entities of one name in the middle band: kept apart until a person joins or splits them.

    namespace is where it may be seen: `global`, or the private one whose records the evidence comes from. The anchors
    are what a Judgement's keys should hold; unlike the entity ids they stay valid when evidence is added. level is the
    sensitivity level that a person needs to see one record of each side; reasons use only those two records.
    """

    namespace: str
    entity_a: str
    entity_b: str
    anchor_a: str
    anchor_b: str
    name: str
    score: float
    reasons: tuple[str, ...] = ()
    level: int = 1


@dataclass(frozen=True)
class EntityProfile:
    """What one namespace's own records say of an entity: never to be shown outside that namespace."""

    entity_id: str
    namespace: str
    names: tuple[str, ...]
    keys: tuple[str, ...]
    descriptors: tuple[str, ...]
    records: int


@dataclass(frozen=True)
class LinkResult:
    """Assignments for the mentions and claims whose name was linked; others of the same records are left out.

    entities holds only what every reader who sees any mention may see (see `rows`); profiles keeps the rest apart by
    namespace. deferred counts pairs of namesakes that a cap kept from being compared; dormant judgements name nothing
    that is left; refused ones would contradict a later judgement.
    """

    mentions: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    entities: tuple[EntityRow, ...] = ()
    profiles: tuple[EntityProfile, ...] = ()
    proposals: tuple[IdentityProposal, ...] = ()
    deferred: int = 0
    dormant: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
