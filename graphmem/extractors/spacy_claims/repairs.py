"""Mends parses of kinds that the small model gets wrong, where the words leave no doubt.

Each function looks for one pattern and rehangs a few tokens in place; none guesses where two readings are open.
"""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.compound_repairs import repair_auxiliaries, repair_compounds, repair_shares
from graphmem.extractors.spacy_claims.loading import is_noun, is_verb
from graphmem.extractors.spacy_claims.main_verb_repairs import repair_main_verbs
from graphmem.extractors.spacy_claims.name_repairs import repair_names

if TYPE_CHECKING:
    from spacy.tokens import Span as TokenSpan
    from spacy.tokens import Token

_FINITE = frozenset({"VBZ", "VBP", "MD"})
_VERBAL = frozenset({"VERB", "AUX"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})


def repair(tokens: "TokenSpan") -> None:
    """Mend the parse of a sentence in place."""
    repair_names(tokens)
    repair_compounds(tokens)
    repair_auxiliaries(tokens)
    repair_shares(tokens)
    repair_main_verbs(tokens)
    _subject_read_as_verb(tokens)
    _verb_read_as_plural(tokens)
    _verbless(tokens)
    _clause_without_verb(tokens)
    _name_behind_its_kind(tokens)
    _noun_before_a_bare_clause(tokens)
    _predicate_adjective_in_the_passive(tokens)
    _state_read_as_passive(tokens)
    for token in list(tokens):
        if token.tag_ in {"VBD", "VBN"} and token.lower_.endswith("ed"):
            _participle_in_a_name(token, tokens)
        elif token.dep_ in {"dobj", "pobj", "nsubj"} and token.pos_ == "NOUN":
            _two_nouns_for_one(token, tokens)
        if token.tag_ == "VBG" and token.dep_ == "pcomp":
            _participle_before_its_noun(token)
        if token.pos_ in _VERBAL:
            _object_read_as_something_else(token, tokens)


def _set_verb(token: "Token", tag: str, lemma: str) -> None:
    token.tag_, token.pos_, token.lemma_ = tag, "VERB", lemma


def _set_noun(token: "Token") -> None:
    token.tag_, token.pos_, token.lemma_ = "NN", "NOUN", token.lower_


def third_person_of(word: str) -> str | None:
    """The verb that the word may be the third person of (`shuts`: shut); None when there is none."""
    for ending, put in (("ies", "y"), ("es", ""), ("s", "")):
        stem = word.removesuffix(ending) + put
        if word.endswith(ending) and len(stem) > 2 and is_verb(stem):
            return stem
    return None


def _subject_read_as_verb(tokens: "TokenSpan") -> None:
    """`Pump 114 runs at 3 bar`: the numbered thing was taken for an order, its verb for the object."""
    root = tokens.root
    if root.tag_ != "VB" or root.i != tokens.start or root.i + 2 >= tokens.end or not root.nbor(1).like_num:
        return
    verb = root.nbor(2)
    lemma = third_person_of(verb.lower_) if verb.tag_ == "NNS" and verb.head == root else None
    if lemma is None:
        return
    others = [child for child in root.children if child != verb]
    verb.head, verb.dep_ = verb, "ROOT"
    _set_verb(verb, "VBZ", lemma)
    root.head, root.dep_ = verb, "nsubj"
    root.nbor(1).head, root.nbor(1).dep_ = root, "nummod"
    _set_noun(root)
    for child in others:
        if child.i > verb.i:
            child.head = verb


def _verb_read_as_plural(tokens: "TokenSpan") -> None:
    """`The gate shuts when it rains`: no main verb anywhere, and the plural that heads the sentence is a form
    of one."""
    root = tokens.root
    has_subject = any(child.dep_ in _SUBJECTS and child.i < root.i for child in root.children)
    if root.tag_ == "NNS" and has_subject and (told := third_person_of(root.lower_)) is not None:
        _set_verb(root, "VBZ", told)  # `Crew 1 lives in Turku`: a noun with a subject and no copula is no noun
    if root.tag_ not in {"NNS", "VBZ"} or any(child.dep_ in _SUBJECTS for child in root.children):
        return
    before = [
        child
        for child in root.lefts
        if child.dep_ in {"compound", "amod", "nmod"} and (child.pos_ in {"NOUN", "PROPN"} or child.tag_ == "VB")
    ]
    lemma = third_person_of(root.lower_)
    if not before or lemma is None:
        return
    follows = any(
        child.i > root.i and child.dep_ in {"prep", "advmod", "advcl", "dobj", "npadvmod", "prt"}
        for child in root.children
    )
    leads = any(child.dep_ == "advcl" and child.i < root.i for child in root.children)
    if root.tag_ == "NNS" and (not (follows or leads) or _has_main_verb(tokens, root)):
        return
    subject = before[-1]
    for child in [*root.lefts]:
        if child.dep_ in {"det", "compound", "amod", "poss", "nmod", "nummod", "predet"} and child.i < subject.i:
            child.head = subject
    subject.dep_ = "nsubj"
    if subject.tag_ == "VB":
        _set_noun(subject)
    _set_verb(root, "VBZ", lemma)


def _verbless(tokens: "TokenSpan") -> None:
    """`The train to Utrecht leaves from platform 5`: no verb at all, and one plural is a form of one."""
    words = list(tokens)
    if any(t.pos_ in _VERBAL for t in words) or words[-1].text != "." or len(words) < 3:
        return
    root = tokens.root
    for verb in words[1:]:
        lemma = third_person_of(verb.lower_) if verb.tag_ == "NNS" else None
        before = verb.nbor(-1)
        plain = len(words) == 4 and verb == words[2] and words[0].tag_ == "DT"  # "The dam leaks."
        bare = before.pos_ == "NOUN" and root.i >= verb.i and not (plain and before.tag_ == "NN")
        if lemma is None or before.pos_ not in {"NOUN", "PROPN", "NUM"} or bare:
            continue
        name = next((child for child in reversed(list(verb.lefts)) if child.dep_ in {"compound", "nmod", "amod"}), None)
        if verb != root and root.i > verb.i:
            return
        if verb != root:
            if name is not None and name != root:
                name.head, name.dep_ = verb.head, verb.dep_
            for child in [*root.rights]:
                if child.i > verb.i:
                    child.head = verb
            subject = root
        elif name is not None:
            subject = name
        else:
            return
        verb.head, verb.dep_ = verb, "ROOT"
        subject.head, subject.dep_ = verb, "nsubj"
        _set_verb(verb, "VBZ", lemma)
        return


def _clause_without_verb(tokens: "TokenSpan") -> None:
    """`It is true that the dam leaks`, `makes her home in Oslo`: nouns taken for a clause of their own."""
    for token in tokens:
        if token.dep_ != "ccomp" or token.pos_ != "NOUN" or token.head.i > token.i:
            continue
        subject = next((c for c in reversed(list(token.lefts)) if c.dep_ == "compound" and c.tag_ == "NN"), None)
        told = third_person_of(token.lower_) if token.tag_ == "NNS" else None
        marked = any(child.dep_ == "mark" for child in token.children)
        if marked and subject is not None and told is not None:
            for child in [*token.lefts]:
                if child.dep_ in {"det", "amod", "compound", "poss"} and child != subject:
                    child.head = subject
            subject.dep_ = "nsubj"
            _set_verb(token, "VBZ", told)
        elif not marked and token.head.pos_ == "VERB" and not any(c.dep_ in _OF_CLAUSES for c in token.children):
            token.dep_ = "dobj"


_OF_CLAUSES = frozenset({"nsubj", "cop", "aux"})


def _name_behind_its_kind(tokens: "TokenSpan") -> None:
    """`The company Brix Optics was founded`: the name is what is spoken of, and the noun before it only its kind."""
    for name in tokens:
        kind = name.head
        if (
            name.dep_ != "appos"
            or name.pos_ != "PROPN"
            or kind.pos_ != "NOUN"
            or kind.dep_ not in _SUBJECTS | {"nsubjpass"}
        ):
            continue
        if name.left_edge.i != kind.i + 1 or not any(child.lower_ == "the" for child in kind.lefts):
            continue
        name.head, name.dep_ = kind.head, kind.dep_
        kind.head, kind.dep_ = name, "predet"
        return


def _has_main_verb(tokens: "TokenSpan", root: "Token") -> bool:
    below_clauses = {t.i for child in root.children if child.dep_ == "advcl" for t in child.subtree}
    return any(
        t.pos_ in _VERBAL and t.i not in below_clauses and t.dep_ not in {"amod", "compound"} and t != root
        for t in tokens
    )


def _noun_before_a_bare_clause(tokens: "TokenSpan") -> None:
    """`The payments API times out`: the last noun was taken for the subject of a relative clause on the first."""
    root = tokens.root
    if root.pos_ not in {"NOUN", "PROPN"}:
        return
    for verb in [child for child in root.children if child.dep_ in {"relcl", "acl"} and child.pos_ in _VERBAL]:
        subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
        if (
            subject is None
            or subject.tag_ in {"WP", "WDT"}
            or subject.left_edge.i != root.i + 1
            or subject.pos_ not in {"NOUN", "PROPN"}
        ):
            continue
        verb.head, verb.dep_ = verb, "ROOT"
        for child in [*root.children]:
            child.head = verb if child.i > subject.i and child != verb else subject
        root.head, root.dep_ = subject, "compound"
        return


def _predicate_adjective_in_the_passive(tokens: "TokenSpan") -> None:
    """`The backup is disabled`: an adjective with a passive auxiliary is the participle of its verb."""
    for token in tokens:
        if (
            token.pos_ == "ADJ"
            and token.dep_ in {"ROOT", "conj", "ccomp", "advcl"}
            and any(child.dep_ in {"auxpass", "nsubjpass"} for child in token.children)
        ):
            lemma = next(
                (stem for stem in (token.lower_.removesuffix("d"), token.lower_.removesuffix("ed")) if is_verb(stem)),
                None,
            )
            if lemma is not None:
                _set_verb(token, "VBN", lemma)


def _state_read_as_passive(tokens: "TokenSpan") -> None:
    """`The status of the queue is degraded`: a status is degraded as it is red, nobody does it to the status."""
    for token in tokens:
        be = next((child for child in token.lefts if child.dep_ == "auxpass" and child.lemma_ == "be"), None)
        subject = next((child for child in token.lefts if child.dep_ == "nsubjpass"), None)
        if (
            be is None
            or subject is None
            or subject.lemma_.lower() not in _STATES
            or token.head != token
            or any(child.dep_ == "agent" or child.tag_ == "MD" for child in token.children)
        ):
            continue
        be.head, be.dep_ = be, "ROOT"
        for child in [*token.lefts, *token.rights]:
            if child != be:
                child.head = be
        subject.dep_ = "nsubj"
        token.head, token.dep_, token.tag_, token.pos_ = be, "acomp", "JJ", "ADJ"
        token.lemma_ = token.lower_
        return


_STATES = frozenset({"status", "state", "condition"})


def _two_nouns_for_one(noun: "Token", tokens: "TokenSpan") -> None:
    """`maintains the payments API`: two bare nouns in a row, taken for two objects, are one compound."""
    if noun.i + 1 >= tokens.end or not any(child.dep_ in {"det", "poss", "amod"} for child in noun.lefts):
        return
    second = noun.nbor(1)
    if second.pos_ not in {"NOUN", "PROPN"} or second.tag_ == "POS" or any(True for _ in second.lefts):
        return
    if not (
        (second.head == noun.head and second.dep_ in {"dobj", "oprd", "npadvmod", "dep"})
        or (second.head == noun and second.dep_ in {"dep", "npadvmod"})
    ):
        return
    second.head, second.dep_ = noun.head, noun.dep_
    for child in [*noun.children]:
        child.head = second
    noun.head, noun.dep_ = second, "compound"


def _object_read_as_something_else(verb: "Token", tokens: "TokenSpan") -> None:
    """`can't eat gluten`, `supports IPv6`: a word that is no verb and no adverb right behind the verb is its object."""
    if verb.i + 1 >= tokens.end or any(child.dep_ in {"dobj", "attr", "oprd", "acomp"} for child in verb.children):
        return
    following = verb.nbor(1)
    if following.head != verb or any(True for _ in following.children):
        return
    no_verb = (
        following.tag_ in {"VB", "VBP"}
        and following.dep_ in {"advcl", "xcomp", "ccomp", "dep"}
        and not is_verb(following.lower_)
    )
    no_adverb = following.dep_ in {"advmod", "dep", "npadvmod", "prep"} and following.tag_ not in {
        "RB",
        "RBR",
        "RBS",
        "WRB",
        "IN",
        "RP",
        "JJ",
        "JJR",
        "EX",
        "CD",
        "VBG",
        "VBN",
    }
    odd = no_adverb and (
        any(char.isdigit() for char in following.text)
        or following.text[1:].upper() == following.text[1:]
        or is_noun(following.lower_)
    )
    if no_verb or (
        odd
        and following.is_alpha | any(char.isdigit() for char in following.text)
        and following.ent_type_ not in {"DATE", "TIME"}
    ):
        following.dep_ = "dobj"
        _set_noun(following)


def _participle_before_its_noun(verb: "Token") -> None:
    """`the limit for paying users`: a participle right before a bare noun tells which ones, not what is done
    to them."""
    noun = next((child for child in verb.children if child.dep_ == "dobj" and child.i == verb.i + 1), None)
    if noun is None or any(True for _ in noun.lefts) or any(child != noun for child in verb.children):
        return
    noun.head, noun.dep_ = verb.head, "pobj"
    verb.head, verb.dep_ = noun, "amod"


def _participle_in_a_name(verb: "Token", tokens: "TokenSpan") -> None:
    """`FDA accelerated approval requires …`: a participle between nouns, read as a verb although another one
    follows."""
    doc, i = verb.doc, verb.i
    if (
        verb.dep_ not in {"ROOT", "advcl", "ccomp", "acl", "conj", "parataxis"}
        or i <= tokens.start
        or i + 1 >= tokens.end
    ):
        return
    before, after = doc[i - 1], doc[i + 1]
    if (
        before.pos_ not in {"PROPN", "NOUN"}
        or after.pos_ not in {"NOUN", "PROPN"}
        or any(child.dep_ in {"aux", "auxpass", "neg"} for child in verb.children)
    ):
        return
    head = after
    while head.i + 1 < tokens.end and doc[head.i + 1].pos_ in {"NOUN", "PROPN"} and doc[head.i + 1].tag_ != "POS":
        head = doc[head.i + 1]
    main = _main_verb(verb, head, tokens)
    if main is None or any(child.dep_ in {"det", "poss"} for child in after.lefts):
        return
    _rehang(verb, before, head, main)


def _main_verb(verb: "Token", head: "Token", tokens: "TokenSpan") -> "Token | None":
    """The finite verb behind the noun that has no subject of its own before the noun; None leaves the parse as
    it is."""
    for token in tokens.doc[head.i + 1 : tokens.end]:
        if token.pos_ in {"ADV", "PUNCT", "PART", "ADJ", "NUM", "DET"} or token.tag_ == "MD":
            if token.lower_ in {";", "."}:
                return None
            continue
        if token.pos_ in _VERBAL:
            finite = (
                token.tag_ in _FINITE
                or (token.tag_ == "VBD" and verb.tag_ == "VBD")
                or any(c.tag_ == "MD" for c in token.children)
            )
            return token if finite else None
        # "Under FDA accelerated approval, one trial may suffice": another noun stands between.
        return (
            token.head
            if verb.dep_ == "advcl" and token.head == verb.head and token.dep_ in {"nsubj", "nsubjpass"}
            else None
        )
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
    verb.tag_ = "VBN"
    for child in others:
        if child.i > verb.i or child.dep_ in {"prep", "advmod", "punct"}:
            child.head = main
