"""Verbs: the same claim from active and passive, known verbs into their slots, unknown ones under their own lemma."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import having, moving, possessive, posts, requirement, stakes
from graphmem.extractors.spacy_claims.adjectives import open_hours
from graphmem.extractors.spacy_claims.attribution import is_talk
from graphmem.extractors.spacy_claims.called import called
from graphmem.extractors.spacy_claims.employing import employed
from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.handing_over import handed_over
from graphmem.extractors.spacy_claims.known_verbs import known
from graphmem.extractors.spacy_claims.parting import parted
from graphmem.extractors.spacy_claims.possessive import is_generic
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.states import ceased, deontic, imperative, married, states
from graphmem.extractors.spacy_claims.switching import switched
from graphmem.extractors.spacy_claims.unknown_verbs import LIGHT_PREPS, unknown
from graphmem.model.claim import Modality
from graphmem.model.value import Quantity, TextValue

if TYPE_CHECKING:
    from spacy.tokens import Token


def verbal(reading: Reading) -> list[Fact]:
    """Facts of a clause whose verb says something; the first construction that knows it speaks."""
    clause = reading.clause
    if is_talk(clause.lemma):
        facts = possessive.presupposed(reading)
        for fact in facts:
            fact.modality = Modality.REPORTED
        if facts:
            return facts
    for construction in _CONSTRUCTIONS:
        facts = construction(reading)
        if facts:
            return facts
    return []


def hours(reading: Reading) -> list[Fact]:
    """`The pool is open / opens / stays open from 9 to 5`: spans of times of day beside a verb of opening."""
    clause = reading.clause
    if clause.lemma not in {"open", "close", "shut", "run", "operate"} or clause.objects:
        return []
    spans = [phrase for phrase in reading.times if phrase.time.clock and "-" in phrase.time.clock]
    if not spans:
        return []
    word = "closed" if clause.lemma in {"close", "shut"} else "open"
    return [fact for holder in reading.holders(clause.subject) for fact in open_hours(reading, holder, word)]


def known_and_state(reading: Reading) -> list[Fact]:
    """A verb may fill a slot and bring about a state: `the board approved the merger` tells who approved it,
    and that it is."""
    facts = known(reading)
    if facts and reading.clause.agent is None and (reading.clause.passive or not reading.clause.objects):
        return facts
    return facts + states(reading)


def taste(reading: Reading) -> list[Fact]:
    """`can't stand X`, `can't bear X`: said of dislike; and `likes to swim`."""
    clause = reading.clause
    facts = []
    if clause.lemma in {"stand", "bear", "abide", "stomach"} and clause.objects and clause.negator:
        for holder in reading.holders(clause.subject):
            for value in reading.values(clause.objects[0]):
                fact = reading.fact(holder, "like", value, clause.objects[0])
                fact.polarity, fact.modality = False, Modality.ASSERTED
                facts.append(fact)
    complement = next((child for child in clause.verb.children if child.dep_ == "xcomp" and child.pos_ == "VERB"), None)
    if complement is not None and not facts:
        entry = reading.lexicon.find("verb", clause.lemma) or reading.lexicon.find("negated", clause.lemma)
        if entry is not None and entry.name in {"like", "preference"}:
            words = [t for t in complement.subtree if t.lower_ != "to" and not t.is_punct]
            text = "".join(t.text_with_ws for t in words).strip()
            for holder in reading.holders(clause.subject):
                fact = reading.fact(
                    holder, entry.name, TextValue(text=text, head=complement.lemma_.lower()), complement
                )
                if clause.lemma in entry.negated:
                    fact.polarity = not clause.polarity
                facts.append(fact)
    return facts


def counted(reading: Reading) -> list[Fact]:
    """`Ten people attended the meeting`, `60 % of the members voted for the plan`: the thing has that number
    of them."""
    clause = reading.clause
    subject = clause.subject
    if subject is None or subject.lower_ == "one" or not reading.is_amount(subject):
        return []
    if clause.passive:
        return _taken_in(reading, subject)
    value = reading.value(subject)
    target, form = (clause.objects[0], clause.lemma) if clause.objects else (None, clause.lemma)
    prep = next(iter(clause.preps_without_time(reading.sentence.time_at)), None)
    if target is None and prep is not None and prep.words not in LIGHT_PREPS:
        target, form = prep.object, f"{clause.lemma} {prep.words}"
    if (
        not isinstance(value, Quantity)
        or target is None
        or is_generic(target)
        or (holder := reading.holder(target)) is None
    ):
        return []
    share = "share" if value.unit == "%" or 0 < value.amount < 1 else "number"
    return [reading.fact(holder, f"{share} of {value.noun} {form}".replace("  ", " "), value, subject, target)]


def _taken_in(reading: Reading, subject: "Token") -> list[Fact]:
    """`420 patients were enrolled in the trial`: what `the trial enrolled 420 patients` says."""
    clause, value = reading.clause, reading.value(subject)
    entry = reading.lexicon.find("verb", clause.lemma, "quantity")
    prep = next((p for p in clause.preps_without_time(reading.sentence.time_at) if p.words in _INTO), None)
    holder = reading.holder(prep.object) if prep is not None else None
    if entry is None or prep is None or holder is None or value is None:
        return []
    return [reading.fact(holder, entry.name, value, subject, prep.object)]


_INTO = frozenset({"in", "into", "at", "by", "for"})
_CONSTRUCTIONS: tuple[Callable[[Reading], list[Fact]], ...] = (
    taste, hours, ceased, called, stakes.stakes, requirement.suffices, requirement.applies,
    switched, handed_over, employed, parted, moving.moved, posts.posts, having.having, requirement.requires,
    married, deontic, counted, known_and_state, imperative, unknown,
)  # fmt: skip
