"""Sentences that the parser misreads as they stand, reworded for it: imperatives, and clauses run together
without a comma.

Rewording only adds words in front or turns a blank into a comma, so that one shift maps every offset back to the text.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.change import TAKEN_BACK

if TYPE_CHECKING:
    from spacy.tokens import Span as TokenSpan
    from spacy.tokens import Token

_PREFIX = "You must "
_NOT_VERBS = frozenset(("JJ|JJR|JJS|DT|IN|PRP|PRP$|CD|WP|WRB|WDT|EX|CC|MD|VBZ|VBD|RB|UH|TO|VBG|VBN|NNS").split("|"))
_OBJECT_STARTS = frozenset(("the|a|an|all|your|any|every|each|this|that|these|those|no|it|them|both").split("|"))
_SUBORDINATORS = frozenset(("whenever|when|if|once|unless|while|although|because|as|since|after|before").split("|"))
_LEADS = re.compile(r"^(?:please|always|never|kindly|just|also|then|do not|don't|don’t)\s+", re.IGNORECASE)


_REMARK = (
    r"correction|corrigendum|erratum|update|edit|note|reminder|fyi|for your information|n\.?b\.?|p\.?s\.?|heads[- ]up|"
    r"important|announcement|notice|info|btw|by the way|actually|in fact|sorry|my mistake"
)
_REMARKS = re.compile(
    rf"^\W*(?:(?:(?:small |quick |minor |just an? |please )*(?:{_REMARK}))(?:\s*[:,;–—]|\s+-)\s+|"
    rf"(?:{TAKEN_BACK})(?:\s+(?:about|on|of|regarding)\s+(?P<about>[^:;,.–—]+?))?(?:\s*[:;,–—]|\s+-)\s+|"
    r"(?:please )?(?:note|be advised|remember) that\s+|actually\s+)(?=\S+\s+\S)",
    re.IGNORECASE,
)
_ARTICLES = frozenset(("the|a|an|our|my|your|his|her|their|its|all|every|each|no|this|that|these|those").split("|"))


@dataclass(frozen=True, slots=True)
class Rewording:
    """A sentence reworded: its text, and how far its offsets lie from the original's; remark is what was cut off."""

    text: str
    added: int
    imperative: bool
    negator: str = ""
    remark: str = ""
    about: str = ""  # what the remark says that the rest is about


def without_remark(tokens: "TokenSpan") -> Rewording | None:
    """The sentence without the `Correction:`, `FYI,` or `Note that` in front, which the parser takes for its head."""
    lead = _REMARKS.match(tokens.text)
    if lead is None:
        return None
    rest = tokens.text[lead.end() :]
    if rest.split()[0] in _ARTICLES:
        rest = rest[:1].upper() + rest[1:]  # a name in small letters stays as it is written
    return Rewording(rest, -lead.end(), imperative=False, remark=lead[0], about=lead["about"] or "")


def reword(tokens: "TokenSpan") -> Rewording | None:
    """A wording that parses as it is meant; None where the sentence is fine as it stands."""
    words = [token for token in tokens if not token.is_space]
    if len(words) < 3:
        return None
    return _imperative(tokens) or _run_together(tokens)


def _imperative(tokens: "TokenSpan") -> Rewording | None:
    text = tokens.text
    stripped = text.lstrip("-*• \t")
    lead = _LEADS.match(stripped)
    body = stripped[lead.end() :] if lead else stripped
    first = next(
        (
            token
            for token in tokens
            if not token.is_space
            and token.text not in {"-", "*", "•"}
            and token.idx - tokens.start_char >= len(text) - len(body)
        ),
        None,
    )
    if first is None or not _commands(first, tokens, leads=bool(lead)):
        return None
    negative = bool(lead) and lead is not None and lead[0].strip().lower() in {"never", "do not", "don't", "don’t"}
    prefix = _PREFIX + ("not " if negative else "")
    if negative and first.lemma_.lower() in {"forget", "omit", "neglect", "fail"}:
        # "Don't forget to V" asks for V.
        rest = re.match(r"\w+\s+to\s+", body)
        if rest is None:
            return None
        body, prefix, negative = body[rest.end() :], _PREFIX, False
    negator = lead[0].split()[-1] if lead is not None and negative else ""
    reworded = prefix + body[:1].lower() + body[1:]
    return Rewording(
        reworded,
        len(reworded) - len(text.rstrip()) if text.endswith(body) else len(prefix) - (len(text) - len(body)),
        imperative=True,
        negator=negator,
    )


def _commands(token: "Token", tokens: "TokenSpan", *, leads: bool) -> bool:
    """True when the sentence opens with a bare verb and no subject governs it."""
    following = tokens.doc[token.i + 1] if token.i + 1 < tokens.end else None
    if (
        following is None
        or token.tag_ == "UH"
        or any(child.dep_ in {"nsubj", "nsubjpass"} for child in tokens.root.children)
    ):
        return False
    if tokens.text.rstrip().endswith("?"):
        return False
    if token.tag_ in {"VB", "VBP"}:
        return True
    return (
        token.tag_ in {"NN", "NNP", "JJ", "RB"}
        and (following.lower_ in _OBJECT_STARTS)
        and not any(t.tag_ in {"VBZ", "MD", "VBD"} for t in tokens)
        and (leads or token.text[:1].isupper())
    )


def _run_together(tokens: "TokenSpan") -> Rewording | None:
    """`Whenever it rains the gate shuts`: a comma before the main clause lets the parser see it."""
    first = next(token for token in tokens if not token.is_space)
    if first.lower_ not in _SUBORDINATORS or "," in tokens.text:
        return None
    verb = first.head if first.head.pos_ in {"VERB", "AUX"} else None
    if verb is None or verb.dep_ != "ROOT" or verb.i <= first.i:
        return None
    for token in tokens.doc[verb.i + 1 : tokens.end]:
        if (
            token.tag_ in {"DT", "PRP", "PRP$", "NNP", "NNS"}
            and token.i > tokens.start
            and tokens.doc[token.i - 1].whitespace_ == " "
            and token.i + 1 < tokens.end
        ):
            at = token.idx - tokens.start_char
            text = tokens.text
            return Rewording(text[: at - 1] + "," + text[at:], 0, imperative=False)
    return None
