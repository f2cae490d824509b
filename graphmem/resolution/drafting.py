"""Text of a canonical record that policy writes: what the winners said, word for word, in a fixed order."""

from graphmem.resolution.case import SetCase


def draft_merge(case: SetCase) -> str | None:
    """The statements of a refinement set, widest first, one sentence each; None when they do not stand alone.

    A statement that names its subject by a pronoun does not stand alone: its text would have to be invented.
    """
    seen: dict[str, tuple[int, str]] = {}
    for side in case.sides:
        quote = side.claim.quote.strip()
        if not quote or side.claim.subject.casefold() not in quote.casefold():
            return None
        seen.setdefault(side.group, (len(side.claim.conditions), quote.rstrip(".;")))
    ordered = [quote for _, quote in sorted(seen.values())]
    return "; ".join(ordered) + "." if len(ordered) > 1 else None
