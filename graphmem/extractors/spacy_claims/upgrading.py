"""What is better now: `was upgraded to 16 GB`, `was upgraded to Postgres 16`; and where `moved there` leads."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Holder
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.value import EntityValue, Quantity, TextValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_UPGRADING = frozenset({"upgrade", "downgrade", "update", "migrate", "expand", "extend", "increase", "bump"})
_BYTES = frozenset({"MB", "GB", "MiB", "GiB"})
_MOST_MEMORY = 256  # GB; more than that is said of disks
_MACHINES = frozenset(
    "server|laptop|machine|computer|node|instance|host|phone|smartphone|tablet|workstation|desktop|vm|notebook|runner|"
    "box|pc|macbook|router|container".split("|")
)


def upgraded(reading: Reading, holder: Holder, value: Value) -> str | None:
    """The slot that an upgrade fills: what the amount measures, the memory of a machine, or the software in use."""
    if verb_lemma(reading.clause.verb) not in _UPGRADING:
        return None
    if isinstance(value, Quantity):
        return _measure(reading, holder, value)
    name = value.name if isinstance(value, EntityValue) else value.text if isinstance(value, TextValue) else ""
    numbered = name[:1].isupper() and any(char.isdigit() for char in name.split()[-1])
    return "uses" if numbered else None


def _measure(reading: Reading, holder: Holder, value: Quantity) -> str | None:
    if value.unit and value.noun:
        entry = reading.lexicon.find("noun", value.noun, "quantity")
        return entry.name if entry is not None else value.noun
    machine = holder.token is not None and is_machine(holder.token)
    return "memory" if machine and value.unit in _BYTES and value.amount <= _MOST_MEMORY else None


def is_machine(thing: "Token") -> bool:
    """True for what has a memory and a disk, whatever slot its noun may name elsewhere (`phone`)."""
    return thing.lemma_.lower() in _MACHINES


_AT = frozenset({"in", "to", "near", "at"})


def place_meant(reading: Reading) -> "Token | None":
    """The place that `there` stands for: the last one that the sentence named before it."""
    there = next((adverb for adverb in reading.clause.adverbs if adverb.lower_ == "there"), None)
    if there is None:
        return None
    places = [
        token
        for token in reading.sentence.tokens
        if token.i < there.i
        and token.dep_ == "pobj"
        and token.pos_ == "PROPN"
        and token.head.lower_ in _AT
        and token.i not in reading.sentence.time_at
    ]
    return places[-1] if places else None
