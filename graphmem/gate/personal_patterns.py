"""Finds personal data that needs a legal basis: contact data, birth dates, numbers of state, bank, card and patient."""

import re
from dataclasses import dataclass

from graphmem.gate.expression import Expression
from graphmem.gate.words import WordSet, folded_of

_EMAIL = re.compile(r"(?<![\w.+-])([\w.+-]{1,64})@((?:[\w-]+\.)+[a-z]{2,})(?![\w@])", re.IGNORECASE)
_IBAN = re.compile(r"\b([A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8})\b")
_CARD = re.compile(r"(?<![\w.+-])(?:\d[ -]?){12,18}\d(?![\w-])(?!\.\d)")
# Leading digits that ISO/IEC 7812 gives to payment schemes.
_CARD_PREFIX = re.compile(
    r"^(?:4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|6(?:011|4[4-9]|5)|35(?:2[89]|[3-8])|3(?:0[0-5]|[68])|62|50|5[6-8]|6[37])"
)
_MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|janner|marz|mai|juni|juli|okt|dez|janv|fevr|avr|juin|juil|aout|ene|abr|ago"
    "|dic|gen|mag|giu|lug|set|ott|fev|out|mrt|mei|янв|фев|мар|апр|мая|май|июн|июл|авг|сен|окт|ноя|дек"
)
_DATE = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\.?(?:\s+(?:of|de|di))?[\s-]+(?:{_MONTHS})\w*\.?(?:\s+de)?,?[\s-]+\d{{4}}"
    rf"|(?:{_MONTHS})\w*\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}"
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}年\d{1,2}月\d{1,2}日|\d{4}년\s*\d{1,2}월\s*\d{1,2}일)"
)
_BIRTH_BEHIND = r"(?P<behind>\d{4}年\d{1,2}月\d{1,2}日)(?:出生|生まれ)"
_BIOGRAPHY = re.compile(
    r"[^()\n]{0,80}\)(?:[^().\n]{0,60},)?\s*(?:is|was|are|were|ist|war|est|fut|etait|es|fue|era|e|foi|was|ar|var|jest|byl|byla)\b"
)
_YEAR = re.compile(r"\d{4}")
_NAME = re.compile(r"(?<!^)\b[^\W\d_a-z][^\W\d_]+|^[^\W\d_a-z][^\W\d_]+\s+[^\W\d_a-z]|[^\x00-\u024f]{2,}")
_PERSON_WORD = re.compile(r"\b(?:his|her|my|their|he|she|i)\b")
_PHONE = re.compile(
    r"(?<![\w.,/-])(?:\+\d{1,3}[\s./-]?(?:\(0?\d{1,4}\)[\s./-]?)?(?:\d[\s./-]?){6,12}\d"
    r"|\(?0\d{1,5}\)?[\s./-]?(?:\d[\s./-]?){5,10}\d|\(\d{3}\)\s?\d{3}[\s.-]\d{4}|\d{3}[-.\s]\d{3}[-.\s]\d{4}|\d{3}[-.\s]\d{4}"
    r")(?![\w/-]|[.,]\d)"
)
_FREE_NUMBER = re.compile(
    r"^(?:\+?1?[\s(.-]*(?:800|888|877|866|855|844|833)\b|\+?\d{0,3}[\s(.-]*0?800\b|0[89]00|118|116)"
)
_STREET = (
    r"(?:\b\d{1,5}[a-z]?,?\s+[\w'’-]+(?:\s+[\w'’-]+){0,3}\s+(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|close|way"
    r"|place|square|boulevard|blvd|terrace|crescent)\b|\b\d{1,4},?\s+(?:rue|avenue|boulevard|place|chemin|allee)\s+\w+"
    r"|\b[\w-]*(?:strasse|str\.|weg|gasse|platz|allee|laan|straat)\s+\d{1,4}\b"
    r"|\b(?:calle|via|viale|piazza|rua|avenida)\s+[\w\s]{2,30}?,?\s+(?:n\.?\s*)?\d{1,5}\b)"
)
_ANNOUNCED_END = r"(?:\s*(?:no|nr|number|nummer|id|num\w*|n°|№|#)\b\.?)?[^.!?\n\d]{0,30}?(?<!\w)"


@dataclass(frozen=True)
class PersonalFinder:
    """A policy's patterns of personal data; all but mailboxes are matched against folded text."""

    role_mailboxes: frozenset[str]
    other_number: Expression
    card_cues: WordSet
    phone_cues: WordSet
    public_lines: WordSet
    birth: tuple[WordSet, Expression]
    address: tuple[WordSet, Expression]
    identifiers: tuple[tuple[str, WordSet | None, Expression], ...]

    @classmethod
    def of(
        cls,
        role_mailboxes: frozenset[str],
        words: dict[str, tuple[str, ...]],
        announced: list[tuple[str, tuple[str, ...], str]],
        formats: list[tuple[str, str]],
    ) -> "PersonalFinder":
        """Compile the lists of the policy; announced are kind, names and form of a number."""

        def alternatives(name: str) -> str:
            return f"(?:{WordSet.of(words[name]).source})"

        number_end = (
            r"(?:\s*(?:no|nr|number|nummer|id|code|num\w*|n°|№|#)\.?)?\s*(?:(?:of|for)\s+(?:\w+\s+){1,4})?"
            r"(?:is|was|:|#|-|=)?\s*#?\s*$"
        )
        named = [
            (
                kind,
                WordSet.of(names),
                Expression(rf"(?:{WordSet.of(names).source}){_ANNOUNCED_END}(?:{number})(?!\w)"),
            )
            for kind, names, number in announced
        ]
        return cls(
            role_mailboxes=role_mailboxes,
            other_number=Expression(alternatives("other_numbers") + number_end),
            card_cues=WordSet.of(words["card_cues"]),
            phone_cues=WordSet.of(words["phone_cues"]),
            public_lines=WordSet.of(words["public_lines"]),
            birth=(
                WordSet.of(words["birth_cues"]),
                Expression(rf"{alternatives('birth_cues')}[^.!?\n]{{0,40}}?(?P<date>{_DATE})|{_BIRTH_BEHIND}"),
            ),
            address=(
                WordSet.of(words["address_cues"]),
                Expression(rf"{alternatives('address_cues')}[^.\n]{{0,40}}?{_STREET}"),
            ),
            identifiers=(*named, *((kind, None, Expression(pattern)) for kind, pattern in formats)),
        )

    def find(self, text: str) -> str | None:
        """The kind of personal data that the text holds, or None."""
        if "@" in text and self._holds_private_mail(text):
            return "email address"
        digits = sum(map(str.isdigit, text))
        if not digits:
            return None
        folded = folded_of(text)
        if digits >= 12 and any(is_iban(re.sub(r"[ -]", "", match[1])) for match in _IBAN.finditer(text.upper())):
            return "bank account"
        if digits >= 13 and self._holds_card(folded.text):
            return "card number"
        for kind, names, number in self.identifiers:
            if (names is None or folded.may_hold(names)) and number.pattern.search(folded.text):
                return kind
        if digits >= 4 and folded.may_hold(self.birth[0]) and self._holds_birth(folded.text, text):
            return "birth date with a name"
        if digits >= 7 and self._holds_phone(folded.text):
            return "telephone number"
        return (
            "home address" if folded.may_hold(self.address[0]) and self.address[1].pattern.search(folded.text) else None
        )

    def _holds_private_mail(self, text: str) -> bool:
        for match in _EMAIL.finditer(text):
            if text[max(0, match.start() - 3) : match.start()] == "://" or text[match.end() : match.end() + 1] == ":":
                continue  # a login of an address, an SSH remote
            mailbox = match[1].lower().split("+")[0]
            if not {mailbox, re.split(r"[.\-_]", mailbox)[0]} & self.role_mailboxes:
                return True
        return False

    def _holds_card(self, folded: str) -> bool:
        for match in _CARD.finditer(folded):
            digits = re.sub(r"\D", "", match[0])
            if not (_CARD_PREFIX.match(digits) and passes_luhn(digits)):
                continue
            around = folded[max(0, match.start() - 80) : match.end() + 60]
            if self.card_cues.pattern.search(around):
                return True
            if len(digits) in {15, 16} and not self.other_number.pattern.search(
                folded[max(0, match.start() - 40) : match.start()]
            ):
                return True
        return False

    def _holds_birth(self, folded: str, text: str) -> bool:
        for match in self.birth[1].pattern.finditer(folded):
            year = _YEAR.search(match["date"] or match["behind"] or "")
            if year and int(year[0]) < 1905:
                continue  # data protection is for the living
            if _BIOGRAPHY.match(folded, match.end()):
                continue  # "(born 3 May 1960) is an English actor": how a published biography begins
            if _NAME.search(text) or _PERSON_WORD.search(folded):
                return True
        return False

    def _holds_phone(self, folded: str) -> bool:
        for match in _PHONE.finditer(folded):
            digits = re.sub(r"\D", "", match[0])
            if not 7 <= len(digits) <= 15 or _FREE_NUMBER.match(match[0]):
                continue
            around = folded[max(0, match.start() - 70) : match.end() + 30]
            if self.public_lines.pattern.search(around):
                continue
            if self.other_number.pattern.search(folded[max(0, match.start() - 40) : match.start()]):
                continue
            if match[0].startswith("+") or self.phone_cues.pattern.search(around):
                return True
        return False


def is_iban(compact: str) -> bool:
    """ISO 13616: letters count from 10, the first four moved behind, remainder 1 by 97; words behind are cut off."""
    for end in range(len(compact), 14, -1):
        moved = compact[4:end] + compact[:4]
        if int("".join(str(int(char, 36)) for char in moved)) % 97 == 1:
            return True
    return False


def passes_luhn(digits: str) -> bool:
    """ISO/IEC 7812: every second digit from the right doubled, the sum divisible by 10; not one digit throughout."""
    if len(set(digits)) < 2:
        return False
    total = 0
    for place, char in enumerate(reversed(digits)):
        doubled = int(char) * (2 if place % 2 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0
