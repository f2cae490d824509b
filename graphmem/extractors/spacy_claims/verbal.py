"""Verbs: the same claim from active and passive, known verbs into their slots, unknown ones under their own lemma."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims import having, moving, possessive, posts, requirement
from graphmem.extractors.spacy_claims.attribution import is_talk
from graphmem.extractors.spacy_claims.copula import open_hours
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.known_verbs import known
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.possessive import is_generic
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.times import RECURRING, value_of_time
from graphmem.extractors.spacy_claims.values import truth
from graphmem.model.claim import Change, Modality
from graphmem.model.value import EntityValue, Quantity, TextValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_ORDERS = frozenset({Modality.REQUIRED, Modality.PROHIBITED, Modality.PERMITTED})
_LIGHT_PREPS = frozenset(("by|because of|due to|according to|like|as|despite|instead of|since|than").split("|"))


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


def states(reading: Reading) -> list[Fact]:
    """`Enable X`, `X is enabled`, `X was switched off`, `the gate shuts`: the state that a verb brings about."""
    clause = reading.clause
    adverb = next((t for t in clause.adverbs if clause.lemma in {"go", "come"} and t.lower_ in reading.lexicon.state_adjectives), None)
    if adverb is not None:
        gone = TextValue(text=adverb.lower_, head=adverb.lower_)
        facts = [reading.fact(holder, "status", gone, adverb) for holder in reading.holders(clause.subject)]
        for fact in facts:
            fact.change = Change.MOVED
        return facts
    return _brought_about(reading)


def _brought_about(reading: Reading) -> list[Fact]:
    clause = reading.clause
    state = reading.lexicon.state_verbs.get(clause.lemma)
    if clause.passive and state is None and clause.verb.lower_ in reading.lexicon.state_adjectives and clause.agent is None:
        state = clause.verb.lower_
    if state is None:
        return []
    patient = clause.subject if clause.passive or not clause.objects else clause.objects[0]
    if not clause.passive and clause.objects and not reading.sentence.imperative and is_generic(clause.objects[0]):
        return []
    if (
        not clause.passive
        and not clause.objects
        and clause.lemma not in {"open", "close", "shut", "start", "stop", "resume"}
    ):
        return []
    return [
        reading.fact(holder, "status", TextValue(text=state, head=state), *([patient] if patient is not None else []))
        for holder in reading.holders(patient)
    ]


def known_and_state(reading: Reading) -> list[Fact]:
    """A verb may fill a slot and bring about a state: `the board approved the merger` tells who approved it, and that it is."""
    facts = known(reading)
    if facts and reading.clause.agent is None and (reading.clause.passive or not reading.clause.objects):
        return facts
    return facts + states(reading)


def imperative(reading: Reading) -> list[Fact]:
    """`Grease the hinge monthly`: the thing must be greased."""
    clause = reading.clause
    if not reading.sentence.imperative or not clause.objects:
        return []
    return [
        reading.fact(holder, f"be {_participle(clause.lemma)}", truth(), clause.objects[0])
        for holder in reading.holders(clause.objects[0])
    ]


def _participle(lemma: str) -> str:
    return lemma


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


_DEONTIC = {
    "allow": Modality.PERMITTED, "permit": Modality.PERMITTED, "authorise": Modality.PERMITTED,
    "tolerate": Modality.PERMITTED, "prohibit": Modality.PROHIBITED, "forbid": Modality.PROHIBITED,
    "ban": Modality.PROHIBITED, "outlaw": Modality.PROHIBITED,
}  # fmt: skip


def deontic(reading: Reading) -> list[Fact]:
    """`Smoking is prohibited in the hall`, `dogs are allowed`, `a helmet is required`."""
    clause = reading.clause
    if not clause.passive or clause.subject is None:
        return []
    if clause.lemma in {"require", "need", "oblige"}:
        state = TextValue(text="mandatory", head="mandatory")
        return [reading.fact(holder, "status", state) for holder in reading.holders(clause.subject)]
    modality = _DEONTIC.get(clause.lemma)
    if modality is None:
        return []
    deed = clause.subject
    done = next((child for child in deed.children if child.dep_ == "dobj"), None)
    if deed.pos_ == "VERB" and done is not None:
        # "Feeding the swans is forbidden" says of the swans what "don't feed the swans" says.
        facts = [reading.fact(holder, f"be {verb_lemma(deed)}", truth(), done) for holder in reading.holders(done)]
        for fact in facts:
            fact.modality = modality
        return facts
    facts = [reading.fact(holder, "allow", truth()) for holder in reading.holders(clause.subject)]
    for fact in facts:
        fact.modality = clause.modality if clause.modality in {Modality.REPORTED, Modality.POSSIBLE} else modality
    return facts


def married(reading: Reading) -> list[Fact]:
    """`Mara and Piet got married`, `Mara is married`: to one another, or a state of hers."""
    clause = reading.clause
    if clause.lemma not in {"marry", "divorce", "engage"} or not clause.passive or any(prep.words in {"to", "from"} for prep in clause.preps):
        return []
    holders = reading.holders(clause.subject)
    if len(holders) == 2 and clause.lemma == "marry":
        return [reading.fact(holders[0], "spouse", EntityValue(name=holders[1].name, type=holders[1].type))]
    word = clause.verb.lower_
    return [reading.fact(holder, "be", TextValue(text=word, head=word)) for holder in holders]


def counted(reading: Reading) -> list[Fact]:
    """`Ten people attended the meeting`, `60 % of the members voted for the plan`: the thing has that number of them."""
    clause = reading.clause
    subject = clause.subject
    if subject is None or clause.passive or not reading.is_amount(subject):
        return []
    value = reading.value(subject)
    target, form = (clause.objects[0], clause.lemma) if clause.objects else (None, clause.lemma)
    prep = next(iter(clause.preps_without_time(reading.sentence.time_at)), None)
    if target is None and prep is not None and prep.words not in _LIGHT_PREPS:
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


def unknown(reading: Reading) -> list[Fact]:
    """A verb that is in no lexicon: its lemma is the attribute, its object the value."""
    clause = reading.clause
    if clause.passive:
        return _unknown_passive(reading)
    if (clause.subject is None or clause.subject.dep_ == "expl") and clause.objects and clause.modality in _ORDERS:
        # "It is forbidden to feed the swans"
        done = clause.objects[0]
        return [reading.fact(holder, f"be {clause.lemma}", truth(), done) for holder in reading.holders(done)]
    if clause.subject is None:
        return []
    facts = []
    for holder in reading.holders(clause.subject):
        facts += _unknown_active(reading, holder)
    return facts


def _unknown_active(reading: Reading, holder: Holder) -> list[Fact]:
    clause, lemma = reading.clause, reading.clause.lemma
    if holder.name == "you" and clause.sentence.imperative and (not clause.objects or clause.objects[0].lower_ in {"me", "us"}):
        return []
    if clause.objects and holder.name == "you" and clause.modality in _ORDERS:
        # "You must grease the hinge" asks the same as "Grease the hinge".
        done = [owner for token in clause.objects for owner in reading.holders(token)]
        if done:
            return [reading.fact(owner, f"be {lemma}", truth(), clause.objects[0]) for owner in done]
        return [
            reading.fact(
                holder,
                lemma,
                TextValue(text=clause.objects[0].lower_, head=clause.objects[0].lower_),
                clause.objects[0],
            )
        ]
    if clause.objects:
        attribute = lemma
        return [
            reading.fact(holder, attribute, value, clause.objects[0])
            for token in clause.objects
            for value in reading.values(token)
        ]
    for token in clause.attrs:
        return [reading.fact(holder, lemma, value, token) for value in reading.values(token)]
    for token in clause.adjectives:
        value = reading.value(token)
        return [reading.fact(holder, lemma, value, token)] if value is not None else []
    inner = next(
        (
            child
            for child in clause.verb.children
            if child.dep_ == "xcomp" and child.pos_ == "VERB" and any(c.lower_ == "to" for c in child.lefts)
        ),
        None,
    )
    if inner is not None:
        objects = [child for child in inner.children if child.dep_ == "dobj"]
        attribute = f"{lemma} to {verb_lemma(inner)}"
        return [
            reading.fact(holder, attribute, value, token) for token in objects for value in reading.values(token)
        ] or [reading.fact(holder, attribute, truth(), inner)]
    duration = _duration(reading)
    if duration is not None:
        return [reading.fact(holder, f"{lemma} duration", duration[0], duration[1])]
    for prep in clause.preps_without_time(reading.sentence.time_at):
        if (
            prep.words in _LIGHT_PREPS and not (prep.words == "by" and reading.is_amount(prep.object))
        ) or prep.object.pos_ in {"VERB", "AUX"}:
            continue
        value = reading.value(prep.object)
        if value is not None:
            return [reading.fact(holder, f"{lemma} {prep.words}", value, prep.object)]
    regular = _regular_times(reading, holder, lemma)
    if regular:
        return regular
    if (
        lemma in _LIGHT_VERBS
        or clause.verb.dep_ in {"acl", "advcl"}
        or (clause.verb.dep_ == "relcl" and not clause.conditions)
    ):
        return []
    return [reading.fact(holder, lemma, truth())]


def _regular_times(reading: Reading, holder: Holder, attribute: str) -> list[Fact]:
    """`meets on Tuesdays at 7 pm`: with nothing else said, the day and the hour are what is said."""
    facts = []
    for phrase in reading.times:
        recurring = (
            phrase.time.clock is None and phrase.time.interval.start is None and phrase.time.text.lower() in RECURRING
        )
        if not phrase.time.clock and not recurring:
            continue
        value = (
            value_of_time(phrase, bounded=False)
            if phrase.time.clock
            else TextValue(text=phrase.time.text, head=phrase.time.text.lower())
        )
        fact = reading.fact(holder, f"{attribute} {'at' if phrase.time.clock else 'on'}", value)
        fact.used_times = [phrase.time]
        facts.append(fact)
    return facts


_LIGHT_VERBS = frozenset(
    ("make|have|do|get|let|keep|give|take|put|see|set|try|seem|say|tell|think|know|mean|want").split("|")
)


def _duration(reading: Reading) -> "tuple[Quantity, Token] | None":
    """`has worked here 5 years`, `worked for 5 years`."""
    clause = reading.clause
    candidates = [child for child in clause.verb.children if child.dep_ == "npadvmod"] + [
        prep.object for prep in clause.preps if prep.words == "for"
    ]
    for token in candidates:
        value = reading.value(token)
        if token.left_edge.lower_ in {"every", "each"}:
            continue
        if isinstance(value, Quantity) and value.unit.lower().rstrip("s") in {
            "year",
            "month",
            "week",
            "day",
            "hour",
            "decade",
            "minute",
        }:
            return value, token
    return None


def _unknown_passive(reading: Reading) -> list[Fact]:
    clause = reading.clause
    if clause.subject is None:
        return []
    patients = reading.holders(clause.subject)
    if clause.agent is not None and reading.is_amount(clause.agent):
        value = reading.value(clause.agent)
        return [reading.fact(patient, f"be {clause.lemma} by", value, clause.agent) for patient in patients if value is not None]
    if clause.agent is not None:
        return [fact for patient in patients for fact in _with_agent(reading, patient, clause.agent)]
    facts = []
    for patient in patients:
        facts += _agentless(reading, patient)
    return facts


def _with_agent(reading: Reading, patient: Holder, agent: "Token") -> list[Fact]:
    """Active direction when the doer is a particular one; `staffed by volunteers` says something of what is staffed."""
    clause = reading.clause
    value = _entity_of(patient)
    facts = []
    for holder in reading.holders(agent):
        if is_generic(agent):
            facts.append(
                reading.fact(
                    patient, f"be {clause.lemma} by", TextValue(text=holder.name, head=agent.lemma_.lower()), agent
                )
            )
        else:
            facts.append(
                reading.fact(
                    holder, clause.lemma, value, agent, *([patient.token] if patient.token is not None else [])
                )
            )
    return facts


def _agentless(reading: Reading, patient: Holder) -> list[Fact]:
    clause = reading.clause
    for token in [*clause.objects, *clause.attrs]:
        return [reading.fact(patient, f"be {clause.lemma}", value, token) for value in reading.values(token)]
    for prep in clause.preps_without_time(reading.sentence.time_at):
        if prep.words in _LIGHT_PREPS - {"as"} or prep.token.i < clause.verb.i or prep.object.pos_ in {"VERB", "AUX"}:
            continue
        if prep.words in {"for", "during", "without", "under", "if", "unless", "except", "after", "before"}:
            continue
        value = reading.value(prep.object)
        if value is not None:
            return [reading.fact(patient, f"be {clause.lemma} {prep.words}", value, prep.object)]
    if clause.verb.dep_ in {"acl", "advcl"} and not reading.times:
        return []
    regular = _regular_times(reading, patient, f"be {clause.lemma}")
    if regular:
        return regular
    return [reading.fact(patient, f"be {clause.lemma}", truth())]


def _entity_of(holder: Holder) -> Value:
    return EntityValue(name=holder.name, type=holder.type)


_CONSTRUCTIONS: tuple[Callable[[Reading], list[Fact]], ...] = (
    taste, hours, requirement.suffices, requirement.applies, moving.moved, posts.posts, having.having, requirement.requires,
    married, deontic, counted, known_and_state, imperative, unknown,
)  # fmt: skip
