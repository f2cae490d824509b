"""`have`: X has 400 employees, X has a length of 3 m, X has a nut allergy, X has the key."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.possessive import slot_words
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Modality
from graphmem.model.value import Quantity, TextValue, TimeValue

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONSISTING = frozenset({"consist of", "comprise of"})
HAVING = frozenset({"report", "post", "record", "generate", "achieve", "see", "comprise", "have", "possess", "boast", "get", "employ", "offer", "suffer from", "contain"})


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
    clause, lexicon = reading.clause, reading.lexicon
    value = reading.value(token)
    if value is None:
        return []
    words, _, _ = slot_words(token, lexicon)
    if isinstance(value, Quantity):
        entry = lexicon.find("noun", words, "quantity") or lexicon.find("noun", value.noun, "quantity")
        if entry is None and clause.lemma not in {"have", "boast", "comprise", "consist"}:
            return []
        if not value.noun and not value.unit:
            return []
        measured = value.noun if value.unit and value.noun else f"number of {words}"  # "64 GB of memory"
        return [reading.fact(holder, entry.name if entry else measured, value, token)]
    if clause.lemma in _REPORTING:
        target = _object_of(token, "of")
        inner = reading.value(target) if target is not None else None
        entry = lexicon.find("noun", words, "quantity")
        if entry is None or target is None or not isinstance(inner, Quantity):
            return []
        return [reading.fact(holder, entry.name, inner, token, target)]
    if clause.lemma not in {"have", "possess", "suffer from", "boast"}:
        return []
    for prep in ("of", "to", "from", "in"):
        target = _object_of(token, prep)
        if target is None:
            continue
        inner = reading.value(target)
        entry = lexicon.find("noun", words, reading.kind(inner)) if inner is not None else None
        if inner is not None and entry is None and prep == "of" and isinstance(inner, Quantity | TimeValue):
            return [reading.fact(holder, words, inner, token, target)]
        if inner is not None and entry is not None:
            return [reading.fact(holder, entry.name, each, token, target) for each in reading.values(target)]
    compound = [child for child in token.lefts if child.dep_ in {"compound", "amod"} and child.tag_ in {"NN", "NNS"}]
    compound = compound or [child for child in token.lefts if child.dep_ == "amod" and child.tag_ == "JJ"]
    entry = lexicon.find("noun", token.lemma_.lower(), "text")
    if (
        entry is not None
        and compound
        and entry.value in {"any", "text"}
        and not lexicon.knows("noun", words.removeprefix("severe "))
    ):
        text = " ".join(child.lower_ for child in compound)
        return [reading.fact(holder, entry.name, TextValue(text=text, head=compound[-1].lemma_.lower()), token)]
    return [reading.fact(holder, "have", each, token) for each in reading.values(token)]


def _object_of(token: "Token", word: str) -> "Token | None":
    for child in token.children:
        if child.dep_ == "prep" and child.lower_ == word:
            return next((grandchild for grandchild in child.children if grandchild.dep_ == "pobj"), None)
    return None
