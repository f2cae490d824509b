"""Binds facts into claims: what is left over of a clause becomes conditions and validity; the span holds the
negator."""

from functools import partial
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.change import LASTING, RELOCATING
from graphmem.extractors.spacy_claims.conditions import condition_of_prep, frequency_of, terms_of
from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.lemmas import verb_lemma
from graphmem.extractors.spacy_claims.numbers import parse_number
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.extractors.spacy_claims.rhythm import rhythm_of
from graphmem.extractors.spacy_claims.times import TimePhrase, valid_of
from graphmem.model.claim import Change, ClaimDraft, Condition, Modality, Span
from graphmem.model.interval import Interval, Precision
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extractors.spacy_claims.clause import Clause

EXTRACTOR = "spacy_claims"
_SILENT = frozenset(
    (
        "by|according to|because of|due to|due|despite|instead of|like|than|from|of|in spite of|"
        "thanks to|in addition to|such as|in terms of|in line with|in accordance with|in light of|"
        "in view of|in order of|as well as"
    ).split("|")
)
_INNER_CLAUSES = frozenset({"conj", "cc", "advcl", "ccomp", "parataxis", "relcl"})


def bind(fact: Fact, reading: Reading) -> ClaimDraft:
    """The claim that a fact makes."""
    clause = fact.clause
    rest = [] if fact.by_the_way else [phrase for phrase in reading.times if phrase.time not in fact.used_times]
    recurring, dated = _split_times(rest)
    start, end = span_of(fact, reading)
    shift = reading.sentence.shift
    text = reading.sentence.source[start:end]
    valid = valid_of(dated)
    if valid is not None and _lasts(fact):
        valid = Interval(start=valid.start, precision=valid.precision)
    rhythm = rhythm_of(fact.clause, reading.sentence) if isinstance(fact.value, TruthValue) else None
    return ClaimDraft(
        subject=fact.holder.name,
        subject_type=fact.holder.type,
        attribute=fact.attribute if rhythm is None else f"{fact.attribute} every",
        predicate=fact.predicate,
        value=rhythm if rhythm is not None else _unlabelled(fact, reading),
        polarity=clause.polarity if fact.polarity is None else fact.polarity,
        modality=_modality_in_time(fact, valid),
        conditions=_conditions(fact, reading, recurring, rhythmic=rhythm is not None),
        quantifier=_quantifier(fact),
        valid=valid if valid is not None else _since(fact, reading),
        change=fact.change if fact.by_the_way else fact.change or clause.change,
        attributed_to=_attribution(clause, reading),
        negator=reading.sentence.order_negator
        if clause.negator == "not" and clause.sentence.imperative
        else clause.negator,
        span=Span(start=start + shift, end=end + shift),
        quote=text,
        sentence=reading.sentence.index,
        extractor=EXTRACTOR,
        confidence=fact.confidence,
    )


def _modality_in_time(fact: Fact, valid: Interval | None) -> Modality:
    if _is_fixed(fact, valid):
        return Modality.ASSERTED
    modality = _modality(fact)
    bound = any(condition.name in {"if", "unless"} for condition in fact.clause.conditions)
    # "If the rent rises, the office moves to Delft": nothing has moved.
    relocates = bound and fact.change is Change.MOVED and verb_lemma(fact.clause.verb) in RELOCATING
    return Modality.POSSIBLE if relocates and modality is Modality.ASSERTED else modality


def _is_fixed(fact: Fact, valid: Interval | None) -> bool:
    """`will be the head of sales from 1 July`: said of that day on; a mere plan names no such day, or hedges."""
    if valid is None or valid.start is None or valid.end is not None or fact.modality is not None:
        return False
    will = any(child.lower_ in {"will", "'ll", "’ll"} and child.dep_ == "aux" for child in fact.clause.verb.children)
    return will and fact.clause.modality is Modality.PLANNED and not fact.clause.governors


def _lasts(fact: Fact) -> bool:
    """`Ada became chair in 2019`: she is since then, as far as this sentence tells."""
    clause = fact.clause
    brought = fact.change is Change.MOVED and clause.polarity and not fact.by_the_way
    return brought and clause.modality in {Modality.ASSERTED, Modality.REPORTED} and verb_lemma(clause.verb) in LASTING


def _quantifier(fact: Fact) -> str:
    """Quantifier of the claim: the subject's, else an `only` somewhere in it."""
    return fact.quantifier or fact.holder.quantifier or _only(fact)


def _only(fact: Fact) -> str:
    """`only` on the verb, or on one of its arguments."""
    verb = fact.clause.verb
    places = [
        verb,
        *(child for child in verb.children if child.dep_ in {"prep", "agent", "dobj", "attr", "acomp"}),
        *(t for t in fact.used if t.i > verb.i),
    ]
    return (
        "only"
        if any(
            child.lower_ in {"only", "solely", "exclusively"} and child.dep_ in {"advmod", "amod"}
            for place in places
            for child in place.children
        )
        else ""
    )


def _unlabelled(fact: Fact, reading: Reading) -> Value:
    """`listens on port 8080`: the value of the port is the number."""
    value = fact.value
    name = value.name if isinstance(value, EntityValue) else value.text if isinstance(value, TextValue) else ""
    first, _, rest = name.partition(" ")
    if rest and first.lower() == fact.attribute and fact.attribute in reading.lexicon.entries:
        number = parse_number(rest)
        if number is not None and rest.replace(",", "").replace(".", "", 1).isdigit():
            return Quantity(amount=number.amount)
        return TextValue(text=rest, head=rest.lower())
    return value


def _modality(fact: Fact) -> Modality:
    from graphmem.extractors.spacy_claims.modality import stronger

    clause = fact.clause
    if (
        fact.modality is not None
        and clause.modality in {Modality.REPORTED, Modality.POSSIBLE}
        and fact.modality is Modality.REQUIRED
    ):
        return clause.modality
    modality = fact.modality or clause.modality
    if clause.sentence.imperative and clause.subject is not None and clause.subject.lower_ == "you":
        return stronger(modality, Modality.PROHIBITED if clause.negator and not clause.polarity else Modality.REQUIRED)
    return modality


def _attribution(clause: "Clause", reading: Reading) -> str | None:
    from graphmem.extractors.spacy_claims.attribution import according_to
    from graphmem.extractors.spacy_claims.naming import plain_name

    name = clause.attributed_to
    if name is None and clause.modality is Modality.REPORTED:
        token = according_to(reading.sentence)
        return plain_name(token) if token is not None else None
    if name is not None and name.lower() in {"i", "we"}:
        return reading.resolver.speaker or name
    return name


def _since(fact: Fact, reading: Reading) -> Interval | None:
    """`has worked here 5 years`, said in 2024: it holds since about 2019. Needs the time of saying."""
    value = fact.value
    if not (fact.attribute.endswith(" duration") and isinstance(value, Quantity) and reading.observed_at is not None):
        return None
    if not fact.clause.perfect or value.unit.lower().rstrip("s") != "year":
        return None
    try:
        start = reading.observed_at.replace(
            year=reading.observed_at.year - int(value.amount), month=1, day=1, hour=0, minute=0, second=0, microsecond=0
        )
    except ValueError:
        return None
    return Interval(start=start, precision=Precision.SPAN)


def _split_times(phrases: list[TimePhrase]) -> tuple[list[Condition], list[TimePhrase]]:
    """Times without a date (clocks, weekdays, months of every year) are conditions; the others date the claim."""
    recurring, dated = [], []
    for phrase in phrases:
        if phrase.time.clock is not None:
            recurring.append(Condition(name=phrase.lead or "at", value=phrase.time.clock))
        elif phrase.time.interval.start is None and phrase.time.text.lower() not in _RELATIVE:
            excluded = phrase.lead.startswith("except")
            name = "on" if excluded or not phrase.lead else phrase.lead
            recurring.append(Condition(name=name, value=phrase.time.text.lower(), negated=excluded))
        else:
            dated.append(phrase)
    return recurring, dated


_UNITS = ("week", "month", "quarter", "year", "weekend", "spring", "summer", "autumn", "fall", "winter")
_WHICH = ("last", "this", "next", "past", "previous", "coming", "current")
_RELATIVE = frozenset(f"{which} {unit}" for which in _WHICH for unit in _UNITS) | frozenset(
    "today|yesterday|tomorrow|tonight|last night|this morning|this afternoon|this evening".split("|")
)


def _conditions(fact: Fact, reading: Reading, recurring: list[Condition], *, rhythmic: bool) -> tuple[Condition, ...]:
    if fact.by_the_way:
        return tuple(fact.conditions)
    found = [*fact.clause.conditions, *fact.holder.conditions, *fact.conditions, *recurring]
    used, verb = {token.i for token in fact.used}, fact.clause.verb
    terms = terms_of(fact.clause, reading.sentence)
    found += terms.values()
    for prep in fact.clause.preps:
        if (
            prep.object.i in used
            or prep.token.i in terms
            or prep.words in _SILENT
            or prep.object.i in reading.sentence.time_at
            or prep.object.pos_ in {"VERB", "AUX"}
        ):
            continue
        condition = reading.condition(prep.words, prep.object)
        denied = prep.token.i > verb.i and any(t.lower_ == "not" for t in (prep.token.nbor(-1), *prep.token.children))
        found.append(
            condition.model_copy(update={"negated": not condition.negated})
            if denied and fact.clause.negator.lower() not in {"not", "n't"}
            else condition
        )
    for token in (_stating(fact, reading, token) for token in fact.used):
        if token != fact.holder.token and token.pos_ in {"NOUN", "PROPN", "NUM"}:
            found.extend(c for c in reading.restrictions(token, skip=_ON_NOUNS) if not _mentions(c, used, token))
    for adverb in (
        []
        if rhythmic
        else [
            *fact.clause.adverbs,
            *(child for token in fact.used for child in token.children if child.dep_ == "advmod" and child.i > token.i),
        ]
    ):
        frequency = frequency_of(adverb)
        if frequency is not None:
            found.append(frequency)
    found += [reading.condition("to", token) for token in fact.clause.datives if token.i not in used]
    found.extend([] if rhythmic else _recurrences(fact, reading))
    if (
        fact.clause.agent is not None
        and fact.clause.agent.i not in used
        and fact.clause.agent.i not in reading.sentence.time_at
    ):
        found.append(condition_of_prep("by", reading.condition("by", fact.clause.agent).value))
    unique = {(c.name, c.value.lower()): c for c in found if c.value}
    return tuple(unique.values())


def _stating(fact: Fact, reading: Reading, token: "Token") -> "Token":
    """Of joined phrases the one that states the fact's value: `12 euro, or 8 euro for students`."""
    others = [other for other in token.conjuncts if other.i > token.i]
    if not 0 < len(others) <= _FEW or reading.value(token) == fact.value:
        return token
    return next((other for other in others if reading.value(other) == fact.value), token)


_FEW = 8  # of a longer list each member is a value, none an alternative with a restriction of its own
_ON_NOUNS = frozenset({"of", "by", "from", "like", "than"})


def _mentions(condition: Condition, used: set[int], token: "Token") -> bool:
    """True when the condition's object is itself the subject or value."""
    for child in token.children:
        if child.dep_ == "prep":
            for grandchild in child.children:
                if (
                    grandchild.dep_ == "pobj"
                    and grandchild.i in used
                    and grandchild.lemma_.lower() in condition.value.lower()
                ):
                    return True
    return False


def _recurrences(fact: Fact, reading: Reading) -> list[Condition]:
    """`every Monday`, `each month`, `twice a week`, `once a year` on the verb."""
    found = []
    used = {t.i for t in fact.used}
    for child in [*fact.clause.verb.children, *(c for t in fact.used for c in t.children if c.i > t.i)]:
        if child.dep_ in {"npadvmod", "appos", "dobj"} and child.i not in used and child.pos_ == "NOUN":
            first = child.left_edge
            if first.lower_ in {"a", "an", "per"} and child.lemma_ in _PERIODS:
                found.append(Condition(name="per", value=child.lemma_.lower()))
            elif first.lower_ in {"every", "each", "twice", "once", "three", "four", "two"} or child.lower_.endswith(
                "ly"
            ):
                words = child.doc[first.i : max(child.i, child.right_edge.i) + 1].text.lower()
                found.append(Condition(name="frequency", value=words))
    return found


_PERIODS = frozenset(
    (
        "second|minute|hour|day|night|week|month|quarter|year|person|head|item|piece|kilo|litre|"
        "metre|shift|term|season|visit"
    ).split("|")
)


def span_of(fact: Fact, reading: Reading) -> tuple[int, int]:
    """Where the evidence stands in the sentence's document: the clause with its subject, value, negator and
    conditions."""
    verb = fact.clause.verb
    # A list of hundreds makes a fact of each member: what they share is looked at once.
    ends = [reading.extent(_CLAUSE, lambda: _of_clause(fact))]
    ends += [reading.extent(token.i, partial(_of_phrase, token)) for token in fact.used]
    negator = _negating_token(fact)
    ends += [(negator.i, negator.i)] if negator is not None else []
    low, high = min(first for first, _ in ends), max(last for _, last in ends)
    low = max(low, _first_of_origin(reading))
    doc = verb.doc
    if reading.sentence.imperative:
        # Of an order nothing may be left out: "never" and "don't" stand before what the parser was shown.
        return reading.sentence.start - reading.sentence.shift, doc[max(low, high)].idx + len(doc[max(low, high)])
    return doc[low].idx, doc[max(low, high)].idx + len(doc[max(low, high)])


_CLAUSE = -1  # what is no token's own


def _of_clause(fact: Fact) -> "list[Token]":
    verb = fact.clause.verb
    tokens = [verb]
    for child in verb.children:
        if child.dep_ not in _INNER_CLAUSES and child.dep_ != "punct":
            tokens.extend(_own(child))
        elif child.dep_ == "advcl" and fact.clause.conditions:
            tokens.extend(child.subtree)
    return tokens


def _of_phrase(token: "Token") -> "list[Token]":
    return [t for t in token.subtree if t.i <= token.i or t.dep_ in {"prep", "pobj"}]


def _own(child: "Token") -> "list[Token]":
    """The words of an argument, without the clauses that hang on it."""
    found, stack = [], [child]
    while stack:
        token = stack.pop()
        found.append(token)
        stack.extend(t for t in token.children if not (t.dep_ in {"relcl", "conj"} and t.pos_ in {"VERB", "AUX"}))
    return found


def _negating_token(fact: Fact) -> "Token | None":
    word = fact.clause.negator.split()[0].lower() if fact.clause.negator else ""
    if not word:
        return None
    verb = fact.clause.verb
    candidates = [t for t in (verb, *verb.ancestors) for t in t.subtree if t.lower_ == word]
    return min(candidates, key=lambda t: abs(t.i - verb.i), default=None)


def _first_of_origin(reading: Reading) -> int:
    """First token that stands in the text itself: words put before a sentence for the parser are none."""
    start = reading.sentence.start - reading.sentence.shift
    return next((t.i for t in reading.sentence.tokens if t.idx >= start), reading.sentence.tokens.start)


def is_sound(draft: ClaimDraft) -> bool:
    """False for what no reader would call a claim: an empty subject or value, or a value that repeats the subject."""
    if not draft.subject.strip() or not any(char.isalnum() for char in draft.subject):
        return False
    value = draft.value
    if value.kind == "entity" and value.key == draft.subject_key:
        return False
    if isinstance(value, TimeValue) and not value.text and value.interval.start is None and not value.clock:
        return False
    return not (value.kind in {"text", "entity"} and not value.key)
