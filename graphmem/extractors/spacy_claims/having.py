"""`have`: X has 400 employees, X has a length of 3 m, X has a nut allergy, X has the key."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.possessive import slot_words
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.values import truth
from graphmem.model.claim import Modality
from graphmem.model.value import Quantity, TextValue, TimeValue

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONSISTING = frozenset({"consist of", "comprise of"})
HAVING = frozenset(
    {
        "report",
        "post",
        "record",
        "generate",
        "achieve",
        "see",
        "comprise",
        "have",
        "possess",
        "boast",
        "get",
        "employ",
        "offer",
        "suffer from",
        "contain",
    }
)


_REPORTING = frozenset({"report", "post", "record", "generate", "achieve"})


def having(reading: Reading) -> list[Fact]:
    """Facts of having."""
    clause = reading.clause
    parts = next(
        (
            prep.object
            for prep in clause.preps
            if f"{clause.lemma} {prep.words}" in _CONSISTING and reading.is_amount(prep.object)
        ),
        None,
    )
    if parts is not None and not clause.objects:
        return [fact for holder in reading.holders(clause.subject) for fact in _had(reading, holder, parts)]
    if clause.lemma not in HAVING or clause.passive or not clause.objects or reading.sentence.imperative:
        return []
    if clause.modality is Modality.REQUIRED and clause.lemma == "have":
        return []  # "must have two keys" is a requirement
    facts = []
    for holder in reading.holders(clause.subject):
        for token in clause.objects:
            facts += _had(reading, holder, token)
    return facts


def _had(reading: Reading, holder: Holder, token: "Token") -> list[Fact]:
    clause = reading.clause
    value = reading.value(token)
    if value is None:
        return []
    words, _, _ = slot_words(token, reading.lexicon)
    if isinstance(value, Quantity):
        return _amount(reading, holder, token, value, words)
    if clause.lemma in _REPORTING:
        return _reported(reading, holder, token, words)
    if clause.lemma not in {"have", "possess", "suffer from", "boast"}:
        return []
    return (
        _of_slot(reading, holder, token, words)
        or _in_compound(reading, holder, token, words)
        or [
            *(reading.fact(holder, "have", each, token) for each in reading.values(token)),
            *_none_of(reading, holder, token),
            *_nobody_as(reading, holder, token, words),
        ]
    )


def _none_of(reading: Reading, holder: Holder, token: "Token") -> list[Fact]:
    """`has no children`: their number is 0, which meets "has two children"."""
    denies = any(child.lower_ == "no" and child.dep_ in {"det", "neg"} for child in token.lefts)
    if not denies or token.tag_ != "NNS" or reading.clause.lemma != "have":
        return []
    noun = token.lemma_.lower()
    entry = reading.lexicon.find("noun", noun, "quantity")
    if entry is not None and entry.value != "quantity":
        nothing = reading.fact(holder, entry.name, truth(), token)  # "has no allergies": nothing fills the slot
        nothing.polarity = False
        return [nothing]
    name = entry.name if entry is not None else f"number of {noun}"
    fact = reading.fact(holder, name, Quantity(amount=0.0, noun=noun), token)
    fact.polarity = True
    return [fact]


def _nobody_as(reading: Reading, holder: Holder, token: "Token", words: str) -> list[Fact]:
    """`has no treasurer`: nothing fills the slot that the noun names."""
    denies = any(child.lower_ == "no" and child.dep_ in {"det", "neg"} for child in token.lefts)
    entry = reading.lexicon.find("noun", words)
    if not denies or token.tag_ == "NNS" or entry is None or reading.clause.lemma != "have":
        return []
    fact = reading.fact(holder, entry.name, truth(), token)
    fact.polarity = False
    return [fact]


def _amount(reading: Reading, holder: Holder, token: "Token", value: Quantity, words: str) -> list[Fact]:
    """`has 400 employees`, `has 64 GB of memory`."""
    lexicon = reading.lexicon
    entry = lexicon.find("noun", words, "quantity") or lexicon.find("noun", value.noun, "quantity")
    if entry is None and reading.clause.lemma not in {"have", "boast", "comprise", "consist"}:
        return []
    if not value.noun and not value.unit:
        return []
    measured = value.noun if value.unit and value.noun else f"number of {words}"
    return [reading.fact(holder, entry.name if entry else measured, value, token)]


def _reported(reading: Reading, holder: Holder, token: "Token", words: str) -> list[Fact]:
    """`reported revenue of 80 million euro`."""
    target = _object_of(token, "of")
    value = reading.value(target) if target is not None else None
    entry = reading.lexicon.find("noun", words, "quantity")
    if entry is None or target is None or not isinstance(value, Quantity):
        return []
    return [reading.fact(holder, entry.name, value, token, target)]


def _of_slot(reading: Reading, holder: Holder, token: "Token", words: str) -> list[Fact]:
    """`has a length of 3 m`, `has an allergy to nuts`."""
    for prep in ("of", "to", "from", "in"):
        target = _object_of(token, prep)
        value = reading.value(target) if target is not None else None
        if target is None or value is None:
            continue
        entry = reading.lexicon.find("noun", words, reading.kind(value))
        if entry is None and prep == "of" and isinstance(value, Quantity | TimeValue):
            return [reading.fact(holder, words, value, token, target)]
        if entry is not None:
            return [reading.fact(holder, entry.name, each, token, target) for each in reading.values(target)]
    return []


def _in_compound(reading: Reading, holder: Holder, token: "Token", words: str) -> list[Fact]:
    """`has a nut allergy`."""
    nouns = [child for child in token.lefts if child.dep_ in {"compound", "amod"} and child.tag_ in {"NN", "NNS"}]
    nouns = nouns or [child for child in token.lefts if child.dep_ == "amod" and child.tag_ == "JJ"]
    entry = reading.lexicon.find("noun", token.lemma_.lower(), "text")
    if entry is None or not nouns or entry.value not in {"any", "text"} or reading.lexicon.knows("noun", words):
        return []
    text = " ".join(child.lower_ for child in nouns)
    return [reading.fact(holder, entry.name, TextValue(text=text, head=nouns[-1].lemma_.lower()), token)]


def _object_of(token: "Token", word: str) -> "Token | None":
    for child in token.children:
        if child.dep_ == "prep" and child.lower_ == word:
            return next((grandchild for grandchild in child.children if grandchild.dep_ == "pobj"), None)
    return None
