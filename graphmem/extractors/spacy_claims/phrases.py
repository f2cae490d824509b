"""Noun phrases: the name that a phrase gives its thing, its head, quantifier, and the parts that only restrict it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.loading import is_noun
from graphmem.extractors.spacy_claims.quantifiers import quantifier_of

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence

_LEFT = frozenset(("compound|amod|nmod|nummod|poss|quantmod|punct|case|npadvmod|advmod|dep|appos|neg|intj").split("|"))
_DROPPED = frozenset({"det", "predet", "preconj", "cc", "mark", "prep"})
_NAME_TAGS = frozenset({"NNP", "NNPS"})
PRONOUN_TAGS = frozenset({"PRP", "WP", "EX", "DT", "WDT", "PRP$"})
_LEADING = frozenset(
    (
        "the|a|an|this|that|these|those|some|any|every|each|all|no|both|most|many|few|several|"
        "only|either|neither|another|such|just|even|about|also|not"
    ).split("|")
)
_TITLES_KEPT = frozenset({"of"})
_QUALITY_TAGS = frozenset({"JJ", "JJR", "JJS", "VBN", "VBG"})


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A phrase as claims use it: `text` without determiners, a plural head of common nouns in the singular."""

    head: "Token"
    text: str
    lemma: str
    type: str
    quantifier: str
    definite: bool
    is_name: bool
    start: int
    end: int
    conditions: tuple[tuple[str, str, bool], ...] = field(default=())


def read_phrase(head: "Token", sentence: "Sentence", *, keep_number: bool = False) -> NounPhrase:
    """The phrase of that head. Counts before the head are left out unless keep_number; they are quantities of
    their own."""
    first, last = _bounds(head, sentence, keep_number)
    doc = head.doc
    words = [doc[i] for i in range(first, last + 1) if not doc[i].is_space]
    is_name = _is_name(head)
    text = _wording(words, head, is_name)
    start, end = doc[first].idx, doc[last].idx + len(doc[last])
    lemma = head.lemma_.lower() if head.tag_ not in _NAME_TAGS else head.text
    quantifier, definite = quantifier_of(head)
    return NounPhrase(head, text, lemma, _type_of(head), quantifier, definite or is_name, is_name, start, end)


def _bounds(head: "Token", sentence: "Sentence", keep_number: bool) -> tuple[int, int]:
    first = _left_bound(head, sentence, keep_number=keep_number)
    last = _through_hyphens(head, _right_bound(head, sentence), sentence)
    entity = _entity_bounds(head, sentence)
    if entity is not None and entity[0] <= head.i <= entity[1]:
        # The recogniser may know a name to be longer than the parse shows; it never cuts the phrase.
        last = max(last, entity[1]) if _is_flat(head, entity) else last
    doc = head.doc
    while first < head.i and (
        doc[first].lower_ in _LEADING
        or doc[first].is_space
        or (doc[first].is_punct and doc[first].text not in {"$", "#", "."})
    ):
        first += 1
    if doc[last].text == "-" and last > head.i:
        last -= 1
    return first, last


def _left_bound(head: "Token", sentence: "Sentence", *, keep_number: bool) -> int:
    first = head.i
    for child in reversed(list(head.lefts)):
        apart = child.whitespace_ or child.text in {",", ":", ";", "(", ")", "—"}
        if child.is_punct and child.text not in {"#", "+"} and apart:
            break
        if head.ent_type_ == "PERSON" and head.tag_ in _NAME_TAGS and child.tag_ == "NN" and child.text.islower():
            break  # "her brother Erik", "captain Jo Wu": what the person is, not part of the name
        if child.dep_ not in _LEFT or (child.dep_ == "poss" and child.tag_ == "PRP$"):
            break
        counts = child.dep_ in {"nummod", "quantmod"} and child.i in sentence.quantity_at
        if (counts and not keep_number) or (child.dep_ in {"npadvmod", "advmod"} and not _qualifies(child)):
            break
        edge = child.left_edge.i
        if any(child.doc[i].dep_ in {"relcl", "advcl"} for i in range(edge, child.i)):
            break
        first = min(first, edge)
    return first


def _right_bound(head: "Token", sentence: "Sentence") -> int:
    last = head.i
    for child in head.rights:
        if child.i != last + 1:
            break
        numbered = child.dep_ in {"nummod", "npadvmod"} and child.like_num
        apposed = child.dep_ == "appos" and (child.like_num or any(char.isdigit() for char in child.text))
        if numbered or apposed or (child.dep_ == "punct" and child.text == "-"):
            last = child.i
        elif child.dep_ == "prep" and _keeps(head, child):
            last = _of_end(child, sentence)
        else:
            break
    return last


def _through_hyphens(head: "Token", last: int, sentence: "Sentence") -> int:
    """The end of a hyphenated word whose first part the parser took for the head (`re-election`)."""
    doc, end = head.doc, sentence.tokens.end
    while (
        last + 2 < end + 0
        and doc[last + 1].text in {"-", "–", "/"}
        and not doc[last].whitespace_
        and not doc[last + 1].whitespace_
    ):
        last += 2
    return last


def _qualifies(token: "Token") -> bool:
    return token.tag_ in {"NN", "NNP", "CD", "NNS"} or (
        token.dep_ == "advmod" and token.nbor(1).dep_ in {"punct", "amod"} and token.tag_ == "RB"
    )


def _entity_bounds(head: "Token", sentence: "Sentence") -> tuple[int, int] | None:
    if not head.ent_type_ or head.ent_type_ in {"DATE", "TIME", "CARDINAL", "QUANTITY", "MONEY", "PERCENT", "ORDINAL"}:
        return None
    return sentence.entity_at.get(head.i)


_FLAT = frozenset("nummod|appos|prep|pobj|compound|amod|det|cc|conj|nmod|case".split("|"))


def _is_flat(head: "Token", entity: tuple[int, int]) -> bool:
    """True when all tokens after the head up to the entity's end belong to the head's own phrase."""
    rest = head.doc[head.i + 1 : entity[1] + 1]
    if head.doc[entity[1]].tag_ in {"-RRB-", "-LRB-", "POS"} or any(token.tag_ in {"-LRB-", ","} for token in rest):
        return False
    return all(token.dep_ in _FLAT and head in (token, *token.ancestors) for token in rest)


def _keeps(head: "Token", prep: "Token") -> bool:
    """`of` belongs to what a phrase names; `for` only in names (`Minister for Youth`)."""
    target = next((child for child in prep.children if child.dep_ == "pobj"), None)
    if target is None or any(child.dep_ == "relcl" for child in target.children):
        return False
    return prep.lower_ == "of" or (prep.lower_ == "for" and head.tag_ in _NAME_TAGS and target.tag_ in _NAME_TAGS)


def _of_end(prep: "Token", sentence: "Sentence") -> int:
    target = next(child for child in prep.children if child.dep_ == "pobj")
    last = _bounds(target, sentence, keep_number=True)[1]
    for other in target.conjuncts:
        # `Minister for Women and Youth`: names joined inside a name are one name.
        joined = (
            other.i > target.i
            and other.tag_ in _NAME_TAGS
            and target.tag_ in _NAME_TAGS
            and prep.head.tag_ in _NAME_TAGS
        )
        if joined and not any(token.text == "," for token in target.doc[last + 1 : other.i]):
            last = max(last, _bounds(other, sentence, keep_number=True)[1])
    return last


def is_plural_word(head: "Token") -> bool:
    """True for a common plural that its capital at the start of the sentence made look like a name (`Pumps need …`)."""
    if (
        head.tag_ not in _NAME_TAGS
        or head.ent_type_ in {"PERSON", "GPE"}
        or not head.is_sent_start
        or not head.lower_.endswith("s")
        or len(head) < 4
    ):
        return False
    verb = head.head
    plural_verb = verb.tag_ == "VBP" or any(
        child.tag_ == "VBP" and child.dep_ in {"aux", "auxpass"} for child in verb.children
    )
    plural_verb = plural_verb or (any(child.tag_ == "MD" for child in verb.children) and is_noun(singular(head.text)))
    return (
        head.dep_ in {"nsubj", "nsubjpass"}
        and plural_verb
        and not any(child.dep_ in {"compound", "conj"} for child in head.children)
    )


def singular(word: str) -> str:
    """Singular of a regular English plural."""
    lower = word.lower()
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y"
    if lower.endswith(("sses", "xes", "ches", "shes", "zes")):
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and not lower.endswith("ss") else lower


def _is_name(head: "Token") -> bool:
    if is_plural_word(head):
        return False
    if head.tag_ in _NAME_TAGS:
        return True
    if head.ent_type_ in {"PERSON", "ORG", "GPE", "LOC", "FAC", "PRODUCT", "EVENT", "WORK_OF_ART", "NORP", "LAW"}:
        return True
    return any(child.dep_ in {"nummod", "appos"} and child.i > head.i and child.like_num for child in head.children)


def _type_of(head: "Token") -> str:
    label = head.ent_type_
    return "" if label in {"DATE", "TIME", "CARDINAL", "QUANTITY", "MONEY", "PERCENT", "ORDINAL"} else label


def _wording(words: "list[Token]", head: "Token", is_name: bool) -> str:
    parts = []
    for token in words:
        lemma = token.text
        if token.i == head.i and is_plural_word(token):
            lemma = singular(token.text)
        elif token.i == head.i and token.tag_ == "NNS" and not _capitalised_inside(token):
            lemma = (
                token.text
                if token.lower_.endswith(("ics", "news", "series", "species", "data"))
                else token.lemma_ or token.text
            )
        parts.append(lemma + token.whitespace_)
    text = " ".join("".join(parts).split())
    if not text.isascii() or '"' in text:
        text = text.translate(_QUOTES).strip()
    if text.endswith(".") and text.count(".") == 1 and text.rsplit(" ", 1)[-1].lower() not in _DOTTED:
        text = text[:-1]  # the full stop of the sentence, which the tokenizer took for part of the word
    return text


_QUOTES = dict.fromkeys(map(ord, '"“”„«»'))
_DOTTED = frozenset(("inc.|ltd.|corp.|co.|jr.|sr.|no.|st.|mr.|mrs.|ms.|dr.|prof.|bros.|etc.").split("|"))


def _capitalised_inside(token: "Token") -> bool:
    return token.text[:1].isupper() and not token.is_sent_start
