"""Names within one record: which of them stand for a fuller name given in the same record.

The result is a function of that record alone, so linking a name never depends on what other records call `Johnson`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphmem.linking.names import NameRelation, compare_names, initials_agree, is_short_for, part_name
from graphmem.linking.words import load_words
from graphmem.model.claim import Claim, Mention, MentionDraft
from graphmem.model.text import name_key

_ARTICLES = ("the ", "a ", "an ", "our ", "its ")


@dataclass
class LocalName:
    """A name key in one record with all that the record's mentions and claim subjects say under it."""

    key: str
    names: list[str] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    aliases: set[str] = field(default_factory=set)  # as written


def local_names(mentions: Iterable[Mention], claims: Iterable[Claim]) -> dict[str, LocalName]:
    """Name keys of one record, claim subjects included."""
    found: dict[str, LocalName] = {}
    for mention in mentions:
        name = found.setdefault(mention.key, LocalName(mention.key))
        name.names.append(mention.name)
        name.aliases.update(mention.aliases)
        if mention.type:
            name.types.add(mention.type)
    for claim in claims:
        name = found.setdefault(claim.subject_key, LocalName(claim.subject_key))
        name.names.append(claim.subject)
        if claim.subject_type:
            name.types.add(claim.subject_type)
    return found


def local_heads(names: dict[str, LocalName]) -> dict[str, str]:
    """For each name key of a record, the key that it stands for there: itself, unless the record gives a fuller one.

    An alias given in the text stands for its name; a surname, first name, initialled or titled name stands for the one
    longer personal name of the record that fits, and for none when two fit.
    """
    heads = {key: key for key in names}
    heads.update(_alias_targets(names))
    persons = [name for name in names.values() if _is_personal(name)]
    # Fuller names first: `Johnson` fits `A. Johnson` and `Alice Johnson`, but those are already one.
    for short in sorted(names.values(), key=lambda name: (-len(part_name(name.key).core.split()), name.key)):
        if heads[short.key] == short.key and (target_key := _fuller_name(short, persons, heads)):
            heads[short.key] = target_key
    return {key: _follow(heads, key) for key in names}


def _alias_targets(names: dict[str, LocalName]) -> dict[str, str]:
    targets: dict[str, set[str]] = defaultdict(set)
    for name in names.values():
        for alias in name.aliases:
            key = name_key(alias)
            if key != name.key and key in names:
                targets[key].add(name.key)
    # Two names that give the same alias, or that call each other aliases, leave it to stand for itself or the longer.
    settled = {key: next(iter(found)) for key, found in targets.items() if len(found) == 1}
    return {key: to for key, to in settled.items() if settled.get(to) != key or (len(to), to) > (len(key), key)}


def _is_personal(name: LocalName) -> bool:
    parts = part_name(name.key)
    plain = len(parts.core.split()) > 1 and not any(character.isdigit() for character in name.key)
    return plain and ("PERSON" in name.types or "PER" in name.types or bool(parts.titles) or not name.types)


def _fuller_name(short: LocalName, persons: Sequence[LocalName], heads: dict[str, str]) -> str | None:
    """The one personal name of the record that the short one stands for, or None."""
    if short.types - {"PERSON", "PER"}:
        return None
    titled = bool(part_name(short.key).titles)
    gender = part_name(short.key).gender
    fitting: dict[str, str] = {}
    for long in persons:
        if long.key == short.key or not _stands_for(short.key, long.key):
            continue
        untyped = not (long.types & {"PERSON", "PER"}) and not part_name(long.key).titles
        # Without a label on the longer name ("west gate"), only a title shows that it is a person's.
        if untyped and not titled:
            continue
        other = part_name(long.key).gender
        if gender and other and gender != other:
            continue
        key = _follow(heads, long.key)
        fitting[part_name(key).core] = min(key, fitting.get(part_name(key).core, key))
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def _stands_for(short: str, long: str) -> bool:
    if is_short_for(short, long):
        return True
    a, b = part_name(short).core, part_name(long).core
    return initials_agree(a, b) and sum(len(token) for token in a.split()) < sum(len(token) for token in b.split())


def _follow(heads: dict[str, str], key: str) -> str:
    seen = {key}
    while heads.get(key, key) != key and heads[key] not in seen:
        key = heads[key]
        seen.add(key)
    return key


def alias_reaches_out(name: LocalName, alias: str, alias_names: Iterable[str]) -> bool:
    """True when an alias given in one record names the same thing in other records too.

    An initialism in capitals does, and so does a name of several words; "the Company", a first name or a surname holds
    only where it is given.
    """
    from graphmem.linking.names import is_acronym_of

    key = name_key(alias)
    if alias.casefold().startswith(_ARTICLES) or compare_names(name.key, key) is NameRelation.SAME:
        return False
    if is_acronym_of(key, name.key):
        return any(text.isupper() for text in (alias, *alias_names))
    if len(key.split()) > 1:
        return key.split()[0] not in load_words().titles and not is_short_for(key, name.key)
    return bool(name.types & {"ORG", "GPE", "PRODUCT", "FAC"}) and len(key) > 3 and alias[:1].isupper()


def expand_aliases(mentions: Sequence[MentionDraft]) -> tuple[MentionDraft, ...]:
    """The mentions of one text, with one more for each alias that has none: linking finds names only by mentions.

    A disambiguator in brackets ("Mercury (planet)") becomes the descriptor of a mention of the bare name.
    """
    known = {mention.key for mention in mentions}
    added: dict[str, MentionDraft] = {}
    for mention in mentions:
        base, bracket = _part_bracket(mention.name)
        if bracket and name_key(base) != mention.key:
            bare = MentionDraft(
                name=base, type=mention.type, descriptor=mention.descriptor or bracket, aliases=(mention.name,),
                span=mention.span, sentence=mention.sentence,
            )  # fmt: skip
            if bare.key not in known:
                added.setdefault(bare.key, bare)
        for alias in mention.aliases:
            draft = MentionDraft(name=alias, type=mention.type, span=mention.span, sentence=mention.sentence)
            if draft.key and draft.key not in known:
                added.setdefault(draft.key, draft)
    return (*mentions, *added.values())


def _part_bracket(name: str) -> tuple[str, str]:
    base, opened, rest = name.partition(" (")
    inner = rest[:-1] if rest.endswith(")") else ""
    return (base, inner) if opened and inner and inner[:1].islower() and base.strip() else (name, "")
