"""Mends parses whose main verb was taken for something else: `Ownership passed from …`, `I no longer like …`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.loading import is_adjective, is_noun

if TYPE_CHECKING:
    from spacy.tokens import Span as TokenSpan
    from spacy.tokens import Token


def repair_main_verbs(tokens: "TokenSpan") -> None:
    """Mend the parse of a sentence in place."""
    _main_verb_read_as_participle(tokens)
    _subject_read_as_adjective(tokens)
    for token in tokens:
        if token.lower_ == "like" and token.pos_ in {"ADP", "SCONJ"}:
            _like_read_as_preposition(token)
        elif token.dep_ in {"cc", "preconj"} and token.text[:1].isupper() and token.i > tokens.start:
            _plan_called_plus(token)


def _main_verb_read_as_participle(tokens: "TokenSpan") -> None:
    """`Ownership of the service passed from Omar to Lin`: with no other verb the participle is the main verb."""
    root = tokens.root
    if root.pos_ not in {"NOUN", "PROPN"} or tokens.text.rstrip()[-1:] != ".":
        return
    verbs = [token for token in tokens if token.pos_ in {"VERB", "AUX"}]
    if len(verbs) != 1 or verbs[0].head != root or verbs[0].dep_ != "acl" or verbs[0].tag_ != "VBN":
        return
    verb = verbs[0]
    if not verb.lower_.endswith("ed") or not any(
        c.dep_ == "prep" and c.lower_ in {"from", "to"} for c in verb.children
    ):
        return
    for child in list(root.children):
        if child != verb and child.i > verb.i:
            child.head = verb
    verb.head, verb.dep_, verb.tag_ = verb, "ROOT", "VBD"
    root.head, root.dep_ = verb, "nsubj"


def _subject_read_as_adjective(tokens: "TokenSpan") -> None:
    """`Pavel lives in Brno`: what stands alone before a finite verb, and is no English adjective, is its subject."""
    root, first = tokens.root, tokens[0]
    if root.tag_ != "VBZ" or first.dep_ != "amod" or first.head != root or root.i != first.i + 1:
        return
    if not first.text[:1].isupper() or is_adjective(first.lower_):
        return
    first.dep_, first.tag_, first.pos_, first.lemma_ = "nsubj", "NNP", "PROPN", first.text


def _like_read_as_preposition(word: "Token") -> None:
    """`I no longer like Postgres`: what has a subject of its own is a verb."""
    if not any(child.dep_ == "nsubj" for child in word.children):
        return
    word.pos_, word.tag_, word.lemma_ = "VERB", "VBP", "like"
    for child in word.children:
        if child.dep_ in {"pobj", "dobj"}:
            child.dep_ = "dobj"
            if child.text[:1].isupper() and not is_noun(child.lower_):
                child.tag_, child.pos_, child.lemma_ = "NNP", "PROPN", child.text


def _plan_called_plus(word: "Token") -> None:
    """`the Plus plan`: a capital between article and noun is a name."""
    if word.i == 0 or word.i + 1 >= len(word.doc) or word.nbor(-1).pos_ != "DET" or word.nbor(1).pos_ != "NOUN":
        return
    word.head, word.dep_, word.tag_, word.pos_ = word.nbor(1), "compound", "NNP", "PROPN"
    word.lemma_ = word.text
