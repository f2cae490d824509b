"""Several extractors over the same texts, joined to one extraction each."""

from collections.abc import Sequence

from graphmem.chunking.sentences import find_sentences
from graphmem.linking import expand_aliases
from graphmem.model.claim import ClaimDraft, Extraction, MentionDraft, Span
from graphmem.protocols import ExtractionInput, Extractor


def extract_all(extractors: Sequence[Extractor], inputs: Sequence[ExtractionInput]) -> list[Extraction]:
    """One extraction for each input, in order; what an earlier extractor said of a slot is not said again.

    Where the caller gives claims, even none, nothing is extracted. An extractor that raises counts as failed on every
    input that it was shown: a text is kept, its extraction is retried later (E2).
    """
    found = {i: _given(item) for i, item in enumerate(inputs) if item.given_claims is not None or not extractors}
    shown = [i for i in range(len(inputs)) if i not in found]
    if shown:
        runs = [_run(extractor, [inputs[i] for i in shown]) for extractor in extractors]
        found.update((i, _join([run[n] for run in runs])) for n, i in enumerate(shown))
    return [found[i] for i in range(len(inputs))]


def _given(item: ExtractionInput) -> Extraction:
    sentences = tuple(Span(start=start, end=end) for start, end in find_sentences(item.text))
    return Extraction(claims=item.given_claims or (), mentions=item.given_mentions, sentences=sentences)


def _run(extractor: Extractor, inputs: Sequence[ExtractionInput]) -> list[Extraction]:
    try:
        return extractor.extract(inputs)
    except Exception as error:  # noqa: BLE001 - any fault of a plug-in ends in a visible state, never in a lost input
        failure = f"extractor {extractor.name} failed: {type(error).__name__}: {str(error)[:200]}"
        return [Extraction(failure=failure) for _ in inputs]


def _join(parts: Sequence[Extraction]) -> Extraction:
    claims: dict[tuple[object, ...], ClaimDraft] = {}
    mentions: dict[tuple[object, ...], MentionDraft] = {}
    sentences = next((part.sentences for part in parts if part.sentences), ())
    for part in parts:
        for claim in part.claims:
            key = (claim.subject_key, claim.attribute, repr(claim.value), claim.polarity, claim.modality)
            claims.setdefault(
                key, claim.model_copy(update={"sentence": _sentence_of(claim.span, sentences, claim.sentence)})
            )
        for mention in part.mentions:
            mentions.setdefault((mention.key, mention.sentence), mention)
    failures = [part.failure for part in parts if part.failure]
    return Extraction(
        claims=tuple(claims.values()),
        mentions=tuple(expand_aliases(tuple(mentions.values()))),
        sentences=sentences,
        failure="; ".join(failures) or None,
        model_calls=sum(part.model_calls for part in parts),
        tokens=sum(part.tokens for part in parts),
        dropped=sum(part.dropped for part in parts),
    )


def _sentence_of(span: Span, sentences: Sequence[Span], told: int) -> int:
    """Number of the sentence that a span begins in: extractors may cut sentences in other ways than the first."""
    return next((n for n, s in enumerate(sentences) if s.start <= span.start < s.end), told)
