"""Makes of machines: who uses `Lenovo laptops` uses Lenovo, who drives `a red Volvo` drives a Volvo."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.value import EntityValue, TextValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_HAVING = frozenset({"uses", "drive", "have", "ride"})
_MACHINES = frozenset(
    "laptop|phone|smartphone|printer|scanner|car|van|truck|lorry|tablet|monitor|router|camera|pump|notebook|computer|"
    "desktop|workstation|headset|projector|bike|bicycle|scooter|motorbike|motorcycle|tractor|crane|forklift".split("|")
)


def brands(facts: list[Fact], reading: Reading) -> list[Fact]:
    """The bare make beside each fact whose value is a machine with its make, or a make with its colour."""
    found = []
    for fact in facts:
        token = fact.used[0] if fact.attribute in _HAVING and fact.used else None
        make = _make_of(token, reading) if token is not None else ""
        if token is not None and make and _words(fact.value) not in {"", make}:
            beside = reading.fact(fact.holder, fact.attribute, EntityValue(name=make), *fact.used)
            beside.polarity, beside.modality, beside.change = fact.polarity, fact.modality, fact.change
            found.append(beside)
    return found


def _words(value: Value) -> str:
    return value.name if isinstance(value, EntityValue) else value.text if isinstance(value, TextValue) else ""


def _make_of(thing: "Token", reading: Reading) -> str:
    """The name in front of a machine, or the name itself where only colours stand before it."""
    if thing.lemma_.lower() in _MACHINES:
        names = [child for child in thing.lefts if child.dep_ in {"compound", "nmod", "amod"} and child.pos_ == "PROPN"]
        return " ".join(name.text for name in names)
    coloured = any(child.lower_ in reading.lexicon.colours for child in thing.lefts)
    if thing.pos_ != "PROPN" or not coloured:
        return ""
    parts = [child for child in thing.lefts if child.dep_ == "compound" and child.pos_ == "PROPN"]
    return " ".join(token.text for token in (*parts, thing) if token.lower_ not in reading.lexicon.colours)
