"""Conditions: the part for which alone a claim is meant, from clauses, prepositions and adverbs."""

from typing import TYPE_CHECKING

from graphmem.model.claim import Condition

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Clause
    from graphmem.extractors.spacy_claims.sentences import Sentence

_MARKS = {
    "if": ("if", False), "when": ("when", False), "whenever": ("when", False), "unless": ("if", True),
    "once": ("when", False), "provided": ("if", False), "providing": ("if", False), "where": ("where", False),
    "until": ("until", False), "till": ("until", False), "wherever": ("where", False), "except": ("if", True),
    "whether": ("if", False), "lest": ("if", True), "assuming": ("if", False), "in case": ("if", False),
    "so long as": ("if", False), "as long as": ("if", False), "before": ("before", False),
    "after": ("after", False), "as": ("as", False), "while": ("while", False),
}  # fmt: skip
# "before" and "after" clauses tell of things that happened: they date the claim and are facts too.
_CONDITIONAL = frozenset(_MARKS) - {"before", "after", "as", "while"}
_FREQUENCIES = frozenset(
    (
        "daily|weekly|monthly|yearly|annually|quarterly|hourly|nightly|fortnightly|biweekly|bimonthly|"
        "twice|once|always|often|sometimes|rarely|seldom|usually|generally|normally|typically|"
        "regularly|occasionally|frequently"
    ).split("|")
)
_EXCLUDING = frozenset(
    (
        "except|except for|excluding|without|outside|other than|apart from|besides|but|aside from|"
        "save for|with the exception of|outside of"
    ).split("|")
)
_PREP_NAMES = {
    "except": "for", "except for": "for", "excluding": "for", "other than": "for", "apart from": "for",
    "aside from": "for", "save for": "for", "besides": "for", "without": "with", "outside": "in",
    "outside of": "in", "but": "for", "including": "for", "within": "in", "inside": "in", "among": "for",
    "amongst": "for", "throughout": "in", "across": "in", "in case of": "if", "in the case of": "for",
    "in the event of": "if", "regarding": "for", "concerning": "for", "below": "under", "above": "over",
}  # fmt: skip


def mark_of(verb: "Token") -> str:
    """The subordinating word of a clause, in lower case; empty when it has none."""
    for child in verb.children:
        if (
            child.dep_ in {"mark", "advmod", "prep"} and child.i < verb.i and child.lower_ in _MARKS
        ) or child.dep_ == "mark":
            if child.lower_ == "as" and child.i > 0 and child.nbor(-1).lower_ == "long":
                return "as long as"
            return child.lower_
    return ""


def is_condition_clause(verb: "Token") -> bool:
    """True when the clause says under what condition the main one is meant, rather than a fact of its own."""
    return mark_of(verb) in _CONDITIONAL or (verb.tag_ == "VBN" and mark_of(verb) in {"if", "unless"})


def condition_of_clause(verb: "Token") -> Condition | None:
    """The condition that such a clause states, in its own words."""
    mark = mark_of(verb)
    if mark not in _MARKS:
        return None
    name, negated = _MARKS[mark]
    words = [token for token in verb.subtree if token.lower_ != mark and not token.is_space]
    text = "".join(token.text_with_ws for token in words).strip(" ,.;").removeprefix("only ").removeprefix("Only ")
    return Condition(name=name, value=" ".join(text.split()).lower(), negated=negated) if text else None


def condition_of_prep(words: str, value: str) -> Condition:
    """The condition of a preposition and its object."""
    negated = words in _EXCLUDING
    return Condition(name=_PREP_NAMES.get(words, words), value=value, negated=negated)


def frequency_of(adverb: "Token") -> Condition | None:
    """`monthly`, `twice a day`, `always` as a condition; None for other adverbs."""
    if adverb.lower_ not in _FREQUENCIES:
        return None
    words = (
        "".join(token.text_with_ws for token in adverb.subtree if not token.is_punct and token.i >= adverb.i)
        .strip()
        .lower()
    )
    return Condition(name="frequency", value=words)


def terms_of(clause: "Clause", sentence: "Sentence") -> dict[int, Condition]:
    """`up to 30 days after delivery`: the longest time within which, by the word that it hangs on."""
    found = {}
    for head in (clause.verb, *(prep.token for prep in clause.preps)):
        for child in head.children:
            span = sentence.quantity_at.get(child.i) if child.dep_ == "npadvmod" else None
            if span is not None and span.quantity.bound == "at_most" and span.quantity.unit.rstrip("s") in _LENGTHS:
                found[head.i] = Condition(name="in", value=sentence.source[span.number_start : span.end])
    return found


_LENGTHS = frozenset({"hour", "day", "week", "month", "year", "minute"})
