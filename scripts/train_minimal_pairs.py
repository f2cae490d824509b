"""Minimal pairs made by program for the pair scorer: one edit that contradicts, or a matched one that does not.

Used by train_pair_scorer.py. Source sentences come from the training sets; word substitutions from WordNet.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphmem.conflicts.scorer import vocabulary
from graphmem.conflicts.scorer.reading import Token, number_of, read
from graphmem.conflicts.scorer.wordnet import Kinship, WordNet, load_wordnet

_AUXILIARY = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|must|should|may)\b(?! not|n't)")
_COUNTED = "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty".split()
_ORDINALS = sorted(vocabulary.ORDINALS)
_HARMLESS_ADVERBS = "also reportedly usually officially generally formally".split()


@dataclass(frozen=True)
class Pair:
    """Two texts, whether they contradict, and which edit made them."""

    a: str
    b: str
    contradicts: bool
    edit: str


class Editor:
    """Edits sentences; every edit returns None where it does not apply."""

    def __init__(self, sentences: Sequence[str], seed: int) -> None:
        """Collect the vocabulary that substitutes are drawn from."""
        self.random = random.Random(seed)
        self.net: WordNet = load_wordnet()
        self.sentences = list(sentences)
        self.names: list[str] = []
        seen: dict[str, int] = {}
        for sentence in sentences:
            for token in read(sentence).tokens:
                if token.kind == "name" and len(token.form) > 2:
                    self.names.append(token.form)
                elif token.kind == "word" and token.form.islower() and token.form.isalpha():
                    seen[token.form] = seen.get(token.form, 0) + 1
        self.frequent = {form for form, count in seen.items() if count >= 5}
        self.by_sense: dict[int, list[str]] = {}
        for form in sorted(self.frequent):
            for sense in self._near(self.net.base(form), 1):
                self.by_sense.setdefault(sense, []).append(form)

    def _near(self, base: str, levels: int) -> list[int]:
        """The most frequent sense, and what is directly above it: rarer senses make nonsense."""
        first = self.net.senses(base)[:1]
        return first + [up for sense in first for up in self.net.parents(sense)] * levels

    def _replace(self, sentence: str, old: str, new: str) -> str | None:
        found = list(re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", sentence))
        if not found:
            return None
        at = self.random.choice(found)
        if at.start() == 0:
            new = new[0].upper() + new[1:]
        return sentence[: at.start()] + new + sentence[at.end() :]

    def _pick(self, sentence: str, suits: Callable[[Token], bool]) -> Token | None:
        fitting = [token for token in read(sentence).tokens if suits(token)]
        return self.random.choice(fitting) if fitting else None

    def number(self, sentence: str) -> str | None:
        """Another number, year or ordinal."""
        token = self._pick(sentence, lambda token: token.value is not None and " " not in token.form)
        if token is None or token.value is None:
            return None
        lower = token.form.lower()
        if token.kind == "ordinal" and not lower[0].isdigit():
            new = self.random.choice([word for word in _ORDINALS if word != lower])
        elif not lower[0].isdigit():
            new = self.random.choice([word for word in _COUNTED if word != lower])
        elif token.kind == "year":
            new = str(int(token.value) + self.random.choice([-40, -12, -7, -3, -2, -1, 1, 2, 3, 5, 9, 23]))
        elif token.kind == "number":
            value = max(1.0, token.value * self.random.choice([0.1, 0.5, 0.8, 0.9, 1.1, 1.5, 2, 3, 10]))
            value = value + 1 if round(value) == round(token.value) else value
            new = f"{round(value):,}" if "," in token.form else str(round(value))
        else:
            return None
        return self._replace(sentence, token.form, new)

    def name(self, sentence: str) -> str | None:
        """Another name, not for the first name of the sentence: that one says what it is about."""
        names = [token for token in read(sentence).tokens if token.kind == "name"]
        if len(names) < 2 or not self.names:
            return None
        return self._replace(sentence, self.random.choice(names[1:]).form, self.random.choice(self.names))

    def member(self, sentence: str) -> str | None:
        """Another member of an exclusive list: colour, weekday, nationality."""
        lists = vocabulary.EXCLUSIVE_TYPES
        token = self._pick(sentence, lambda token: any(token.form.lower() in members for members in lists))
        if token is None:
            return None
        members = next(members for members in lists if token.form.lower() in members)
        new = self.random.choice(sorted(members - {token.form.lower()}))
        return self._replace(sentence, token.form, new.capitalize() if token.form[0].isupper() else new)

    def _related(self, sentence: str, kinds: set[Kinship], levels: int) -> str | None:
        words = [token for token in read(sentence).tokens if token.kind == "word" and token.form in self.frequent]
        self.random.shuffle(words)
        for token in words[:6]:
            base = self.net.base(token.form)
            near = self._near(base, levels)
            found = sorted({form for sense in near for form in self.by_sense.get(sense, [])})
            found = [
                form
                for form in found
                if self.net.kinship(base, self.net.base(form)) in kinds
                and form.endswith("s") == token.form.endswith("s")
            ]
            if found:
                return self._replace(sentence, token.form, self.random.choice(found))
        return None

    def sibling(self, sentence: str) -> str | None:
        """Another thing of the same sort."""
        return self._related(sentence, {Kinship.SIBLING, Kinship.ANTONYM}, 1)

    def synonym(self, sentence: str) -> str | None:
        """Another word for the same."""
        return self._related(sentence, {Kinship.SYNONYM}, 0)

    def antonym(self, sentence: str) -> str | None:
        """The opposite word."""
        words = [token for token in read(sentence).tokens if token.kind == "word"]
        self.random.shuffle(words)
        for token in words:
            found = self.net.antonyms(token.base)
            if found and token.base == token.form.lower():
                return self._replace(sentence, token.form, self.random.choice(found))
        return None

    def negation(self, sentence: str) -> str | None:
        """Deny the first auxiliary, or take a denial away."""
        if re.search(r"\bnot\b", sentence):
            return re.sub(r" (?:does |do |did )?not\b", "", sentence, count=1)
        found = _AUXILIARY.search(sentence)
        if found is None:
            return None
        word = self.random.choice(["not", "not", "never"])
        return f"{sentence[: found.end()]} {word}{sentence[found.end() :]}"

    def shorten(self, sentence: str) -> str | None:
        """Drop the tail after a comma, a conjunction or a bracket: less detail."""
        without = re.sub(r"\s*\([^)]*\)", "", sentence)
        if without != sentence:
            return without
        cuts = [found.start() for found in re.finditer(r", | and | which | who | where | after | during ", sentence)]
        cuts = [cut for cut in cuts if cut > len(sentence) * 0.4]
        return sentence[: self.random.choice(cuts)].rstrip(" ,") + "." if cuts else None

    def front(self, sentence: str) -> str | None:
        """Move "in 1990" from the end to the front."""
        found = re.search(r"^(.*\w) ((?:in|on|during|since|from) [^,]{2,30})\.$", sentence)
        if found is None or "," in found[2]:
            return None
        return f"{found[2][0].upper()}{found[2][1:]}, {found[1]}."

    def hedge(self, sentence: str) -> str | None:
        """Add an adverb that changes nothing."""
        found = _AUXILIARY.search(sentence)
        if found is None:
            return None
        return f"{sentence[: found.end()]} {self.random.choice(_HARMLESS_ADVERBS)}{sentence[found.end() :]}"

    def rewrite_number(self, sentence: str) -> str | None:
        """The same number in another notation."""
        token = self._pick(sentence, lambda token: token.kind == "number" and " " not in token.form)
        if token is None or token.value is None or token.value != int(token.value):
            return None
        value = int(token.value)
        small = {number: word for word, number in vocabulary.UNITS_OF_NUMBER.items() if word in _COUNTED}
        new = small.get(value) if token.form[0].isdigit() else str(value)
        if new is None:
            new = str(value) if "," in token.form else f"{value:,}"
        return None if new == token.form or number_of(new) is None else self._replace(sentence, token.form, new)


CONTRADICTING = ("number", "name", "member", "sibling", "antonym", "negation")
HARMLESS = ("synonym", "shorten", "front", "hedge", "rewrite_number")


def make_pairs(sentences: Sequence[str], count: int, seed: int = 0) -> list[Pair]:
    """About `count` pairs, half of them contradictions; in half of those the other side is reworded too."""
    editor = Editor(sentences, seed)
    draw = editor.random
    pairs: list[Pair] = []
    tries = 0
    while len(pairs) < count and tries < 20 * count:
        tries += 1
        sentence = draw.choice(editor.sentences)
        contradicts = len(pairs) % 2 == 0
        kind = draw.choice(CONTRADICTING if contradicts else HARMLESS)
        edited = getattr(editor, kind)(sentence)
        if edited is None:
            continue
        other = sentence
        if draw.random() < 0.5:
            # The edit must not be cut away with the tail, so the cut is made on both sides' own wording only.
            other = getattr(editor, draw.choice(("synonym", "front", "hedge")))(sentence) or sentence
        if edited.lower() != other.lower():
            pairs.append(Pair(other, edited, contradicts, kind))
    return pairs
