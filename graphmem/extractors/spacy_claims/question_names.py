"""Names in questions, also where nobody typed a capital."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.loading import load_pipeline
from graphmem.extractors.spacy_claims.mentions import mentions_of
from graphmem.extractors.spacy_claims.sentences import read_sentence
from graphmem.model.claim import MentionDraft, Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

_ASKING = frozenset({"who", "what", "which", "where", "when", "why", "how", "whom", "whose"})
_EMPTY_HEADS = frozenset(
    ("thing|kind|type|sort|way|time|year|day|people|person|one|reason|number|name|place").split("|")
)


class SpacyNames:
    """Finds names in a question with spaCy: recognised names, proper nouns, then the noun phrases that may be names."""

    def find_names(self, question: str) -> list[MentionDraft]:
        """Mentions in order of appearance; noun phrases of common words come with an empty type."""
        doc = load_pipeline()(question[:2000])
        found = [mention for tokens in doc.sents for mention in mentions_of(read_sentence(tokens, 0, 0, None))]
        found = [mention for mention in found if mention.name.lower() not in _ASKING]
        found += [
            chunk for chunk in _noun_chunks(doc) if not any(_meets(chunk.span, mention.span) for mention in found)
        ]
        return sorted(found, key=lambda mention: mention.span.start if mention.span else 0)


def _noun_chunks(doc: "Doc") -> list[MentionDraft]:
    found = []
    for chunk in doc.noun_chunks:
        tokens = [
            token
            for token in chunk
            if token.pos_ not in {"DET", "PRON"} and token.lower_ not in _ASKING and token.tag_ != "POS"
        ]
        if not tokens or (
            len(tokens) == 1 and (tokens[0].lemma_.lower() in _EMPTY_HEADS or not tokens[0].text[0].isalnum())
        ):
            continue
        start, end = tokens[0].idx, tokens[-1].idx + len(tokens[-1])
        found.append(MentionDraft(name=doc.text[start:end], span=Span(start=start, end=end)))
    return found


def _meets(first: Span | None, second: Span | None) -> bool:
    return first is not None and second is not None and first.start < second.end and second.start < first.end
