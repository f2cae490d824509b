"""The extractor: texts in batches through one parse, then the constructions, then claims and mentions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphmem.errors import ModelError
from graphmem.extractors.spacy_claims import mentions as names
from graphmem.extractors.spacy_claims.joined import remember_joined
from graphmem.extractors.spacy_claims.loading import load_pipeline
from graphmem.extractors.spacy_claims.pieces import LIMIT, Piece, cut
from graphmem.extractors.spacy_claims.pronouns import Referent, Resolver
from graphmem.extractors.spacy_claims.repairs import repair
from graphmem.extractors.spacy_claims.reparse import Rewording, reword, without_remark
from graphmem.extractors.spacy_claims.sentence_claims import claims_of
from graphmem.extractors.spacy_claims.sentences import Sentence, read_sentence
from graphmem.model.claim import ClaimDraft, Extraction, MentionDraft, Span
from graphmem.model.text import name_key
from graphmem.model.value import EntityValue
from graphmem.protocols import ExtractionInput

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_BATCH = 64


@dataclass(slots=True)
class _Text:
    """One input on its way: its pieces, their parses, what was found."""

    given: ExtractionInput
    pieces: list[Piece]
    docs: "list[Doc]" = field(default_factory=list)
    failure: str | None = None


class SpacyClaims:
    """Reads claims and names out of English prose with spaCy, without a language model."""

    name = "spacy_claims"

    def extract(self, inputs: Sequence[ExtractionInput]) -> list[Extraction]:
        """One Extraction for each input, in order. Raises ModelError when the packaged model is not installed."""
        texts = [_Text(given, cut(given.text)) for given in inputs]
        nlp = load_pipeline()
        self._parse(nlp, texts)
        return [self._read(nlp, text) for text in texts]

    def _parse(self, nlp: "Language", texts: list[_Text]) -> None:
        todo = [(piece.text, text) for text in texts for piece in text.pieces]
        try:
            for doc, text in nlp.pipe(todo, as_tuples=True, batch_size=_BATCH):
                text.docs.append(doc)
        except Exception:  # noqa: BLE001 - whatever the model trips over
            # One text must not take the batch with it: read each alone and say which failed.
            for text in texts:
                text.docs = []
                self._parse_alone(nlp, text)

    def _parse_alone(self, nlp: "Language", text: _Text) -> None:
        try:
            text.docs = [nlp(piece.text) for piece in text.pieces]
        except Exception as error:  # noqa: BLE001 - stored as the failure of this text (E2)
            text.failure = _failure(error)

    def _read(self, nlp: "Language", text: _Text) -> Extraction:
        given = text.given
        if text.failure is not None:
            return Extraction(mentions=given.given_mentions, claims=given.given_claims or (), failure=text.failure)
        try:
            return _extraction(nlp, text)
        except ModelError:
            raise
        except Exception as error:  # noqa: BLE001 - stored as the failure of this text (E2)
            return Extraction(mentions=given.given_mentions, claims=given.given_claims or (), failure=_failure(error))


def _failure(error: Exception) -> str:
    return f"spacy_claims: {type(error).__name__}: {str(error)[:200]}"


def _extraction(nlp: "Language", text: _Text) -> Extraction:
    given = text.given
    resolver = Resolver(title=given.title, speaker=given.speaker)
    claims: list[ClaimDraft] = []
    found: list[MentionDraft] = []
    spans: list[Span] = []
    unread = 0
    for piece, doc in zip(text.pieces, text.docs, strict=True):
        for tokens in doc.sents:
            sentence = read_sentence(tokens, len(spans), piece.start, given.observed_at, piece.text)
            if not sentence.quote.strip():
                continue
            spans.append(_trimmed(sentence))
            found.extend(names.mentions_of(sentence))
            if given.given_claims is None:
                try:
                    claims.extend(_sentence_claims(nlp, sentence, given, resolver))
                except RecursionError:  # "head of the head of the …": no prose; the other sentences are read
                    unread += 1
    claims = [named_as_given(claim, given) for claim in claims] if given.given_mentions else claims
    if given.given_claims is not None:
        claims = list(given.given_claims)
    mentions = yield_to(found, given.given_mentions)
    if given.given_claims is None:
        mentions += yield_to(names.of_claims(claims, mentions), given.given_mentions, alone=True)
    # Nothing is dropped in silence: what lies past the limit is stored and searchable, but it was not read.
    failure = (
        f"spacy_claims: only the first {LIMIT} characters were read for claims" if len(given.text) > LIMIT else None
    )
    if unread and failure is None:
        failure = f"spacy_claims: {unread} of {len(spans)} sentences are nested too deeply to be read"
    return Extraction(mentions=tuple(mentions), claims=tuple(claims), sentences=tuple(spans), failure=failure)


def _trimmed(sentence: Sentence) -> Span:
    text = sentence.quote
    lead = len(text) - len(text.lstrip())
    return Span(start=sentence.start + lead, end=sentence.start + len(text.rstrip()))


def _sentence_claims(
    nlp: "Language", sentence: Sentence, given: ExtractionInput, resolver: Resolver
) -> Iterable[ClaimDraft]:
    repair(sentence.tokens)
    remember_joined(sentence.tokens.doc)
    for rewords in (without_remark, reword):
        rewording = rewords(sentence.tokens)
        if rewording is not None:
            if rewording.about[:1].isupper():
                resolver.note(Referent(rewording.about, is_plural=True))  # "what I said about Acme: they have …"
            sentence = _reread(nlp, sentence, rewording, given)
    return [_from_text(draft, given.text) for draft in claims_of(sentence, resolver, given)]


def _reread(nlp: "Language", sentence: Sentence, rewording: Rewording, given: ExtractionInput) -> Sentence:
    doc = nlp(rewording.text)
    whole = doc[:]
    parts = list(doc.sents)
    at = sentence.shift + sentence.tokens.start_char
    reread = read_sentence(
        parts[0] if len(parts) == 1 else whole, sentence.index, at - rewording.added, given.observed_at
    )
    repair(reread.tokens)
    remember_joined(reread.tokens.doc)
    reread.start, reread.imperative = sentence.start, rewording.imperative
    reread.remark = rewording.remark or sentence.remark
    reread.order_negator = rewording.negator
    return reread


def _from_text(draft: ClaimDraft, text: str) -> ClaimDraft:
    """The draft with its quote taken from the text itself, which the parser may have seen reworded."""
    start, end = max(0, draft.span.start), min(len(text), draft.span.end)
    start += len(text[start:end]) - len(text[start:end].lstrip())
    return draft.model_copy(update={"span": Span(start=start, end=end), "quote": text[start:end]})


def named_as_given(claim: ClaimDraft, given: ExtractionInput) -> ClaimDraft:
    """The claim with the caller's names for the things that the caller named."""
    by_key = {}
    for mention in given.given_mentions:
        words = given.text[mention.span.start : mention.span.end] if mention.span else mention.name
        for name in (words, mention.name, *mention.aliases):
            by_key[name_key(name)] = mention
    changes: dict[str, object] = {}
    subject = by_key.get(claim.subject_key)
    if subject is not None:
        changes |= {"subject": subject.name, "subject_type": subject.type or claim.subject_type}
    value = by_key.get(claim.value.key) if isinstance(claim.value, EntityValue) else None
    if value is not None and isinstance(claim.value, EntityValue):
        changes["value"] = EntityValue(name=value.name, type=value.type or claim.value.type)
    return claim.model_copy(update=changes) if changes else claim


def yield_to(found: list[MentionDraft], given: tuple[MentionDraft, ...], *, alone: bool = False) -> list[MentionDraft]:
    """Given mentions first; what was found for the same characters, or under the same name, gives way to them.

    alone leaves the given ones themselves out.
    """
    if not given:
        return list(found)
    keys = {mention.key for mention in given}
    kept = [m for m in found if m.key not in keys and not any(_overlap(m.span, other.span) for other in given)]
    return kept if alone else [*given, *kept]


def _overlap(first: Span | None, second: Span | None) -> bool:
    return first is not None and second is not None and first.start < second.end and second.start < first.end
