"""Finds personal data that needs a legal basis: contact data, birth dates, government, bank, card and patient numbers."""

import re
from collections.abc import Callable

from graphmem.gate.fold import fold

_EMAIL = re.compile(r"(?<![\w.+-])([\w.+-]{1,64})@((?:[\w-]+\.)+[a-z]{2,})(?![\w@])", re.IGNORECASE)
_IBAN = re.compile(r"\b([A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8})\b")
_CARD = re.compile(r"(?<![\w.+-])(?:\d[ -]?){12,18}\d(?![\w-])(?!\.\d)")
_CARD_PREFIX = re.compile(
    r"^(?:4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|6(?:011|4[4-9]|5)|35(?:2[89]|[3-8])|3(?:0[0-5]|[68])|62|50|5[6-8]|6[37])"
)
_CARD_CUE = re.compile(
    r"\b(?:card|credit|debit|visa|mastercard|amex|american express|cvv|cvc|karte|kreditkarte|carte|tarjeta|carta di|cartao|creditcard|карт\w*|karta|kart)\b|卡号|信用卡|カード|카드"
)
_OTHER_NUMBER = re.compile(
    r"\b(?:order|invoice|tracking|shipment|parcel|ticket|serial|isbn|issn|sku|reference|ref|batch|lot|ean|upc|gtin|imei|case|article|part|model|transaction|booking|confirmation|integer|number theory|bestell\w*|rechnung\w*|auftrag\w*|sendung\w*|commande|facture|pedido|factura|ordine|fattura|fatura|bestelling|factuur|заказ\w*|счет\w*)"
    r"(?:\s*(?:no|nr|number|nummer|id|code|num\w*|n°|№|#)\.?)?\s*(?:is|was|:|#|-|=)?\s*#?\s*$"
)
_DATE = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?\.?(?:\s+(?:of|de|di))?[\s-]+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|janner|marz|mai|juni|juli|okt|dez|janv|fevr|avr|juin|juil|aout|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|mrt|mei|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\w*\.?(?:\s+de)?,?[\s-]+\d{4}"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}"
    r"|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}年\d{1,2}月\d{1,2}日|\d{4}년\s*\d{1,2}월\s*\d{1,2}일)"
)
_BIRTH = re.compile(
    rf"(?:(?<!\w)(?:born|birth\s?-?date|date of birth|d\.?o\.?b\.?|birthday|geboren|geb\.|geburtsdatum|geburtstag|nee?\s+le|date de naissance|anniversaire|nacio|nacid[oa]|fecha de nacimiento|cumpleanos|nat[oa]\s+(?:il|a)|data di nascita|compleanno|nascid[oa]|nasceu|data de nascimento|geboortedatum|verjaardag|fodd|fodselsdato|urodzi\w+|data urodzenia|родил\w+|дата рождения|dogum tarihi)(?!\w)|出生于|出生|生日|生年月日|誕生日|생년월일|태어)"
    rf"[^.!?\n]{{0,40}}?(?P<date>{_DATE})|(?P<date2>\d{{4}}年\d{{1,2}}月\d{{1,2}}日)(?:出生|生まれ)"
)
_YEAR = re.compile(r"\d{4}")
_PHONE_CUE = re.compile(
    r"\b(?:phone|telephone|tel|mobile|cell|cellphone|whatsapp|sms|text (?:him|her|me|them)|call (?:him|her|me|them)|reach(?:ed|able)?|contact|dial|ring (?:him|her|me)|number|signal|telegram|handy\w*|telefon\w*|mobil\w*|rufnummer|erreich\w*|anrufen|portable|telephone|joindre|joignable|appel\w*|telefono|movil|celular|cellulare|numero|llam\w+|chiam\w+|telefone|celular|telemovel|ligar|telefoon\w*|mobiel|bel|gsm|телефон\w*|номер|позвон\w+|komork\w*|cep)\b|电话|手机|電話|携帯|전화|휴대폰"
)
_PHONE = re.compile(
    r"(?<![\w.,/-])(?:\+\d{1,3}[\s./-]?(?:\(0?\d{1,4}\)[\s./-]?)?(?:\d[\s./-]?){6,12}\d|\(?0\d{1,5}\)?[\s./-]?(?:\d[\s./-]?){5,10}\d|\(\d{3}\)\s?\d{3}[\s.-]\d{4}|\d{3}[-.\s]\d{3}[-.\s]\d{4}|\d{3}[-.\s]\d{4})(?![\w/-]|[.,]\d)"
)
_PUBLIC_LINE = re.compile(
    r"\b(?:hotline|helpline|switchboard|reception|customer (?:service|care|support)|service line|emergency|freephone|toll[ -]free|front desk|office line|head office|support line|information line|the (?:office|shop|clinic|library|museum|hotel|bank|company|station|school|council|court)|fax|zentrale|kundendienst|notruf|standard telephonique|centralita|centralino|pabx|горяч\w+ лини\w+)\b|客服|热线|窓口"
)
_PUBLIC_NUMBER = re.compile(
    r"^(?:\+?1?[\s(.-]*(?:800|888|877|866|855|844|833)\b|\+?\d{0,3}[\s(.-]*0?800\b|0[89]00|118|116)"
)
_ADDRESS = re.compile(
    r"\b(?:lives?|living|resid\w+|home address|private address|postal address|mailing address|wohn\w+|anschrift|habite|domicili\w+|vive en|abita|mora (?:na|em|no)|woont)\b[^.\n]{0,40}?"
    r"(?:\b\d{1,5}[a-z]?,?\s+[\w'’-]+(?:\s+[\w'’-]+){0,3}\s+(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|close|way|place|square|boulevard|blvd|terrace|crescent)\b|\b\d{1,4},?\s+(?:rue|avenue|boulevard|place|chemin|allee)\s+\w+"
    r"|\b[\w-]*(?:strasse|str\.|weg|gasse|platz|allee|laan|straat)\s+\d{1,4}\b|\b(?:calle|via|viale|piazza|rua|avenida)\s+[\w\s]{2,30}?,?\s+(?:n\.?\s*)?\d{1,5}\b)"
)
_IDS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...]


def find_personal_data(text: str, role_mailboxes: frozenset[str]) -> str | None:
    """The kind of personal data that the text holds, or None."""
    if "@" in text and _holds_private_mail(text, role_mailboxes):
        return "an email address"
    if not any(char.isdigit() for char in text):
        return None
    folded = fold(text)
    if _holds_iban(text):
        return "a bank account"
    if _holds_card(folded):
        return "a card number"
    for kind, pattern, is_valid in _IDS:
        if any(is_valid(match[match.lastindex or 0]) for match in pattern.finditer(folded)):
            return kind
    if _holds_birth(folded, text):
        return "a birth date with a name"
    if _holds_phone(folded):
        return "a telephone number"
    if _ADDRESS.search(folded):
        return "a home address"
    return None


def _holds_private_mail(text: str, role_mailboxes: frozenset[str]) -> bool:
    for match in _EMAIL.finditer(text):
        mailbox = re.split(r"[+]", match[1].lower())[0]
        if (
            text[max(0, match.start() - 3) : match.start()].endswith("://")
            or text[match.end() : match.end() + 1] == ":"
        ):
            continue  # a login of an address, an SSH remote
        if (
            mailbox not in role_mailboxes
            and mailbox.split(".")[0] not in role_mailboxes
            and mailbox.split("-")[0] not in role_mailboxes
        ):
            return True
    return False


def _holds_iban(text: str) -> bool:
    return any(is_iban(re.sub(r"[ -]", "", match[1])) for match in _IBAN.finditer(text.upper()))


def is_iban(compact: str) -> bool:
    """ISO 13616: letters as numbers from 10, the first four moved behind, remainder 1 by 97. Trailing words are cut off."""
    for end in range(len(compact), 14, -1):
        moved = compact[4:end] + compact[:4]
        if int("".join(str(int(char, 36)) for char in moved)) % 97 == 1:
            return True
    return False


def _holds_card(folded: str) -> bool:
    for match in _CARD.finditer(folded):
        digits = re.sub(r"\D", "", match[0])
        if not (13 <= len(digits) <= 19 and _CARD_PREFIX.match(digits) and passes_luhn(digits)):
            continue
        before = folded[max(0, match.start() - 40) : match.start()]
        around = folded[max(0, match.start() - 80) : match.end() + 60]
        if _OTHER_NUMBER.search(before) and not _CARD_CUE.search(around):
            continue
        if _CARD_CUE.search(around) or len(digits) in {15, 16} and not _OTHER_NUMBER.search(before):
            return True
    return False


def passes_luhn(digits: str) -> bool:
    """ISO/IEC 7812: every second digit from the right doubled, digits summed, divisible by 10; not all the same digit."""
    if len(set(digits)) < 2:
        return False
    total = 0
    for place, char in enumerate(reversed(digits)):
        doubled = int(char) * (2 if place % 2 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _holds_birth(folded: str, text: str) -> bool:
    named = re.search(r"(?<!^)\b[^\W\d_a-z][^\W\d_]+|^[^\W\d_a-z][^\W\d_]+\s+[^\W\d_a-z]|[^\x00-\u024f]{2,}", text)
    for match in _BIRTH.finditer(folded):
        year = _YEAR.search(match["date"] or match["date2"] or "")
        if year and int(year[0]) < 1905:
            continue  # data protection is for the living
        if named or re.search(r"\b(?:his|her|my|their)\b", folded):
            return True
    return False


def _holds_phone(folded: str) -> bool:
    for match in _PHONE.finditer(folded):
        digits = re.sub(r"\D", "", match[0])
        if not 7 <= len(digits) <= 15 or _PUBLIC_NUMBER.match(match[0]):
            continue
        around = folded[max(0, match.start() - 70) : match.end() + 30]
        before = folded[max(0, match.start() - 40) : match.start()]
        if _PUBLIC_LINE.search(around) or _OTHER_NUMBER.search(before):
            continue
        if _PHONE_CUE.search(around) or match[0].startswith("+"):
            return True
    return False


def _always(value: str) -> bool:
    return any(char.isdigit() for char in value)


def _is_ssn(value: str) -> bool:
    area, group, serial = value[:3], value[4:6], value[7:]
    return area not in {"000", "666"} and area < "900" and group != "00" and serial != "0000"


def _named(names: str, number: str = r"[a-z]{0,3}[\d][\da-z./ -]{4,18}") -> re.Pattern[str]:
    """A number that one of the names announces within a few words."""
    return re.compile(
        rf"(?<!\w)(?:{names})(?!\w)(?:\s*(?:no|nr|number|nummer|id|num\w*|n°|№|#)\b\.?)?[^.!?\n\d]{{0,30}}?(?<!\w)({number})(?!\w)"
    )


_IDS = (
    ("a social security number", re.compile(r"(?<![\d-])(\d{3}-\d{2}-\d{4})(?![\d-])"), _is_ssn),
    ("a government identifier", _named(
        r"social security(?: (?:number|no))?|ssn|national insurance(?: number)?|nino|passport|passeport|pasaporte|passaporto|passaporte|paspoort|reisepass\w*|ausweis\w*|personalausweis\w*|driving licen[cs]e|driver'?s? licen[cs]e|fuhrerschein\w*|permis de conduire|carte d'identite|identity card|id card|national id|tax (?:id|number|identification)\w*|steuer-?(?:id|nummer|identifikationsnummer)|sozialversicherungs\w*|rentenversicherungs\w*|numero de securite sociale|securite sociale|codice fiscale|dni|nie|nif|cpf|bsn|burgerservicenummer|pesel|aadhaar|personnummer|fodselsnummer|residence permit|visa number|паспорт\w*|инн|снилс"
    ), _always),
    ("a government identifier", re.compile(r"身份证\D{0,6}(\d{15,17}[\dx])|護照\D{0,6}(\w{8,9})|マイナンバー\D{0,6}(\d{4}[ -]?\d{4}[ -]?\d{4})|주민등록번호\D{0,6}(\d{6}-\d{7})"), _always),
    ("a government identifier", re.compile(r"\b([a-ceghj-prstw-z][a-ceghj-nprstw-z]\s?\d{2}\s?\d{2}\s?\d{2}\s?[a-d])\b"), _always),
    ("a government identifier", re.compile(r"\b([a-z]{6}\d{2}[a-ehlmprst]\d{2}[a-z]\d{3}[a-z])\b"), _always),
    ("a government identifier", re.compile(r"\b(\d{3}\.\d{3}\.\d{3}-\d{2})\b"), _always),
    ("a bank account", _named(
        r"iban|bank account(?: number)?|(?:current|checking|savings) account (?:number|no)|account (?:number|no)|sort code|routing (?:number|no)|kontonummer|bankverbindung|numero de compte|compte bancaire|numero de cuenta|cuenta bancaria|conto corrente|conta bancaria|rekeningnummer|номер счета", r"[a-z]{0,2}\d[\d -]{5,28}"
    ), _always),
    ("a patient identifier", _named(
        r"patient(?: id| no| number| identifier| file|en-?id|ennummer|-id|id)|mrn|medical record(?: number| no)?|nhs(?: number| no)?|hospital number|health insurance (?:number|no|id)|medicare (?:number|no|id)|insurance member id|versichertennummer|krankenversicherten\w*|patientennummer|numero de patient|numero patient|numero de paciente|historia clinica|codice paziente|tessera sanitaria|numero do paciente|cartao sus|patientnummer|номер пациента|полис\w*"
    ), _always),
    ("a card number", _named(r"cvv2?|cvc2?|card number|credit card(?: number)?|kreditkartennummer|numero de carte|numero de tarjeta|numero di carta", r"\d{3,4}(?!\d)|\d[\d -]{11,22}"), _always),
)  # fmt: skip
