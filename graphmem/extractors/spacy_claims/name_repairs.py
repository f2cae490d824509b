"""Mends parses around names that the small model has not seen: it takes them for verbs, adjectives or adverbs.

A capital inside a sentence, or a word that no list of English words has, says that the word is a name.
"""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.loading import is_adjective, is_noun, is_verb

if TYPE_CHECKING:
    from spacy.tokens import Span as TokenSpan
    from spacy.tokens import Token

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_TIMES = frozenset({"DATE", "TIME"})
_COMMON = frozenset({"JJ", "NN", "RB", "NNS", "VB", "VBP", "UH", "FW"})
_SMALL_WORDS = frozenset({"IN", "RB", "UH", "CC"})


def repair_names(tokens: "TokenSpan") -> None:
    """Mend the parse of a sentence in place, where a name was taken for another part of speech."""
    for token in list(tokens):
        if token.text == "-":
            _prefix_apart(token, tokens)
        if token.lower_ == "to" and token.tag_ == "TO":
            _to_before_a_name(token)
        elif token.dep_ in _SUBJECTS and token.tag_ in _COMMON:
            _subject_read_as_common(token)
        elif (token.tag_ in _SMALL_WORDS and _is_name_inside(token, tokens)) or (
            token.text == "Per" and token.dep_ in {"prep", "mark"}
        ):
            _name_read_as_small_word(token, tokens)
        elif token.pos_ == "VERB" and _is_name_inside(token, tokens) and not is_verb(token.lower_):
            _complement_read_as_verb(token)
        elif token.tag_ == "NNP" and token.dep_ in {"advmod", "npadvmod", "oprd"}:
            _object_read_as_adverb(token, tokens)
        elif token.tag_ == "JJ" and token.dep_ == "acomp" and _is_name_inside(token, tokens):
            _complement_read_as_adjective(token)
        elif token.tag_ == "HYPH" and token.dep_ == "punct":
            _hyphened_phrase(token, tokens)
        elif token.like_num and token.dep_ in {"oprd", "npadvmod", "dobj"}:
            _number_in_a_name(token, tokens)


def _name_read_as_small_word(first: "Token", tokens: "TokenSpan") -> None:
    """`The CEO is Per Lund`: a capitalised `per` right before a name is the first part of that name."""
    if first.i + 1 >= tokens.end:
        return
    name = first.nbor(1)
    if (
        name.pos_ not in {"PROPN", "NOUN"}
        or not _is_spelt_as_name(name)
        or name.ent_type_ in _TIMES
        or not first.is_alpha
    ):
        return
    if not any(token.text[:1].islower() for token in tokens):
        return  # a headline, where every word has a capital
    _set_name(name)
    for child in [*first.children]:
        if child != name:
            child.head = name
    if name.head == first:
        name.head, name.dep_ = first.head, "nsubj" if first.i < first.head.i else _argument_of(first.head)
    first.head, first.dep_ = name, "compound"
    _set_name(first)


def _argument_of(head: "Token") -> str:
    """What a name right behind the word is to it: what `is` links with the subject, else an object."""
    return "attr" if head.lemma_ == "be" else "pobj" if head.pos_ == "ADP" or head.dep_ == "agent" else "dobj"


def _is_name_inside(token: "Token", tokens: "TokenSpan") -> bool:
    return token.i > tokens.start and _is_spelt_as_name(token)


def _is_spelt_as_name(token: "Token") -> bool:
    return token.text[:1].isupper() and token.text[1:].islower()


def _set_name(token: "Token") -> None:
    token.tag_, token.pos_, token.lemma_ = "NNP", "PROPN", token.text


def _to_before_a_name(to: "Token") -> None:
    """`moved to Tromso`, `is allergic to shellfish`: what follows is where or whom, not what is to be done."""
    if to.dep_ == "prep":
        to.tag_, to.pos_ = "IN", "ADP"
        return
    name = to.head
    if (
        to.dep_ != "aux"
        or name.i != to.i + 1
        or not (name.text[:1].isupper() or is_noun(name.lower_))
        or is_verb(name.lower_)
        or name.dep_ not in {"xcomp", "advcl", "relcl", "acl", "ccomp"}
    ):
        return
    outer = name.head
    to.head, to.dep_, to.tag_, to.pos_ = outer, "prep", "IN", "ADP"
    name.head, name.dep_ = to, "pobj"
    if name.text[:1].isupper():
        _set_name(name)
    else:
        name.tag_, name.pos_, name.lemma_ = "NN", "NOUN", name.lower_
    for child in [*name.children]:
        child.head = outer


def _subject_read_as_common(subject: "Token") -> None:
    """`Petra lives in Vadso`: a capitalised subject that is no English word and stands alone is a name."""
    word = subject.lower_
    known = is_adjective(word) or (subject.tag_ != "JJ" and (is_noun(word) or word.endswith("ing") or "-" in word))
    known = known or (subject.tag_ in {"VB", "VBP"} and is_verb(word)) or word.endswith("ly") or word in _NO_NAMES
    if subject.tag_ == "NNS":
        # `Nils lives` is no plural
        known = subject.head.tag_ != "VBZ" and any(map(is_noun, (word, word.removesuffix("s"), subject.lemma_.lower())))
        known = known or word.endswith("ies")
    if _is_spelt_as_name(subject) and not known and not any(True for _ in subject.children):
        _set_name(subject)


_NO_NAMES = frozenset(
    "there|here|now|then|today|yesterday|tomorrow|yes|no|none|neither|both|so|thus|everyone|nobody".split("|")
)


def _complement_read_as_verb(name: "Token") -> None:
    """`Bram's wife is Lieve`: the name behind `is` was taken for the participle of a passive."""
    be = next((child for child in name.lefts if child.dep_ in {"auxpass", "aux"} and child.lemma_ == "be"), None)
    if be is None or be.i > name.i or any(child.dep_ in {"auxpass", "aux"} and child != be for child in name.lefts):
        return
    be.head, be.dep_ = (be, "ROOT") if name.head == name else (name.head, name.dep_)
    be.pos_ = "AUX"
    for child in [*name.children]:
        if child != be:
            child.head = be
            child.dep_ = "nsubj" if child.dep_ == "nsubjpass" else child.dep_
    name.head, name.dep_ = be, "attr"
    _set_name(name)


def _complement_read_as_adjective(name: "Token") -> None:
    """`My employer is Fjordlight`: a capitalised complement that is no English adjective, nor a people's, is a name."""
    if name.ent_type_ != "NORP" and not is_adjective(name.lower_) and not any(True for _ in name.children):
        name.dep_ = "attr"
        _set_name(name)


def _object_read_as_adverb(name: "Token", tokens: "TokenSpan") -> None:
    """`I joined Brightmoor`: a name right behind the verb, without a preposition and no time, is its object."""
    verb = name.head
    if (
        verb.pos_ == "VERB"
        and verb.i == name.i - 1
        and _is_name_inside(name, tokens)
        and name.ent_type_ not in _TIMES
        and not is_noun(name.lower_)
        and not any(child.dep_ in {"dobj", "attr", "acomp", "auxpass"} for child in verb.children)
    ):
        name.dep_ = "dobj"


def _number_in_a_name(number: "Token", tokens: "TokenSpan") -> None:
    """`uses Postgres 15`, `uses port 25`: a number right behind a name, or a bare noun, belongs to it."""
    if number.i == tokens.start or any(True for _ in number.children):
        return
    name = number.nbor(-1)
    bare = name.tag_ == "NN" and not any(True for _ in name.lefts)
    if (
        (name.tag_ == "NNP" or bare)
        and name.dep_ == "dobj"
        and name.head == number.head
        and name.ent_type_ not in _TIMES
    ):
        number.head, number.dep_ = name, "nummod"


def _prefix_apart(hyphen: "Token", tokens: "TokenSpan") -> None:
    """`a non-smoker`: a prefix with a hyphen is a part of the word behind it."""
    if not tokens.start < hyphen.i < tokens.end - 1 or hyphen.nbor(-1).lower_ not in _PREFIXES:
        return
    prefix, word = hyphen.nbor(-1), hyphen.nbor(1)
    if prefix.whitespace_ or hyphen.whitespace_ or word in prefix.subtree:
        return
    for part in (prefix, hyphen):
        for child in [*part.children]:
            if child not in (prefix, hyphen, word):
                child.head = word
        part.head, part.dep_ = word, "compound" if part == prefix else "punct"


_PREFIXES = frozenset({"non", "ex", "anti", "pro", "pre", "post", "semi"})


def _hyphened_phrase(hyphen: "Token", tokens: "TokenSpan") -> None:
    """`the on-call engineer`: a preposition and its noun with a hyphen between them are one word before the noun."""
    prep = hyphen.head
    noun = next((child for child in prep.children if child.dep_ == "pobj"), None)
    if (
        prep.dep_ == "nmod"
        and noun is not None
        and prep.i == hyphen.i - 1
        and noun.i == hyphen.i + 1
        and prep.head.i == noun.i + 1 < tokens.end
    ):
        noun.head, noun.dep_ = prep.head, "compound"
        prep.head, prep.dep_ = noun, "compound"
        hyphen.head = noun
