"""Mentions of the names that a caller gives."""

import re
from collections.abc import Iterable, Sequence

from graphmem.model.claim import ClaimDraft, MentionDraft, Span
from graphmem.model.value import EntityValue


def find_mentions(text: str, entities: Sequence[str], claims: Iterable[ClaimDraft]) -> tuple[MentionDraft, ...]:
    """A mention for each name: the given entities first, then subjects and things that given claims name."""
    names: dict[str, str] = dict.fromkeys(entities, "")
    for claim in claims:
        names[claim.subject] = names.get(claim.subject) or claim.subject_type
        if isinstance(claim.value, EntityValue):
            names.setdefault(claim.value.name, claim.value.type)
    return tuple(MentionDraft(name=name, type=kind, span=_find(text, name)) for name, kind in names.items())


def _find(text: str, name: str) -> Span | None:
    """First place of a name as whole words, upper and lower case alike where it is not written so."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        if not (_is_of_word(text[start - 1 : start]) or _is_of_word(text[end : end + 1])):
            return Span(start=start, end=end)
        start = text.find(name, start + 1)
    if name.casefold() not in text.casefold():  # an expression for each name costs more than all else of a line
        return None
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    return Span(start=found.start(), end=found.end()) if found else None


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"
