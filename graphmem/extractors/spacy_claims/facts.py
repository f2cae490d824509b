"""Facts: what constructions return, before subjects, conditions and times are bound into claims."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphmem.model.claim import Change, Condition, Modality
from graphmem.model.value import EntityValue, TextValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Clause
    from graphmem.extractors.spacy_claims.sentences import TimeSpan


@dataclass(frozen=True, slots=True)
class Holder:
    """Who or what a slot belongs to."""

    name: str
    type: str = ""
    quantifier: str = ""
    conditions: tuple[Condition, ...] = ()
    token: "Token | None" = None


@dataclass(slots=True)
class Fact:
    """One assertion that a construction read off a clause.

    used are the tokens whose phrases became subject or value: what is left over becomes conditions.
    used_times are the times that are values, and hence say nothing of when the claim holds.
    """

    holder: Holder
    attribute: str
    predicate: str
    value: Value
    clause: "Clause"
    used: "list[Token]" = field(default_factory=list)
    used_times: "list[TimeSpan]" = field(default_factory=list)
    polarity: bool | None = None
    modality: Modality | None = None
    change: Change | None = None
    quantifier: str = ""
    conditions: list[Condition] = field(default_factory=list)
    event: bool = False
    by_the_way: bool = False  # carried by a phrase: the clause's times, conditions and change are not its own
    confidence: float = 1.0


def as_value(holder: Holder) -> Value:
    """A holder as the value of another's slot: a thing, or words where it is no particular one."""
    token = holder.token
    if (
        token is not None
        and token.pos_ == "NOUN"
        and not any(child.lower_ in {"the", "this"} or child.dep_ == "poss" for child in token.lefts)
    ):
        return TextValue(text=holder.name, head=token.lemma_.lower())
    return EntityValue(name=holder.name, type=holder.type)


_TABLE = 64  # so many facts of several things and several values are no statement


def are_torn(facts: list[Fact]) -> bool:
    """True where every member of a list was taken to do something to every other: the parser tore it in two."""
    if len(facts) <= _TABLE:
        return False
    holders, values = {fact.holder.name for fact in facts}, {fact.value for fact in facts}
    return min(len(holders), len(values)) > 1 and len(facts) * 2 >= len(holders) * len(values)
