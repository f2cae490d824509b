from pathlib import Path

from graphmem.governance.canary import collect_canaries, files_of, scan_files
from graphmem.testing.factory import record


def test_d1_a_word_that_only_the_erased_held_is_found_in_any_file(tmp_path: Path) -> None:
    canaries = collect_canaries([record("The vault word is KESTREL-7.")], [record("The vault is in the cellar.")])
    (tmp_path / "memory.db").write_bytes(b"\x00\x01" + b"the vault word is kestrel-7" + b"\xff")
    (tmp_path / "memory.db-wal").write_bytes(b"The vault is in the cellar.")
    findings = scan_files(files_of(f"sqlite:///{tmp_path}/memory.db"), canaries)
    assert [(finding.file, finding.count) for finding in findings] == [("memory.db", 1)]


def test_what_survivors_hold_too_is_no_canary(tmp_path: Path) -> None:
    erased = record("The cellar door belongs to Lindholm.", source="mail:lindholm")
    survivor = record("Lindholm owns the cellar door.", title="It belongs to him")
    canaries = collect_canaries([erased], [survivor])
    (tmp_path / "memory.db").write_text("Lindholm owns the cellar door. It belongs to him")
    assert scan_files([tmp_path / "memory.db"], canaries) == []


def test_a_text_of_common_words_is_looked_for_as_runs(tmp_path: Path) -> None:
    canaries = collect_canaries([record("He ate one egg and no ham.")], [record("One egg and one ham for him.")])
    file = tmp_path / "memory.db"
    file.write_bytes(b"..He ate one egg and no ham...")
    assert scan_files([file], canaries)
    file.write_bytes(b"One egg and one ham for him.")
    assert scan_files([file], canaries) == []


def test_names_of_the_stores_own_fields_are_none() -> None:
    assert len(collect_canaries([record("polarity modality namespace")], [])) == 0


def test_other_scripts_and_derived_texts_count(tmp_path: Path) -> None:
    canaries = collect_canaries([record("Die KÜHLKAMMER ist leer.")], [], extra=["Oberhofmeister"])
    for text in ("kühlkammer", "KÜHLKAMMER", "oberhofmeister"):
        (tmp_path / "f").write_text(text)
        assert scan_files([tmp_path / "f"], canaries), text


def test_a_word_over_the_border_of_two_blocks_is_seen(tmp_path: Path) -> None:
    canaries = collect_canaries([record("The vault word is KESTREL-7.")], [])
    (tmp_path / "f").write_bytes(b"." * ((4 << 20) - 4) + b"KESTREL-7" + b"." * 100)
    assert scan_files([tmp_path / "f"], canaries)
