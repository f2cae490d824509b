from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.governance.canary import Canaries, Finding, collect_canaries, content_of, read_pieces, scan
from graphmem.governance.word_finder import SHORTEST, WordFinder, split_words
from graphmem.model.record import Record
from graphmem.testing.factory import record


def canaries_of(erased: Iterable[Record], survivors: Iterable[Record], extra: Iterable[str] = ()) -> Canaries:
    return collect_canaries(erased, map(content_of, survivors), extra)


def scan_files(paths: Sequence[Path], canaries: Canaries) -> list[Finding]:
    return scan(read_pieces(paths), canaries)


def test_d1_a_word_that_only_the_erased_held_is_found_in_any_file(tmp_path: Path) -> None:
    canaries = canaries_of([record("The vault word is KESTREL-7.")], [record("The vault is in the cellar.")])
    (tmp_path / "memory.db").write_bytes(b"\x00\x01" + b"the vault word is kestrel-7" + b"\xff")
    (tmp_path / "memory.db-wal").write_bytes(b"The vault is in the cellar.")
    findings = scan_files([tmp_path / "memory.db", tmp_path / "memory.db-wal", tmp_path / "memory.db-shm"], canaries)
    assert [(finding.file, finding.count) for finding in findings] == [("memory.db", 1)]


def test_what_survivors_hold_too_is_no_canary(tmp_path: Path) -> None:
    erased = record("The cellar door belongs to Lindholm.", source="mail:lindholm")
    survivor = record("Lindholm owns the cellar door.", title="It belongs to him")
    canaries = canaries_of([erased], [survivor])
    (tmp_path / "memory.db").write_text("Lindholm owns the cellar door. It belongs to him")
    assert scan_files([tmp_path / "memory.db"], canaries) == []


def test_a_text_of_common_words_is_looked_for_as_runs(tmp_path: Path) -> None:
    canaries = canaries_of([record("He ate one egg and no ham.")], [record("One egg and one ham for him.")])
    file = tmp_path / "memory.db"
    file.write_bytes(b"..He ate one egg and no ham...")
    assert scan_files([file], canaries)
    file.write_bytes(b"One egg and one ham for him.")
    assert scan_files([file], canaries) == []


def test_names_of_the_stores_own_fields_are_none() -> None:
    assert len(canaries_of([record("polarity modality namespace")], [])) == 0


def test_other_scripts_and_derived_texts_count(tmp_path: Path) -> None:
    canaries = canaries_of([record("Die KÜHLKAMMER ist leer.")], [], extra=["Oberhofmeister"])
    for text in ("kühlkammer", "KÜHLKAMMER", "oberhofmeister"):
        (tmp_path / "f").write_text(text)
        assert scan_files([tmp_path / "f"], canaries), text


def test_a_word_over_the_border_of_two_blocks_is_seen(tmp_path: Path) -> None:
    canaries = canaries_of([record("The vault word is KESTREL-7.")], [])
    (tmp_path / "f").write_bytes(b"." * ((4 << 20) - 4) + b"KESTREL-7" + b"." * 100)
    assert scan_files([tmp_path / "f"], canaries)


@pytest.mark.parametrize("text", ["Before\nLindholm\tcame\\new", 'A "quoted" \x07Lindholm', "C:\\new\\Lindholm"])
def test_what_a_survivor_writes_behind_an_escape_is_seen(text: str) -> None:
    assert len(canaries_of([record("Lindholm came.")], [record(text)])) == 0


@given(
    words=st.sets(st.text("abz09_-é", min_size=1, max_size=12).map(str.encode), max_size=30),
    data=st.binary(max_size=300),
)
def test_the_finder_sees_what_splitting_would(words: set[bytes], data: bytes) -> None:
    """Also where pieces end inside words: a whole word is seen once its bytes stand in one piece."""
    data += b" ".join(sorted(words)) + b"." + data
    expected = {word for word in words if len(word) >= SHORTEST} & set(split_words(data))
    assert WordFinder(words).find(data) == expected
    finder = WordFinder(words)
    finder.drop(expected)
    assert finder.find(data) == set()
