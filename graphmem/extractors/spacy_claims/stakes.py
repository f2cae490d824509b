"""Shares of a whole that one may hold: `owns 60 % of Brix`, `a 55 percent stake in Brix`, `Brix is 60 % owned by`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.values import quantity_of
from graphmem.model.claim import Condition
from graphmem.model.value import Quantity

if TYPE_CHECKING:
    from spacy.tokens import Token

_HOLDING = frozenset({"own", "hold", "have", "control", "possess", "retain", "keep"})
_OWNING = frozenset({"own", "hold", "control"})
_STAKES = frozenset({"stake", "share", "shareholding", "holding", "interest", "ownership"})
_PARTS = frozenset({"share", "stock", "equity", "capital", "voting right", "vote"})


def stakes(reading: Reading) -> list[Fact]:
    """Who holds what share of a thing: said of the thing, whichever side the sentence began with."""
    clause = reading.clause
    if clause.passive and clause.lemma in _OWNING and clause.agent is not None:
        return _held_by(reading, clause.agent)
    if clause.passive or clause.subject is None:
        return []
    if clause.lemma == "belong":
        owner = next((prep.object for prep in clause.preps if prep.words == "to"), None)
        return _stake(reading, owner, clause.subject, clause.subject)
    if clause.lemma not in _HOLDING:
        return []
    return [fact for token in clause.objects for fact in _stake(reading, clause.subject, token, token)]


def _held_by(reading: Reading, agent: "Token") -> list[Fact]:
    """`60 % of Brix is owned by Alder`, `Brix is 60 % owned by Alder`."""
    clause = reading.clause
    subject = clause.subject
    if subject is None:
        return []
    if (found := _stake(reading, agent, subject, subject)) != []:
        return found
    share = next((c for c in clause.verb.lefts if c.dep_ in {"npadvmod", "advmod", "dep"} and _share(c, reading)), None)
    return _facts(reading, agent, share, reading.holder(subject), subject) if share is not None else []


def _stake(reading: Reading, owner: "Token | None", phrase: "Token", used: "Token") -> list[Fact]:
    """The phrase is a share (`60 % of Brix`), or a noun that bears one (`a 60 % stake in Brix`)."""
    share: Token | None = phrase if _share(phrase, reading) else None
    whole = _of(phrase, "of")
    if phrase.lemma_.lower() in _STAKES:
        if share is None and whole is not None and _share(whole, reading):
            share, whole = whole, None  # "a stake of 60 % in Brix"
        whole = _of(phrase, "in") or (_of(share, "in") if share is not None else None) or whole
    if owner is None or share is None or whole is None:
        return []
    if whole.lemma_.lower() in _PARTS and (of := _of(whole, "of") or _of(whole, "in")) is not None:
        whole = of  # "60 % of the shares of Brix"
    return _facts(reading, owner, share, reading.holder(whole), used, whole)


def _facts(reading: Reading, owner: "Token", share: "Token", whole: Holder | None, *used: "Token") -> list[Fact]:
    amount = _share(share, reading)
    if whole is None or amount is None or not _is_one(whole):
        return []  # of "60 % of firms" nobody knows which ones
    facts = []
    for holder in reading.holders(owner)[:1]:
        fact = reading.fact(whole, "stake", amount, share, owner, *used)
        fact.conditions = [Condition(name="by", value=holder.name)]
        facts.append(fact)
    return facts


def _is_one(whole: Holder) -> bool:
    token = whole.token
    if not whole.name.islower() or token is None:
        return True
    return token.tag_ == "NN" and any(child.dep_ in {"det", "poss"} for child in token.lefts)


def _share(token: "Token", reading: Reading) -> Quantity | None:
    amount = quantity_of(token, reading.sentence)
    if amount is None or amount.unit not in {"%", "percent", "per cent"}:
        return None
    return amount.model_copy(update={"noun": ""})


def _of(token: "Token", word: str) -> "Token | None":
    for prep in token.children:
        if prep.dep_ == "prep" and prep.lower_ == word:
            return next((child for child in prep.children if child.dep_ == "pobj"), None)
    return None
