"""A new place of work: `started a new job at X`, `joined X as head of design`."""

from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.adjectives import preps_of
from graphmem.extractors.spacy_claims.change import is_told
from graphmem.extractors.spacy_claims.facts import Fact, Holder
from graphmem.extractors.spacy_claims.moving import is_organisation
from graphmem.extractors.spacy_claims.posts import is_personal
from graphmem.extractors.spacy_claims.posts import posts as of_posts
from graphmem.extractors.spacy_claims.reading import Reading
from graphmem.model.claim import Change
from graphmem.model.value import EntityValue

if TYPE_CHECKING:
    from spacy.tokens import Token

_STARTING = frozenset({"start", "begin", "take", "take up", "get", "land", "find", "have", "accept"})
_JOBS = frozenset({"job", "position", "post", "role"})
# A second job leaves the first as it is.
_MAIN = frozenset({"new", "full", "permanent", "time"})
_SIDE = frozenset({"second", "side", "part", "summer", "holiday", "temporary", "weekend", "extra", "additional"})
# Posts that go beside a job.
_HONORARY = frozenset(
    "member|adviser|advisor|volunteer|trustee|patron|ambassador|investor|chair|chairman|chairwoman|consultant|partner|"
    "mentor|guest|fellow|intern|speaker|treasurer|secretary|shareholder".split("|")
)


def employed(reading: Reading) -> list[Fact]:
    """Who started a new job at a named firm works there, and for nobody else: the wording says that the job changed."""
    clause = reading.clause
    if clause.passive or clause.subject is None or not is_told(clause):
        return []
    if clause.lemma in _STARTING and clause.objects and clause.objects[0].lemma_.lower() in _JOBS:
        return _at_firm(reading, clause.objects[0])
    if clause.lemma == "join" and clause.objects and clause.objects[0].pos_ == "PROPN":
        post = next((prep.object for prep in (*clause.preps, *preps_of(clause.objects[0])) if prep.words == "as"), None)
        if post is not None and post.pos_ == "NOUN" and not _HONORARY & _words_of(post):
            return [*_works_at(reading, clause.objects[0], post), *of_posts(reading)]
    return []


def _at_firm(reading: Reading, job: "Token") -> list[Fact]:
    words = _words_of(job)
    if not words & _MAIN or words & _SIDE:
        return []
    preps = (*preps_of(job), *reading.clause.preps)
    firm = next((p.object for p in preps if p.words in {"at", "with", "for"} and p.object.pos_ == "PROPN"), None)
    return _works_at(reading, firm, job) if firm is not None and firm.i not in reading.sentence.time_at else []


def _works_at(reading: Reading, firm: "Token", *used: "Token") -> list[Fact]:
    value = reading.value(firm)
    facts = []
    for holder in reading.holders(reading.clause.subject):
        if isinstance(value, EntityValue) and _may_be_somebody(holder):
            fact = reading.fact(holder, "employer", value, firm, *used)
            fact.change = Change.MOVED
            fact.quantifier = "only" if reading.clause.polarity else ""
            facts.append(fact)
    return facts


def _may_be_somebody(holder: Holder) -> bool:
    """Who is hired is a person: also one whose name the recogniser takes for a noun or a place."""
    token = holder.token
    named = token is not None and token.pos_ in {"NOUN", "PROPN"} and not any(c.dep_ == "det" for c in token.lefts)
    return is_personal(holder) or (named and holder.name[:1].isupper() and not is_organisation(holder.name, ""))


def _words_of(noun: "Token") -> set[str]:
    return {token.lower_ for token in noun.subtree if token.i <= noun.i}
