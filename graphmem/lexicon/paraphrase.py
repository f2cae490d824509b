"""Claims said in other words, brought to the lexicon's: `got a job at Brix` fills the slot that `works at Brix` fills.

paraphrases.yaml holds the entries. Each names what a claim must be, and what it says then; a new one is a line there.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from graphmem.lexicon.synonyms import common_attribute
from graphmem.model.claim import Change, ClaimDraft, Condition, Modality
from graphmem.model.interval import Interval
from graphmem.model.text import name_key
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value


class When(BaseModel):
    """What a claim must be: each field that is given has to fit; words are compared in their normal form.

    attribute, text and about are patterns for the whole of slot, value and subject; head is the last word of the value,
    subject that of the subject. condition names the condition that is captured; words, where given, is what it must
    say. quote is searched.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    attribute: str = ""
    text: str = ""
    about: str = ""
    head: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    kind: tuple[Literal["text", "entity", "quantity", "time", "truth"], ...] = ()
    condition: tuple[str, ...] = ()
    words: str = ""
    polarity: bool | None = None
    modality: tuple[Modality, ...] = ()
    quantifier: tuple[str, ...] = ()
    predicate: str = ""
    quote: str = ""
    person: bool | None = None
    bound: str = ""


class Then(BaseModel):
    """What the claim says: fields that are left out stay.

    `$value`, `$condition`, `$subject`, `$attribute` and named groups of the patterns stand for what was found and
    `$amount` for the value without its bound; the value `nothing` denies that anything fills the slot. since takes
    the time that is the value for the beginning of what is said, term the length that is the value for the time within
    which; clock is a time of day as the value.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    subject: str = "$subject"
    attribute: str = "$attribute"
    value: str | float = "$value"
    polarity: Literal["same", "turned", "yes", "no"] = "same"
    modality: Modality | None = None
    quantifier: str = ""
    change: Change | None = None
    conditions: Literal["rest", "none", "all"] = "rest"
    since: bool = False
    term: bool = False
    clock: str = ""


class Paraphrase(BaseModel):
    """One way to say something; keep leaves what was read beside it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    why: str
    when: When
    then: tuple[Then, ...] = Field(min_length=1)
    keep: bool = False


NOTHING = "nothing"
_STATED = (Modality.ASSERTED, Modality.REPORTED, Modality.REQUIRED, Modality.PERMITTED, Modality.PROHIBITED)


_STEPS = 2  # what one paraphrase says may be said in other words once more


def in_other_words(claims: Iterable[ClaimDraft], steps: int = _STEPS) -> Iterator[ClaimDraft]:
    """The claims, and what they say in the words of the lexicon: in place of those that a paraphrase does not keep.

    Verbs of one meaning share a slot in the end.
    """
    for claim in _paraphrased(claims, steps):
        name = common_attribute(claim.attribute)
        yield claim if name == claim.attribute else claim.model_copy(update={"attribute": name})


def _paraphrased(claims: Iterable[ClaimDraft], steps: int) -> Iterator[ClaimDraft]:
    if steps == 0:
        yield from claims
        return
    for claim in claims:
        kept = True
        for entry in _entries_for(claim.attribute):
            found = _fit(entry.when, claim)
            if found is None:
                continue
            kept = kept and entry.keep
            yield from _paraphrased([_said(then, claim, found) for then in entry.then], steps - 1)
        if kept:
            yield claim


@cache
def load_paraphrases() -> tuple[Paraphrase, ...]:
    """The shipped paraphrases, read once a process."""
    import yaml

    raw = files("graphmem.lexicon").joinpath("paraphrases.yaml").read_text(encoding="utf-8")
    data = yaml.load(raw, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader either way
    return tuple(Paraphrase.model_validate(entry) for entry in data["paraphrases"])


@cache
def _entries_for(attribute: str) -> tuple[Paraphrase, ...]:
    return tuple(e for e in load_paraphrases() if not e.when.attribute or re.fullmatch(e.when.attribute, attribute))


def _fit(when: When, claim: ClaimDraft) -> dict[str, str] | None:
    """What the parts of the claim stand for, None where it does not fit."""
    text = _text(claim.value)
    subject = claim.subject_key
    plain = (
        (not when.kind or claim.value.kind in when.kind)
        and (not when.head or (bool(text) and _head(claim.value) in when.head))
        and (not when.subject or (subject.split() or [""])[-1] in when.subject)
        and (when.polarity is None or when.polarity == claim.polarity)
        and (claim.modality in when.modality if when.modality else claim.modality in _STATED)
        and (not when.quantifier or claim.quantifier in when.quantifier)
        and (not when.bound or (isinstance(claim.value, Quantity) and claim.value.bound == when.bound))
        and (when.person is None or when.person == (claim.subject_type == "PERSON"))
    )
    if not plain:
        return None
    found = {"value": _shown(claim.value), "subject": claim.subject, "attribute": claim.attribute}
    searched = (
        (when.text, text, True),
        (when.about, claim.subject, True),
        (when.predicate, claim.predicate.lower(), True),
        (when.quote, claim.quote, False),
    )
    for pattern, words, whole in searched:
        if not pattern:
            continue
        match = re.fullmatch(pattern, words) if whole else re.search(pattern, words, re.IGNORECASE)
        if match is None:
            return None
        found |= {name: part for name, part in match.groupdict().items() if part}
    if when.attribute and (match := re.fullmatch(when.attribute, claim.attribute)):
        found |= {name: part for name, part in match.groupdict().items() if part}
    if when.condition:
        captured = _captured(when, claim)
        if captured is None:
            return None
        found |= {"condition": captured.value, "preposition": captured.name}
    return found


def _captured(when: When, claim: ClaimDraft) -> Condition | None:
    return next(
        (
            c
            for c in claim.conditions
            if c.name in when.condition
            and not c.negated
            and (not when.words or re.fullmatch(when.words, name_key(c.value)))
        ),
        None,
    )


def _said(then: Then, claim: ClaimDraft, found: dict[str, str]) -> ClaimDraft:
    polarity = {"same": claim.polarity, "turned": not claim.polarity, "yes": True, "no": False}[then.polarity]
    value, turned = _value(then, claim, found)
    used = found.get("condition")
    conditions = {
        "none": (),
        "all": claim.conditions,
        "rest": tuple(c for c in claim.conditions if used is None or c.value != used),
    }[then.conditions]
    if then.term and isinstance(claim.value, Quantity):
        conditions = (*conditions, Condition(name="in", value=f"{claim.value.amount:g} {claim.value.unit}"))
    return claim.model_copy(
        update={
            "subject": _filled(then.subject, found),
            "subject_type": claim.subject_type if then.subject == "$subject" else "",
            "attribute": _filled(then.attribute, found).lower(),
            "value": value,
            "polarity": polarity != turned,
            "quantifier": "" if turned else then.quantifier or claim.quantifier,
            "modality": then.modality or claim.modality,
            "change": then.change or claim.change,
            "conditions": conditions,
            "valid": _since(claim) if then.since else claim.valid,
        }
    )


def _since(claim: ClaimDraft) -> Interval | None:
    if not isinstance(claim.value, TimeValue) or claim.value.interval.start is None:
        return claim.valid
    return Interval(start=claim.value.interval.start, precision=claim.value.interval.precision)


def _value(then: Then, claim: ClaimDraft, found: dict[str, str]) -> tuple[Value, bool]:
    """The value, and whether it turns the polarity: nothing in a slot is a denied yes."""
    if then.clock:
        return TimeValue(clock=then.clock, text=then.clock), False
    if isinstance(then.value, int | float):
        return Quantity(amount=float(then.value)), False
    if then.value == "$amount" and isinstance(claim.value, Quantity):
        return claim.value.model_copy(update={"bound": "exact"}), False
    if then.value == "$value":
        return claim.value, False
    if then.value in {NOTHING, "yes"}:
        return TruthValue(), then.value == NOTHING
    words = _filled(then.value, found)
    if then.value.startswith("$") and words[:1].isupper():
        return EntityValue(name=words), False
    return TextValue(text=words, head=name_key(words).split()[-1] if name_key(words) else ""), False


def _filled(pattern: str, found: dict[str, str]) -> str:
    return re.sub(r"\$(\w+)", lambda match: found.get(match[1], ""), pattern).strip()


def _text(value: Value) -> str:
    return name_key(_shown(value))


def _shown(value: Value) -> str:
    if isinstance(value, EntityValue):
        return value.name
    return value.text if isinstance(value, TextValue) else ""


def _head(value: Value) -> str:
    if isinstance(value, TextValue) and value.head:
        return value.head
    words = _text(value).split()
    return words[-1] if words else ""
