"""`A is larger than B`, `B is smaller than A`, `A is as old as B`: one claim about the two, either way round."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.text import name_key
from graphmem.model.value import TextValue

if TYPE_CHECKING:
    from spacy.tokens import Token

# What is compared, words for more of it and words for less of it.
_DIMENSIONS = {
    "size": ("larger|bigger|greater|huger", "smaller|littler|tinier"),
    "height": ("taller|higher", "lower"),
    "length": ("longer", "shorter"),
    "age": ("older|elder", "younger|newer"),
    "speed": ("faster|quicker|swifter", "slower"),
    "price": ("dearer|costlier|pricier|more expensive|more costly", "cheaper|less expensive|less costly"),
    "weight": ("heavier", "lighter"),
    "strength": ("stronger|more powerful", "weaker|less powerful"),
    "wealth": ("richer|wealthier", "poorer"),
    "quality": ("better", "worse"),
    "width": ("wider|broader", "narrower"),
    "depth": ("deeper", "shallower"),
    "warmth": ("warmer|hotter", "colder|cooler"),
    "loudness": ("louder|noisier", "quieter|more quiet"),
    "safety": ("safer|less dangerous", "more dangerous|riskier|less safe"),
    "distance": ("farther|further", "nearer|closer"),
    "difficulty": ("harder|more difficult", "easier|less difficult"),
    "busyness": ("busier", "less busy|calmer"),
}  # fmt: skip
_KNOWN = {
    word: (dimension, sense)
    for dimension, ends in _DIMENSIONS.items()
    for words, sense in zip(ends, (True, False), strict=True)
    for word in words.split("|")
}


def compared(reading: Reading, holder: Holder, adjective: "Token") -> list[Fact]:
    """The comparison that an adjective draws between its holder and what follows `than`, or `as … as`.

    It is told of the one whose name comes first in the alphabet, so that both ways round meet in one slot.
    """
    word = adjective.lower_
    degree = next((c.lower_ for c in adjective.lefts if c.dep_ == "advmod" and c.lower_ in {"more", "less", "as"}), "")
    if degree in {"more", "less"}:
        word = f"{degree} {word}"
    elif degree != "as" and adjective.tag_ not in {"JJR", "RBR"}:
        return []
    found = []
    for prep in (child for child in adjective.children if child.dep_ == "prep"):
        if prep.lower_ != ("as" if degree == "as" else "than"):
            continue
        target = next((child for child in prep.children if child.dep_ == "pobj"), None)
        if target is None or reading.is_amount(target) or target.i in reading.sentence.time_at:
            continue
        other = reading.holder(target)
        if other is None or name_key(other.name) == name_key(holder.name):
            continue
        found.append(_told(reading, (holder, other), word, degree, (adjective, target)))
    return found


def _told(reading: Reading, pair: tuple[Holder, Holder], word: str, degree: str, used: "tuple[Token, Token]") -> Fact:
    dimension, more = _sense(word)
    first, second = sorted(pair, key=lambda holder: name_key(holder.name))
    if first is not pair[0]:
        more = not more
    says = "equal" if degree == "as" else "greater" if more else "smaller"
    fact = reading.fact(first, f"compared with {name_key(second.name)} in {dimension}", TextValue(text=says, head=says))
    fact.used += [*used, *(holder.token for holder in pair if holder.token is not None)]
    return fact


def _sense(word: str) -> tuple[str, bool]:
    """What is compared, and whether the word says more of it; a word that is not listed is a dimension of its own."""
    if word in _KNOWN:
        return _KNOWN[word]
    base = word.removeprefix("more ").removeprefix("less ")
    for form in (f"{base}er", f"{base}r", f"{base[:-1]}ier", f"{base}{base[-1:]}er"):  # tall, large, heavy, big
        if form in _KNOWN:
            dimension, more = _KNOWN[form]
            return dimension, more != word.startswith("less ")
    return next((known[0] for form, known in _KNOWN.items() if form.endswith(f" {base}")), base), not word.startswith(
        "less "
    )
