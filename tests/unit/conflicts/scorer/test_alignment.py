"""Alignment of two texts, and what is measured on it."""

from graphmem.conflicts.scorer.alignment import align
from graphmem.conflicts.scorer.features.vector import feature_names, measure
from graphmem.conflicts.scorer.wordnet import Kinship


def clashes(a: str, b: str) -> list[tuple[str, str]]:
    return [(clash.short.form, clash.long.form) for clash in align(a, b).clashes]


def test_the_substituted_word_stands_against_what_it_replaced() -> None:
    pair = align("The pool opens at seven.", "The pool closes at seven.")
    assert [(clash.kinship, clash.context) for clash in pair.clashes] == [(Kinship.ANTONYM, 2)]


def test_numbers_stand_only_against_numbers_of_their_sort() -> None:
    assert clashes("It was founded in 1929.", "It was founded by four nuns in 1916.") == [("1929", "1916")]


def test_a_synonym_and_another_notation_are_matched() -> None:
    pair = align("The doctor saw 20 people.", "The physician saw twenty people.")
    assert pair.left_short == pair.left_long == ()


def test_order_of_the_sides_makes_no_difference() -> None:
    a, b = "Lena lives in Oslo.", "Her friend Lena moved to Turku in 2019."
    assert measure(align(a, b)) == measure(align(b, a))


def test_denial_is_measured_where_the_negator_governs() -> None:
    denied = measure(align("Guests may park in bay 4.", "Guests may not park in bay 4."))
    assert denied["denied_on_one_side"] >= 1
    elsewhere = measure(align("Guests park in bay 4.", "Not only guests park in bay 4."))
    assert elsewhere["denied_on_one_side"] == 0
    twice = measure(align("Grease the hinge monthly.", "Don't forget to grease the hinge monthly."))
    assert twice["denied_on_one_side"] == 0


def test_added_detail_is_no_clash() -> None:
    measured = measure(align("Acme was founded in 1990.", "Acme was founded in 1990 by two brothers."))
    assert (measured["only_added"], measured["covered_short"], measured["years_clash"]) == (1.0, 1.0, 0)


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(feature_names())) == len(feature_names())


def test_texts_without_words_are_measured() -> None:
    assert set(measure(align("", "?!"))) < set(feature_names())
