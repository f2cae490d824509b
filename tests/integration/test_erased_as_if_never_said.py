"""After an erasure and a sweep the store holds what it would hold if the erased had never been said."""

import random
from pathlib import Path

import pytest

from graphmem.memory import Memory
from graphmem.model.rows import ClaimRow, EntityRow, MentionRow, MetaRow
from graphmem.model.scope import Principal, Role

POOL = [
    "Acme Incorporated (AI-Works) opened a plant in Oslo.",
    "AI-Works employs 300 people.",
    "Acme Inc. is based in Turku.",
    "Acme was founded in 1990.",
    "Dr Jane Smith, a dentist, works in Oslo.",
    "Jane Smith, the violinist, was born in 1980.",
    "Jane Smith lives in Bergen.",
    "Ms Smith lives in Turku.",
    "The Harrow bridge is 30 m long.",
    "The Harrow Bridge was built in 1911.",
    "Paris is the capital of France.",
    "Paris Hilton was born in 1981.",
    "Mercury is a planet.",
    "Mercury Ltd sells thermometers.",
    "The European Medicines Agency (EMA) requires two trials.",
    "EMA is based in Amsterdam.",
]
WHO = Principal(tenant="t", namespaces=("global", "user:1"), roles=frozenset(Role))


def _lines(chosen: list[int], gone: set[int]) -> list[dict[str, object]]:
    return [
        {
            "text": POOL[n],
            "source": "gone" if n in gone else "kept",
            "namespace": "user:1" if n % 5 == 4 else "global",
            "observed_at": f"2020-01-{n + 1:02}",
        }
        for n in chosen
    ]


def _bearers(row: MetaRow) -> tuple[object, set[object]]:
    """Entities and kinds of a name; that a use says nothing of its kind changes no linking."""
    kinds = row.body["types"]
    assert isinstance(kinds, list)
    return row.body["entities"], set(kinds) - {""}


def _held(memory: Memory) -> dict[str, object]:
    stream = memory.store.stream
    return {
        # The label of a type is the kind's until the name is linked for the first time.
        "entities": {row.id: row.model_dump(exclude={"type"}) for row in stream("t", EntityRow)},
        "mentions": {row.id: row.mention.entity_id for row in stream("t", MentionRow)},
        "claims": {row.id: row.claim.entity_id for row in stream("t", ClaimRow)},
        "names": {row.id: _bearers(row) for row in stream("t", MetaRow) if row.id.startswith("name|")},
        "conflicts": [(c.record_a, c.record_b, c.status) for c in memory.conflicts()],
    }


@pytest.mark.parametrize("seed", range(12))
def test_an_erasure_leaves_what_there_would_be_without_it(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    gone = set(chance.sample(range(len(POOL)), chance.randint(1, 6)))
    everything = list(range(len(POOL)))
    chance.shuffle(everything)
    with Memory.open(f"sqlite:///{tmp_path}/erased.db", WHO) as memory:
        memory.ingest(_lines(everything, gone))
        memory.nightly()
        receipt = memory.erase(source="gone")
        assert receipt.records == len(gone) and receipt.canary["clean"]
        memory.nightly()
        erased = _held(memory)
    with Memory.open(f"sqlite:///{tmp_path}/never.db", WHO) as memory:
        memory.ingest(_lines([n for n in everything if n not in gone], gone))
        memory.nightly()
        assert erased == _held(memory)


SAID = [
    "{} employs {} people.",
    "{} was founded in 19{}.",
    "{} runs {} shops.",
    "{} has {} lorries.",
    "{} owns {} barges.",
    "{} sells {} kinds of rope.",
]


@pytest.mark.parametrize("seed", range(8))
def test_busy_names_are_as_if_the_erased_had_never_been_said(tmp_path: Path, seed: int) -> None:
    """Much is said of each, little of it tells its kind, and other namespaces say it too."""
    chance = random.Random(seed)
    lines = [
        {
            "text": chance.choice(SAID[:2] if chance.random() < 0.1 else SAID[2:]).format(name, chance.randint(20, 40)),
            "source": "gone" if chance.random() < 0.3 else "kept",
            "namespace": chance.choice(["global", "user:1"]),
            "observed_at": f"2020-{number % 12 + 1:02}-{number % 28 + 1:02}",
        }
        for number in range(60)
        for name in [chance.choice(["Barlom Works", "Denkel Works", "Harrow Works"])]
    ]
    with Memory.open(f"sqlite:///{tmp_path}/erased.db", WHO) as memory:
        memory.ingest(lines)
        memory.nightly()
        assert memory.erase(source="gone").canary["clean"]
        memory.nightly()
        erased = _held(memory)
    with Memory.open(f"sqlite:///{tmp_path}/never.db", WHO) as memory:
        memory.ingest([line for line in lines if line["source"] == "kept"])
        memory.nightly()
        assert erased == _held(memory)


@pytest.mark.parametrize("subject", ['Ki"m\\n\n', "K\u00e9\u2028", "a\x7f\x1fb", "100%_*", "\u5f20\u4f1f", "x" * 2000])
def test_any_name_of_a_person_is_found_to_the_letter(tmp_path: Path, subject: str) -> None:
    """Records are looked through as they are stored, as JSON: what is escaped there is escaped in the search too."""
    with Memory.open(f"sqlite:///{tmp_path}/memory.db", WHO) as memory:
        memory.ingest([{"text": "The zorbulator hums.", "subjects": ["other", subject]}])
        memory.ingest([{"text": "The pool opens at 7.", "subjects": [subject + "x", subject[:-1] or "y"]}])
        assert memory.erase(subject=subject).records == 1
        assert b"orbulator" not in b"".join(path.read_bytes() for path in tmp_path.glob("memory.db*"))
