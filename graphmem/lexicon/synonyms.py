"""Verbs that say the same: `permits 60 calls` and `allows 60 calls` fill one slot (synonyms.yaml)."""

from functools import cache, lru_cache
from importlib.resources import files

from graphmem.lexicon.lexicon import load_lexicon

_MOST_WORDS = 3  # of a verb with its particles


@lru_cache(maxsize=16384)
def common_attribute(attribute: str) -> str:
    """The slot name that all verbs of one meaning share; any other name, and every slot of the lexicon, unchanged."""
    if attribute in load_lexicon().entries:
        return attribute
    words = attribute.split()
    lead = words[:1] if words[:1] == ["be"] and len(words) > 1 else []
    rest = words[len(lead) :]
    for count in range(min(_MOST_WORDS, len(rest)), 0, -1):
        name = _names().get(" ".join(rest[:count]))
        if name is not None:
            return " ".join([*lead, name, *rest[count:]])
    return attribute


def same_things(a: str, b: str) -> bool:
    """True for two nouns that count the same things: `100 requests`, `60 calls`."""
    return a == b or _nouns().get(a, a) == _nouns().get(b, b)


@cache
def _names() -> dict[str, str]:
    """Each verb of a line, with the first of its line."""
    return {verb: first for first, *others in _lines()["verbs"] for verb in others}


@cache
def _nouns() -> dict[str, str]:
    return {noun: first for first, *others in _lines()["nouns"] for noun in others}


@cache
def _lines() -> dict[str, list[list[str]]]:
    import yaml

    raw = files("graphmem.lexicon").joinpath("synonyms.yaml").read_text(encoding="utf-8")
    data = yaml.load(raw, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader either way
    return {"verbs": data["verbs"], "nouns": data["nouns"]}
