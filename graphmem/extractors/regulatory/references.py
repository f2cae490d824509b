"""Where a text stands in the law, and which provisions it refers to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.extractors.regulatory.acts import Act, ActMention, find_acts

_S = r"[\s\xa0]"
_POINT = rf"(?:,{_S}*)?(?:{_S}?(?:points?|first|second|third){_S}*)?\([a-z]{{1,3}}\)"
_NUMBER = rf"\d+[a-z]?(?:{_S}?\(\d+[a-z]?\))?(?:{_POINT})*"
_LIST = re.compile(
    rf"\bArticles?{_S}+(?P<list>{_NUMBER}(?:(?:,{_S}*(?:and|or)?|{_S}+(?:and|or|to)){_S}*{_NUMBER}(?!/))*)"
)
_ITEM = re.compile(
    rf"(?P<to>to{_S}+)?(?P<number>\d+[a-z]?)(?:{_S}?\(\d+[a-z]?\)|(?:,{_S}*)?[a-z{_S}]*\([a-z]{{1,3}}\))*"
)
_OF = re.compile(rf"{_S}*(?:,{_S}*)?(?:of|to|in){_S}+(?P<which>this|that|the said)?{_S}*")
_OWN_ARTICLE = re.compile(rf"\bArt(?:icle|\.){_S}*(\d+[a-z]?)\b")
_MOST_IN_RANGE = 12


@dataclass(frozen=True)
class Place:
    """Where a text stands: its act and article, as far as they are known."""

    act: Act | None = None
    article: str | None = None

    @property
    def provision(self) -> str | None:
        """Name of the article with its act, else of the act, else None."""
        if self.act is None:
            return None
        return name_article(self.article, self.act) if self.article else self.act.name


@dataclass(frozen=True)
class Reference:
    """An article that a text refers to."""

    name: str
    start: int
    end: int


def name_article(number: str, act: Act) -> str:
    """The one name of an article."""
    return f"Article {number} of {act.name}"


def find_place(text: str, title: str | None) -> Place:
    """Act and article of a text: from its title, else from a heading at its start."""
    title = title or ""
    acts = list(find_acts(title))
    head = text[:200].lstrip()
    # A title may name an act that its article amends: the act itself comes first, or in brackets at the end.
    act = acts[0].act if acts else None
    article = _OWN_ARTICLE.search(title) or (_OWN_ARTICLE.match(head) if "\n" in head else None)
    return Place(act, article[1] if article else None)


def find_references(text: str, place: Place, acts: Sequence[ActMention]) -> Iterator[Reference]:
    """Articles that a text refers to, each with its act; those of an act that cannot be known are left out."""
    for match in _LIST.finditer(text):
        act = _act_of(text, match, place, acts)
        if act is None:
            continue
        previous = ""
        for item in _ITEM.finditer(match["list"]):
            start = match.start() if not previous else match.start("list") + item.start("number")
            end = match.start("list") + item.end()
            for number in _between(previous, item["number"]) if item["to"] else (item["number"],):
                if (act, number) != (place.act, place.article):
                    yield Reference(name_article(number, act), start, end)
            previous = item["number"]


def _act_of(text: str, match: re.Match[str], place: Place, acts: Sequence[ActMention]) -> Act | None:
    """`of Directive 2014/65/EU`, `of that Regulation` (the act last named), `of this Regulation` or nothing (own)."""
    of = _OF.match(text, match.end())
    if of is None:
        return place.act
    if of["which"] == "this":
        return place.act
    if of["which"]:
        before = [found.act for found in acts if found.end <= match.start()]
        return before[-1] if before else None
    named = next((found.act for found in acts if found.start == of.end()), None)
    return named or (place.act if not re.match(r"(?:Regulation|Directive|Decision|the)\b", text[of.end() :]) else None)


def _between(first: str, last: str) -> list[str]:
    """Numbers after the first up to the last, all of a short range, else its end alone."""
    if not (first.isdigit() and last.isdigit()) or not 0 < int(last) - int(first) <= _MOST_IN_RANGE:
        return [last]
    return [str(number) for number in range(int(first) + 1, int(last) + 1)]
