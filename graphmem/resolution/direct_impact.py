"""Which conflicts only a person may settle, whatever policy thinks: direct impact."""

import re
from functools import cache
from importlib.resources import files

import yaml

from graphmem.model.claim import ClaimDraft, Modality
from graphmem.settings import ResolutionSettings

_RULING = {Modality.REQUIRED, Modality.PERMITTED, Modality.PROHIBITED}
_RULING_WORDS = re.compile(
    r"\b(requir\w+|mandat\w+|oblig\w+|permit\w*|allow\w*|prohibit\w*|forbid\w*|ban(?:s|ned)?|must|shall|may|suffice\w*)\b",
    re.IGNORECASE,
)
_LEGAL_TYPES = {"REGULATION", "ARTICLE", "OBLIGATION", "JURISDICTION", "LAW"}


def impact_of(
    claims: tuple[ClaimDraft, ...], texts: tuple[str, ...], namespace: str, settings: ResolutionSettings
) -> str | None:
    """Why a set of claims is of direct impact, or None.

    It is when its namespace or attribute is flagged in the settings, or when a regulator, a law or a rule of one is
    spoken of and the claims say what is required, permitted or prohibited.
    """
    if namespace in settings.direct_impact_namespaces:
        return f"direct impact: namespace {namespace} is flagged"
    if flagged := sorted({claim.attribute for claim in claims} & set(settings.direct_impact_attributes)):
        return f"direct impact: {', '.join(flagged)} is flagged"
    rules = any(claim.modality in _RULING or _RULING_WORDS.search(claim.quote) for claim in claims)
    if not rules:
        return None
    legal = any(claim.subject_type in _LEGAL_TYPES for claim in claims)
    speaks_of = next((match[0] for text in texts if (match := _regulators().search(text))), None)
    if legal or speaks_of:
        return f"direct impact: what a regulator requires, permits or prohibits ({speaks_of or claims[0].subject})"
    return None


@cache
def _regulators() -> re.Pattern[str]:
    data = yaml.safe_load((files("graphmem.resolution") / "impact.yaml").read_text(encoding="utf-8"))
    exact = "|".join(re.escape(name) for name in data["regulators"])
    kinds = "|".join(re.escape(word) for word in data["kinds"])
    # Abbreviations keep their case (ICO, MAS, ACT); words of law do not.
    return re.compile(rf"\b(?:{exact})\b|\b(?i:{kinds})\b")
