"""Acts of law by number or name, brought to one name each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

NUMBERED = (
    r"(?P<form>(?:(?:Delegated|Implementing)\s+)?(?:Regulation|Directive|Decision))\s*"
    r"(?:\((?:EU|EC|EEC|Euratom|EU, Euratom)\)\s*)?(?:No\s*)?"
    r"(?P<first>\d{1,4})/(?P<second>\d{1,4})(?:/(?:EU|EC|EEC|JHA))?"
)
_NUMBERED = re.compile(NUMBERED)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Act:
    """An act: the name it goes by, and the others."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class ActMention:
    """An act named in a text."""

    act: Act
    start: int
    end: int


@dataclass(frozen=True)
class _Known:
    by_number: dict[tuple[str, str, str], Act]
    by_name: dict[str, Act]
    names: re.Pattern[str]


def find_acts(text: str) -> Iterator[ActMention]:
    """Acts in order of appearance, by number (`Directive 2014/65/EU`) or by a name that is known to be one's."""
    known = _load()
    spans: list[ActMention] = []
    for match in _NUMBERED.finditer(text):
        form = match["form"].split()[-1]
        act = known.by_number.get((form, match["first"], match["second"]))
        spans.append(ActMention(act or Act(_SPACE.sub(" ", match[0])), match.start(), match.end()))
    for match in known.names.finditer(text):
        if not any(span.start < match.end() and match.start() < span.end for span in spans):
            spans.append(ActMention(known.by_name[_SPACE.sub(" ", match[0]).casefold()], match.start(), match.end()))
    return iter(sorted(spans, key=lambda span: (span.start, -span.end)))


@lru_cache(maxsize=1)
def _load() -> _Known:
    import yaml

    raw = yaml.safe_load((files("graphmem.extractors.regulatory") / "acts.yaml").read_text(encoding="utf-8"))
    by_number: dict[tuple[str, str, str], Act] = {}
    by_name: dict[str, Act] = {}
    for row in raw["acts"]:
        act = Act(row["short"], (row["number"], *row["long"]))
        match = _NUMBERED.match(row["number"])
        if match is None:
            raise ValueError(f"acts.yaml: {row['number']} is no number of an act")
        by_number[match["form"].split()[-1], match["first"], match["second"]] = act
        by_name.update({name.casefold(): act for name in (row["short"], *row["long"])})
    longest_first = sorted(by_name, key=lambda name: (-len(name), name))
    written = {name.casefold(): name for row in raw["acts"] for name in (row["short"], *row["long"])}
    # Short names in capitals are names only as written: `mar` and `dma` are words.
    names = "|".join(re.escape(written[name]).replace(r"\ ", r"\s+") for name in longest_first)
    return _Known(by_number, by_name, re.compile(rf"(?<![\w-])(?:{names})(?![\w-])"))
