"""`python -m graphmem.extractors.spacy_claims TEXT…` prints the claims of each text."""

import sys

from graphmem.extractors.spacy_claims.explain import explain

for text in sys.argv[1:] or sys.stdin:
    sys.stdout.write(f"# {text.strip()}\n{explain(text.strip())}\n")
