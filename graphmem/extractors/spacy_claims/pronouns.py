"""Pronouns within one text: first person is the speaker, a pronoun at the start is the title, later ones the
last fit subject.

Conservative: a pronoun that fits nothing, or two things equally well, stays unresolved, and its claims are not made.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_FIRST = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "ours"})
_SECOND = frozenset({"you", "your", "yours", "yourself"})
_PERSON = frozenset({"he", "him", "his", "himself", "she", "her", "hers", "herself"})
_THING = frozenset({"it", "its", "itself"})
_PLURAL = frozenset({"they", "them", "their", "theirs", "themselves"})
_DEMONSTRATIVE = frozenset(
    (
        "this|that|these|those|one|some|many|both|others|another|each|all|which|who|what|whom|"
        "whose|there|here|other|such|none|something|someone|somebody|somewhere"
    ).split("|")
)
_MASCULINE = frozenset({"he", "him", "his", "himself"})
_MALE_ROLES = frozenset(
    ("husband|father|son|brother|king|man|boy|uncle|actor|chairman|mr|mr.|sir|grandfather").split("|")
)
_FEMALE_ROLES = frozenset(
    ("wife|mother|daughter|sister|queen|woman|girl|aunt|actress|chairwoman|ms|ms.|mrs|mrs.|lady|grandmother").split("|")
)
_PERSON_TYPES = frozenset({"PERSON"})


# Kinds of things that texts have as their title, and then speak of by the kind.
_CLASSES = frozenset(
    (
        "station|journal|film|movie|book|album|song|single|company|firm|band|town|city|village|river|school|university|"
        "college|club|team|magazine|newspaper|game|series|show|episode|novel|building|bridge|church|cathedral|museum|"
        "hospital|airport|district|municipality|county|province|country|island|mountain|lake|species|genus|plant|ship|"
        "vessel|aircraft|locomotive|software|language|organisation|organization|association|party|act|regulation|"
        "directive|festival|competition|tournament|castle|stadium|line|route|road|railway|park|project|trial|study|drug|"
        "agency|institute|union|league|play|opera|painting|sculpture|temple|monastery|airline|bank|brand|restaurant|"
        "hotel|store|channel|website|programme|program|commune|region|venue|theatre|theater|library|battle|war|treaty|"
        "dam|tower|palace|house|mine|port|harbour|harbor|canal|valley|peninsula|volcano|comet|asteroid|star|planet"
    ).split("|")
)


@dataclass(frozen=True, slots=True)
class Referent:
    """A thing that was a subject: its name, its type, and what is known of it."""

    name: str
    type: str = ""
    is_plural: bool = False
    is_name: bool = True
    gender: str = ""


@dataclass(slots=True)
class Resolver:
    """What pronouns of one text stand for; subjects are noted as the text is read."""

    title: str | None = None
    speaker: str | None = None
    seen: list[Referent] = field(default_factory=list)
    things: list[Referent] = field(default_factory=list)  # named beside the subjects, in the last sentences
    rivals: list[str] = field(default_factory=list)  # people named beside the subject, in the last sentence
    kinds: dict[str, Referent] = field(default_factory=dict)  # "X is a film": what "the film" then is
    introduced: set[str] = field(default_factory=set)  # nouns that the text brought in for other things
    requiring: str | None = None  # what the last requirement was about

    def note(self, referent: Referent) -> None:
        """Remember a subject, the latest last."""
        self.seen = [known for known in self.seen if known.name != referent.name][-8:]
        self.seen.append(referent)

    def note_value(self, referent: Referent) -> None:
        """Remember what was named beside a subject: a person makes `she` doubtful, a single thing may be what
        `it` is."""
        if referent.type == "PERSON":
            self.rivals.append(referent.name)
        else:
            self.things = [known for known in self.things if known.name != referent.name][-3:]
            self.things.append(referent)

    def resolve_class(self, noun: "Token") -> Referent | None:
        """What a bare `the station` stands for: what was said to be one, else the title where it may be one."""
        if noun.tag_ != "NN" or [child.lower_ for child in noun.lefts] != ["the"] or any(True for _ in noun.rights):
            return None
        lemma = noun.lemma_.lower()
        if lemma in self.kinds:
            return self.kinds[lemma]
        titled = self.title is not None and lemma not in self.introduced
        named = titled and (lemma in _CLASSES or lemma in (self.title or "").lower().split())
        return Referent(self.title) if named and self.title else None

    def note_nouns(self, nouns: "Iterable[Token]") -> None:
        """Remember nouns that come in with `a` or as something of another's: `the N` then means those."""
        for noun in nouns:
            new = any(child.lower_ in {"a", "an", "another"} or child.dep_ == "poss" for child in noun.lefts)
            if new and noun.pos_ == "NOUN" and noun.dep_ != "attr":
                self.introduced.add(noun.lemma_.lower())

    def resolve(self, token: "Token") -> Referent | None:
        """What the pronoun stands for; None when that is not known."""
        word = token.lower_
        if word in _FIRST:
            return Referent(self.speaker, "PERSON") if self.speaker else None
        if word in _SECOND:
            return Referent("you", "PERSON")
        if word in _PERSON:
            return self._person(word)
        if word in _THING:
            return self._latest(lambda known: known.type not in _PERSON_TYPES and not known.is_plural)
        if word in _PLURAL:
            return self._latest(lambda known: known.is_plural, titled=False) or self._latest(
                lambda known: known.type == "ORG", titled=False
            )
        return None

    def _person(self, word: str) -> Referent | None:
        gender = "m" if word in _MASCULINE else "f"
        people = [
            known for known in self.seen if known.type in {"PERSON", ""} and known.is_name and not known.is_plural
        ]
        fit = [known for known in people if known.gender in {"", gender}]
        certain = [known for known in fit if known.type == "PERSON"]
        pool = certain or fit
        if not pool:
            return Referent(self.title, "PERSON") if self.title else None
        doubtful = any(rival != pool[-1].name for rival in self.rivals) and not self.title
        return None if doubtful else pool[-1]

    def _latest(self, fits: Callable[[Referent], bool], *, titled: bool = True) -> Referent | None:
        found = next((known for known in reversed(self.seen) if fits(known)), None)
        if found is None and titled and self.title and not self.seen:
            return Referent(self.title)
        if found is None and titled and len(self.things) == 1:
            return self.things[0]
        return found


def is_pronoun(token: "Token") -> bool:
    """True for words that stand for something else."""
    return (
        token.pos_ == "PRON"
        or token.tag_ in {"PRP", "PRP$", "WP", "WDT", "EX"}
        or (token.lower_ in _DEMONSTRATIVE and token.pos_ in {"DET", "PRON"})
    )


def gender_of(token: "Token") -> str:
    """`m`, `f` or empty, from words of the phrase that tell."""
    words = {token.lower_} | {child.lower_ for child in token.children}
    if words & _MALE_ROLES:
        return "m"
    return "f" if words & _FEMALE_ROLES else ""
