"""Posts that change hands: appointed, became, replaced, succeeded, stepped down, left, renamed."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import change as wording
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.moving import is_organisation
from graphmem.extractors.spacy_claims.possessive import Slot, slot_of
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Change, Modality
from graphmem.model.value import EntityValue, TextValue

if TYPE_CHECKING:
    from spacy.tokens import Token


_GROUPS = frozenset("team|club|group|party|band|board|council|committee|union|choir|orchestra|association".split("|"))


def posts(reading: Reading) -> list[Fact]:
    """Facts of a verb that gives, takes or passes on a post."""
    clause = reading.clause
    lemma = clause.lemma
    if lemma in wording.BECOMING and clause.attrs and clause.subject is not None:
        return _gains(reading, clause.subject, clause.attrs)
    if lemma in wording.APPOINTING:
        return _appointed(reading)
    if lemma in {"serve", "act", "work"} and not clause.passive:
        return _serves(reading)
    if lemma in {"take over", "join", "start", "return"} and not clause.passive:
        facts = _serves(reading) or _joined_named(reading)
        for fact in facts:
            fact.change = Change.MOVED
        return facts
    if lemma in wording.REPLACING:
        return _replaced(reading)
    if verb_lemma(clause.verb) in wording.LEAVING:
        return _left(reading)
    return []


def _gains(reading: Reading, who: "Token", posts_named: "list[Token]") -> list[Fact]:
    """X now holds the post: the slot of the post takes X as its value; a post of nobody's is what X is."""
    facts = []
    for holder in reading.holders(who):
        for noun in posts_named:
            facts += post_facts(reading, holder, noun)
    return facts


def post_facts(reading: Reading, holder: Holder, noun: "Token") -> list[Fact]:
    """The post named by a noun, held by a person."""
    slot = slot_of(noun, reading)
    facts = []
    if slot is not None and slot.holders and not slot.bare:
        facts += [_held(reading, slot, owner, holder) for owner in slot.holders]
    else:
        value = reading.value(noun)
        if value is None:
            return []
        if isinstance(value, EntityValue) and not value.type:
            value = TextValue(text=value.name, head=noun.lemma_.lower())
        facts.append(reading.fact(holder, "be", value, noun))
    for fact in facts:
        fact.change = fact.change or Change.MOVED
    return facts


def _held(reading: Reading, slot: Slot, owner: Holder, holder: Holder) -> Fact:
    value = EntityValue(name=holder.name, type=holder.type)
    fact = reading.fact(
        owner,
        slot.attribute_for("entity", reading.lexicon),
        value,
        slot.noun,
        *([holder.token] if holder.token is not None else []),
    )
    fact.conditions = list(slot.conditions)
    return fact


def _appointed(reading: Reading) -> list[Fact]:
    clause = reading.clause
    who = clause.subject if clause.passive else (clause.objects[0] if clause.objects else None)
    if who is None:
        return []
    named = [
        token for token in [*clause.attrs, *(clause.objects if clause.passive else clause.objects[1:])] if token != who
    ]
    words = {"as", "to"} if lemma_promotes(reading) else {"as"}
    named += [prep.object for prep in clause.preps if prep.words in words and prep.object.pos_ in {"NOUN", "PROPN"}]
    named += [child for child in clause.verb.children if child.dep_ == "ccomp" and child.pos_ in {"NOUN", "PROPN"}]
    if (
        named
        and clause.lemma == "name"
        and named[0].pos_ == "PROPN"
        and slot_of(named[0], reading) is None
        and who.ent_type_ != "PERSON"
        and who.pos_ != "PROPN"
    ):
        return [
            reading.fact(holder, "name", value, named[0])
            for holder in reading.holders(who)
            for value in reading.values(named[0])
        ]
    if not named:
        return []
    return _appointed_by(reading, who, named[0]) or _gains(reading, who, named[:1])


def _appointed_by(reading: Reading, who: "Token", post: "Token") -> list[Fact]:
    """`Plumtree appointed X as CEO`: of a post that names no owner, the firm that fills it is the owner. A person who
    appoints someone, or a board, fills the post of another."""
    clause = reading.clause
    firm = clause.agent if clause.passive else clause.subject
    slot = slot_of(post, reading)
    if firm is None or firm.pos_ != "PROPN" or (slot is not None and slot.holders and not slot.bare):
        return []
    entry = reading.lexicon.find("noun", post.lemma_.lower(), "entity")
    owners = [
        owner for owner in reading.holders(firm) if owner.type == "ORG" or (not owner.type and post.text.isupper())
    ]
    if entry is None or entry.value != "entity":
        return []
    facts = [
        reading.fact(owner, entry.name, EntityValue(name=holder.name, type=holder.type), post, who)
        for owner in owners
        for holder in reading.holders(who)
    ]
    for fact in facts:
        fact.change = Change.MOVED
    return facts


def lemma_promotes(reading: Reading) -> bool:
    """True for verbs whose new post follows `to`."""
    return verb_lemma(reading.clause.verb) in wording.PROMOTING


def _serves(reading: Reading) -> list[Fact]:
    """`served as the president of X`: the post is X's; a post of nobody's is an occupation, which the lexicon knows."""
    clause = reading.clause
    post = next((prep.object for prep in clause.preps if prep.words == "as"), None)
    slot = slot_of(post, reading) if post is not None else None
    if slot is None or slot.bare or clause.subject is None:
        return []
    return [_held(reading, slot, owner, holder) for holder in reading.holders(clause.subject) for owner in slot.holders]


def _joined_named(reading: Reading) -> list[Fact]:
    """`X joined Y` of a person and a named Y: X works there, or is a member of it; the words leave both open, and
    both are said. `X started at Y` says that X works there. Of a group by its kind (`the union`) it is said elsewhere.
    """
    clause = reading.clause
    named = clause.objects[0] if clause.lemma == "join" and clause.objects else None
    if clause.lemma == "start" and not clause.objects:
        named = next((prep.object for prep in clause.preps if prep.words in {"at", "with"}), None)
    if clause.modality not in {Modality.ASSERTED, Modality.REPORTED}:
        return []  # who might join is told by no change
    if named is None or named.pos_ != "PROPN" or any(child.dep_ == "det" for child in named.lefts):
        return []
    target = reading.value(named)
    people = [holder for holder in reading.holders(clause.subject) if is_personal(holder)]
    return [
        reading.fact(holder, attribute, target, named)
        for attribute in (("employer", "member of") if clause.lemma == "join" else ("employer",))
        for holder in people
        if isinstance(target, EntityValue)
    ]


def is_personal(holder: Holder) -> bool:
    """True for a holder that may well be a person: the recogniser says so, or knows nothing of a bare name."""
    token = holder.token
    if holder.type:
        spelt_as_person = holder.type == "PERSON" or (holder.type == "ORG" and " " in holder.name)
        return spelt_as_person and not is_organisation(holder.name, holder.type)
    return token is not None and token.tag_ in {"NNP", "PRP"} and not is_organisation(holder.name, "")


def _replaced(reading: Reading) -> list[Fact]:
    """`A replaced B as captain of C`: A is the captain of C."""
    clause = reading.clause
    new = clause.agent if clause.passive else clause.subject
    post = next((prep.object for prep in clause.preps if prep.words == "as"), None)
    if new is None or post is None:
        return []
    return _gains(reading, new, [post])


def _left(reading: Reading) -> list[Fact]:
    """`X stepped down as chair of Y`, `X left Y`, `X retired`: X no longer holds the post, or works there."""
    clause = reading.clause
    who = clause.subject
    if who is None:
        return []
    post = next((prep.object for prep in clause.preps if prep.words in {"as", "from as"}), None)
    facts: list[Fact] = []
    if post is not None:
        facts = _gains(reading, who, [post])
    elif (
        clause.lemma in {"leave", "quit"}
        and clause.objects
        and clause.objects[0].pos_ == "PROPN"
        and clause.objects[0].ent_type_ != "DATE"
    ):
        return _left_named(reading, who, clause.objects[0])
    elif clause.lemma in {"leave", "quit"} and clause.objects and clause.objects[0].lemma_.lower() in _GROUPS:
        group = reading.value(clause.objects[0])
        facts = [
            reading.fact(h, "member of", group, clause.objects[0]) for h in reading.holders(who) if group is not None
        ]
    elif clause.lemma == "resign" and (prep := next((p for p in clause.preps if p.words == "from"), None)) is not None:
        target = reading.value(prep.object)
        facts = [
            reading.fact(holder, "employer", target, prep.object)
            for holder in reading.holders(who)
            if target is not None
        ]
    return _ended(facts)


def _left_named(reading: Reading, who: "Token", named: "Token") -> list[Fact]:
    """`X left Y` of a named Y: X no longer works, or lives, there. The recogniser takes many a firm for a person or
    a place: of what it calls a person, both are said, that X left Y and that Y does not employ X; of a place, that X
    neither lives nor works there."""
    target = reading.value(named)
    if target is None:
        return []
    attributes = ("residence", "employer") if named.ent_type_ in {"GPE", "LOC"} else ("employer",)
    holders = reading.holders(who)
    facts = _ended([reading.fact(holder, name, target, named) for name in attributes for holder in holders])
    if named.ent_type_ == "PERSON":
        facts += [reading.fact(holder, reading.clause.lemma, target, named) for holder in holders]
    return facts


def _ended(facts: list[Fact]) -> list[Fact]:
    for fact in facts:
        fact.polarity, fact.change = not fact.clause.polarity, Change.ENDED
    return facts
