"""Reads legal texts: acts, articles, terms, duties, scope and dates of application."""

import re
from collections.abc import Iterator, Sequence

from graphmem.extractors.regulatory.acts import Act, ActMention, find_acts
from graphmem.extractors.regulatory.duties import Duty, read_duty
from graphmem.extractors.regulatory.findings import CHANGE, DEFINITION, FORCE, SCOPE, read_date
from graphmem.extractors.regulatory.references import Place, Reference, find_place, find_references
from graphmem.extractors.regulatory.units import LegalSentence, split_sentences
from graphmem.model.claim import ClaimDraft, Condition, Extraction, MentionDraft, Modality, Span
from graphmem.model.value import EntityValue, TextValue, Value
from graphmem.protocols import ExtractionInput

NAME = "regulatory"
_LEGAL = re.compile(r"\b(?:Articles?[\s\xa0]+\d|(?:Regulation|Directive|Decision)\b|shall\b)")
_CONDITIONAL_LEAD = re.compile(
    r"(?:\b(?:where|if|when|unless)|\b(?:following|grounds|conditions|cases)\b[^:]*\b(?:appl\w+|met|fulfilled))\s*:$"
)
_CHANGES = {"repealed": "repeals", "replaced": "replaces", "deleted": "deletes", "amended": "amends"}
_LONGEST_VALUE = 400


class Regulatory:
    """Extractor of legal structure, to be used beside one for prose; it says nothing of texts without legal marks."""

    @property
    def name(self) -> str:
        """Registry name."""
        return NAME

    def extract(self, inputs: Sequence[ExtractionInput]) -> list[Extraction]:
        """Mentions of acts, articles, terms and addressees, and what is stated of them."""
        return [_read(item) for item in inputs]


def _read(item: ExtractionInput) -> Extraction:
    place = find_place(item.text, item.title)
    if item.given_claims is not None or not (place.act or _LEGAL.search(item.text)):
        return Extraction()
    acts = list(find_acts(item.text))
    sentences = split_sentences(item.text)
    references = list(find_references(item.text, place, acts))
    reading = _Reading(place, sentences)
    for index, sentence in enumerate(sentences):
        reading.read(index, sentence)
    mentions = [*_mention_acts(acts), *_mention_references(references), *reading.mentions]
    if place.act is not None:
        own = place.act
        mentions.append(MentionDraft(name=own.name, type="REGULATION", aliases=own.aliases))
        if place.provision != own.name:
            mentions.append(MentionDraft(name=str(place.provision), type="ARTICLE"))
    claims = [*reading.claims, *_claim_references(item.text, place, references, sentences)]
    return Extraction(
        mentions=tuple(_at_sentences(mentions, sentences)),
        claims=tuple(claims),
        sentences=tuple(Span(start=s.start, end=s.end) for s in sentences),
    )


class _Reading:
    """What the sentences of one text state, in order."""

    def __init__(self, place: Place, sentences: Sequence[LegalSentence]) -> None:
        self.claims: list[ClaimDraft] = []
        self.mentions: list[MentionDraft] = []
        self._place = place
        self._sentences = sentences
        self._addressee: str | None = None

    def read(self, index: int, sentence: LegalSentence) -> None:
        """Take in one sentence."""
        if sentence.lead_in is not None and self._read_point(index, sentence):
            return
        if definition := DEFINITION.search(sentence.text):
            term = definition["term"].strip()
            start = sentence.start + definition.start("term")
            self.mentions.append(MentionDraft(name=term, type="TERM", span=Span(start=start, end=start + len(term))))
            under = (Condition(name="under", value=self._place.act.name),) if self._place.act else ()
            self._claim(
                index, sentence, term, "means", _words(definition["what"]), conditions=under, subject_type="TERM"
            )
        elif not self._read_scope(index, sentence):
            self._read_duty(index, sentence)

    def _read_scope(self, index: int, sentence: LegalSentence) -> bool:
        """`This Regulation shall (not) apply to …`, `It shall apply from 25 May 2018`, entry into force, repeal."""
        subject = self._place.act.name if self._place.act else None
        if found := SCOPE.match(sentence.text):
            if subject is None:
                return True
            polarity = " not " not in f" {found['verb']} "
            if found["prep"] in {"from", "until"}:
                day = read_date(found["what"])
                if day is not None and polarity:
                    self._claim(index, sentence, subject, f"applies {found['prep']}", day)
            elif not found["who"].startswith("Paragraph"):
                self._claim(index, sentence, subject, "applies to", _words(found["what"]), polarity=polarity)
            return True
        if force := FORCE.search(sentence.text):
            day = read_date(force["what"])
            if subject is not None and day is not None:
                self._claim(index, sentence, subject, "enters into force", day)
            return True
        if change := CHANGE.search(sentence.text):
            named = [found.act for found in find_acts(sentence.text[: change.start()])]
            if subject is not None and named and named[0].name != subject:
                verb = {"repealed": "repeals", "replaced": "replaces", "deleted": "deletes"}.get(
                    change["verb"], "amends"
                )
                self._claim(index, sentence, subject, verb, EntityValue(name=named[0].name, type="REGULATION"))
                return True
        return False

    def _read_duty(self, index: int, sentence: LegalSentence) -> None:
        duty = read_duty(sentence.text, self._addressee)
        if duty is None:
            return
        self._addressee = duty.addressee
        start = sentence.text.find(duty.addressee)
        if 0 <= start < duty.verb_start:
            span = Span(start=sentence.start + start, end=sentence.start + start + len(duty.addressee))
            self.mentions.append(MentionDraft(name=duty.addressee, type="ROLE", span=span))
        if not sentence.text.endswith(":"):
            self._claim_duty(index, sentence, duty, duty.action)

    def _read_point(self, index: int, sentence: LegalSentence) -> bool:
        """A point completes its lead-in: as one of the conditions ("… where:"), or as what is to be done."""
        lead = self._sentences[sentence.lead_in or 0]
        if DEFINITION.search(sentence.text):
            return False
        duty = read_duty(lead.text, self._addressee)
        if duty is None:
            return False
        said = sentence.text.rstrip(".;,").removesuffix(" and").removesuffix(" or").rstrip(";, ")
        if _CONDITIONAL_LEAD.search(lead.text):
            action = re.sub(r"[\s,]*(?:where|if|when|unless)$", "", duty.action).strip()
            extra = Condition(name="where", value=said[:300])
            self._claim_duty(index, sentence, duty, action, extra)
        else:
            self._claim_duty(index, sentence, duty, f"{duty.action}: {said}")
        return True

    def _claim_duty(
        self, index: int, sentence: LegalSentence, duty: Duty, action: str, extra: Condition | None = None
    ) -> None:
        # "where one of the following applies" is said by the points themselves.
        kept = [c for c in duty.conditions if extra is None or "following" not in c.value]
        conditions = (*kept, *([extra] if extra else ()))
        self._claim(
            index, sentence, duty.addressee, "duty", _words(action), conditions=conditions, modality=duty.modality,
            polarity=duty.polarity, predicate=duty.modal, subject_type="ROLE",
        )  # fmt: skip

    def _claim(  # noqa: PLR0913 - the parts of a claim
        self, index: int, sentence: LegalSentence, subject: str, attribute: str, value: Value, *,
        conditions: tuple[Condition, ...] = (), modality: Modality = Modality.ASSERTED, polarity: bool = True,
        predicate: str = "", subject_type: str = "REGULATION",
    ) -> None:  # fmt: skip
        self.claims.append(
            ClaimDraft(
                subject=subject, subject_type=subject_type, attribute=attribute, predicate=predicate or attribute,
                value=value, polarity=polarity, modality=modality, conditions=conditions,
                span=Span(start=sentence.start, end=sentence.end), quote=sentence.text, sentence=index, extractor=NAME,
                confidence=0.8,
            )
        )  # fmt: skip


def _words(text: str) -> TextValue:
    words = " ".join(text.split()).rstrip(".;,:")[:_LONGEST_VALUE]
    return TextValue(text=words, head=words.split(maxsplit=1)[0].casefold() if words else "")


def _mention_acts(acts: Sequence[ActMention]) -> Iterator[MentionDraft]:
    for found in acts:
        act: Act = found.act
        yield MentionDraft(
            name=act.name, type="REGULATION", aliases=act.aliases, span=Span(start=found.start, end=found.end)
        )


def _mention_references(references: Sequence[Reference]) -> Iterator[MentionDraft]:
    for found in references:
        yield MentionDraft(name=found.name, type="ARTICLE", span=Span(start=found.start, end=found.end))


def _claim_references(
    text: str, place: Place, references: Sequence[Reference], sentences: Sequence[LegalSentence]
) -> Iterator[ClaimDraft]:
    """Each article referred to, once: `refers to` from the article that the text stands in."""
    if place.provision is None:
        return
    seen: set[str] = set()
    for found in references:
        index = _sentence_at(found.start, sentences)
        if found.name in seen or index is None:
            continue
        seen.add(found.name)
        span = Span(start=sentences[index].start, end=sentences[index].end)
        yield ClaimDraft(
            subject=place.provision, subject_type="ARTICLE", attribute="refers to",
            predicate=text[found.start : found.end], value=EntityValue(name=found.name, type="ARTICLE"), span=span,
            quote=text[span.start : span.end], sentence=index, extractor=NAME, confidence=0.95,
        )  # fmt: skip


def _at_sentences(mentions: Sequence[MentionDraft], sentences: Sequence[LegalSentence]) -> Iterator[MentionDraft]:
    for mention in mentions:
        index = _sentence_at(mention.span.start, sentences) if mention.span else None
        yield mention.model_copy(update={"sentence": index or 0})


def _sentence_at(offset: int, sentences: Sequence[LegalSentence]) -> int | None:
    return next((index for index, s in enumerate(sentences) if s.start <= offset < s.end), None)
