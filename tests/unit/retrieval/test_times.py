from datetime import UTC, datetime

import pytest

from graphmem.model.interval import Interval
from graphmem.model.record import Status
from graphmem.model.retrieval import AsOf
from graphmem.model.value import TimeValue
from graphmem.retrieval import Retriever, Tools
from graphmem.retrieval.times import read_times
from graphmem.store_protocol import Store
from graphmem.testing.factory import NOW, as_of, claim, day, principal, row, supersede
from graphmem.testing.store_base import put

ASKED = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday

READINGS = [
    pytest.param("what happened last week", "2026-11-23", "2026-11-30", "valid", id="last week"),
    pytest.param("what happens this month", "2026-11-01", "2026-12-01", "valid", id="this month"),
    pytest.param("who led last year?", "2025-01-01", "2026-01-01", "valid", id="last year"),
    pytest.param("what was said yesterday", "2026-11-29", "2026-11-30", "valid", id="yesterday"),
    pytest.param("two weeks ago", "2026-11-16", "2026-11-23", "valid", id="so many units ago"),
    pytest.param("who led in 2022?", "2022-01-01", "2023-01-01", "valid", id="a year"),
    pytest.param("in March 2022", "2022-03-01", "2022-04-01", "valid", id="a month"),
    pytest.param("on 5 May 2021", "2021-05-05", "2021-05-06", "valid", id="a day"),
    pytest.param("on May 5th, 2021", "2021-05-05", "2021-05-06", "valid", id="a day, month first"),
    pytest.param("as of 2024-05-01", "2024-05-01", "2024-05-02", "valid", id="an ISO date"),
    pytest.param("before 2020", None, "2020-01-01", "valid", id="before"),
    pytest.param("since March 2020", "2020-03-01", None, "valid", id="since"),
    pytest.param("after 2020", "2021-01-01", None, "valid", id="after a year begins with the next"),
    pytest.param("between 2019 and 2021", "2019-01-01", "2022-01-01", "valid", id="between"),
    pytest.param("who led from 2019 to 2021", "2019-01-01", "2022-01-01", "valid", id="from to"),
    pytest.param("what changed since last year", "2025-01-01", None, "valid", id="since last year"),
    pytest.param("the fee before last month", None, "2026-10-01", "valid", id="before last month"),
    pytest.param("in the last week", "2026-11-23", "2026-11-30", "valid", id="in the last week"),
    pytest.param("in the third quarter of 2023", "2023-07-01", "2023-10-01", "valid", id="a quarter"),
    pytest.param("sales in Q2 2024", "2024-04-01", "2024-07-01", "valid", id="a quarter in short"),
    pytest.param("in the second half of 2023", "2023-07-01", "2024-01-01", "valid", id="a half"),
    pytest.param("at the end of 2024", "2024-12-01", "2025-01-01", "valid", id="end of a year"),
    pytest.param("until the beginning of 2024", None, "2024-01-01", "valid", id="until the beginning of a year"),
    pytest.param("in early 2024", "2024-01-01", "2024-05-01", "valid", id="early in a year"),
    pytest.param("in mid-2024", "2024-05-01", "2024-09-01", "valid", id="middle of a year"),
    pytest.param("in the 1990s", "1990-01-01", "2000-01-01", "valid", id="a decade"),
    pytest.param("in the summer of 2023", "2023-06-01", "2023-09-01", "valid", id="season"),
    pytest.param("before winter 2024", None, "2024-12-01", "valid", id="before a season"),
    pytest.param("in the year 2023", "2023-01-01", "2024-01-01", "valid", id="the year"),
    pytest.param("on 24 November", "2026-11-24", "2026-11-25", "valid", id="the last such day"),
    pytest.param("on December 24th", "2025-12-24", "2025-12-25", "valid", id="such a day of last year"),
    pytest.param("what was said in September?", "2026-09-01", "2026-10-01", "valid", id="the last such month"),
    pytest.param("since March", "2026-03-01", None, "valid", id="since a month"),
    pytest.param("last December", "2025-12-01", "2026-01-01", "valid", id="last such month"),
    pytest.param("prior to 2020", None, "2020-01-01", "valid", id="prior to"),
    pytest.param("what did we believe in May 2024", "2024-05-01", "2024-06-01", "known", id="belief"),
    pytest.param("what was known before 2025 of Ola", None, "2025-01-01", "known", id="knowledge"),
]


@pytest.mark.parametrize(("question", "start", "end", "axis"), READINGS)
def test_times_are_resolved_against_the_asking(question: str, start: str | None, end: str | None, axis: str) -> None:
    found = read_times(question, ASKED)
    assert found.interval is not None
    ends = (found.interval.start, found.interval.end)
    assert tuple(end and end.date().isoformat() for end in ends) == (start, end)
    assert found.axis == axis
    assert found.words in question
    assert found.describe().startswith("time: ")


@pytest.mark.parametrize(
    "question",
    [
        "what may I do?",
        "the 1998 outbreak",
        "in room 2022b",
        "on 31 February 2021",
        "bus 2024-99-99",
        "the last one",
        "in marble halls",
        "the last year of the war",
        "on 31 June",
        "may I park on March Street",
        "did it march in May-fair",
        "wash before use",
        "what came before that?",
        "what came before it moved?",
        "closed until Monday",
    ],
)
def test_other_words_name_no_time(question: str) -> None:
    found = read_times(question, ASKED)
    assert (found.interval, found.describe()) == (None, "")


def asked(store: Store, question: str, when: AsOf | None = None) -> list[str]:
    return [hit.text for hit in Retriever(Tools()).search(store, principal(), question, when or as_of(), k=5).hits]


def test_a_question_about_a_year_is_answered_as_of_then(store: Store) -> None:
    then = row("Hana leads the archive.", valid_from=day(-1500), valid_to=day(-1000))
    now = row("Ilse leads the archive.", valid_from=day(-1000))
    put(store, then, now)
    assert asked(store, "who leads the archive") == ["Ilse leads the archive."]
    assert asked(store, "who leads the archive in 2022") == ["Hana leads the archive."]


def test_what_held_at_no_such_time_is_answered_as_of_now_and_says_so(store: Store) -> None:
    put(store, row("Ilse leads the archive.", valid_from=day(-100)))
    answer = Retriever(Tools()).search(store, principal(), "who leads the archive in 2019", as_of())
    assert len(answer.hits) == 1
    assert answer.notes[0] == "time: nothing is known that held then; answered as of now"


def test_belief_is_kept_to(store: Store) -> None:
    put(store, row("Ilse leads the archive.", recorded_at=day(10)))
    assert asked(store, "who did we believe leads the archive in 2025") == []
    assert asked(store, "who did we believe leads the archive before 2026-01-20") == ["Ilse leads the archive."]


def test_the_time_given_by_the_caller_wins(store: Store) -> None:
    put(store, row("Hana leads the archive.", valid_to=day(-1000)))
    assert asked(store, "who leads the archive in 2022", as_of(valid_at=NOW)) == []


def test_an_event_is_dated_by_what_the_store_knows_of_it(store: Store) -> None:
    merger = row("The merger of both clubs took place.", valid_from=day(-500))
    then = row("Hana leads the archive.", valid_from=day(-900), valid_to=day(-400))
    put(store, merger, then, row("Ilse leads the archive.", valid_from=day(-400)))
    assert "Hana leads the archive." in asked(store, "who leads the archive before the merger")
    assert "Ilse leads the archive." not in asked(store, "who leads the archive before the merger")


@pytest.mark.parametrize(
    ("question", "events"),
    [
        ("before the merger who led the archive", ("the merger who led the archive", "the merger")),
        ("prior to the merger with Ostrow, who led?", ("the merger with Ostrow",)),
        ("where was it before the warehouse was closed?", ("the warehouse was closed", "the warehouse")),
        ("what was it before it moved to Turku", ("it moved to Turku",)),
        ("what has been sold since Brexit?", ("Brexit",)),
        ("wash your hands before dinner", ()),
    ],
)
def test_an_event_is_read_as_long_as_it_may_be(question: str, events: tuple[str, ...]) -> None:
    assert read_times(question, ASKED).events == events


def test_an_event_is_dated_by_the_date_that_is_said_of_it(store: Store) -> None:
    """Not by when it was said, and not by a date that was taken back."""
    launch = row("The launch of Osprey is on 5 June.", observed_at=day(-300))
    date = TimeValue(text="5 June", interval=Interval(start=day(-100), end=day(-99)))
    said = claim(launch, "launch of Osprey", "launch date", "5 June")
    said = said.model_copy(update={"claim": said.claim.model_copy(update={"value": date})})
    old = row("The launch of Osprey is on 5 March.", observed_at=day(-320))
    put(store, launch, old, said)
    put(store, *supersede(launch, [old]))
    put(store, row("Hana leads the archive.", valid_from=day(-400), valid_to=day(-150)))
    put(store, row("Ilse leads the archive.", valid_from=day(-150)))
    assert "Ilse leads the archive." in asked(store, "who leads the archive before the launch of Osprey")
    assert "Hana leads the archive." not in asked(store, "who leads the archive before the launch of Osprey")


def test_an_event_told_in_other_words_is_dated(store: Store, tools: Tools) -> None:
    put(store, row("Harbour House merged with the Ostrow firm, and the harbour merged yards.", valid_from=day(-500)))
    put(store, row("Hana leads the archive.", valid_from=day(-900), valid_to=day(-400)))
    put(store, row("Ilse leads the archive.", valid_from=day(-400)))
    answer = Retriever(tools).search(store, principal(), "who leads the archive before the merger", as_of())
    assert "Hana leads the archive." in [hit.text for hit in answer.hits]
    assert any(note.startswith("time: 'before the merger'") for note in answer.notes)


def test_a_clause_is_an_event_not_its_first_word(store: Store) -> None:
    put(store, row("The warehouse has a red roof.", valid_from=day(-2000)))
    put(store, row("The warehouse was closed.", valid_from=day(-300)))
    put(store, row("Hana leads the archive.", valid_from=day(-900), valid_to=day(-250)))
    assert "Hana leads the archive." in asked(store, "who leads the archive before the warehouse was closed")


def test_nothing_recorded_by_then_is_said(store: Store) -> None:
    put(store, row("Ilse leads the archive.", recorded_at=day(10)))
    answer = Retriever(Tools()).search(store, principal(), "who did we believe leads the archive in 2025", as_of())
    assert answer.hits == ()
    assert answer.notes[-1] == "time: nothing that answers this had been recorded by then"


def test_a_retired_value_comes_back_for_the_time_it_held(store: Store) -> None:
    old, new = row("The fee is 8 euro."), row("The fee is 9 euro.")
    put(store, old, new)
    put(store, *supersede(new, [old], closes_at=datetime(2025, 1, 1, tzinfo=UTC)))
    assert asked(store, "what is the fee") == ["The fee is 9 euro."]
    assert "The fee is 8 euro." in asked(store, "what was the fee in 2023")
    assert Status.SUPERSEDED.value == "superseded"
