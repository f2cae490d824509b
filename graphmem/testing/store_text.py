"""Promises of the text leg: what is found by which words, and that no question breaks it."""

import pytest

from graphmem.model.record import Status
from graphmem.store_protocol import Store
from graphmem.testing.factory import as_of, principal, restated, row
from graphmem.testing.store_base import StoreFixtures, put, texts

# Question, and which of the texts it finds first.
TEXTS = {
    "ticket": "Ticket ZX-4471 was closed.",
    "ticket-2": "Ticket ZX-4472 was opened.",
    "cpp": "The C++ guild meets on Monday.",
    "csharp": "The C# guild meets on Tuesday.",
    "mode": "Press /b testing to enter the bench mode.",
    "tb": "Run tb- to blow the tanks.",
    "vault": "The vault word is KESTREL-7.",
    "osaka": "大阪工場は月曜日に開きます。",
    "tokyo": "東京の工場は火曜日に閉まります。",
    "mueller": "Müller Bau lieferte den Kran.",
    "moeller": "Möller Bau lieferte den Beton.",
    "hindi": "पुस्तकालय नौ बजे खुलता है",
    "thai": "ห้องสมุดเปิดเก้าโมง",
    "wide": "ＡＣＭＥ paid the invoice.",
    "law": "Directive 2014/65/EU governs markets in financial instruments.",
    "mail": "Write to bo@example.org about the kiln.",
    "negative": "The freezer holds -18 degrees.",
    "version": "Release 3.14 fixed the pump driver.",
    "verbs": "The volunteers were painting the fences.",
    "owner": "O’Brien’s boat isn't insured.",
    "null": "before\x00after",
}
QUESTIONS = [
    ("ZX-4471", "ticket"),
    ("what happened to ticket zx-4471 last night", "ticket"),
    ("zx 4471", "ticket"),
    ("(ZX-4471)?", "ticket"),
    ("C++", "cpp"),
    ("when does the c++ guild meet", "cpp"),
    ("C#", "csharp"),
    ("/b testing", "mode"),
    ("tb-", "tb"),
    ("KESTREL-7", "vault"),
    ("kestrel", "vault"),
    ("大阪工場", "osaka"),
    ("東京", "tokyo"),
    ("東京の工場はいつ閉まりますか", "tokyo"),
    ("Müller", "mueller"),
    ("Muller", "mueller"),
    ("MÖLLER", "moeller"),
    ("पुस्तकालय", "hindi"),
    ("ห้องสมุด", "thai"),
    ("acme", "wide"),
    ("ＡＣＭＥ", "wide"),
    ("directive 2014/65/EU", "law"),
    ("bo@example.org", "mail"),
    ("-18", "negative"),
    ("release 3.14", "version"),
    ("who painted the fence", "verbs"),
    ("O'Brien", "owner"),
    ("isn’t insured", "owner"),
    ("after", "null"),
]
NASTY = [
    "?", "*", "-", "/", '"', "'", '"bay', "a AND", "AND", "OR", "NOT", "NEAR(a b)", "a NEAR/2 b", "text:pool",
    "scope:1", "^pool", "pool*", "{text}: pool", "(((", ")", "pool)", "-pool", "+pool", "pool:", "pool~2", "[a TO z]",
    "pool && bath",
    "\\", "\\\\", "pool\\", "/k mode", "a" * 10_000, "\x00", "pool\x00bath", "\ud800", "\U0010ffff", "…", "！？",
    "' OR 1=1 --", "%", "_", "; DROP TABLE record", "${x}", "\n\t", "\u200b", "\ufeffpool", "٣", "½", "ﬁ", "İ", "ß",
]  # fmt: skip


class TextLegContract(StoreFixtures):
    """Words find texts, in every script; punctuation is never syntax."""

    @pytest.mark.parametrize(("question", "wanted"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
    def test_the_right_text_comes_first(self, store: Store, question: str, wanted: str) -> None:
        rows = {name: row(text) for name, text in TEXTS.items()}
        put(store, *rows.values())
        assert texts(store, question, k=1) == [rows[wanted].id]

    def test_signs_tell_names_apart(self, store: Store) -> None:
        tickets = [row(TEXTS["ticket"]), row(TEXTS["ticket-2"])]
        put(store, *tickets)
        assert texts(store, "zx-4472", k=1) == [tickets[1].id]
        assert texts(store, "4471") == [tickets[0].id]

    @pytest.mark.parametrize("question", NASTY)
    def test_no_question_is_an_error(self, store: Store, question: str) -> None:
        put(store, row("The pool has a bath."), row("Müller AND the bay"))
        assert len(texts(store, question)) <= 2

    def test_a_question_without_words_finds_nothing(self, store: Store) -> None:
        put(store, row("The pool opens at 7."), row("?!"))
        assert texts(store, "?!") == texts(store, "") == texts(store, "   ") == []

    def test_a_long_question_still_finds(self, store: Store) -> None:
        wanted = row("The pool opens at 7.")
        put(store, wanted, *(row(f"Filler number {n} is here.") for n in range(50)))
        long = " ".join(f"word{n}" for n in range(400))
        assert texts(store, f"{long} pool {long}", k=1) == [wanted.id]
        assert texts(store, " ".join(["pool"] * 500), k=1) == [wanted.id]

    def test_stop_words_decide_only_alone(self, store: Store) -> None:
        pool, who = row("The pool opens at 7."), row("The Who played here, and that was that.")
        put(store, pool, who)
        assert texts(store, "what is the pool") == [pool.id]
        assert texts(store, "the who")[0] in {pool.id, who.id}

    def test_one_word_is_enough(self, store: Store) -> None:
        wanted = row("The ferry sails at noon.")
        put(store, wanted, row("A barge sank."))
        assert texts(store, "zebra quartz ferry umbrella") == [wanted.id]

    def test_rare_words_weigh_more(self, store: Store) -> None:
        rows = [row(f"The pool number {n} is open.") for n in range(20)] + [row("The solarium is open.")]
        put(store, *rows)
        assert texts(store, "open solarium", k=1) == [rows[-1].id]

    def test_best_first_and_ties_by_id(self, store: Store) -> None:
        rows = [row("The pool opens.", source=f"s{n}") for n in range(12)]
        better = row("Pool, pool, pool.")
        put(store, better, *rows)
        expected = [better.id, *sorted(item.id for item in rows)]
        assert texts(store, "pool", k=20) == expected
        assert texts(store, "pool", k=4) == expected[:4]

    def test_scores_fall(self, store: Store) -> None:
        put(store, *(row(f"The pool {'pool ' * n}is open {'very ' * (9 - n)}much.") for n in range(9)))
        with store.view(principal(), as_of()) as view:
            scores = [hit.score for hit in view.text_leg("pool", 9)]
        assert scores == sorted(scores, reverse=True)
        assert len(set(scores)) > 1

    def test_k_bounds_the_answer(self, store: Store) -> None:
        put(store, *(row(f"The pool opens at {n}.") for n in range(9)))
        assert [len(texts(store, "pool", k=k)) for k in (0, 1, 5, 9, 100)] == [0, 1, 5, 9, 9]

    def test_the_index_holds_the_index_text_alone(self, store: Store) -> None:
        hidden = row("The safe code is in the drawer.", state={"index_text": "confirmed fact of 2026"})
        none = row("The pool opens at 7.", state={"index_text": ""})
        put(store, hidden, none)
        assert texts(store, "safe code drawer") == texts(store, "pool") == []
        assert texts(store, "confirmed fact") == [hidden.id]

    def test_the_index_follows_the_index_text(self, store: Store) -> None:
        item = row("The pool opens at 7. The bath is shut.")
        put(store, item)
        put(store, restated(item, index_text="The bath is shut."))
        assert texts(store, "pool opens") == []
        assert texts(store, "bath") == [item.id]
        put(store, restated(item, index_text=""))
        assert texts(store, "bath") == []
        put(store, item)
        assert texts(store, "pool") == texts(store, "bath") == [item.id]

    def test_a_state_alone_moves_a_record_in_and_out(self, store: Store) -> None:
        item = row("The pool opens at 7.")
        put(store, item)
        put(store, restated(item, status=Status.SUPERSEDED))
        assert texts(store, "pool") == []
        put(store, item)
        assert texts(store, "pool") == [item.id]
