"""Duties, permissions and prohibitions: who, what, under which conditions."""

import re
from dataclasses import dataclass

from graphmem.model.claim import Condition, Modality

_MODAL = re.compile(
    r"\b(?P<word>shall not be (?:required|obliged) to|(?:is|are) not (?:required|obliged) to"
    r"|shall have the (?:right|obligation) to|shall be (?:entitled|allowed|permitted) to"
    r"|(?:is|are) (?:required|obliged|entitled|permitted|allowed) to|(?:is|are) (?:prohibited|forbidden) from"
    r"|shall not|must not|may not|may only|shall|must|may)\b"
)
_OPENS = re.compile(
    r"^(?:Where|If|When|In the case|In the event|Without prejudice|Subject to|By way of derogation|For the purposes? of"
    r"|In order|Notwithstanding|In so far|Insofar|Unless|After|Before|Upon|Until|As regards|With regard|In addition"
    r"|In accordance|By \d|From \d|On \d|Provided|At the|Prior to|During|In exceptional|In that case"
    r"|In such|In cases)\b"
)
_ADVERB = re.compile(
    r"^(?:However|Therefore|Furthermore|Moreover|Nevertheless|In particular|In addition|Similarly),\s+"
)
_ASIDE = re.compile(
    r",?\s*\b(?:where (?:applicable|appropriate|relevant|necessary|feasible|possible)|as appropriate|if any),?",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\s*,?\s+(?:which|that|who|whose|referred to|as referred|pursuant to|within the meaning|acting|taking)\b.*$"
)
_TAIL = re.compile(
    r"(?:,\s*|\s+)(?P<word>unless|except where|except|provided that|where|if|in so far as|insofar as)\s+"
    r"(?!(?:applicable|appropriate|relevant|necessary|feasible|possible|required|any)\b)(?P<rest>.+)$"
)
_DETERMINER = re.compile(r"^(?:the|a|an|each|every|any|all|such|those|that|this|these|both|and|or)\s+", re.IGNORECASE)
# Parts of a text and of a sentence that stand before "shall" without being anybody.
_NOBODY = re.compile(
    r"^(?:(?:sub)?paragraphs?|points?|articles?|chapters?|sections?|titles?|annex(?:es)?|regulations?|directives?|decisions?"
    r"|in|on|for|by|at|to|of|from|with|under|taking|having|based|references?|nothing|there)\b",
    re.IGNORECASE,
)
_PRONOUNS = {"it", "they", "he", "she", "he or she", "this", "that", "which", "those", "these", "there"}
_MOST_WORDS = 14


@dataclass(frozen=True)
class Duty:
    """Who shall, shall not or may do what; modal is the wording, conditions what it depends on."""

    addressee: str
    action: str
    modal: str
    modality: Modality
    polarity: bool
    conditions: tuple[Condition, ...]
    verb_start: int  # where the modal begins in the sentence


def read_duty(sentence: str, before: str | None = None) -> Duty | None:
    """The duty that a sentence states, or None; before is whom the last one was addressed to, for `it` and `they`."""
    modal = _MODAL.search(sentence)
    if modal is None:
        return None
    opening, who = _part_opening(_ASIDE.sub("", sentence[: modal.start()]).strip(" ,"))
    addressee = _clean_addressee(who, before)
    if addressee is None:
        return None
    action = sentence[modal.end() :].strip(" ,").rstrip(".;:").strip()
    action, tail = _part_tail(action)
    modality, polarity = _meaning(modal["word"])
    conditions = tuple(condition for condition in (opening, tail) if condition)
    return Duty(addressee, action, modal["word"], modality, polarity, conditions, modal.start()) if action else None


def _meaning(word: str) -> tuple[Modality, bool]:
    """`may not` is a permission denied, `not required to` a duty denied, as everywhere in graphmem."""
    if "not required" in word or "not obliged" in word or "not be" in word:
        return Modality.REQUIRED, False
    if word in {"shall not", "must not"} or "prohibited" in word or "forbidden" in word:
        return Modality.PROHIBITED, True
    if word == "may not":
        return Modality.PERMITTED, False
    permits = (
        word.startswith("may") or "right" in word or "entitled" in word or "permitted" in word or "allowed" in word
    )
    return (Modality.PERMITTED if permits else Modality.REQUIRED), True


def _part_opening(head: str) -> tuple[Condition | None, str]:
    """A condition before the addressee ("Where …, the controller"), and the addressee."""
    head = _ADVERB.sub("", head)
    if not _OPENS.match(head):
        return None, head
    condition, comma, who = head.rpartition(",")
    if not comma:
        return None, head
    name = _name_of(condition)
    said = re.sub(r"^(?:where|if|when|unless)[,\s]+", "", condition.strip(), flags=re.IGNORECASE)
    return Condition(name=name, value=said[:300], negated=name == "unless"), _ADVERB.sub("", who.strip())


def _part_tail(action: str) -> tuple[str, Condition | None]:
    """A condition after the action ("…, unless the breach is unlikely to result in a risk")."""
    found = _TAIL.search(action)
    if found is None or len(found["rest"].split()) < 3 or not action[: found.start()].strip():
        return action, None
    word = found["word"]
    negated = word.startswith(("unless", "except"))
    name = "where" if not negated else "unless"
    condition = Condition(name=name, value=found["rest"].strip()[:300], negated=negated)
    return action[: found.start()].strip(" ,"), condition


def _name_of(opening: str) -> str:
    first = opening.split(maxsplit=1)[0].casefold().strip(",")
    return {"if": "where", "when": "where", "unless": "unless"}.get(first, first)


def _clean_addressee(who: str, before: str | None) -> str | None:
    name = _RELATIVE.sub("", who).strip(" ,‘’“”")
    name = re.sub(r"\s*\([^)]*\)$", "", name)
    if name.casefold() in _PRONOUNS:
        return before
    while (shorter := _DETERMINER.sub("", name)) != name:
        name = shorter
    words = name.split()
    if _NOBODY.match(name):
        return None
    if not words or len(words) > _MOST_WORDS or not any(word[0].isalpha() for word in words):
        return None
    return " ".join(words)
