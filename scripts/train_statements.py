# ruff: noqa: E501 - a template reads best on one line
"""Pairs of short statements made from templates for the pair scorer: facts of one entity, findings of studies.

Every name is invented. A pair contradicts when both give the same single-valued attribute of one entity other values, or
when two findings on one question have opposite outcomes. Matched to each are pairs that only look like it: the same
value reworded, another attribute, another entity, an attribute with many values, added detail.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from train_minimal_pairs import Pair

_FIRST = "Mara Tobias Inge Pavel Lucia Henrik Amina Joost Selma Ruben Petra Omar Nadia Felix Greta Ivo Tamar Silvio Wanda Kofi".split()
_LAST = "Lindqvist Okoye Marchetti Hallam Vesely Tanaka Brandt Duarte Moreau Castellan Ferris Novak Albrecht Quist Rahmani".split()
_CITIES = "Oslo Turku Ghent Bruges Porto Leeds Graz Lyon Malmo Dresden Bergen Siena Kyoto Quito Austin Boston Perth Cork".split()
_COUNTRIES = (
    "Norway Finland Belgium Portugal Austria France Sweden Germany Italy Japan Ecuador Australia Ireland Canada".split()
)
_FIRMS = "Brixton Harbour Nordal Kestrel Velora Aldine Tessera Quillon Marlow Pemberly Osterley Fennwick Halcyon Corvin".split()
_FORMS = "Group Labs Foods Rail Bank Institute College Museum Records Press Logistics Energy".split()
_JOBS = "welder nurse pilot lawyer chemist painter carpenter teacher architect violinist economist surgeon".split()
_FIELDS = "physics chemistry medicine law history music engineering economics biology philosophy".split()
_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_LANGUAGES = "Urdu Welsh Dutch Finnish Swahili Greek Korean Polish Arabic Catalan".split()


@dataclass(frozen=True)
class Attribute:
    """What can be said of a thing: ways to say it with {e} and {v}, the sort of value, whether it has one only."""

    subject: str
    value: str
    single: bool
    forms: tuple[str, ...]


def _attribute(subject: str, value: str, forms: str, *, single: bool = True) -> Attribute:
    return Attribute(subject, value, single, tuple(forms.split(" | ")))


ATTRIBUTES = (
    _attribute("person", "year", "{e} was born in {v}. | Born in {v}, {e} grew up in the countryside. | The birth year of {e} is {v}."),
    _attribute("person", "city", "{e} was born in {v}. | {e} is a native of {v}. | {v} is the birthplace of {e}."),
    _attribute("person", "city", "{e} lives in {v}. | {e}'s home is in {v}. | {e} resides in {v} with the family."),
    _attribute("person", "date", "{e} died on {v}. | The death of {e} occurred on {v}. | On {v}, {e} passed away."),
    _attribute("person", "year", "{e} died in {v}. | {e} passed away in {v}. | {e}'s death came in {v} after a short illness."),
    _attribute("person", "job", "{e} works as a {v}. | {e} is a {v}. | By profession {e} is a {v}."),
    _attribute("person", "firm", "{e} is employed by {v}. | {e} works for {v}. | The employer of {e} is {v}."),
    _attribute("person", "person", "{e} is married to {v}. | {v} is the spouse of {e}. | {e} and {v} are a married couple."),
    _attribute("person", "person", "{e} reports to {v}. | {e}'s manager is {v}. | {v} supervises {e}."),
    _attribute("person", "count", "{e} has {v} children. | {e} is the parent of {v} children. | There are {v} children in {e}'s family."),
    _attribute("person", "year", "{e} graduated in {v}. | {e} finished university in {v}. | {e} received a degree in {v}."),
    _attribute("person", "field", "{e} studied {v} at university. | {e} holds a degree in {v}. | {e}'s degree is in {v}."),
    _attribute("person", "language", "{e} speaks {v}. | {e} is fluent in {v}. | {e} learned {v} at school.", single=False),
    _attribute("person", "person", "{e} has worked with {v}. | {e} collaborated with {v} on several projects. | {v} and {e} wrote a book together.", single=False),
    _attribute("person", "city", "{e} gave a concert in {v}. | {e} visited {v} last spring. | {e} has friends in {v}.", single=False),
    _attribute("firm", "year", "{e} was founded in {v}. | {e} was established in {v} as a family business. | Established in {v}, {e} is still independent. | {e} started in {v}."),
    _attribute("firm", "person", "{e} was founded by {v}. | {v} founded {e}. | The founder of {e} is {v}. | {v} is the founder of {e}, which is still independent."),
    _attribute("firm", "city", "{e} is based in {v}. | The headquarters of {e} are in {v}. | {e} has its head office in {v}."),
    _attribute("firm", "person", "{e} is led by {v}. | {v} is the chief executive of {e}. | The chief executive of {e} is {v}."),
    _attribute("firm", "number", "{e} employs {v} people. | {e} has {v} employees. | The workforce of {e} numbers {v}."),
    _attribute("firm", "money", "{e} had revenue of {v} last year. | Revenue at {e} reached {v}. | {e} reported sales of {v}."),
    _attribute("firm", "country", "{e} is registered in {v}. | The legal seat of {e} is {v}. | {e} is incorporated in {v}."),
    _attribute("firm", "firm", "{e} is owned by {v}. | {v} owns {e}. | The parent company of {e} is {v}."),
    _attribute("firm", "year", "{e} closed in {v}. | {e} ceased operations in {v}. | {e} was dissolved in {v}."),
    _attribute("firm", "city", "{e} has an office in {v}. | {e} opened a branch in {v}. | {e} runs a shop in {v}.", single=False),
    _attribute("firm", "firm", "{e} supplies {v}. | {e} signed a contract with {v}. | {v} is a customer of {e}.", single=False),
    _attribute("thing", "day", "The {e} is held on {v}. | The {e} takes place every {v}. | {v} is the day of the {e}."),
    _attribute("thing", "clock", "The {e} opens at {v}. | Opening time of the {e} is {v}. | From {v} the {e} is open."),
    _attribute("thing", "date", "The deadline for the {e} is {v}. | The {e} is due on {v}. | The {e} must be finished by {v}."),
    _attribute("thing", "money", "The fee for the {e} is {v}. | The {e} costs {v}. | Visitors pay {v} for the {e}."),
    _attribute("thing", "number", "The {e} has room for {v} people. | The capacity of the {e} is {v}. | Up to {v} people fit into the {e}."),
    _attribute("thing", "length", "The {e} is {v} long. | The length of the {e} is {v}. | The {e} measures {v}."),
    _attribute("thing", "colour", "The {e} is painted {v}. | The colour of the {e} is {v}. | They painted the {e} {v}."),
    _attribute("thing", "year", "The {e} was built in {v}. | Construction of the {e} was completed in {v}. | The {e} dates from {v}."),
    _attribute("thing", "count", "The {e} requires {v} approvals. | {v} approvals are needed for the {e}. | The {e} needs {v} approvals before it can go ahead."),
    _attribute("thing", "person", "The {e} is managed by {v}. | {v} is in charge of the {e}. | {v} looks after the {e}."),
)  # fmt: skip
_THINGS = "north gate,summer pool,harbour bridge,weekly market,annual report,chess club,old library,city archive,night tram,project review,water tower,boat race".split(
    ","
)
_TAILS = (
    "",
    "",
    "",
    ", according to the website",
    ", which surprised many",
    " and is well known for it",
    ", as agreed with the council",
)


class Maker:
    """Draws entities, values and wordings."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self.random = random.Random(seed)

    def entity(self, subject: str) -> str:
        """An invented thing of a sort."""
        draw = self.random.choice
        if subject == "person":
            return f"{draw(_FIRST)} {draw(_LAST)}"
        return f"{draw(_FIRMS)} {draw(_FORMS)}" if subject == "firm" else draw(_THINGS)

    def value(self, sort: str) -> str:
        """A value of a sort."""
        draw, number = self.random.choice, self.random.randint
        makers = {
            "year": lambda: str(number(1850, 2024)),
            "date": lambda: f"{number(1, 28)} {draw(_MONTHS)} {number(1950, 2024)}",
            "city": lambda: draw(_CITIES),
            "country": lambda: draw(_COUNTRIES),
            "person": lambda: self.entity("person"),
            "firm": lambda: self.entity("firm"),
            "job": lambda: draw(_JOBS),
            "field": lambda: draw(_FIELDS),
            "language": lambda: draw(_LANGUAGES),
            "count": lambda: draw("two three four five six seven eight".split()),
            "number": lambda: draw([str(number(12, 900)), f"{number(2, 90)},000", f"{number(1, 9)},{number(100, 999)}"]),
            "money": lambda: draw([f"{number(3, 90)} euros", f"${number(2, 90)} million", f"€{number(100, 900)}"]),
            "length": lambda: draw([f"{number(2, 90)} km", f"{number(100, 900)} m"]),
            "day": lambda: draw(_DAYS),
            "clock": lambda: f"{number(6, 21)}:{draw(['00', '15', '30', '45'])}",
            "colour": lambda: draw("red blue green yellow white black grey brown".split()),
        }  # fmt: skip
        return makers[sort]()

    def other(self, sort: str, than: str) -> str:
        """Another value of the sort."""
        while (value := self.value(sort)) == than:
            continue
        return value

    def say(self, attribute: Attribute, entity: str, value: str) -> str:
        """One wording, at times with a tail that adds nothing in question, or with the surname alone."""
        name = entity.rsplit(maxsplit=1)[-1] if attribute.subject == "person" and self.random.random() < 0.3 else entity
        sentence = self.random.choice(attribute.forms).format(e=name, v=value)
        sentence = sentence[:-1] + self.random.choice(_TAILS) + "."
        return sentence[0].upper() + sentence[1:]


def _fact_pair(maker: Maker, *, contradicts: bool) -> Pair:
    draw = maker.random
    attribute = draw.choice([one for one in ATTRIBUTES if one.single] if contradicts else ATTRIBUTES)
    entity, value = maker.entity(attribute.subject), maker.value(attribute.value)
    first = maker.say(attribute, entity, value)
    if contradicts:
        return _joined(
            maker, attribute, entity, first, maker.say(attribute, entity, maker.other(attribute.value, value)), "fact"
        )
    twist = draw.choice(("same", "same", "attribute", "attribute", "entity", "many"))
    if twist == "many":
        attribute = draw.choice([one for one in ATTRIBUTES if not one.single])
        entity, value = maker.entity(attribute.subject), maker.value(attribute.value)
        first, second = (
            maker.say(attribute, entity, value),
            maker.say(attribute, entity, maker.other(attribute.value, value)),
        )
    elif twist == "entity":
        stranger = maker.entity(attribute.subject)
        second = maker.say(attribute, stranger, maker.other(attribute.value, value))
        if (
            stranger.split()[-1] == entity.split()[-1]
        ):  # by chance the same, or of one surname: the label would be doubtful
            second = first
    elif twist == "attribute":
        near = [one for one in ATTRIBUTES if one.subject == attribute.subject and one is not attribute]
        like = [one for one in near if one.value == attribute.value] or near
        chosen = draw.choice(like if draw.random() < 0.6 else near)
        second = maker.say(chosen, entity, maker.value(chosen.value))
    else:
        second = maker.say(attribute, entity, value)
    joined = _joined(maker, attribute, entity, first, second, f"fact {twist}")
    return Pair(joined.a, joined.b, False, joined.edit)


def _joined(maker: Maker, attribute: Attribute, entity: str, first: str, second: str, edit: str) -> Pair:
    """At times one side says something else of the same entity too."""
    if maker.random.random() < 0.35:
        spare = [one for one in ATTRIBUTES if one.subject == attribute.subject and one.value != attribute.value]
        extra = maker.random.choice(spare)
        addition = maker.say(extra, entity, maker.value(extra.value))
        second = f"{second[:-1]}, and {addition[0].lower() if addition.startswith(('The ', 'By ', 'On ')) else addition[0]}{addition[1:]}"
    return Pair(first, second, True, edit)


_TREATMENTS = "the drug|early surgery|the vitamin|regular exercise|the vaccine|the new diet|the pricing rule|the training course|the feedback tool|the filter|high-dose therapy|the inhibitor|telemedicine visits|the gene variant".split(
    "|"
)
_OUTCOMES = "mortality|blood pressure|relapse|hospital stays|pain|error rates|churn|infection|heart failure|waiting times|tumour growth|stroke|disease progression|complications".split(
    "|"
)
_FOUND = (
    "{t} significantly reduced {o}", "{t} lowered {o} compared with placebo", "{o} was lower with {t}",
    "treatment with {t} led to a marked decrease in {o}", "{t} is effective in preventing {o}",
    "{t} was associated with a reduced risk of {o}", "a beneficial effect of {t} on {o} was observed",
    "{t} improves outcomes, with less {o}", "significant improvements in {o} were seen with {t}",
    "our data support the use of {t} against {o}", "{t} decreased {o} in most groups",
)  # fmt: skip
_NOT_FOUND = (
    "{t} did not reduce {o}", "{t} had no effect on {o}", "no significant difference in {o} was found with {t}",
    "{t} was not associated with {o}", "there was no benefit of {t} regarding {o}", "{t} failed to lower {o}",
    "{o} was not significantly different between {t} and placebo", "we found no evidence that {t} prevents {o}",
    "neither dose of {t} changed {o}", "{t} does not seem to protect from {o}", "{t} is ineffective against {o}",
    "the rate of {o} remained unchanged despite {t}",
)  # fmt: skip
_RAISED = (
    "{t} increased {o}", "{o} was higher with {t}", "{t} is a risk factor for {o}", "{t} was associated with {o}",
    "there is an association between {t} and {o}", "{t} predicts {o}", "our results link {t} to {o}",
    "{t} may contribute to {o}", "{t} plays a role in {o}", "more {o} was seen with {t}", "{t} causes {o}",
    "{t} was an independent predictor of {o}", "{o} was significantly related to {t}",
)  # fmt: skip
_NOT_RAISED = (
    "{t} did not increase {o}", "{t} was not associated with {o}", "no association between {t} and {o} was found",
    "{t} is not a risk factor for {o}", "{t} does not predict {o}", "we found no relation of {t} to {o}",
    "there was no difference in {o} with and without {t}", "{t} does not seem to play a role in {o}",
    "{o} was similar with and without {t}", "a role of {t} in {o} could not be confirmed",
    "the association of {t} with {o} was not significant", "our data do not support a link between {t} and {o}",
)  # fmt: skip
_SETTINGS = (
    "",
    "",
    "In this trial, ",
    "In patients with diabetes, ",
    "These results suggest that ",
    "After two years, ",
    "In conclusion, ",
    "Among older adults, ",
    "In a cohort of 412 people, ",
)
_REMARKS = (
    "", "", "", "", " in this population", ", although the sample was small", ", independent of age",
    " and was well tolerated", ", but costs were not lower", " after adjustment for age and sex",
    ", which does not agree with common belief", " at one year",
)  # fmt: skip


def _finding_pair(maker: Maker, *, contradicts: bool) -> Pair:
    draw = maker.random
    treatment, outcome = draw.choice(_TREATMENTS), draw.choice(_OUTCOMES)

    def say(forms: Sequence[str]) -> str:
        # The question is one, its words need not be: an outcome may be named otherwise.
        named = outcome if draw.random() < 0.7 else draw.choice(("events", "the primary endpoint", "risk", outcome))
        text = draw.choice(_SETTINGS) + draw.choice(forms).format(t=treatment, o=named) + draw.choice(_REMARKS)
        return text[0].upper() + text[1:] + "."

    outcomes = draw.choice(((_FOUND, _NOT_FOUND), (_RAISED, _NOT_RAISED)))
    if contradicts:
        sides = [say(outcomes[0]), say(outcomes[1])]
        draw.shuffle(sides)
    else:
        forms = draw.choice(outcomes)
        sides = [say(forms), say(forms)]
    return Pair(sides[0], sides[1], contradicts, "finding")


def make_statements(count: int, seed: int = 0) -> list[Pair]:
    """`count` pairs, four in five about facts, half of them contradictions."""
    maker = Maker(seed)
    pairs = []
    for number in range(count):
        make = _finding_pair if number % 5 == 4 else _fact_pair
        pairs.append(make(maker, contradicts=maker.random.random() < 0.5))
    return [pair for pair in pairs if pair.a != pair.b]
