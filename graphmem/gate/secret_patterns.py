"""Finds secrets: formats of keys and tokens, and values that a sentence gives for a password."""

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from graphmem.gate.expression import Expression
from graphmem.gate.format import Format, possible
from graphmem.gate.words import Folded, WordSet, folded_of

# Detectors of formats that are their own proof. The entropy and keyword detectors are left out: they take hashes,
# commit ids and every mention of a password for a secret.
_DETECTORS = {
    "artifactory": "ArtifactoryDetector", "aws": "AWSKeyDetector", "azure_storage_key": "AzureStorageKeyDetector",
    "basic_auth": "BasicAuthDetector", "cloudant": "CloudantDetector", "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector", "gitlab_token": "GitLabTokenDetector", "jwt": "JwtTokenDetector",
    "mailchimp": "MailchimpDetector", "npm": "NpmDetector", "openai": "OpenAIDetector",
    "private_key": "PrivateKeyDetector", "pypi_token": "PypiTokenDetector", "sendgrid": "SendGridDetector",
    "slack": "SlackDetector", "square_oauth": "SquareOAuthDetector", "stripe": "StripeDetector",
    "telegram_token": "TelegramBotTokenDetector", "twilio": "TwilioKeyDetector",
}  # fmt: skip
# Without one of these no detector can find anything: most records never load them.
_MAY_HOLD_KEY = re.compile(
    r"-----BEGIN|://[^\s/]*:|AccountKey|_authToken|(?<![\w.:-])(?=[\w.:-]{0,40}\d)(?=[\w.:-]*[A-Za-z])[\w.:-]{20,}"
)
_KEY_MARKS = ("-----BEGIN", "://", "AccountKey", "_authToken")
_SHORTEST_KEY = 20
_PLACEHOLDER = re.compile(
    r"^(?:[<\[{(%$*#].*|x{3,}.*|\*+|\.{3,}|_+|your[\w-]*|my[-_]?\w*|changeme|change[-_]me|placeholder|redacted|example\w*|none"
    r"|null|nil|true|false|todo|tbd|n/?a|os\.\w+.*|env\w*[.(\[].*|process\.env.*|[\w.]+\(.*|https?://\S*|vault:.*"
    r"|secrets?[./:]\S*|file:.*|ref:.*)$"
)
_VALUE = r"(?P<value>\"[^\"\s]{4,}\"|'[^'\s]{4,}'|`[^`\s]{4,}`|“[^”\s]{4,}”|«\s?[^»\s]{4,}\s?»|[^\s\"'`<>,;。、“«]{4,})"
_VALUE_REACH = 80
_CLAUSE_END = re.compile(r"[.!?;]\s|\n")
_ADVERB = r"(?:(?:now|still|currently|jetzt|simply|just|set to|maintenant|ahora|ora|agora|nu|теперь)\s+)?"


@dataclass(frozen=True)
class SecretFinder:
    """A policy's secrets: names that announce a value, and formats that are their own proof."""

    names: WordSet
    formats: tuple[Format, ...]
    name: Expression
    given: Expression
    pin: Expression
    phrase: Expression

    @classmethod
    def of(
        cls,
        names: tuple[str, ...],
        pins: tuple[str, ...],
        phrases: tuple[str, ...],
        links: tuple[str, ...],
        formats: tuple[Format, ...],
    ) -> "SecretFinder":
        """Compile the lists of the policy."""
        name = Expression(rf"(?:(?<=_)|(?=[^_]))(?:{_open(WordSet.of(names))})")
        link = "|".join(re.escape(word) for word in links)
        # A look-ahead, since a link that leads to no value may stand before one that does.
        given = Expression(
            rf"(?=(?P<link>\s*(?::=|=>|[:=：＝])\s*|(?<=\s)(?:{link})\s+{_ADVERB}|\s*(?:是|为|は、?|은|는)\s*"
            rf"|\s*[-–—>]+\s+|(?<=\S)\s+){_VALUE})"
        )
        pin = Expression(
            rf"(?:{WordSet.of(pins).source})[^.!?\n]{{0,40}}?(?::|=|\b(?:{link})\b|は|是)\s*[\"']?(\d{{4,8}})(?!\d)"
        )
        words = rf"(?:{WordSet.of(phrases).source})[^:\n]{{0,30}}[:=]\s*(?:[a-z]{{3,8}}\s+){{11,23}}[a-z]{{3,8}}\b"
        return cls(WordSet.of((*names, *pins, *phrases)), formats, name, given, pin, Expression(words))

    def find(self, text: str) -> str | None:
        """The kind of secret that the text holds, or None."""
        folded = folded_of(text)
        for spec in possible(self.formats, folded):
            if spec.is_in(text):
                return spec.name
        if self._may_be_given(folded) and (kind := self._find_given(text, folded.text)):
            return kind
        return _find_format(text) if _may_hold_key(text) else None

    def _may_be_given(self, folded: Folded) -> bool:
        # DB_PASSWORD is one word to the cheap refusal, so an underscore before a name is looked for by itself.
        return folded.may_hold(self.names) or ("_" in folded.text and bool(self.name.pattern.search(folded.text)))

    def _find_given(self, text: str, folded: str) -> str | None:
        # Six digits behind "PIN code" are an Indian postal code.
        if any(len(match[1]) != 6 or "code" not in match[0] for match in self.pin.pattern.finditer(folded)):
            return "a PIN with its number"
        if self.phrase.pattern.search(folded):
            return "a recovery phrase"
        # Case tells passwords from words, so values are read from the text as written where folding kept its length.
        source = text if len(text) == len(folded) else folded
        for name in self.name.pattern.finditer(folded):
            rest = _CLAUSE_END.search(folded, name.end(), name.end() + _VALUE_REACH)
            end = rest.start() + 1 if rest else name.end() + _VALUE_REACH
            for match in self.given.pattern.finditer(folded, name.end(), end):
                low, high = match.span("value")
                if low < end and _is_value(source[low:high], match["link"].strip(), name[0]):
                    return "a password or key with its value"
        return None


def _open(words: WordSet) -> str:
    """The words' pattern, also found behind an underscore as in DB_PASSWORD."""
    return words.source.replace(r"(?<!\w)", r"(?<![^\W_])").replace(r"(?!\w)", r"(?![^\W_])")


def _is_value(value: str, link: str, name: str) -> bool:
    """The value looks like something typed to be let in, not like the next word of a sentence."""
    quoted = value[0] in "\"'`“«"
    bare = value.strip("\"'`“”«» ") if quoted else value.rstrip(".,;:?)")
    if len(bare) < 4 or _PLACEHOLDER.match(bare.lower()):
        return False
    digits, letters = sum(c.isdigit() for c in bare), sum(c.isalpha() for c in bare)
    # Marks that names, numbers and paths have too say nothing.
    symbols = sum(not c.isalnum() and c not in "-_/.'’,:" for c in bare.rstrip("!"))
    mixed_case = bare[1:] != bare[1:].lower() and bare != bare.upper()
    strong = letters > 0 and (digits > 0 or symbols > 0 or mixed_case)
    if not link or link[0] in "-–—>":
        return strong and digits > 0 and len(bare) >= 8 and (symbols > 0 or mixed_case)
    if link in {":", "=", ":=", "=>", "：", "＝"}:
        long_enough = len(bare) >= 8 or not any(word in name for word in ("credential", "key", "token", "secret"))
        return long_enough and (strong or quoted or (link != ":" and len(bare) >= 6))
    return strong or (quoted and not bare.isdigit())


def _may_hold_key(text: str) -> bool:
    """Cheaper than its expression for prose, which has none of the marks and no long run without a blank."""
    if not any(mark in text for mark in _KEY_MARKS) and max(map(len, text.split()), default=0) < _SHORTEST_KEY:
        return False
    return bool(_MAY_HOLD_KEY.search(text))


@lru_cache(maxsize=1)
def _detectors() -> list[Any]:
    return [getattr(import_module(f"detect_secrets.plugins.{module}"), name)() for module, name in _DETECTORS.items()]


def _find_format(text: str) -> str | None:
    for line in text.splitlines():
        if not _may_hold_key(line):
            continue
        for detector in _detectors():
            if any(detector.analyze_string(line)):
                return str(detector.secret_type).lower()
    return None
