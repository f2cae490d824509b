"""Mentions: names with their type, what describes them, abbreviations given with them."""

import re
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.phrases import is_plural_word
from graphmem.model.claim import ClaimDraft, MentionDraft, Span
from graphmem.model.value import EntityValue

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as TokenSpan

    from graphmem.extractors.spacy_claims.sentences import Sentence

NAME_LABELS = frozenset(("PERSON|ORG|GPE|LOC|FAC|PRODUCT|EVENT|WORK_OF_ART|NORP|LAW|LANGUAGE").split("|"))
_ABBREVIATION = re.compile(r"[A-Z][\w&.-]{1,9}")
_EDGE_TAGS = frozenset({"DT", "POS", ",", "-LRB-", "-RRB-", "''", "``", ":"})


def mentions_of(sentence: "Sentence") -> list[MentionDraft]:
    """Names in the sentence, in order: the recogniser's, and runs of proper nouns that it missed."""
    found: list[MentionDraft] = []
    taken: set[int] = set()
    for first, last, label in _spans(sentence):
        if taken & set(range(first, last + 1)):
            continue
        taken.update(range(first, last + 1))
        mention = _mention(sentence, first, last, label)
        if mention is not None:
            found.append(mention)
    return sorted(found, key=lambda mention: mention.span.start if mention.span else 0)


def _spans(sentence: "Sentence") -> list[tuple[int, int, str]]:
    spans = []
    for entity in sentence.tokens.ents:
        if entity.label_ in NAME_LABELS:
            first, last = _trim(entity.doc, entity.start, entity.end - 1)
            if first <= last and any(char.isalpha() for char in entity.text):
                spans.append((*_widen(entity.doc, first, last, sentence), entity.label_))
    for first, last in _proper_runs(sentence.tokens):
        spans.append((first, last, ""))
    return spans


def _trim(doc: "Doc", first: int, last: int) -> tuple[int, int]:
    while first <= last and (doc[first].tag_ in _EDGE_TAGS or doc[first].is_space):
        first += 1
    for index in range(first, last + 1):
        if doc[index].tag_ == "-LRB-":
            last = index - 1
            break
    while last >= first and (doc[last].tag_ in _EDGE_TAGS or doc[last].is_space or doc[last].text == "."):
        last -= 1
    return first, last


def _widen(doc: "Doc", first: int, last: int, sentence: "Sentence") -> tuple[int, int]:
    """Take in proper nouns and numbers of the same phrase that the recogniser left out (`Pump 114`)."""
    while (
        last + 1 < sentence.tokens.end
        and doc[last + 1].dep_ in {"nummod", "appos"}
        and doc[last + 1].like_num
        and doc[last + 1].head.i in range(first, last + 1)
    ):
        last += 1
    return first, last


def _proper_runs(tokens: "TokenSpan") -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    start: int | None = None
    doc = tokens.doc
    for index in range(tokens.start, tokens.end + 1):
        inside = index < tokens.end and (
            doc[index].tag_ in {"NNP", "NNPS"}
            or (
                start is not None
                and doc[index].text == "-"
                and index + 1 < tokens.end
                and doc[index + 1].tag_ in {"NNP", "CD"}
            )
        )
        if inside and start is None:
            start = index
        elif not inside and start is not None:
            last = index - 1
            if index < tokens.end and doc[index].like_num and doc[index].head.i == last:
                last = index
            while (
                doc[start].text.islower()
                and last + 1 < tokens.end
                and doc[last].head.i > last
                and doc[last + 1].pos_ == "NOUN"
            ):
                last += 1  # "west gate", tagged as a name by its first word alone
            runs.append((start, last))
            start = None
    return [
        (first, last)
        for first, last in runs
        if doc[first].lower_ not in _NO_NAMES
        and not (first == last and is_plural_word(doc[first]))
        and any(c.isalpha() for c in doc[first : last + 1].text)
    ]


_NO_NAMES = frozenset(
    (
        "january|february|march|april|may|june|july|august|september|october|november|december|"
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|"
        "thursdays|fridays|saturdays|sundays"
    ).split("|")
)


def _mention(sentence: "Sentence", first: int, last: int, label: str) -> MentionDraft | None:
    doc = sentence.tokens.doc
    start, end = doc[first].idx, doc[last].idx + len(doc[last])
    name = sentence.source[start:end]
    if not any(char.isalnum() for char in name) or start + sentence.shift < sentence.start:
        return None
    span = Span(start=start + sentence.shift, end=end + sentence.shift)
    return MentionDraft(
        name=" ".join(name.split()),
        type=label,
        descriptor=descriptor_of(doc, first, last) or bracketed(doc, last, is_person=label == "PERSON"),
        aliases=aliases_of(doc, first, last),
        span=span,
        sentence=sentence.index,
    )


def descriptor_of(doc: "Doc", first: int, last: int) -> str:
    """What the text says in passing that the name is: an apposition, or words before the name."""
    head = next(
        (
            doc[i]
            for i in range(last, first - 1, -1)
            if doc[i].head.i < first or doc[i].head.i > last or doc[i].head.i == i
        ),
        doc[last],
    )
    for child in head.children:
        if (
            child.dep_ == "appos"
            and child.i > last
            and child.pos_ in {"NOUN", "PROPN"}
            and not _in_brackets(doc, last, child)
        ):
            words = [t for t in child.subtree if t.dep_ not in {"relcl", "punct"} or t.text == "-"]
            return "".join(t.text_with_ws for t in words).strip()
    if head.dep_ == "appos" and head.head.pos_ == "NOUN" and head.head.i < first:
        noun = head.head
        return doc[noun.left_edge.i : noun.i + 1].text
    if first > head.left_edge.i and head.ent_type_ == "PERSON":
        before = [
            t
            for t in doc[head.left_edge.i : first]
            if t.dep_ in {"compound", "amod", "nmod"} and t.ent_type_ != "PERSON"
        ]
        return "".join(t.text_with_ws for t in before).strip()
    return ""


# What brackets say of a person for the moment, or of a picture: it tells nobody from a namesake.
_PASSING = frozenset(
    "left|right|centre|center|above|below|top|bottom|front|back|photo|picture|video|audio|optional|tentative|active|"
    "inactive|virtual|provisional|total|final|morning|afternoon|evening|today|tomorrow|yesterday|note|sic|ref|he|she|they|him|her|them|his|hers|theirs".split(
        "|"
    )
)
_FIELD = re.compile(r"\w{3,}(?:al|ic|ive)", re.IGNORECASE)  # legal, public, creative: adjectives that name a department


def bracketed(doc: "Doc", last: int, *, is_person: bool) -> str:
    """What stands in brackets behind a name to tell it from a namesake: `Maria Lopez (sales)`, `Mercury (planet)`.

    Of persons also with a capital (`(Sales)`); behind other names that is a place, an owner or another name.
    """
    if last + 2 >= len(doc) or doc[last + 1].tag_ != "-LRB-":
        return ""
    close = next((i for i in range(last + 2, min(last + 6, len(doc))) if doc[i].tag_ == "-RRB-"), None)
    inner = doc[last + 2 : close] if close is not None else doc[last:last]
    if not inner or any(token.lower_ in _PASSING or not token.text.replace("-", "").isalpha() for token in inner):
        return ""
    if not (inner.text.islower() or (is_person and inner.text.istitle())):
        return ""
    *before, head = inner
    names = head.pos_ in {"NOUN", "PROPN"} or (len(inner) == 1 and _FIELD.fullmatch(head.text) is not None)
    return inner.text if names and all(t.pos_ in {"NOUN", "PROPN", "ADJ"} for t in before) else ""


def _in_brackets(doc: "Doc", last: int, child: "Token") -> bool:
    return any(doc[i].tag_ == "-LRB-" for i in range(last + 1, child.i))


def aliases_of(doc: "Doc", first: int, last: int) -> tuple[str, ...]:
    """`World Health Organization (WHO)`, `Brix, also known as B-Works`: other names given right behind the name."""
    found = []
    after = last + 1
    if after + 2 < len(doc) and doc[after].text == "(":
        close = next((i for i in range(after + 1, min(after + 6, len(doc))) if doc[i].text == ")"), None)
        if close is not None:
            inner = doc[after + 1 : close].text
            name = doc[first : last + 1].text
            if _ABBREVIATION.fullmatch(inner) and is_abbreviation(inner, name):
                found.append(inner)
    tail = doc[last + 1 : last + 9].text.lower()
    match = re.match(
        r"\W{0,3}(?:also |better |formerly |previously |commonly |widely )?(?:known|called|named|trading|"
        r"doing business) as |\W{0,3}(?:a\.?k\.?a\.?|alias|n[ée]e) ",
        tail,
    )
    if match:
        offset = doc[last + 1].idx + match.end()
        alias = next(((t.i, t) for t in doc[last + 1 : last + 12] if t.idx >= offset), None)
        if alias is not None:
            stop = alias[0]
            while stop + 1 < len(doc) and doc[stop + 1].tag_ in {"NNP", "NNPS", "CD"}:
                stop += 1
            if doc[alias[0]].tag_ in {"NNP", "NNPS"}:
                found.append(doc[alias[0] : stop + 1].text)
    return tuple(found)


def is_abbreviation(short: str, name: str) -> bool:
    """True when the capitals of the short form begin words of the name, in order."""
    letters = [char.lower() for char in short if char.isalpha()]
    words = [word.lower() for word in re.findall(r"\w+", name)]
    position = 0
    for letter in letters:
        while position < len(words) and not words[position].startswith(letter):
            position += 1
        if position == len(words):
            return _spells(letters, name.lower())
        position += 1
    return len(letters) >= 2


def _spells(letters: list[str], name: str) -> bool:
    """True when the letters run through the name in order, the first of them at its beginning (`Interpol`)."""
    at = -1
    for letter in letters:
        at = name.find(letter, at + 1)
        if at < 0:
            return False
    return len(letters) >= 2 and name[:1] == letters[0] and len(letters) <= 5


def of_claims(claims: list[ClaimDraft], known: list[MentionDraft]) -> list[MentionDraft]:
    """Mentions for things that claims speak of and that no name covers, so that linking meets every subject."""
    keys = {mention.key for mention in known}
    found = []
    for claim in claims:
        for name, kind in [
            (claim.subject, claim.subject_type),
            *([(claim.value.name, claim.value.type)] if isinstance(claim.value, EntityValue) else []),
        ]:
            mention = MentionDraft(name=name, type=kind, sentence=claim.sentence, span=_place(name, claim))
            if mention.key not in keys:
                keys.add(mention.key)
                found.append(mention)
    return found


def _place(name: str, claim: ClaimDraft) -> Span | None:
    at = claim.quote.find(name)
    return Span(start=claim.span.start + at, end=claim.span.start + at + len(name)) if at >= 0 else None
