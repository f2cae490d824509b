"""Values: what a phrase says of a slot, as entity, quantity, time or words."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.lemmas import noun_lemma
from graphmem.extractors.spacy_claims.phrases import read_phrase
from graphmem.extractors.spacy_claims.pronouns import Resolver, is_pronoun
from graphmem.extractors.spacy_claims.times import phrase_of, value_of_time
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.sentences import Sentence

_SAME_UNIT_NOUNS = frozenset({"people", "person"})


def kind_of(value: Value) -> str:
    """The lexicon's word for a kind of value."""
    if isinstance(value, EntityValue):
        return "entity"
    if isinstance(value, Quantity):
        return f"quantity {value.unit}".strip()
    if isinstance(value, TimeValue):
        return "clock" if value.clock else "date"
    return "text"


def values_of(token: "Token", sentence: "Sentence", resolver: Resolver) -> list[Value]:
    """The value of the phrase, and one for each phrase that `and` joins to it; those that are no value are left out."""
    colon = next((other.i for other in token.doc[token.i + 1 : token.sent.end] if other.text == ":"), len(token.doc))
    # A list behind a colon explains, it is no further value.
    others = (other for other in token.conjuncts if token.i < other.i < colon)
    joined = [token, *(other for other in others if _is_joined(other, token))]
    return [value for value in (value_of(each, sentence, resolver) for each in joined) if value is not None]


def _is_joined(other: "Token", token: "Token") -> bool:
    """True for a phrase that is joined to the first as one more value (`not labour` and half of `re-election`
    are none)."""
    if other.pos_ in {"VERB", "AUX", "PUNCT", "SYM"} or other.head.i < token.i or _hyphened(other):
        return False
    first = other.left_edge
    denied = first.lower_ == "not" or other.doc[first.i - 1].lower_ == "not"
    return not denied and other.lower_ not in {"one", "ones", "other", "others"}


def _hyphened(token: "Token") -> bool:
    before = token.doc[token.i - 1]
    return before.text in {"-", "–", "/"} and not before.whitespace_


def value_of(token: "Token", sentence: "Sentence", resolver: Resolver) -> Value | None:
    """The value of one phrase; None for a pronoun that stands for nothing known."""
    token = one_of(token)
    time = sentence.time_at.get(token.i)
    if time is not None:
        return value_of_time(phrase_of(time, sentence))
    quantity = quantity_of(token, sentence)
    if quantity is not None:
        return quantity
    if is_pronoun(token):
        referent = resolver.resolve(token)
        return EntityValue(name=referent.name, type=referent.type) if referent else None
    if token.pos_ in {"ADJ", "VERB", "ADV", "INTJ", "SCONJ", "ADP"}:
        return TextValue(text=_words(token), head=token.lemma_.lower())
    return entity_or_words(token, sentence, resolver)


_KIN = frozenset(
    "sister|brother|mother|father|wife|husband|son|daughter|partner|parent|child|friend|boss|manager|uncle|aunt|cousin|dog|cat|colleague|assistant|neighbour|grandmother|grandfather|boyfriend|girlfriend|doctor|landlord|roommate|flatmate".split(
        "|"
    )
)


def entity_or_words(token: "Token", sentence: "Sentence", resolver: Resolver) -> Value | None:
    """The phrase as a thing when it names one or points at one, else as words."""
    known = resolver.resolve_class(token)
    if known is not None:
        return EntityValue(name=known.name, type=known.type)
    phrase = read_phrase(token, sentence)
    if not phrase.text:
        return None
    owner = next((child for child in token.children if child.dep_ == "poss" and is_pronoun(child)), None)
    referent = resolver.resolve(owner) if owner is not None and token.lemma_.lower() in _KIN else None
    if referent is not None:
        return EntityValue(name=f"{referent.name}'s {phrase.text}", type=phrase.type)
    if phrase.is_name or (phrase.definite and token.pos_ in {"NOUN", "PROPN"}):
        return EntityValue(name=phrase.text, type=phrase.type)
    if token.pos_ == "NUM" and not token.like_num:
        return EntityValue(name=phrase.text)
    return TextValue(text=phrase.text, head=token.lemma_.lower() if token.pos_ != "PROPN" else token.lower_)


def one_of(token: "Token") -> "Token":
    """The kind in `one of the early explorers`."""
    if token.lower_ != "one":
        return token
    prep = next((child for child in token.children if child.dep_ == "prep" and child.lower_ == "of"), None)
    return next((child for child in prep.children if child.dep_ == "pobj"), token) if prep is not None else token


def quantity_of(token: "Token", sentence: "Sentence") -> Quantity | None:
    """The quantity that the phrase states: its own number, or the count before its noun."""
    found = sentence.quantity_at.get(token.i)
    if found is not None:
        # A number right behind a noun numbers it (`room 5`); it is no amount.
        if (
            token.dep_ in {"nummod", "appos", "npadvmod"}
            and token.head.i < token.i
            and token.head.pos_ in {"NOUN", "PROPN"}
        ):
            return None
        if token.pos_ in {"NOUN", "PROPN"} and not found.has_unit and not (found.start <= token.idx < found.end):
            return None
        return _with_share(found.quantity, token)
    for child in token.lefts:
        span = sentence.quantity_at.get(child.i)
        if span is None or child.dep_ not in {"nummod", "quantmod", "amod", "compound", "det", "advmod", "nmod"}:
            continue
        if span.has_unit and child.dep_ != "nummod" and span.quantity.unit != "%":
            continue  # "a 400-metre track": the track is no length
        if span.is_word_one and child.lower_ in {"a", "an"} and child.dep_ == "det":
            continue
        if span.has_unit and span.quantity.unit != "%":
            continue
        return span.quantity.model_copy(update={"noun": _noun_of(token)})
    return None


def _noun_of(token: "Token") -> str:
    return noun_lemma(token) if token.lower_ not in _SAME_UNIT_NOUNS else "person"


def _with_share(quantity: Quantity, token: "Token") -> Quantity:
    """`20 % of members`, `two of the doors`: what the share is of is the noun."""
    for child in token.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            target = next((grandchild for grandchild in child.children if grandchild.dep_ == "pobj"), None)
            if target is not None and target.pos_ in {"NOUN", "PROPN"}:
                return quantity.model_copy(update={"noun": _noun_of(target)})
    return quantity


def _words(token: "Token") -> str:
    kept = [
        part
        for part in token.subtree
        if part.dep_ not in {"prep", "pobj", "punct", "relcl", "advcl", "cc", "conj"}
        or part == token
        or part.tag_ == "HYPH"
    ]
    inner = [part for part in kept if token in (part, part.head) and not (part.dep_ == "advmod" and part.i > token.i)]
    return " ".join("".join(part.text_with_ws for part in inner).split())


def truth() -> TruthValue:
    """A bare yes."""
    return TruthValue()
