"""Ends of sentences by their marks: good enough to cut passages and to place quotes; claims are read by a parser."""

import re

# A full stop after one of these, or after a single capital, ends no sentence; after the others only before a number.
_SHORT = frozenset({
    "mr", "mrs", "ms", "dr", "prof", "jr", "sr", "st", "vs", "cf", "al", "eg", "ie", "e.g", "i.e", "approx", "dept",
    "inc", "ltd", "co", "corp", "gen", "col", "capt", "lt", "sgt", "rev", "hon", "etc", "jan", "feb", "mar", "apr",
    "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "ca", "u.s", "u.k",
})  # fmt: skip
_BEFORE_NUMBERS = frozenset(["no", "nos", "art", "arts", "para", "paras", "fig", "figs", "sec", "vol", "ch", "pp", "p"])
_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+[」』”）]*|\n[ \t\r]*\n[\s]*")


def find_sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence, white space around them left out."""
    found: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match[0].startswith(".") and not _ends_here(text, match.start(), match.end()):
            continue
        found.append((start, match.end()))
        start = match.end()
    found.append((start, len(text)))
    trimmed = [trim_span(text, begin, end) for begin, end in found]
    return [(begin, end) for begin, end in trimmed if begin < end]


def trim_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The same span without white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _ends_here(text: str, dot: int, after: int) -> bool:
    word = re.search(r"[\w.]*$", text[max(0, dot - 20) : dot])
    before = word[0].casefold() if word else ""
    follows = text[after : after + 40].lstrip()
    if before in _BEFORE_NUMBERS and follows[:1].isdigit():
        return False
    if before in _SHORT or (len(before) == 1 and before.isalpha()):
        # "p.m. The" ends one, "Dr. Vale" and "J. Smith" do not.
        return not follows
    return not (follows[:1].islower() and before.replace(".", "").isalpha())
