"""How a claim is meant: modal verbs, governing verbs and adjectives, hedges."""

from typing import TYPE_CHECKING

from graphmem.model.claim import Modality

if TYPE_CHECKING:
    from spacy.tokens import Token

_MODALS = {
    "must": Modality.REQUIRED, "shall": Modality.REQUIRED, "should": Modality.REQUIRED,
    "ought": Modality.REQUIRED, "need": Modality.REQUIRED, "may": Modality.PERMITTED, "might": Modality.POSSIBLE,
    "could": Modality.POSSIBLE, "can": Modality.PERMITTED, "ca": Modality.PERMITTED, "will": Modality.PLANNED,
    "'ll": Modality.PLANNED, "wo": Modality.PLANNED, "would": Modality.POSSIBLE, "sha": Modality.REQUIRED,
}  # fmt: skip
# Verbs, and participles or adjectives after "be", that take "to VERB": what they make of it.
GOVERNORS = {
    "have": Modality.REQUIRED, "need": Modality.REQUIRED, "require": Modality.REQUIRED,
    "oblige": Modality.REQUIRED, "obligate": Modality.REQUIRED, "bind": Modality.REQUIRED,
    "suppose": Modality.REQUIRED, "expect": Modality.PLANNED, "allow": Modality.PERMITTED,
    "permit": Modality.PERMITTED, "authorise": Modality.PERMITTED, "authorize": Modality.PERMITTED,
    "entitle": Modality.PERMITTED, "free": Modality.PERMITTED, "forbid": Modality.PROHIBITED,
    "prohibit": Modality.PROHIBITED, "ban": Modality.PROHIBITED, "bar": Modality.PROHIBITED,
    "plan": Modality.PLANNED, "intend": Modality.PLANNED, "aim": Modality.PLANNED, "hope": Modality.PLANNED,
    "want": Modality.PLANNED, "wish": Modality.PLANNED, "schedule": Modality.PLANNED, "go": Modality.PLANNED,
    "set": Modality.PLANNED, "due": Modality.PLANNED, "propose": Modality.PLANNED, "decide": Modality.PLANNED,
    "agree": Modality.PLANNED, "likely": Modality.POSSIBLE, "unlikely": Modality.POSSIBLE,
    "seem": Modality.POSSIBLE, "appear": Modality.POSSIBLE, "slate": Modality.PLANNED,
    "possible": Modality.POSSIBLE, "mandatory": Modality.REQUIRED, "necessary": Modality.REQUIRED,
    "compulsory": Modality.REQUIRED, "illegal": Modality.PROHIBITED, "unlawful": Modality.PROHIBITED,
    "impermissible": Modality.PROHIBITED, "legal": Modality.PERMITTED, "lawful": Modality.PERMITTED,
    "permissible": Modality.PERMITTED, "say": Modality.REPORTED, "think": Modality.REPORTED,
    "believe": Modality.REPORTED, "claim": Modality.REPORTED, "report": Modality.REPORTED,
    "rumour": Modality.REPORTED, "rumor": Modality.REPORTED, "allege": Modality.REPORTED,
    "consider": Modality.REPORTED, "know": Modality.ASSERTED, "forget": Modality.REQUIRED,
    "remember": Modality.REQUIRED, "able": Modality.PERMITTED, "unable": Modality.PERMITTED,
    "tend": Modality.ASSERTED, "continue": Modality.ASSERTED, "begin": Modality.ASSERTED,
    "start": Modality.ASSERTED, "manage": Modality.ASSERTED, "cease": Modality.ASSERTED,
    "stop": Modality.ASSERTED, "fail": Modality.ASSERTED, "refuse": Modality.ASSERTED, "use": Modality.ASSERTED,
    "come": Modality.ASSERTED, "happen": Modality.ASSERTED, "like": Modality.ASSERTED,
    "prefer": Modality.ASSERTED, "love": Modality.ASSERTED, "try": Modality.ASSERTED, "keep": Modality.ASSERTED,
    "help": Modality.ASSERTED, "prove": Modality.ASSERTED, "get": Modality.ASSERTED, "ensure": Modality.REQUIRED,
}  # fmt: skip
# Nouns that somebody has to do something: `has no plans to sell`, `has the right to object`.
GOVERNING_NOUNS = {
    "plan": Modality.PLANNED, "intention": Modality.PLANNED, "wish": Modality.PLANNED, "right": Modality.PERMITTED,
    "permission": Modality.PERMITTED, "authority": Modality.PERMITTED, "licence": Modality.PERMITTED,
    "license": Modality.PERMITTED, "duty": Modality.REQUIRED, "obligation": Modality.REQUIRED,
    "need": Modality.REQUIRED, "entitlement": Modality.PERMITTED,
}  # fmt: skip
NEGATIVE_GOVERNORS = frozenset({"use", "unlikely", "unable", "cease", "stop", "fail", "refuse", "avoid", "quit"})
# "Don't forget to grease": the negator belongs to the forgetting; what is asked for is the greasing.
REMINDERS = frozenset({"forget", "remember", "omit", "neglect", "fail"})
HEDGES = frozenset(
    ("perhaps|maybe|probably|possibly|presumably|apparently|likely|supposedly|conceivably|potentially").split("|")
)
REPORTS = frozenset({"reportedly", "allegedly", "purportedly", "supposedly", "rumouredly"})
_RANK = {
    Modality.REPORTED: 4, Modality.POSSIBLE: 3, Modality.PROHIBITED: 2, Modality.REQUIRED: 2,
    Modality.PERMITTED: 2, Modality.PLANNED: 1, Modality.ASSERTED: 0,
}  # fmt: skip
# With these verbs "may" speaks of chance, not of leave.
_CHANCE_VERBS = frozenset(
    (
        "be|have|rain|snow|become|happen|occur|cause|fail|contain|vary|seem|lead|suffer|die|increase|decrease|rise|fall"
    ).split("|")
)
# What a thing can hold is a fact about it, no permission.
_CAPACITY_VERBS = frozenset({"hold", "seat", "store", "accommodate", "carry", "fit", "sleep", "reach", "handle"})


def of_modal(modal: "Token", verb: "Token", *, negated: bool) -> Modality:
    """What a modal verb makes of its verb; `may` and `can` of a chance or an ability are no permissions."""
    word = modal.lower_
    modality = _MODALS.get(word, Modality.ASSERTED)
    perfect = any(
        child.dep_ in {"aux", "auxpass"} and child.lower_ in {"have", "be"} and child.i > modal.i
        for child in verb.children
    )
    if word == "can" and verb.lemma_ in _CAPACITY_VERBS and not negated:
        return Modality.ASSERTED
    has_been = perfect and any(child.lower_ == "have" for child in verb.children)
    if word in {"may", "can", "ca"} and not negated and (verb.lemma_ in _CHANCE_VERBS or has_been):
        return Modality.POSSIBLE if word == "may" else Modality.PERMITTED
    if word == "must" and perfect and any(child.lower_ == "have" and child.dep_ == "aux" for child in verb.children):
        return Modality.POSSIBLE
    if negated and word in {"must", "shall", "should"}:
        return Modality.PROHIBITED
    return modality


def stronger(first: Modality, second: Modality) -> Modality:
    """Of two, the one that says more of how the claim is meant: reported, possible, deontic, planned, asserted."""
    return first if _RANK[first] >= _RANK[second] else second
