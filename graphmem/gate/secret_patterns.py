"""Finds secrets: formats through detect-secrets, and values that a sentence gives for a password."""

import re
from functools import lru_cache
from importlib import import_module
from typing import Any

from graphmem.gate.fold import fold

# Detectors of formats that are their own proof. The entropy and keyword detectors are left out: they take hashes,
# commit ids and every mention of a password for a secret.
_DETECTORS = {
    "artifactory": "ArtifactoryDetector", "aws": "AWSKeyDetector", "azure_storage_key": "AzureStorageKeyDetector",
    "basic_auth": "BasicAuthDetector", "cloudant": "CloudantDetector", "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector", "gitlab_token": "GitLabTokenDetector", "jwt": "JwtTokenDetector",
    "mailchimp": "MailchimpDetector", "npm": "NpmDetector", "openai": "OpenAIDetector", "private_key": "PrivateKeyDetector",
    "pypi_token": "PypiTokenDetector", "sendgrid": "SendGridDetector", "slack": "SlackDetector",
    "square_oauth": "SquareOAuthDetector", "stripe": "StripeDetector", "telegram_token": "TelegramBotTokenDetector",
    "twilio": "TwilioKeyDetector",
}  # fmt: skip
# Without one of these no detector can find anything: most records never load them.
_MAY_HOLD_KEY = re.compile(
    r"-----BEGIN|://[^\s/]*:|AccountKey|_authToken|(?<![\w-])[\w.\-:]*\d[\w.\-:=]{19,}|(?<![\w-])[\w.\-:]{20,}"
)
_OWN_FORMATS = (
    ("private key", re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY")),
    ("key of a cloud service", re.compile(r"\bAIza[\w-]{35}\b|\bya29\.[\w-]{20,}|\bdop_v1_[0-9a-f]{40,}|\bAGE-SECRET-KEY-1[0-9A-Z]{50,}")),
    ("key of a model service", re.compile(r"\bsk-(?:ant-|proj-|or-)?[\w-]{20,}|\bhf_[A-Za-z0-9]{30,}|\bgsk_[A-Za-z0-9]{30,}|\bxai-[\w-]{30,}")),
    ("token of a forge", re.compile(r"\bgithub_pat_\w{30,}|\bgh[opsur]_[A-Za-z0-9]{30,}|\bglpat-[\w-]{18,}|\bATATT3[\w=-]{20,}|\bpypi-AgE[\w-]{20,}")),
    ("token of a chat service", re.compile(r"\bxox[abeoprs]-[\w-]{10,}|hooks\.slack\.com/services/T\w+/B\w+/\w+")),
    ("key of a payment service", re.compile(r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/=]{24,}|\bSG\.[\w-]{20,}\.[\w-]{20,}")),
    ("web token", re.compile(r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}")),
    ("authorization header", re.compile(r"(?i)\bauthorization\s*:\s*(?:bearer|basic|token)\s+[\w.+/=-]{12,}|\bbearer\s+[\w-]*\d[\w.+/=-]{19,}")),
    ("login in an address", re.compile(r"(?i)\b[a-z][a-z0-9+.-]*://[^\s:/@<>{}$]+:(?!(?:password|pass|pwd|secret|xxx+|\*+|\.+)@)[^\s:/@<>{}$]{3,}@[\w\[]")),
    ("password of a command", re.compile(r"(?i)\b(?:mysql|mysqldump|psql|sshpass|curl|wget)\b[^\n]*\s(?:-p(?!ort|\s|assword)[^\s<$]{4,}|--password[= ][^\s<$-]\S{3,}|-u\s+\S+:[^\s<$]{4,})")),
)  # fmt: skip

_NAMES = (
    r"pass\s?words?|pass\s?phrases?|passwd|pwd|pass\s?codes?|passwor[td]|kennwort|passwort|zugangscode|kennworter|mot de passe|mots de passe|code secret"
    r"|contrasena|clave (?:de acceso|secreta)|parola d'ordine|parola chiave|senha|palavra[- ]passe|wachtwoord|losenord|adgangskode|passord|haslo|heslo|jelszo|parole|sifre"
    r"|пароль|пароля|пин-код|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة المرور|पासवर्ड"
    r"|api[\s_-]?keys?|secret[\s_-]?keys?|access[\s_-]?keys?(?:[\s_-]?ids?)?|private[\s_-]?keys?|client[\s_-]?secrets?|app[\s_-]?secrets?|signing[\s_-]?(?:keys?|secrets?)|encryption[\s_-]?keys?"
    r"|(?:access|auth|bearer|refresh|session|api|bot|deploy|personal access)[\s_-]?tokens?|webhook[\s_-]?secrets?|shared[\s_-]?secrets?|credentials?"
    r"|recovery (?:codes?|phrases?)|seed phrases?|mnemonic|2fa (?:codes?|secrets?)|totp secret|otp secret|pin(?:[\s-]?codes?|[\s-]?numbers?)?|api[\s_-]?schlussel|cle api|clave api|chiave api|chave de api"
)  # fmt: skip
_GIVEN = re.compile(
    rf"(?:(?<!\w)|(?<=_)|(?=[^\x00-\x7f]))(?P<name>{_NAMES})(?![a-z])(?P<mid>[^.!?\n:=]{{0,60}}?)"
    r"(?P<link>\s*(?::=|=>|[:=：＝])\s*|\s+(?:is|was|are|lautet|ist|heisst|est|es|e|is nu|ar|to|remains|reads|równa|это|является)\s+(?:now\s+|still\s+|currently\s+|jetzt\s+|simply\s+|just\s+|set to\s+)?"
    r"|\s*(?:是|为|は|は、|은|는)\s*|\s*[-–—>]+\s+|\s+)"
    r"(?P<value>\"[^\"\s]{4,}\"|'[^'\s]{4,}'|`[^`\s]{4,}`|“[^”\s]{4,}”|«\s?[^»\s]{4,}\s?»|[^\s\"'`<>,;。、]{4,})"
)
_PLACEHOLDER = re.compile(
    r"^(?:[<\[{(%$*#].*|x{3,}.*|\*+|\.{3,}|_+|your[\w-]*|my[-_]?\w*|changeme|change[-_]me|placeholder|redacted|example\w*|none|null|nil|true|false|todo|tbd|n/?a|os\.\w+.*|env\w*[.(\[].*|process\.env.*|get\w*\(.*|\w+\(.*|https?://\S*|vault:.*|secret[s]?[./:]\S*|file:.*|ref:.*)$"
)
_PHRASE = re.compile(r"(?:seed phrase|recovery phrase|mnemonic)[^:\n]{0,30}[:=]\s*(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}\b")
_PIN = re.compile(
    r"(?<!\w)(?:pin(?:[\s-]?code|[\s-]?number)?|passcode|geheimzahl|code pin|codigo pin|codice pin|pincode|пин-код|暗証番号)(?!\w)[^.!?\n]{0,40}?(?::|=|\bis\b|\blautet\b|\bist\b|\best\b|\bes\b|\bwas\b|は|是)\s*[\"']?(\d{4,8})(?!\d)"
)
_CUE = re.compile(_NAMES)


def find_secret(text: str) -> str | None:
    """The kind of secret that the text holds, or None."""
    for kind, pattern in _OWN_FORMATS:
        if pattern.search(text):
            return kind
    folded = fold(text)
    if _CUE.search(folded) and (kind := _find_given(text, folded)):
        return kind
    if _MAY_HOLD_KEY.search(text):
        return _find_format(text)
    return None


def _find_given(text: str, folded: str) -> str | None:
    if _PIN.search(folded):
        return "a PIN with its number"
    if _PHRASE.search(folded):
        return "a recovery phrase"
    # Case tells passwords from words, so values are read from the text as written where folding kept its length.
    source = text if len(text) == len(folded) else folded
    for match in _GIVEN.finditer(folded):
        value = source[match.start("value") : match.end("value")]
        if _is_value(value, match["link"].strip(), match["name"]):
            return "a password or key with its value"
    return None


def _is_value(value: str, link: str, name: str) -> bool:
    """The value looks like something typed to be let in, not like the next word of a sentence."""
    quoted = value[0] in "\"'`“«"
    bare = value.strip("\"'`“”«» ").rstrip(".,;:!?)" if not quoted else "")
    if len(bare) < 4 or _PLACEHOLDER.match(bare.lower()):
        return False
    digits, letters = sum(c.isdigit() for c in bare), sum(c.isalpha() for c in bare)
    symbols = len(bare) - digits - letters
    mixed_case = bare[1:] != bare[1:].lower() and bare != bare.upper()
    strong = letters > 0 and (
        digits > 0 or symbols - bare.count("-") - bare.count("_") - bare.count("/") - bare.count(".") > 0 or mixed_case
    )
    if not link:
        return strong and digits > 0 and len(bare) >= 8 and (symbols > 0 or mixed_case)
    if link in {":", "=", ":=", "=>", "：", "＝"}:
        is_key = not re.search(r"credential|key|token", name) or len(bare) >= 8
        return is_key and (strong or quoted or (link != ":" and len(bare) >= 6))
    return strong or (quoted and not bare.isdigit())


@lru_cache(maxsize=1)
def _detectors() -> list[Any]:
    return [getattr(import_module(f"detect_secrets.plugins.{module}"), name)() for module, name in _DETECTORS.items()]


def _find_format(text: str) -> str | None:
    for line in text.splitlines():
        if not _MAY_HOLD_KEY.search(line):
            continue
        for detector in _detectors():
            for found in detector.analyze_string(line):
                if found:
                    return str(detector.secret_type).lower()
    return None
