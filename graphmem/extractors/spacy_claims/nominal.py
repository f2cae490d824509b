"""Facts that noun phrases carry: appositions, `the acquisition of A by B`, `CEO Ana Diaz`, `(born 4 May 1900)`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.possessive import slot_of
from graphmem.extractors.spacy_claims.posts import post_facts
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Modality
from graphmem.model.value import EntityValue, TextValue

if TYPE_CHECKING:
    from spacy.tokens import Token

# Nouns of deeds, and the verb whose slot they fill: `the acquisition of A by B` is `B acquired A`.
_DEEDS = {
    "acquisition": "acquire", "purchase": "buy out", "takeover": "take over", "foundation": "found",
    "founding": "found", "design": "design", "construction": "build", "invention": "invent",
    "discovery": "discover", "creation": "create", "leadership": "lead", "management": "manage",
    "ownership": "own", "sponsorship": "sponsor", "publication": "publish", "direction": "direct",
    "composition": "compose", "production": "produce",
}  # fmt: skip


_PLACEHOLDERS = frozenset(("position|role|post|title|office|job|one|event|move|decision|feat").split("|"))


def nominal(reading: Reading) -> list[Fact]:
    """Facts that the phrases of a clause carry beside what the clause says."""
    facts: list[Fact] = []
    for token in phrases_of(reading):
        facts += _apposed(reading, token)
        facts += _deed(reading, token)
        facts += _titled(reading, token)
    for fact in facts:
        fact.polarity, fact.by_the_way = True, True
        fact.modality = Modality.REPORTED if reading.clause.modality is Modality.REPORTED else Modality.ASSERTED
    return facts


def phrases_of(reading: Reading) -> "list[Token]":
    """Nouns whose nearest predicate is this clause's."""
    verb = reading.clause.verb
    found, stack = [], list(verb.children)
    while stack:
        token = stack.pop()
        if token.pos_ in {"VERB", "AUX"} and token.dep_ in {
            "conj",
            "ccomp",
            "advcl",
            "relcl",
            "acl",
            "parataxis",
            "xcomp",
        }:
            continue
        if token.pos_ in {"NOUN", "PROPN"}:
            found.append(token)
        stack.extend(token.children)
    return sorted(found, key=lambda token: token.i)


def _apposed(reading: Reading, token: "Token") -> list[Fact]:
    """`Ana Diaz, the chief executive of Brix,`: the apposition is said of the name."""
    facts: list[Fact] = []
    for child in token.children:
        if (
            child.dep_ != "appos"
            or child.i < token.i
            or child.like_num
            or child.i in reading.sentence.quantity_at
            or child.pos_ not in {"NOUN", "PROPN"}
        ):
            continue
        if any(t.text in "([" for t in token.doc[token.i + 1 : child.left_edge.i + 1]):
            continue  # abbreviations and asides: see mentions
        if child.lemma_.lower() in _PLACEHOLDERS and any(
            grandchild.dep_ in {"relcl", "acl"} for grandchild in child.children
        ):
            continue  # "…, a position he held until 1509"
        name, role = (token, child) if token.pos_ == "PROPN" or child.pos_ == "NOUN" else (child, token)
        if role.pos_ == "PROPN" and name.pos_ == "PROPN" and slot_of(role, reading) is None:
            continue
        holder = reading.holder(name)
        if holder is None or (name.pos_ != "PROPN" and not holder.type):
            continue
        for fact in post_facts(reading, holder, role):
            fact.change = None
            facts.append(fact)
    return facts


def _deed(reading: Reading, token: "Token") -> list[Fact]:
    verb = _DEEDS.get(token.lemma_.lower())
    if verb is None:
        return []
    preps = {
        child.lower_: next((t for t in child.children if t.dep_ == "pobj"), None)
        for child in token.children
        if child.dep_ in {"prep", "agent"}
    }
    done = preps.get("of")
    doer = preps.get("by") or next((child for child in token.children if child.dep_ == "poss"), None)
    if done is not None and doer is None:
        nested = next((c for c in done.children if c.dep_ in {"prep", "agent"} and c.lower_ == "by"), None)
        doer = next((t for t in nested.children if t.dep_ == "pobj"), None) if nested is not None else None
    entry = reading.lexicon.find("converse", verb, "entity")
    if done is None or doer is None or entry is None:
        return []
    facts = []
    for holder in reading.holders(done):
        for maker in reading.holders(doer):
            fact = reading.fact(holder, entry.name, EntityValue(name=maker.name, type=maker.type), token, done, doer)
            fact.event = entry.event
            facts.append(fact)
    return facts


def _titled(reading: Reading, token: "Token") -> list[Fact]:
    """`Brix CEO Ana Diaz`, `Brix's captain Jo Wu`: a post before the name of who holds it."""
    if token.ent_type_ != "PERSON" or token.pos_ != "PROPN":
        return []
    before = [child for child in token.lefts if child.dep_ in {"compound", "nmod", "appos"}]
    for child in reversed(before):
        entry = reading.lexicon.find("noun", child.lower_, "entity")
        if entry is None or entry.value != "entity":
            continue
        owner = next(
            (t for t in [*child.lefts, *token.lefts] if t.ent_type_ in {"ORG", "GPE", "FAC", "NORP"} and t.i < child.i),
            None,
        )
        owner = owner or next((t for t in token.lefts if t.dep_ == "poss"), None)
        if owner is None or (holder := reading.holder(owner)) is None or owner.ent_type_ == "NORP":
            continue
        name = token.doc[child.i + 1 : token.i + 1].text
        return [reading.fact(holder, entry.name, EntityValue(name=name, type="PERSON"), token, owner)]
    return []


__all__ = ["TextValue", "nominal", "phrases_of"]
