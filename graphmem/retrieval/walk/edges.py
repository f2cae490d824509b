"""What a mention is to a walk: which are nodes at all, which name the record's own subject, how much each counts."""

from collections.abc import Iterable

from graphmem.model.claim import Link

TITLE, ARTICLE, REGULATION, TERM, DATE = "TITLE", "ARTICLE", "REGULATION", "TERM", "DATE"
# Numbers and amounts are no things that two records could both speak of.
NO_NODES = frozenset({"CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY", "TIME"})
INVERSE = {
    "MENTIONS": "MENTIONED_IN",
    "ABOUT": "SUBJECT_OF",
    "CROSS_REFERENCES": "REFERENCED_BY",
    "DEFINES": "DEFINED_IN",
    "SUPERSEDES": "SUPERSEDED_BY",
}
_RELATIONS = {ARTICLE: "CROSS_REFERENCES", REGULATION: "CROSS_REFERENCES", TERM: "DEFINES"}


def by_record(links: Iterable[Link]) -> dict[str, list[Link]]:
    """Links that are edges of a walk, by record, in their order."""
    found: dict[str, list[Link]] = {}
    for link in links:
        if link.type not in NO_NODES and len(link.key) > 1:
            found.setdefault(link.record_id, []).append(link)
    return found


def is_subject(link: Link) -> bool:
    """True for a mention without a place in the text that names what the whole of it is: its title, its own article."""
    return not link.is_placed and (link.type == TITLE or link.type in _RELATIONS)


def relation_of(link: Link) -> str:
    """What the record is to the name."""
    return "ABOUT" if is_subject(link) else _RELATIONS.get(link.type, "MENTIONS")
