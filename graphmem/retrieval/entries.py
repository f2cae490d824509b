"""Entries of a context: one recalled record each, with a line on what it is worth and its text quoted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphmem.model.retrieval import Citation, Hit
from graphmem.retrieval.hits import shown_pieces
from graphmem.retrieval.quoting import in_marks, quotable_lines, quote_line, sentences
from graphmem.retrieval.words import coverage, fold

TokenCount = Callable[[str], int]
_GAP = "> …"
_BELIEF = {"canonical": 0, "active": 1, "superseded": 3}


@dataclass(frozen=True)
class Entry:
    """A hit with the verbatim lines that are shown of it; `gaps` are positions before which something was left out."""

    hit: Hit
    lines: tuple[str, ...]
    fresh_as_of: str = ""
    gaps: frozenset[int] = frozenset()

    @property
    def belief(self) -> int:
        """Order of belief: canonical, active, contested, superseded."""
        return 2 if self.hit.contested and self.hit.status != "superseded" else _BELIEF.get(self.hit.status, 3)

    def render(self, number: int, others: Sequence[int] = ()) -> str:
        """The entry under its number; others are the numbers of the entries that contest it."""
        body = [
            line
            for at, text in enumerate(self.lines)
            for line in ([_GAP] if at in self.gaps else []) + [quote_line(text)]
        ]
        return "\n".join([f"[{number}] {self.describe(others)}", *body])

    def describe(self, others: Sequence[int] = ()) -> str:
        """What the record is worth, in one line: belief, doubt, age, source."""
        hit = self.hit
        parts = [hit.status if hit.status != "active" else "current"]
        if hit.contested:
            with_whom = f" with {' and '.join(f'[{number}]' for number in others)}" if others else ""
            parts.append(f"contested{with_whom}, not settled")
        if hit.outcome:
            parts.append(hit.outcome)
        if hit.observed_at:
            parts.append(f"observed {hit.observed_at[:10]}")
        if hit.valid_from or hit.valid_to:
            parts.append(f"valid {(hit.valid_from or '…')[:10]} to {(hit.valid_to or '…')[:10]}")
        if hit.stale:
            parts.append(f"stale: not verified since {self.fresh_as_of}")
        if hit.title:
            parts.append(f"on {in_marks(hit.title)}")
        if hit.speaker:
            parts.append(f"said by {in_marks(hit.speaker)}")
        parts.append(f"{hit.authority}, source {in_marks(hit.source)}" if hit.source else hit.authority)
        if hit.status == "superseded" and hit.canonical_id:
            parts.append(f"replaced by {hit.canonical_id}")
        return "; ".join(parts)

    def citations(self) -> list[Citation]:
        """One citation a line."""
        hit = self.hit
        return [
            Citation(record_id=hit.record_id, quote=line, external_id=hit.external_id, source=hit.source)
            for line in self.lines
        ]


def make_entry(hit: Hit, text: str, fresh_as_of: str) -> Entry:
    """The entry with all that may be shown of a record whose own text is given."""
    pieces = shown_pieces(text, hit.retired) if hit.retired else [hit.text]
    return Entry(
        hit=hit, lines=tuple(line for piece in pieces for line in quotable_lines(piece)), fresh_as_of=fresh_as_of
    )


def without_repeats(entry: Entry, shown: set[tuple[str, str]]) -> Entry | None:
    """The entry without sentences whose words were shown already (which are then added), or None if nothing is left.

    "I have a dog" said by two is no repeat.
    """
    kept: list[str] = []
    speaker = fold(entry.hit.speaker or "")
    for line in entry.lines:
        fresh = [sentence for sentence in sentences(line) if (speaker, _form(sentence)) not in shown]
        kept.extend([line] if len(fresh) == len(sentences(line)) else fresh)
        shown.update((speaker, _form(sentence)) for sentence in fresh)
    return Entry(hit=entry.hit, lines=tuple(kept), fresh_as_of=entry.fresh_as_of) if kept else None


def excerpt(entry: Entry, question: Sequence[str], room: int, count: TokenCount) -> Entry | None:
    """The sentences that hold most of the question's words, in their order, as many as fit; None if none does."""
    pieces = [sentence for line in entry.lines for sentence in sentences(line)]
    order = sorted(range(len(pieces)), key=lambda at: (-coverage(list(question), pieces[at]), at))
    used = count(entry.describe()) + 12  # the number, the references to other sides
    chosen: list[int] = []
    for at in order:
        cost = count(quote_line(pieces[at])) + 2
        if used + cost <= room:
            chosen.append(at)
            used += cost
    if not chosen:
        return None
    chosen.sort()
    gaps = frozenset(place for place, at in enumerate(chosen) if at != (chosen[place - 1] + 1 if place else 0))
    return Entry(hit=entry.hit, lines=tuple(pieces[at] for at in chosen), fresh_as_of=entry.fresh_as_of, gaps=gaps)


def _form(sentence: str) -> str:
    # Every sign counts but the closing one: "may park" and "may not park", "-5" and "5" are no repeats (C4).
    return " ".join(fold(sentence).split()).rstrip(".!…") or sentence
