"""The words that linking knows, read once from words.yaml."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True)
class Words:
    """Titles and legal forms of names, roles and what they say of a thing."""

    titles: dict[str, str]
    legal_forms: dict[str, str]
    relational: frozenset[str]
    families: dict[str, frozenset[int]]  # role -> the trades it belongs to
    kind_of_noun: dict[str, str]
    kind_of_label: dict[str, str]
    kind_of_slot: dict[str, str]
    role_slots: frozenset[str]
    birth_slots: frozenset[str]
    age_slots: frozenset[str]
    origin_slots: frozenset[str]


@lru_cache(maxsize=1)
def load_words() -> Words:
    """The shipped words."""
    import yaml

    raw = yaml.safe_load((files("graphmem.linking") / "words.yaml").read_text(encoding="utf-8"))
    families: dict[str, set[int]] = {}
    for number, row in enumerate(raw["families"]):
        for role in row:
            families.setdefault(role, set()).add(number)
    return Words(
        titles=raw["titles"],
        legal_forms=raw["legal_forms"],
        relational=frozenset(raw["relational"]),
        families={role: frozenset(numbers) for role, numbers in families.items()},
        kind_of_noun={noun: kind for kind, nouns in raw["kinds"].items() for noun in nouns},
        kind_of_label=raw["labels"],
        kind_of_slot={slot: kind for kind, slots in raw["slots"].items() for slot in slots},
        role_slots=frozenset(raw["role_slots"]),
        birth_slots=frozenset(raw["birth_slots"]),
        age_slots=frozenset(raw["age_slots"]),
        origin_slots=frozenset(raw["origin_slots"]),
    )
