"""Mends parses of a kind that the small model gets wrong, where the words leave no doubt."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.loading import is_verb

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence

_FINITE = frozenset({"VBZ", "VBP", "MD"})


def repair(sentence: "Sentence") -> None:
    """Mend the sentence's parse in place."""
    _verb_read_as_plural(sentence)
    for token in sentence.tokens:
        if token.tag_ in {"VBD", "VBN"} and token.lower_.endswith("ed"):
            _participle_in_a_name(token, sentence)


def _verb_read_as_plural(sentence: "Sentence") -> None:
    """`Whenever it rains, the gate shuts`: after a clause of condition a main clause must follow, not a bare noun."""
    root = sentence.tokens.root
    if root.tag_ != "NNS":
        return
    after_clause = any(child.dep_ == "advcl" and child.i < root.i for child in root.children)
    # "The stand-up starts at 9:30.": no verb anywhere, and the plural is a form of a verb that takes what follows.
    verbless = not any(t.pos_ in {"VERB", "AUX"} for t in sentence.tokens) and any(child.dep_ in {"prep", "advmod"} and child.i > root.i for child in root.children)
    if not after_clause and not (verbless and is_verb(root.lower_[:-1])):
        return
    before = [child for child in root.lefts if child.dep_ in {"compound", "amod"} and child.pos_ in {"NOUN", "PROPN"}]
    if not before or any(t.tag_ in {"VBZ", "VBD", "MD", "VBP"} for t in sentence.tokens if t.i > before[-1].i):
        return
    subject = before[-1]
    subject.dep_ = "nsubj"
    for child in [*root.lefts]:
        if child.dep_ in {"det", "compound", "amod", "poss"} and child.i < subject.i:
            child.head = subject
    root.tag_, root.pos_ = "VBZ", "VERB"  # type: ignore[assignment]
    root.lemma_ = root.lower_.removesuffix("s")


def _participle_in_a_name(verb: "Token", sentence: "Sentence") -> None:
    """`FDA accelerated approval requires …`: a participle between nouns, read as a verb although another one follows."""
    doc, i = verb.doc, verb.i
    if verb.dep_ not in {"ROOT", "advcl", "ccomp", "acl", "conj", "parataxis"} or i <= sentence.tokens.start or i + 1 >= sentence.tokens.end:
        return
    before, after = doc[i - 1], doc[i + 1]
    if before.pos_ not in {"PROPN", "NOUN"} or after.pos_ not in {"NOUN", "PROPN"} or any(child.dep_ in {"aux", "auxpass", "neg"} for child in verb.children):
        return
    head = after
    while head.i + 1 < sentence.tokens.end and doc[head.i + 1].pos_ in {"NOUN", "PROPN"} and doc[head.i + 1].tag_ != "POS":
        head = doc[head.i + 1]
    main = _main_verb(verb, head, sentence)
    if main is None:
        return
    if any(child.dep_ in {"det", "poss"} for child in after.lefts):
        return
    _rehang(verb, before, head, main)


def _main_verb(verb: "Token", head: "Token", sentence: "Sentence") -> "Token | None":
    """The finite verb behind the noun that has no subject of its own before the noun; None leaves the parse as it is."""
    for token in sentence.tokens.doc[head.i + 1 : sentence.tokens.end]:
        if token.pos_ in {"ADV", "PUNCT", "PART", "ADJ", "NUM", "DET"} or token.tag_ == "MD":
            if token.lower_ in {";", "."}:
                return None
            continue
        if token.pos_ in {"VERB", "AUX"}:
            finite = token.tag_ in _FINITE or (token.tag_ == "VBD" and verb.tag_ == "VBD") or any(c.tag_ == "MD" for c in token.children)
            return token if finite else None
        # "Under FDA accelerated approval, one trial may suffice": another noun stands between.
        return token.head if verb.dep_ == "advcl" and token.head == verb.head and token.dep_ in {"nsubj", "nsubjpass"} else None
    return None


def _rehang(verb: "Token", before: "Token", head: "Token", main: "Token") -> None:
    outer, outer_dep = verb.head, verb.dep_
    subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    was_root = verb.head == verb
    others = [child for child in verb.children if child not in (head, before, main, subject)]
    before_head, before_dep = before.head, before.dep_
    if main != outer:
        main.head, main.dep_ = (main, "ROOT") if was_root else (outer, outer_dep)
    if before == subject or before_head == verb:
        head.head, head.dep_ = main, "nsubj"
    else:
        head.head, head.dep_ = before_head, before_dep
        if subject is not None:
            subject.head, subject.dep_ = main, "nsubj"
    before.head, before.dep_ = head, "compound"
    verb.head, verb.dep_ = head, "amod"
    verb.tag_, verb.pos_ = "VBN", "VERB"  # type: ignore[assignment]
    for child in others:
        if child.i > verb.i or child.dep_ in {"prep", "advmod", "punct"}:
            child.head = main
