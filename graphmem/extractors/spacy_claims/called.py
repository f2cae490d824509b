"""`Ana's wife is called Lea`, `the ship's captain is named Oda`: the name fills the slot that the subject names."""

from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.possessive import slot_of
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.value import EntityValue


def called(reading: Reading) -> list[Fact]:
    """The slot of another's that a passive of calling gives a name; what is nobody's slot only has a name."""
    clause = reading.clause
    if clause.lemma not in {"call", "name"} or not clause.passive or not clause.attrs or clause.subject is None:
        return []
    slot = slot_of(clause.subject, reading, strict=True)
    if slot is None or slot.bare:
        return []
    entry = reading.lexicon.find("noun", slot.words, "entity")
    if entry is None or entry.value != "entity":
        return []
    return [
        reading.fact(owner, entry.name, value, slot.noun, clause.attrs[0])
        for owner in slot.holders
        for value in reading.values(clause.attrs[0])
        if isinstance(value, EntityValue)
    ]
