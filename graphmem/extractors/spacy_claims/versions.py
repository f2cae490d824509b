"""Versions of products: who uses, runs or was upgraded to `React 19` has it at version 19, and no longer at 17."""

import re
from collections import Counter

from graphmem.extractors.spacy_claims.facts import Fact
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.value import EntityValue, TextValue, Value

_USING = frozenset({"uses", "run", "run on", "be upgrade to", "be update to", "be on", "upgrade to", "operate on"})
_NAMED = re.compile(r"(?P<product>\D*[A-Za-z]\D*?)\s+v?(?P<number>\d+(?:\.\d+)*[a-z]?)(?: LTS)?")
# Numbers that tell places, papers and parts from one another, not the states of one product.
_COUNTED = frozenset(
    "route|room|gate|line|platform|port|terminal|form|bay|track|channel|hall|lane|section|article|rule|method|level|tier|"
    "plan|annex|team|group|unit|building|floor|pump|tank|door|server|node|host|cluster|locker|box|area|zone|site|plant|"
    "page|step|phase|class|type|mode|option|shift|table|court|pier|berth|road|street|bus|tram|highway|runway|figure".split(
        "|"
    )
)


def versions(facts: list[Fact], reading: Reading) -> list[Fact]:
    """The version in use of each product that the facts name with a number; none of a product that is named twice."""
    named = [(fact, found) for fact in facts if fact.attribute in _USING and (found := _version_in(fact.value))]
    counts = Counter((fact.holder.name, product) for fact, (product, _) in named)
    versioned = []
    for fact, (product, number) in named:
        if counts[fact.holder.name, product] > 1:
            continue  # "uses Windows 10 and Windows 11": both are in use
        value = TextValue(text=number, head=number)
        beside = reading.fact(fact.holder, f"version of {product}", value, *fact.used)
        beside.polarity, beside.modality, beside.change = fact.polarity, fact.modality, fact.change
        beside.conditions, beside.quantifier = list(fact.conditions), fact.quantifier
        versioned.append(beside)
    return versioned


def _version_in(value: Value) -> tuple[str, str] | None:
    """Product and number of `Ubuntu 24.04`; None for things that a number tells apart (`Gate 4`, `Boeing 737`)."""
    name = value.name if isinstance(value, EntityValue) else value.text if isinstance(value, TextValue) else ""
    match = _NAMED.fullmatch(name.strip())
    if match is None or not match["product"][:1].isalpha() or match["product"].split()[-1].lower() in _COUNTED:
        return None
    whole = match["number"].rstrip("abcdefghijklmnopqrstuvwxyz")
    if "." not in whole and 100 <= int(whole) < 1990:
        return None  # three digits name a model
    return match["product"].removesuffix(" version"), match["number"]
