import pytest

from graphmem.model.retrieval import Route
from graphmem.model.rows import RecordRow
from graphmem.retrieval import Tools
from graphmem.retrieval.cues import find_cues
from graphmem.store_protocol import Store
from graphmem.testing.factory import claim, conflict, day, mention, row, supersede
from graphmem.testing.store_base import put
from tests.unit.retrieval.asking import ask, ids

CUES = [
    pytest.param("Does A contradict B?", "conflict", id="contradict"),
    pytest.param("Are the two notes inconsistent?", "conflict", id="inconsistent"),
    pytest.param("How did the fee evolve?", "timeline", id="evolve"),
    pytest.param("What has changed at the archive since May?", "timeline", id="changed"),
    pytest.param("What is the history of the archive?", "timeline", id="history"),
    pytest.param("How has the fee evolved?", "timeline", id="evolved"),
    pytest.param("Show me the timeline for the archive.", "timeline", id="timeline"),
    pytest.param("Is the fee in conflict with the notice?", "conflict", id="in conflict"),
    pytest.param("Are there disputes about the fee?", "conflict", id="disputes"),
    pytest.param("Give me an overview.", "overview", id="overview"),
    pytest.param("What are the main themes?", "overview", id="themes"),
    pytest.param("Are A and B both rivers?", "comparison", id="both"),
    pytest.param("Who wrote the book that inspired it?", "bridging", id="relative clause"),
    pytest.param("Why was the bridge shut?", "causal", id="why"),
]


@pytest.mark.parametrize(("question", "kind"), CUES)
def test_wording_tells_the_kind(question: str, kind: str) -> None:
    assert kind in find_cues(question)


OTHERS = [
    "How must firms handle conflicts of interest?",
    "When does the pool open?",
    "What is the timeline for submitting the form?",
    "How do guards keep up with evolving rules?",
    "Is the plan not in conflict with the notice?",
    "How does one see to it that a plan is not inconsistent with the notice?",
    "Which dispute resolution does the club offer?",
]


@pytest.mark.parametrize("question", OTHERS)
def test_other_wordings_ask_for_no_special_route(question: str) -> None:
    assert not {"conflict", "timeline", "overview"} & set(find_cues(question))


def test_a_rare_name_is_walked_from_and_the_reason_names_it(store: Store, tools: Tools) -> None:
    item = row("Ola leads the archive.")
    put(store, item, mention(item, "Ola"))
    answer = ask(store, "what does Ola lead", tools)
    assert answer.route is Route.GRAPH
    assert "ola" in answer.route_reason


def test_a_name_that_all_records_mention_is_not(store: Store, tools: Tools) -> None:
    rows = [row(f"Ola walked {n} km.") for n in range(60)]
    put(store, *rows, *(mention(item, "Ola") for item in rows))
    answer = ask(store, "how far did Ola walk", tools)
    assert answer.route is Route.LOOKUP
    assert "too common" in answer.route_reason


def test_without_a_known_name_it_is_a_direct_question(store: Store, tools: Tools) -> None:
    put(store, row("The pool opens at 7."))
    answer = ask(store, "when does the pool open", tools)
    assert (answer.route, answer.route_reason) == (Route.LOOKUP, "a direct question; no name in it is known")


def test_an_explicit_route_overrides(store: Store, tools: Tools) -> None:
    item = row("Ola leads the archive.")
    put(store, item, mention(item, "Ola"))
    answer = ask(store, "what does Ola lead", tools, route="lookup")
    assert (answer.route, answer.route_reason) == (Route.LOOKUP, "asked for")


def test_a_disagreement_is_asked_for_and_there_is_one(store: Store, tools: Tools) -> None:
    a, b = row("Locker 9 belongs to the chess club."), row("Locker 9 belongs to the choir.")
    sides = [claim(a, "Locker 9", "owner", "Chess club"), claim(b, "Locker 9", "owner", "Choir")]
    others = [row(f"Locker 9{n} is green.") for n in range(20)]
    put(store, a, b, *others, *sides, mention(a, "Locker 9"), mention(b, "Locker 9"))
    assert ask(store, "does anything contradict locker 9", tools).route is not Route.CONFLICT
    put(store, conflict(*sides))
    answer = ask(store, "does anything contradict locker 9", tools)
    assert answer.route is Route.CONFLICT
    assert set(ids(answer)[:2]) == {a.id, b.id}
    assert answer.hits[0].path[0].relation == "CONTESTS"


def test_shared_slots_of_two_things_meet(store: Store, tools: Tools) -> None:
    a, b = row("Form A must be kept for five years."), row("Form B must be kept for ten years.")
    others = [row(f"Form {n} is blue.") for n in range(20, 40)]
    put(store, a, b, *others, claim(a, "Form A", "kept for", 5), claim(b, "Form B", "kept for", 10))
    put(store, mention(a, "Form A"), mention(b, "Form B"))
    answer = ask(store, "does Form A conflict with Form B", tools, route="conflict")
    assert set(ids(answer)[:2]) == {a.id, b.id}
    assert "none undecided" in answer.notes[0]


def test_a_timeline_is_in_order_and_labels_what_was_superseded(store: Store, tools: Tools) -> None:
    rows = [row(f"The fee is {n} euro.", observed_at=day(n)) for n in (8, 9, 10)]
    undated = row("The fee is due on Friday.")
    put(store, *rows, undated, *(mention(item, "fee") for item in (*rows, undated)))
    put(store, *(claim(item, "fee", "amount", n) for n, item in enumerate(rows)))
    put(store, *supersede(rows[2], rows[:2]))
    answer = ask(store, "how did the fee change over time", tools, k=10)
    assert answer.route is Route.TIMELINE
    assert ids(answer) == [*(item.id for item in rows), undated.id]
    assert [hit.status for hit in answer.hits] == ["superseded", "superseded", "canonical", "active"]
    assert answer.hits[0].path[-1].relation == "SUPERSEDED_BY"


def test_an_overview_takes_one_of_each_community_in_turn(store: Store, tools: Tools) -> None:
    boats = [row(f"The boat Erna carried load {n}.") for n in range(6)]
    bees = [row(f"The hive Linde gave jar {n}.") for n in range(6)]
    put(store, *boats, *bees, *(mention(item, "Erna") for item in boats), *(mention(item, "Linde") for item in bees))
    answer = ask(store, "give me an overview", tools, k=2)
    assert answer.route is Route.OVERVIEW
    assert {hit.record_id in {item.id for item in boats} for hit in answer.hits} == {True, False}
    assert "2 communities" in answer.notes[0]
    assert "erna" in answer.notes[0]


@pytest.mark.parametrize("question", ["does Form A conflict with Form B", "does form b contradict form a"])
def test_a_conflict_of_something_else_answers_nothing(store: Store, tools: Tools, question: str) -> None:
    a, b = row("Form A must be kept for five years."), row("Form B must be kept for ten years.")
    c, d = row("Locker 9 belongs to the chess club."), row("Locker 9 belongs to the choir.")
    sides = [claim(c, "Locker 9", "owner", "Chess club"), claim(d, "Locker 9", "owner", "Choir")]
    put(store, a, b, c, d, *sides, conflict(*sides), mention(a, "Form A"), mention(b, "Form B"))
    answer = ask(store, question, tools, k=4, route="conflict")
    assert set(ids(answer)[:2]) == {a.id, b.id}
    assert "1 undecided" not in answer.notes[0]


def test_conflicting_statements_are_asked_for(store: Store, tools: Tools) -> None:
    assert "conflict" in find_cues("Are there conflicting statements about lockers?")
    assert "conflict" not in find_cues("What is the policy on conflicts of interest statements?")


def test_an_overview_of_something_named_is_of_what_mentions_it(store: Store, tools: Tools) -> None:
    boats = [row(f"The boat Erna carried load {n}.") for n in range(4)]
    bees = [row(f"The hive Linde gave jar {n}.") for n in range(9)]
    put(store, *boats, *bees, *(mention(item, "Erna") for item in boats), *(mention(item, "Linde") for item in bees))
    answer = ask(store, "give me an overview of Erna", tools, k=6)
    assert answer.route is Route.OVERVIEW
    assert set(ids(answer)[:4]) == {item.id for item in boats}
    assert answer.notes[0] == "overview: 1 communities: erna (4)"


def _others(count: int) -> list[RecordRow]:
    """Records that bear none of the names, as most of a store do."""
    return [row(f"Tea number {number}.") for number in range(count)]


def test_the_names_of_those_who_talk_are_too_common_to_walk_from(store: Store, tools: Tools) -> None:
    said = [row(f"Ola, the ferry takes {n} cars.") for n in range(6)]
    put(store, *said, *(mention(item, "Ola") for item in said), *_others(6))
    assert "too common" in ask(store, "what does the ferry of Ola take", tools).route_reason
    put(store, *_others(30))
    assert ask(store, "what does the ferry of Ola take", tools).route is Route.GRAPH


def test_among_records_that_are_alike_the_walk_counts_for_a_part(store: Store, tools: Tools) -> None:
    alike = [row(f"Ola leads the archive of paper maps in hall {n}.") for n in range(30)]
    put(store, *alike, *_others(100), *(mention(item, "Ola") for item in alike))
    question = "Which paper maps of the archive of maps does Ola keep in which hall of maps and paper there"
    answer = ask(store, question, tools, k=5)
    assert answer.route is Route.GRAPH
    assert "the nearest records are alike" in answer.route_reason
    assert "so a walk counts for 35%" in answer.route_reason
    assert {"graph", "text", "vector"} <= set(answer.hits[0].legs)


def test_a_common_word_is_walked_from_with_care(store: Store, tools: Tools) -> None:
    item, other = row("The ferry leaves from berth four."), row("A berth costs ten euro.")
    put(store, item, other, mention(item, "berth"), mention(other, "berth"))
    asked = "What does a berth cost for a boat that comes every day of the week and stays all night?"
    assert "as a common word, so a walk counts for 35%" in ask(store, asked, tools).route_reason
    assert "so a walk has a start" in ask(store, asked.lower(), tools).route_reason


def test_in_a_long_question_among_records_that_are_alike_the_walk_counts_for_less(store: Store, tools: Tools) -> None:
    alike = [row("Ola leads the archive of paper maps.", source=f"desk {n}") for n in range(30)]
    put(store, *alike, *_others(100), *(mention(item, "Ola") for item in alike))
    words = "paper maps archive hall leads when visitors ask about old streets rivers bridges towers gates and walls"
    reason = ask(store, f"Which {words} does Ola keep?", tools, k=5).route_reason
    assert "the nearest records are alike" in reason
    assert "so a walk counts for 20%" in reason
    answer = ask(store, f"Which {words} does the Town keep?", tools, k=5)
    assert answer.route is Route.LOOKUP


def test_mere_words_among_records_that_are_alike_are_not_walked_from(store: Store, tools: Tools) -> None:
    alike = [row("A berth costs ten euro a night.", source=f"desk {n}") for n in range(30)]
    put(store, *alike, *_others(100), *(mention(item, "berth") for item in alike))
    answer = ask(store, "What does a berth cost?", tools)
    assert answer.route is Route.LOOKUP
    assert "a walk from the common words berth would stray" in answer.route_reason


def test_a_long_question_is_of_something_particular(store: Store, tools: Tools) -> None:
    put(store, row("A boat pays ten euro a night."))
    asked = "Give an overview of all fees that a sailing boat with six guests, two dogs and a cook pays for one night"
    assert ask(store, f"{asked} in the old harbour?", tools).route is Route.LOOKUP
    assert "asks for the whole" in ask(store, "Give an overview of all fees.", tools).route_reason
