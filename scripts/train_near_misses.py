# ruff: noqa: E501 - a thing with all that is said of it reads best on one line
"""Pairs of nearly the same words about one thing for the pair scorer: one attribute twice, or two attributes.

"The tablet weighs 400 grams" and "The tablet costs 400 euros" open alike, differ in a number and can both be true; the
same tablet cannot weigh 400 and 520 grams. Each thing comes with attributes that are easily taken for one another since
their values are of one sort. Where a thing may happen several times (a firm buys machines in several years), other values
are no contradiction either.
"""

import random
from dataclasses import dataclass

from train_minimal_pairs import Pair
from train_statements import Maker

# A line: things | attribute | attribute ...; an attribute: sort of value, then wordings set off by "/". A star after the
# sort marks what a thing may have or do several times.
THINGS = """
tablet,laptop,phone,camera | number weighs {v} grams / has a weight of {v} grams | number costs {v} euros / is sold for {v} euros | small runs for {v} hours on one charge / has a battery of {v} hours | small has {v} ports / comes with {v} ports | year was announced in {v} | year was recalled in {v} | small has a guarantee of {v} years / is guaranteed for {v} years
van,bus,tram,ferry | small has {v} doors / comes with {v} doors | number carries {v} passengers / has room for {v} passengers | number burns {v} litres a day / uses {v} litres a day | number covers {v} km a day / travels {v} km a day | year was built in {v} / dates from {v} | year was scrapped in {v} | year* was repaired in {v} / went to the workshop in {v} | number needs {v} minutes for the trip
hospital,clinic,care home | number has {v} beds / offers {v} beds | number employs {v} nurses / has {v} nurses | number treats {v} patients a week / sees {v} patients a week | small has {v} operating rooms | year was opened in {v} / took its first patients in {v} | year got its name in {v} | year* bought equipment in {v} | year* was inspected in {v}
school,academy,college | number has {v} pupils / teaches {v} pupils | number has {v} teachers / employs {v} teachers | number has {v} classrooms | clock starts lessons at {v} | clock locks the gate at {v} | clock serves lunch at {v} | year was founded in {v} / was established in {v} | year moved to the present building in {v} | year* held a reunion in {v}
hotel,hostel,guesthouse | number has {v} rooms / offers {v} rooms | small has {v} floors | number charges {v} euros a night / costs {v} euros a night | small charges {v} euros for breakfast | clock serves breakfast at {v} | clock closes the bar at {v} | year was built in {v} / dates from {v} | year changed hands in {v} / was sold in {v} | year* was renovated in {v}
mill,brewery,dairy,foundry | number employs {v} people / has a staff of {v} people | number has {v} suppliers / buys from {v} suppliers | number has {v} customers / serves {v} customers | money paid {v} in tax | money invested {v} in machines / put {v} into machines | money had sales of {v} / turned over {v} | year was set up in {v} / was founded in {v} / started in {v} | year went public in {v} | year paid its first dividend in {v} | year* bought land in {v} / acquired land in {v} | city* opened a depot in {v} / has a depot in {v} | city is based in {v} / has its head office in {v} | city* sells in {v} | person is run by {v} / is managed by {v} | person was set up by {v} / was founded by {v} | person* employs {v}
bridge,canal,tunnel,pier | number is {v} m long / measures {v} m in length | small is {v} m wide / has a width of {v} m | small has {v} lamps / is lit by {v} lamps | money cost {v} to build / was built for {v} | money costs {v} a year to maintain | year was completed in {v} / was finished in {v} | year was designed in {v} | year* was closed for a month in {v} | person was designed by {v} / was drawn by {v} | person was opened by {v}
service,queue,gateway,scheduler | number handles {v} requests a second / serves {v} requests a second | number keeps logs for {v} days / stores logs for {v} days | small retries {v} times / makes {v} retries | number times out after {v} seconds / gives up after {v} seconds | number allows {v} users / admits {v} users | number listens on port {v} / uses port {v} | number stores {v} files | clock restarts at {v} / is restarted at {v} | clock makes a backup at {v} / is backed up at {v} | person is maintained by {v} / is looked after by {v} | person* is used by {v}
project,survey,campaign,audit | date starts on {v} / begins on {v} | date ends on {v} / is finished on {v} | date is reviewed on {v} | money has a budget of {v} / may spend {v} | money has cost {v} so far | small has {v} members / is staffed by {v} people | number takes {v} days / lasts {v} days | number found {v} faults | person is led by {v} / is headed by {v} | person is paid for by {v} / is funded by {v}
club,choir,orchestra,team | number has {v} members / counts {v} members | number gave {v} concerts / played {v} concerts | small won {v} prizes | small lost {v} trophies | day meets on {v} / comes together every {v} | day* rehearses on {v} | city comes from {v} / is at home in {v} | city* played in {v} / gave a concert in {v} | year was formed in {v} / was founded in {v} | year* toured Asia in {v}
she,he,the manager,the editor | year was born in {v} | year graduated in {v} / finished her studies in {v} | year retired in {v} / stopped working in {v} | year joined the board in {v} | year* changed flats in {v} | city was born in {v} / is a native of {v} | city studied in {v} / went to university in {v} | city lives in {v} / has a home in {v} | city* spent a summer in {v} | firm works for {v} / is employed by {v} | firm* has shares in {v} | person is married to {v} | person reports to {v} / works under {v} | person* wrote to {v} | small has {v} children | small speaks {v} languages
""".strip()  # fmt: skip
_ENDINGS = ("", "", "", "", ", as far as is known", " according to the report")


@dataclass(frozen=True)
class Said:
    """What can be said of a thing: the sort of value, whether it has one only, and the wordings."""

    sort: str
    single: bool
    forms: tuple[str, ...]


def read_things() -> list[tuple[list[str], list[Said]]]:
    """Names of like things, and what can be said of each."""
    found = []
    for line in THINGS.splitlines():
        names, *attributes = line.split(" | ")
        said = []
        for attribute in attributes:
            sort, forms = attribute.split(" ", 1)
            said.append(Said(sort.rstrip("*"), not sort.endswith("*"), tuple(forms.split(" / "))))
        found.append((names.split(","), said))
    return found


class Teller:
    """Draws things, attributes and values; `small` are counts below thirty."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self.maker = Maker(seed)
        self.random: random.Random = self.maker.random
        self.things = read_things()

    def value(self, sort: str) -> str:
        """A value of a sort."""
        if sort == "small":
            return str(self.random.randint(2, 29))
        return str(self.random.randint(30, 990)) if sort == "number" else self.maker.value(sort)

    def other(self, sort: str, than: str) -> str:
        """Another value of the sort."""
        while (value := self.value(sort)) == than:
            continue
        return value

    def subject(self, names: list[str]) -> str:
        """The thing, in half of the cases with a name of its own."""
        name = self.random.choice(names)
        if name in ("she", "he"):
            return self.maker.entity("person") if self.random.random() < 0.8 else name.capitalize()
        if name.startswith("the "):
            return name.capitalize()
        if self.random.random() < 0.5:
            return f"The {name}"
        return f"The {self.maker.entity('firm').split()[0]} {name}"

    def say(self, subject: str, form: str, value: str) -> str:
        """One sentence."""
        return f"{subject} {form.format(v=value)}{self.random.choice(_ENDINGS)}."


def make_near_misses(count: int, seed: int = 0) -> list[Pair]:
    """`count` pairs, half of them contradictions."""
    teller = Teller(seed)
    draw = teller.random
    pairs: list[Pair] = []
    while len(pairs) < count:
        names, attributes = draw.choice(teller.things)
        subject = teller.subject(names)
        contradicts = len(pairs) % 2 == 0
        one = draw.choice([said for said in attributes if said.single])
        form, value = draw.choice(one.forms), teller.value(one.sort)
        first = teller.say(subject, form, value)
        if contradicts:
            again = form if draw.random() < 0.5 else draw.choice(one.forms)
            pairs.append(Pair(first, teller.say(subject, again, teller.other(one.sort, value)), True, "one attribute"))
            continue
        twist = draw.choice(("attribute", "attribute", "attribute", "several", "same"))
        several = [said for said in attributes if not said.single]
        if twist == "several" and several:
            many = draw.choice(several)
            form, value = draw.choice(many.forms), teller.value(many.sort)
            first = teller.say(subject, form, value)
            second = teller.say(subject, draw.choice(many.forms), teller.other(many.sort, value))
        elif twist == "same":
            second = teller.say(subject, draw.choice(one.forms), value)
        else:
            like = [said for said in attributes if said is not one and said.sort == one.sort]
            rest = [said for said in attributes if said is not one]
            chosen = draw.choice(like if like and draw.random() < 0.7 else rest)
            second = teller.say(subject, draw.choice(chosen.forms), teller.other(chosen.sort, value))
        if first != second:
            pairs.append(Pair(first, second, False, twist))
    return pairs
