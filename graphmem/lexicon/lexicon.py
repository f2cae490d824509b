"""Loads attributes.yaml and answers two questions: which slot do these words name, and what is known of that slot."""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from graphmem.protocols import SlotFacts

FormKind = Literal["noun", "verb", "converse", "passive", "adjective", "adjective_converse", "negated"]
ValueKind = Literal["entity", "place", "quantity", "date", "clock", "text", "any"]

# What a slot that asks for one kind of value also takes: places are named things, and a bare word may be either.
_ACCEPTS: dict[str, frozenset[str]] = {
    "entity": frozenset({"entity", "place", "text"}),
    "place": frozenset({"entity", "place", "text"}),
    "quantity": frozenset({"quantity"}),
    "date": frozenset({"date"}),
    "clock": frozenset({"clock"}),
    "text": frozenset({"text", "entity", "place"}),
    "any": frozenset({"entity", "place", "quantity", "date", "clock", "weekday", "text"}),
}
_CACHED = 50_000
_DEFAULT_SINGLE = 0.5


class LexiconEntry(BaseModel):
    """One attribute as attributes.yaml gives it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    single: float
    why: str
    value: ValueKind = "any"
    units: tuple[str, ...] = ()
    inverse: str | None = None
    symmetric: bool = False
    event: bool = False
    dated: str | None = None
    nouns: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    converse: tuple[str, ...] = ()
    passive: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    adjectives_converse: tuple[str, ...] = ()
    negated: tuple[str, ...] = ()

    def accepts(self, value_kind: str) -> bool:
        """True when a value of that kind can fill the slot; a quantity's kind may name its unit (`quantity V`)."""
        kind, _, unit = value_kind.partition(" ")
        if unit and self.units and unit not in self.units:
            return False
        return kind == "any" or kind in _ACCEPTS[self.value]


class _Pattern(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    prefix: str = ""
    suffix: str = ""
    single: float
    why: str

    def fits(self, attribute: str) -> bool:
        return attribute.startswith(self.prefix) and attribute.endswith(self.suffix)


_FIELD_OF_KIND: dict[FormKind, str] = {
    "noun": "nouns",
    "verb": "verbs",
    "converse": "converse",
    "passive": "passive",
    "adjective": "adjectives",
    "adjective_converse": "adjectives_converse",
    "negated": "negated",
}


class Lexicon:
    """The attributes by name and by surface form; immutable once loaded."""

    def __init__(self, raw: str) -> None:
        import yaml

        data = yaml.load(raw, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader either way
        self.version = hashlib.sha256(raw.encode()).hexdigest()[:16]
        self.entries = {
            name: LexiconEntry.model_validate({"name": name, **fields}) for name, fields in data["attributes"].items()
        }
        self.state_verbs: dict[str, str] = dict(data["state_verbs"])
        self.state_adjectives = frozenset(data["state_adjectives"]) | frozenset(self.state_verbs.values())
        self.colours = frozenset(data["colours"])
        self._patterns = tuple(_Pattern.model_validate(pattern) for pattern in data["patterns"])
        self._slots: dict[str, bool] = {}
        self._forms: dict[tuple[FormKind, str], list[LexiconEntry]] = {}
        for entry in self.entries.values():
            for kind, field in _FIELD_OF_KIND.items():
                for form in getattr(entry, field):
                    self._forms.setdefault((kind, form), []).append(entry)

    def find(self, kind: FormKind, form: str, value_kind: str = "any") -> LexiconEntry | None:
        """The first attribute that this form names and that takes values of this kind; None when there is none."""
        return next((entry for entry in self._forms.get((kind, form), ()) if entry.accepts(value_kind)), None)

    def knows(self, kind: FormKind, form: str) -> bool:
        """True when some attribute has this form, whatever its values."""
        return (kind, form) in self._forms

    def knows_noun(self, noun: str) -> bool:
        """True when the lexicon itself has the noun."""
        return ("noun", noun) in self._forms

    def is_slot(self, noun: str) -> bool:
        """True when the noun names a slot: one of the lexicon's, or one that a pattern fits."""
        found = self._slots.get(noun)
        if found is None:
            found = ("noun", noun) in self._forms or any(pattern.fits(noun) for pattern in self._patterns)
            if len(self._slots) < _CACHED:
                self._slots[noun] = found
        return found

    def seed(self, attribute: str) -> SlotFacts:
        """What the lexicon says of a slot; of one that it does not know, the pattern that fits, else the default."""
        entry = self.entries.get(attribute)
        if entry is not None:
            return SlotFacts(
                attribute=attribute,
                single=entry.single,
                source="lexicon",
                evidence=entry.why,
                inverse=entry.inverse,
                symmetric=entry.symmetric,
                event=entry.event,
            )
        for pattern in self._patterns:
            if pattern.fits(attribute):
                return SlotFacts(attribute=attribute, single=pattern.single, source="lexicon", evidence=pattern.why)
        return SlotFacts(attribute=attribute, single=_DEFAULT_SINGLE)


@cache
def load_lexicon() -> Lexicon:
    """The shipped lexicon, read once a process."""
    return Lexicon(files("graphmem.lexicon").joinpath("attributes.yaml").read_text(encoding="utf-8"))


def canonical_attribute(words: Sequence[str] | str, value_kind: str = "any", kind: FormKind | None = None) -> str:
    """Slot name for lemmas in lower case: the lexicon's where it knows them, else the lemmas themselves.

    Without a kind, nouns are tried before verbs, verbs before adjectives. Equal wording always meets in one slot.
    """
    form = words.lower() if isinstance(words, str) else " ".join(words).lower()
    lexicon = load_lexicon()
    if form in lexicon.entries:
        return form
    kinds: tuple[FormKind, ...] = (kind,) if kind else ("noun", "verb", "passive", "adjective", "converse")
    for candidate in kinds:
        entry = lexicon.find(candidate, form, value_kind)
        if entry is not None:
            return entry.name
    return form


def seed(attribute: str) -> SlotFacts:
    """What the lexicon says of a slot."""
    return load_lexicon().seed(attribute)


def lexicon_version() -> str:
    """Hash of the lexicon's content: blocks are dirty when it changes."""
    return load_lexicon().version
