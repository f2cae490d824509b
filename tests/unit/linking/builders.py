"""Builders of mentions, claims and judgements, and an index over them, for the tests of linking."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from graphmem.linking import Gathered, LinkResult, gather, link_group
from graphmem.model.claim import Claim, ClaimDraft, Mention, MentionDraft, Span, bind_claim, bind_mention
from graphmem.model.decision import Judgement
from graphmem.model.ids import make_id
from graphmem.model.interval import parse_interval
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, Value

TENANT = "t"


def record_id(label: str) -> str:
    return make_id("r", label)


def mention(
    record: str, name: str, *, label: str = "", descriptor: str = "", aliases: Sequence[str] = (), at: int = 0,
    namespace: str = "global",
) -> Mention:  # fmt: skip
    draft = MentionDraft(
        name=name, type=label, descriptor=descriptor, aliases=tuple(aliases), span=Span(start=at, end=at + len(name))
    )
    return bind_mention(draft, record_id(record), TENANT, namespace)


def claim(
    record: str, subject: str, attribute: str, value: Value | str | float, *, at: int = 0, namespace: str = "global",
    polarity: bool = True, quote: str = "",
) -> Claim:  # fmt: skip
    draft = ClaimDraft(
        subject=subject, attribute=attribute, value=value_of(attribute, value), polarity=polarity,
        span=Span(start=at, end=at + 200), quote=quote or f"{subject} {attribute} {value}",
    )  # fmt: skip
    return bind_claim(draft, record_id(record), TENANT, namespace)


def value_of(attribute: str, value: Value | str | float) -> Value:
    if isinstance(value, int | float):
        return Quantity(amount=float(value))
    if isinstance(value, str):
        if attribute == "birth date":
            return TimeValue(interval=parse_interval(value), text=value)
        return EntityValue(name=value) if value[:1].isupper() else TextValue(text=value)
    return value


def judgement(verdict: str, a: str, b: str, *, day: int = 1, undone: bool = False) -> Judgement:
    at = datetime(2026, 1, day, tzinfo=UTC)
    return Judgement(
        id=make_id("j", verdict, a, b, day), verdict=verdict, key_a=a, key_b=b, resolver="ada", at=at,
        undone_at=at if undone else None,
    )  # fmt: skip


class MemoryIndex:
    """A NameIndex over lists, which counts what it gave out."""

    def __init__(self, mentions: Sequence[Mention], claims: Sequence[Claim]) -> None:
        self.mentions, self.claims, self.given = mentions, claims, 0

    def existing(self, keys: Collection[str]) -> set[str]:
        return {m.key for m in self.mentions if m.key in keys} | {
            c.subject_key for c in self.claims if c.subject_key in keys
        }

    def records_of(self, keys: Collection[str]) -> tuple[list[Mention], list[Claim]]:
        records = {m.record_id for m in self.mentions if m.key in keys}
        records |= {c.record_id for c in self.claims if c.subject_key in keys}
        mentions = [m for m in self.mentions if m.record_id in records]
        self.given += len(mentions)
        return mentions, [c for c in self.claims if c.record_id in records]


def link(
    mentions: Sequence[Mention], claims: Sequence[Claim] = (), judgements: Sequence[Judgement] = (),
    keys: Collection[str] | None = None,
) -> LinkResult:  # fmt: skip
    return link_group(mentions, claims, judgements, TENANT, keys=keys)


def link_gathered(gathered: Gathered, judgements: Sequence[Judgement] = ()) -> LinkResult:
    return link_group(gathered.mentions, gathered.claims, judgements, TENANT, keys=gathered.keys)


def relink(keys: Collection[str], mentions: Sequence[Mention], claims: Sequence[Claim]) -> LinkResult:
    return link_gathered(gather(keys, MemoryIndex(mentions, claims)))


def entities(result: LinkResult) -> set[str]:
    return set(result.mentions.values()) | set(result.claims.values())
