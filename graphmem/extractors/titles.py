"""The title as a mention: what a whole text is about is a name that others may use of it."""

import re
from collections.abc import Sequence

from graphmem.model.claim import Extraction, MentionDraft
from graphmem.model.text import name_key
from graphmem.protocols import ExtractionInput

NAME = "titles"
TYPE = "TITLE"
_BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
_LONGEST = 120  # characters; a longer title is a sentence


class Titles:
    """Extractor of one mention a text: its title, and the title without a closing bracket ("Brand (play)")."""

    @property
    def name(self) -> str:
        """Registry name."""
        return NAME

    def extract(self, inputs: Sequence[ExtractionInput]) -> list[Extraction]:
        """The title of each text as a mention without a place in it; nothing where claims were given."""
        return [_read(item) for item in inputs]


titles = Titles()


def _read(item: ExtractionInput) -> Extraction:
    title = (item.title or "").strip()
    if not title or len(title) > _LONGEST or item.given_claims is not None or not any(map(str.isalpha, title)):
        return Extraction()
    bare = _BRACKET.sub("", title)
    names = [title, bare] if bare and name_key(bare) != name_key(title) else [title]
    return Extraction(mentions=tuple(MentionDraft(name=name, type=TYPE) for name in names))
