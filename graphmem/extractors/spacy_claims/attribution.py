"""Whose saying a claim is: reporting verbs, "according to", reporting adverbs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence

_REPORTS = frozenset(
    (
        "say|think|believe|claim|report|tell|suggest|argue|assume|guess|suspect|hear|feel|reckon|"
        "expect|hope|fear|doubt|allege|insist|write|mention|estimate|predict|consider|imagine|"
        "suppose|speculate|rumour|rumor|assert|maintain|contend|presume"
    ).split("|")
)
_TALK = frozenset({"speak", "talk", "discuss", "mention", "chat", "ask", "hear", "write", "read", "remind", "recall"})
_FIRST_PERSON = frozenset({"i", "we"})


def is_report(lemma: str) -> bool:
    """True for verbs that give another's word or opinion."""
    return lemma in _REPORTS


def is_talk(lemma: str) -> bool:
    """True for verbs that only bring a matter up: what they mention is retold, not asserted."""
    return lemma in _TALK


def speaker_of(subject: "Token | None") -> str | None:
    """Name of who says it; first persons are given as they stand, for the pronoun step to resolve."""
    if subject is None or subject.lower_ in {"it", "there"}:
        return None
    from graphmem.extractors.spacy_claims.naming import plain_name

    named = next(
        (child for child in subject.children if child.dep_ == "appos" and child.ent_type_ == "PERSON"), subject
    )
    return plain_name(named)


def agent_name(agent: "Token | None") -> str | None:
    """Name of the agent of a passive report (`is said by Ana to`)."""
    return speaker_of(agent)


def sentence_reports(sentence: "Sentence") -> bool:
    """True when the sentence as a whole is given on another's word (`According to the operator, …`)."""
    return according_to(sentence) is not None


def according_to(sentence: "Sentence") -> "Token | None":
    """The one whose word the sentence is given on, None when there is none."""
    for token in sentence.tokens:
        if token.lower_ == "according" and token.i + 1 < len(token.doc) and token.nbor(1).lower_ == "to":
            for child in (*token.children, *token.nbor(1).children):
                if child.dep_ == "pobj":
                    return child
    return None
