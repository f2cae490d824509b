"""What holds for every text: given claims win, failures are said, batches change nothing, nothing raises."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.extractors.spacy_claims import SpacyClaims, explain, spacy_claims
from graphmem.extractors.spacy_claims.pieces import LIMIT, PIECE, cut
from graphmem.model.claim import ClaimDraft, MentionDraft, Modality, Span
from graphmem.model.value import TextValue
from graphmem.protocols import ExtractionInput, Extractor
from graphmem.registry import Registry

SENTENCES = [
    "The kiln feeds the press.",
    "Nora can't stand olives.",
    "Grease the hinge monthly.",
    "Whenever it rains the gate shuts.",
    "Halden Heating was founded in 1950. It employs 40 people.",
    "Gate? Probably fine.",
    "Pumps over 5 kW need two inspections.",
    "- first item\n- second item\n\nThe pool opens at 7.",
]


def read(text: str, **fields: object) -> ExtractionInput:
    return ExtractionInput.model_validate({"text": text, **fields})


def test_the_registry_finds_it_by_name() -> None:
    found: Extractor = Registry("graphmem.extractors", "extractor").get("spacy_claims")
    assert found.name == "spacy_claims"


def test_a_batch_gives_what_each_text_gives_alone() -> None:
    inputs = [read(text) for text in SENTENCES]
    assert spacy_claims.extract(inputs) == [spacy_claims.extract([one])[0] for one in inputs]


@pytest.mark.parametrize("claims", [(), None], ids=["given and empty", "not given"])
def test_given_claims_stop_extraction_even_when_there_are_none(claims: tuple[()] | None) -> None:
    [found] = spacy_claims.extract([read("Ana lives in Oslo.", given_claims=claims)])
    assert bool(found.claims) is (claims is None)
    assert [span.start for span in found.sentences] == [0]


def test_given_claims_are_kept_as_they_are() -> None:
    claim = ClaimDraft(
        subject="Ana", attribute="age", value=TextValue(text="9"), span=Span(start=0, end=3), quote="Ana"
    )
    [found] = spacy_claims.extract([read("Ana lives in Oslo.", given_claims=(claim,))])
    assert found.claims == (claim,)


def test_given_mentions_win_over_those_found_at_the_same_place() -> None:
    mine = MentionDraft(name="Halden", type="CITY", span=Span(start=0, end=14))
    [found] = spacy_claims.extract([read("Halden Heating hired Ana Diaz.", given_mentions=(mine,))])
    assert [m.name for m in found.mentions if m.span and m.span.start < 14] == ["Halden"]
    assert "Ana Diaz" in {m.name for m in found.mentions}
    assert {claim.value.name for claim in found.claims if claim.value.kind == "entity"} == {"Halden"}


def test_abbreviations_and_descriptors_go_with_the_name() -> None:
    texts = ["The World Health Organization (WHO) is based in Geneva.", "M. Okafor, the harbour pilot, is 58."]
    organisation, pilot = (found.mentions for found in spacy_claims.extract([read(text) for text in texts]))
    assert organisation[0].aliases == ("WHO",)
    assert next(m for m in pilot if m.name == "M. Okafor").descriptor == "the harbour pilot"


@pytest.mark.parametrize(
    ("brackets", "descriptor"),
    [("sales", "sales"), ("Legal", "Legal"), ("legal", "legal"), ("field sales", "field sales"), ("she", ""),
     ("pictured", ""), ("see page 4", ""), ("left", ""), ("1980-2020", "")],
)  # fmt: skip
def test_brackets_behind_a_person_tell_namesakes_apart(brackets: str, descriptor: str) -> None:
    (found,) = spacy_claims.extract([read(f"Maria Lopez ({brackets}) lives in Mainz.")])
    assert next(m for m in found.mentions if m.name == "Maria Lopez").descriptor == descriptor


def test_what_lies_past_the_limit_is_said_to_be_unread() -> None:
    sentence = "The pump runs at 3 bar. "
    [found] = spacy_claims.extract([read(sentence * 30 + "x" * LIMIT)])
    assert found.claims
    assert found.failure is not None
    assert str(LIMIT) in found.failure


def test_a_sentence_nested_too_deeply_is_said_and_the_others_are_read() -> None:
    [found] = spacy_claims.extract([read("Ana lives in Oslo.\n\n" + "head of the " * 1500 + "is red.")])
    assert found.failure == "spacy_claims: 1 of 2 sentences are nested too deeply to be read"
    assert [claim.subject for claim in found.claims] == ["Ana"]


def test_five_megabytes_end_in_bounded_time() -> None:
    began = time.monotonic()
    [found] = spacy_claims.extract([read("A" * 5_000_000)])
    assert time.monotonic() - began < 60
    assert found.claims == ()


@given(st.text(max_size=3 * PIECE))
@settings(max_examples=20, deadline=None)
def test_pieces_are_the_text_cut_up(text: str) -> None:
    pieces = cut(text)
    assert all(piece.start == sum(len(before.text) for before in pieces[:n]) for n, piece in enumerate(pieces))
    assert sum(len(piece.text) for piece in pieces) == min(len(text), LIMIT)


WORDS = st.sampled_from(
    "the a not no never must may Ana Brix Oslo opens closes is was are by of in on at to from until 5 14:00 % € kW "
    "2024 May last week every if unless ( ) \" ' . , ; ? ! - # \x00 🎉 東京 القاهرة It he I who which 's n't".split(" ")
)
TEXTS = st.one_of(
    st.text(alphabet=st.characters(), max_size=80),
    st.lists(WORDS, max_size=25).map(" ".join),
    st.sampled_from(SENTENCES),
)


@given(TEXTS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_ends_without_an_error_and_with_true_spans(text: str) -> None:
    [found] = spacy_claims.extract([read(text)])
    assert found.failure is None
    for span in found.sentences:
        assert text[span.start : span.end].strip()
    for claim in found.claims:
        assert text[claim.span.start : claim.span.end] == claim.quote
        assert claim.subject.strip()


def test_a_text_that_fails_is_said_and_the_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphmem.extractors.spacy_claims.sentence_claims import claims_of as whole

    def trip(sentence: object, *rest: object) -> object:
        if "kiln" in sentence.quote:  # type: ignore[attr-defined]
            raise ValueError("tripped")
        return whole(sentence, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("graphmem.extractors.spacy_claims.extractor.claims_of", trip)
    bad, good = SpacyClaims().extract([read("The kiln feeds the press."), read("Ana lives in Oslo.")])
    assert bad.failure == "spacy_claims: ValueError: tripped"
    assert good.failure is None
    assert good.claims


def test_needless_is_required_with_negative_polarity() -> None:
    [found] = spacy_claims.extract([read("You needn't water it daily.")])
    assert [(c.modality, c.polarity, c.negator) for c in found.claims] == [(Modality.REQUIRED, False, "n't")]


def test_explain_shows_a_claim_a_line() -> None:
    assert explain("Nora can't stand olives.").splitlines()[0] == "(Nora | like | olive) NOT"
