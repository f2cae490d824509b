"""Wording that says the world, or what was said of it, changed."""

import re
from typing import TYPE_CHECKING

from graphmem.model.claim import Change, Modality

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Clause
    from graphmem.extractors.spacy_claims.sentences import Sentence

# What one says of an earlier saying before one says it anew.
TAKEN_BACK = (
    r"(?:i|we) (?:made a mistake|made an error|(?:was|were) (?:mistaken|wrong)|got (?:it|that|this) wrong)|"
    r"(?:please )?(?:forget|ignore|disregard) (?:what|everything) (?:i|we) (?:said|told you|wrote)|"
    r"(?:forget|ignore|disregard|scratch) (?:that|this|it)|"
    r"(?:that|this|it)(?:'s|’s| is| was) (?:wrong|incorrect|mistaken|not (?:right|correct|true))|my (?:mistake|bad)"
)
_CORRECTION = re.compile(
    r"^\W*(?:correction|corrigendum|erratum|update|edit|sorry|scratch that|my mistake|i was wrong|actually|"
    rf"{TAKEN_BACK})\b|"
    r"\b(?:is|was) (?:wrong|incorrect|mistaken|not true)\b|\bcontrary to what\b|\b(?:i|we) (?:misspoke|"
    r"misstated)\b|\binstead of\b",
    re.IGNORECASE,
)
_NOW = frozenset({"now", "nowadays", "henceforth"})


def change_of(sentence: "Sentence") -> Change | None:
    """What the wording of the whole sentence says: a correction, or that it is so now."""
    text = sentence.remark + sentence.quote
    is_now = any(
        token.lower_ in _NOW and token.dep_ == "advmod" and token.head.pos_ in {"VERB", "AUX"}
        for token in sentence.tokens
    )
    if is_now and not _CORRECTION.match(text):
        return Change.MOVED
    if _CORRECTION.search(text):
        return Change.MOVED if text.lower().lstrip().startswith("update") else Change.CORRECTION
    return None


# Verbs that bring a slot to a new value: the target follows "to", "into", or is the complement.
MOVING = frozenset(
    (
        "move|relocate|transfer|shift|push|postpone|delay|reschedule|defer|bring|advance|extend|rise|"
        "fall|increase|decrease|drop|grow|shrink|climb|raise|lower|cut|reduce|change|switch|go|"
        "jump|upgrade|downgrade|migrate|update|amend|revise|adjust|convert|decline|slip|put|double|"
        "expand|return|promote|reassign|reset|correct|set|shorten|lengthen|pass|renew|prolong|uprate|enlarge|bump"
    ).split("|")
)
SCHEDULING = frozenset(
    ("push|postpone|delay|reschedule|defer|bring|advance|extend|move|shift|slip|put|renew|prolong").split("|")
)
# Verbs that let a thing last longer: the day behind them is its end.
PROLONGING = frozenset({"extend", "renew", "prolong", "lengthen"})
RELOCATING = frozenset({"move", "relocate", "transfer", "shift", "migrate", "return", "emigrate", "immigrate"})
BECOMING = frozenset({"become", "turn"})
APPOINTING = frozenset(
    ("appoint|name|elect|choose|select|nominate|promote|hire|crown|re-elect|reelect|confirm|designate|elevate").split(
        "|"
    )
)
PROMOTING = frozenset({"promote", "appoint", "elect", "elevate", "nominate"})
# Verbs of which what they bring about lasts: the year beside them is when it began.
LASTING = BECOMING | APPOINTING | RELOCATING | frozenset({"join", "start", "take", "get", "land"})
LEAVING = frozenset(("leave|quit|resign|step|retire|depart|withdraw|dismiss|fire|oust|remove|sack").split("|"))
REPLACING = frozenset({"replace", "succeed", "supersede"})


def moves(verb: "Token") -> bool:
    """True for a verb that brings a slot to a new value."""
    return verb.lemma_.lower() in MOVING


def is_told(clause: "Clause") -> bool:
    """True for a change that is told as done: not planned, considered, or bound to an `if`."""
    bound = any(condition.name in {"if", "unless"} for condition in clause.conditions)
    return clause.modality is Modality.ASSERTED and not bound
