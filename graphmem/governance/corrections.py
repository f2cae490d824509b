"""What each person usually corrects: counts by category, from metadata alone, so that restricted records count too."""

from collections import Counter
from collections.abc import Iterable

from pydantic import BaseModel

from graphmem.model.record import ContentType, Record


class CorrectionPattern(BaseModel, frozen=True):
    """How many corrections of a category an author made, when first and last; no content of any."""

    author: str
    category: str
    count: int
    first: str
    last: str


def tabulate_corrections(records: Iterable[Record]) -> list[CorrectionPattern]:
    """Corrections by author and category, the most frequent first.

    The author is who wrote the record, else its user or agent; the category is its source's kind and tier.
    """
    counts: Counter[tuple[str, str]] = Counter()
    dates: dict[tuple[str, str], list[str]] = {}
    for record in records:
        if record.content_type is not ContentType.CORRECTION:
            continue
        author = record.user_id or record.agent_id or record.written_by or "unknown"
        kind = record.source.kind if record.source and record.source.kind else "unknown source"
        key = (author, f"{kind}, {record.tier}")
        day = (record.observed_at or record.recorded_at).date().isoformat()
        counts[key] += 1
        first, last = dates.setdefault(key, [day, day])
        dates[key] = [min(first, day), max(last, day)]
    rows = [
        CorrectionPattern(author=key[0], category=key[1], count=count, first=dates[key][0], last=dates[key][1])
        for key, count in counts.items()
    ]
    return sorted(rows, key=lambda row: (row.author, -row.count, row.category))
