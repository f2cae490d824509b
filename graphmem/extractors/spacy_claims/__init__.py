"""Claims out of English prose with spaCy: one file for each family of constructions, composed in `sentence_claims`.

Conventions that comparing relies on: the side that has one value holds the slot (`the CEO of Y is X` is claim
(Y, ceo, X));
active and passive give one claim; unknown verbs keep their lemma (`feed`, `staff by`), so that equal wording
still meets;
"may not" is permission denied (permitted, polarity false), "must not" is prohibited, "needn't" is required
with polarity false.
"""

from graphmem.extractors.spacy_claims.explain import explain
from graphmem.extractors.spacy_claims.extractor import SpacyClaims

spacy_claims = SpacyClaims()

__all__ = ["SpacyClaims", "explain", "spacy_claims"]
