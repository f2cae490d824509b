"""The lock files: complete, hashed, without hosts, and without torch where it must not be."""

import re
from importlib.metadata import distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("base.lock", "dev.lock", "st.lock")
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)


def read_lock(name: str) -> str:
    return (ROOT / "requirements" / name).read_text(encoding="utf-8")


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall(read_lock(name)))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host(lock: str) -> None:
    assert not re.search(r"://|--index|--find-links|--trusted|@ file", read_lock(lock))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_a_hash(lock: str) -> None:
    entries = re.split(r"^(?=\S+==)", read_lock(lock), flags=re.MULTILINE)[1:]
    assert len(entries) == len(pins(lock)) > 50
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_base_is_a_part_of_what_the_tests_run_on() -> None:
    base, dev = pins("base.lock"), pins("dev.lock")
    assert {name: dev.get(name) for name in base} == base


@pytest.mark.parametrize("lock", ["base.lock", "dev.lock"])
def test_torch_is_in_no_lock_but_its_own(lock: str) -> None:
    heavy = {"torch", "triton", "transformers", "sentence-transformers"}
    assert heavy & set(pins(lock)) == set()
    assert heavy <= set(pins("st.lock"))


def test_what_runs_now_is_what_is_locked() -> None:
    installed = {re.sub(r"[-_.]+", "-", found.metadata["Name"]).lower(): found.version for found in distributions()}
    assert {name: installed.get(name) for name in pins("dev.lock")} == pins("dev.lock")
    assert "torch" not in installed
