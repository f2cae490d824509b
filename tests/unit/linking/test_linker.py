"""What comes out of linking: who is one, who is two, what a person is asked, what a judgement does."""

import pytest

from graphmem.linking import anchor_of, anchor_of_entity, link_group
from graphmem.model.claim import entity_id_of
from tests.unit.linking.builders import TENANT, claim, entities, judgement, link, mention, record_id

PILOT = mention("1", "M. Okafor", label="PERSON", descriptor="the harbour pilot")
VIOLINIST = mention("2", "M. Okafor", label="PERSON", descriptor="the violinist")
AGES = [claim("1", "M. Okafor", "age", 58), claim("2", "M. Okafor", "age", 31)]


def test_i2_same_name_and_two_descriptions_are_two_entities() -> None:
    result = link([PILOT, VIOLINIST], AGES)
    assert result.mentions[PILOT.id] != result.mentions[VIOLINIST.id]
    assert [result.claims[c.id] for c in AGES] == [result.mentions[PILOT.id], result.mentions[VIOLINIST.id]]


def test_i2_in_doubt_a_person_is_asked_and_the_two_stay_apart() -> None:
    dentist = mention("1", "John Smith", label="PERSON", descriptor="the dentist in Boston")
    violinist = mention("2", "John Smith", label="PERSON", descriptor="a violinist")
    result = link([dentist, violinist])
    assert len(entities(result)) == 2
    (proposal,) = result.proposals
    assert {proposal.entity_a, proposal.entity_b} == entities(result)
    assert proposal.namespace == "global"
    assert "given roles differ -3" in proposal.reasons


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("pump-114", "pump-115"),
        ("C++ guild", "C# guild"),
        ("Form 8", "Form 8-A"),
        ("v1.2", "v1.20"),
        ("unit +5", "unit -5"),
    ],
)
def test_i1_a_digit_version_or_sign_is_a_veto(left: str, right: str) -> None:
    assert len(entities(link([mention("1", left), mention("2", right)]))) == 2


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Pump 114", "pump-114"), ("ＡＣＭＥ", "acme"), ("Pump114", "Pump 114"), ("Acme", "Acme Inc."),
        ("Acme Ltd", "ACME Limited"),
        ("Dr. Alice Johnson", "Alice Johnson"), ("the Acme", "Acme's"), ("Müller Bau GmbH", "Müller Bau"),
    ],
)  # fmt: skip
def test_i3_plain_variants_of_a_name_are_one(left: str, right: str) -> None:
    assert len(entities(link([mention("1", left), mention("2", right)]))) == 1


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("大阪工場", "東京工場"), ("Müller Bau", "Möller Bau"), ("Marlon", "Marlow"), ("Acme Inc.", "Acme GmbH"),
        ("Mr Robin Vale", "Ms Robin Vale"), ("J. Smith", "John Smith"), ("Johnson", "Alice Johnson"),
        ("Иванов", "Иванова"),
    ],
)  # fmt: skip
def test_i4_a_like_spelling_is_another_name(left: str, right: str) -> None:
    types = {"label": "PERSON"} if left[0].isascii() and "Acme" not in left else {}
    assert len(entities(link([mention("1", left, **types), mention("2", right, **types)]))) == 2


def test_i4_the_exact_name_is_one_entity_whatever_a_recogniser_calls_it() -> None:
    labels = ["ORG", "PERSON", "FAC", "GPE"]
    result = link([mention(str(n), "Depot Lindholm", label=label) for n, label in enumerate(labels)])
    assert entities(result) == {entity_id_of(TENANT, "depot lindholm")}


def test_kinds_that_more_than_a_label_speaks_for_part_namesakes() -> None:
    country = mention("1", "Jordan", label="GPE")
    person = mention("2", "Jordan", label="PERSON")
    claims = [claim("1", "Jordan", "population", 11), claim("2", "Jordan", "residence", "Leeds")]
    result = link([country, person], claims)
    assert result.mentions[country.id] != result.mentions[person.id]


def test_one_differing_fact_is_a_change_or_a_conflict_and_parts_nobody() -> None:
    claims = [claim("1", "Mara", "age", 58), claim("2", "Mara", "age", 31)]
    assert entities(link([], claims)) == {entity_id_of(TENANT, "mara")}
    roles = [claim("1", "Lena", "occupation", "welder"), claim("2", "Lena", "occupation", "nurse")]
    assert entities(link([], roles)) == {entity_id_of(TENANT, "lena")}


def test_a_descriptor_that_is_the_predicate_is_no_more_than_a_claim() -> None:
    welder = mention("1", "Lena", label="PERSON", descriptor="a welder")
    nurse = mention("2", "Lena", label="PERSON", descriptor="a nurse")
    said = [
        claim("1", "Lena", "be", "welder", quote="Lena is a welder."),
        claim("2", "Lena", "be", "nurse", quote="Lena is now a nurse."),
    ]
    assert len(entities(link([welder, nurse], said))) == 1
    beside = [claim("1", "Lena", "be", "welder", quote="Lena, a welder, left."), said[1]]
    assert len(entities(link([welder, nurse], beside))) == 2


def test_roles_that_anybody_may_have_part_nobody() -> None:
    cfo = mention("1", "Alice Chen", label="PERSON", descriptor="the CFO")
    mother = mention("2", "Alice Chen", label="PERSON", descriptor="a mother of two")
    assert len(entities(link([cfo, mother]))) == 1


def test_an_undescribed_mention_joins_the_only_bearer_there_is() -> None:
    bare = mention("3", "M. Okafor", label="PERSON")
    assert entities(link([PILOT, bare])) == {entity_id_of(TENANT, "m okafor")}


def test_an_undescribed_mention_among_namesakes_goes_by_what_it_shares() -> None:
    harbour = [mention("1", "Port Authority", label="ORG"), mention("3", "Port Authority", label="ORG")]
    near, unknown = mention("3", "M. Okafor"), mention("4", "M. Okafor")
    result = link([PILOT, VIOLINIST, near, unknown, *harbour], AGES)
    assert result.mentions[near.id] == result.mentions[PILOT.id]
    assert result.mentions[unknown.id] not in {result.mentions[PILOT.id], result.mentions[VIOLINIST.id]}


def test_a_proposal_shows_the_least_sensitive_record_of_each_side() -> None:
    secret = mention("1", "John Smith", label="PERSON", descriptor="the dentist under cover")
    plain = mention("2", "John Smith", label="PERSON", descriptor="a dentist")
    other = mention("3", "John Smith", label="PERSON", descriptor="the violinist")
    levels = {secret.record_id: 2, plain.record_id: 1, other.record_id: 0}
    (proposal,) = link_group([secret, plain, other], [], [], TENANT, levels=levels).proposals
    assert proposal.level == 1
    assert "under cover" not in " ".join(proposal.reasons)
    assert {proposal.anchor_a, proposal.anchor_b} == {
        anchor_of("john smith", plain.record_id), anchor_of("john smith", other.record_id),
    }  # fmt: skip
    (closed,) = link_group([secret, other], [], [], TENANT, levels=levels).proposals
    assert closed.level == 2


def test_two_of_one_name_in_one_record_stay_two() -> None:
    dentist = mention("1", "John Smith", label="PERSON", descriptor="the dentist", at=0)
    violinist = mention("1", "John Smith", label="PERSON", descriptor="the violinist", at=40)
    result = link([dentist, violinist])
    assert result.mentions[dentist.id] != result.mentions[violinist.id]
    assert not result.proposals


def test_short_forms_stand_for_the_one_fuller_name_of_their_record() -> None:
    names = ["Alice Johnson", "Ms Johnson", "Johnson", "Alice", "A. Johnson"]
    result = link([mention("1", name, label="PERSON", at=20 * n) for n, name in enumerate(names)])
    assert entities(result) == {entity_id_of(TENANT, "alice johnson")}


def test_a_surname_that_two_bear_in_a_record_is_given_to_neither() -> None:
    alice, bob, short = (mention("1", name, label="PERSON") for name in ("Alice Johnson", "Bob Johnson", "Johnson"))
    assert len(entities(link([alice, bob, short]))) == 3


def test_a_title_of_the_other_gender_stands_for_nobody() -> None:
    full, short = mention("1", "Mr Bob Johnson", label="PERSON"), mention("1", "Ms Johnson", label="PERSON")
    assert len(entities(link([full, short]))) == 2


def test_an_initialism_given_in_one_text_holds_in_others() -> None:
    given = mention("1", "World Health Organization", label="ORG", aliases=["WHO"])
    mentions = [given, mention("1", "WHO", label="ORG"), mention("2", "WHO", label="ORG")]
    result = link(mentions)
    assert entities(result) == {entity_id_of(TENANT, "world health organization")}
    assert set(result.entities[0].keys) == {"who", "world health organization"}
    assert result.entities[0].name == "World Health Organization"


def test_an_initialism_of_two_names_stands_for_neither() -> None:
    mentions = []
    for record, name in (("1", "Amnesty Prisoner Programme"), ("2", "Annual Purchase Plan")):
        mentions += [mention(record, name, label="ORG", aliases=["APP"]), mention(record, "APP", label="ORG")]
    alone = mention("3", "APP", label="ORG")
    result = link([*mentions, alone])
    assert result.mentions[alone.id] == entity_id_of(TENANT, "app")
    assert result.mentions[mentions[1].id] == result.mentions[mentions[0].id]
    assert result.mentions[mentions[3].id] == result.mentions[mentions[2].id]


def test_the_company_holds_only_where_it_is_said() -> None:
    given = mention("1", "Brix Holdings", label="ORG", aliases=["the Company"])
    result = link([given, mention("1", "the Company"), mention("2", "the Company")])
    assert len(entities(result)) == 2


def test_ids_of_others_do_not_move_when_a_namesake_grows() -> None:
    small = link([PILOT, VIOLINIST], AGES)
    more = [mention(str(n), "M. Okafor", label="PERSON", descriptor="the violinist") for n in range(5, 30)]
    large = link([PILOT, VIOLINIST, *more], AGES)
    assert {small.mentions[PILOT.id], small.mentions[VIOLINIST.id]} == entities(large)


def test_i5_a_join_undone_gives_back_what_was_before() -> None:
    a, b = mention("1", "IBM", label="ORG"), mention("2", "International Business Machines", label="ORG")
    before = link([a, b])
    joined = link([a, b], judgements=[judgement("join", a.key, b.key)])
    undone = link([a, b], judgements=[judgement("join", a.key, b.key, undone=True)])
    assert len(entities(joined)) == 1
    assert undone == before
    assert len(entities(before)) == 2


def test_a_join_of_namesakes_holds_when_evidence_is_added() -> None:
    first = link([PILOT, VIOLINIST], AGES)
    anchors = [anchor_of_entity(first.mentions[m.id], [m.model_copy(update={"entity_id": first.mentions[m.id]})])
               for m in (PILOT, VIOLINIST)]  # fmt: skip
    joined = [judgement("join", str(anchors[0]), str(anchors[1]))]
    more = mention("3", "M. Okafor", label="PERSON", descriptor="a violinist")
    assert len(entities(link([PILOT, VIOLINIST, more], AGES, joined))) == 1


def test_a_split_by_hand_parts_what_nothing_told_apart_and_is_not_asked_again() -> None:
    a, b = mention("1", "Kim Lund"), mention("2", "Kim Lund")
    split = judgement("split", anchor_of(a.key, record_id("1")), anchor_of(b.key, record_id("2")))
    result = link([a, b], judgements=[split])
    assert result.mentions[a.id] != result.mentions[b.id]
    assert not result.proposals
    asked = [mention("1", "John Smith", descriptor="the dentist"), mention("2", "John Smith", descriptor="a violinist")]
    answered = judgement("split", anchor_of("john smith", record_id("1")), anchor_of("john smith", record_id("2")))
    assert link(asked).proposals
    assert not link(asked, judgements=[answered]).proposals


def test_of_two_judgements_on_a_pair_the_later_holds() -> None:
    a, b = mention("1", "Acme", label="ORG"), mention("2", "Brix", label="ORG")
    join, split = judgement("join", "acme", "brix", day=1), judgement("split", "brix", "acme", day=2)
    assert len(entities(link([a, b], judgements=[split, join]))) == 2


def test_a_join_against_a_split_is_refused_and_named() -> None:
    names = [mention(str(n), name) for n, name in enumerate(("Acme", "Brix", "Corvo"))]
    said = [judgement("split", "acme", "corvo", day=1), judgement("join", "acme", "brix", day=2),
            judgement("join", "brix", "corvo", day=3)]  # fmt: skip
    result = link(names, judgements=said)
    assert result.refused == (said[2].id,)
    assert result.mentions[names[0].id] == result.mentions[names[1].id] != result.mentions[names[2].id]


def test_a_judgement_on_what_is_gone_lies_dormant() -> None:
    said = judgement("join", "acme", "gone")
    assert link([mention("1", "Acme")], judgements=[said]).dormant == (said.id,)
