"""The container files agree with the rest of the repository, as far as that can be seen without an engine."""

import re
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from graphmem.cli.main import cli
from graphmem.orchestration.__main__ import main as orchestration

ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "docker"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_neo4j_is_the_version_that_is_tested(compose: dict[str, Any]) -> None:
    pom = (DOCKER / "neo4j-local" / "pom.xml").read_text(encoding="utf-8")
    versions = set(re.findall(r"20\d\d\.\d\d\.\d+", pom))
    assert versions
    assert compose["services"]["neo4j"]["image"] == f"neo4j:{versions.pop()}-community"


def test_every_service_has_a_health_check_and_comes_back(compose: dict[str, Any]) -> None:
    assert {"neo4j", "dagster-webserver", "dagster-daemon"} == set(compose["services"])
    for service in compose["services"].values():
        assert service["healthcheck"]["test"] and service["restart"] == "unless-stopped"
        assert all(str(port).startswith("127.0.0.1:") for port in service.get("ports", []))


def test_passwords_are_files_outside_the_repository(compose: dict[str, Any]) -> None:
    assert all(secret["file"].startswith("./secrets/") for secret in compose["secrets"].values())
    assert "docker/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    for service in compose["services"].values():
        assert not [name for name in service["environment"] if name.endswith(("PASSWORD", "_AUTH"))]


def test_the_image_is_pinned_and_not_run_by_root() -> None:
    lines = (DOCKER / "Dockerfile").read_text(encoding="utf-8").splitlines()
    bases = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert len(bases) == 2 and len(set(bases)) == 1 and re.search(r":\d+\.\d+\.\d+-", bases[0])
    users = [line for line in lines if line.startswith("USER ")]
    assert users == ["USER 10001:10001"]


def test_every_role_of_a_service_is_one_of_the_entry_script(compose: dict[str, Any]) -> None:
    script = (DOCKER / "entry.sh").read_text(encoding="utf-8")
    roles = set(re.findall(r"^    (\w+)\)", script, flags=re.MULTILINE))
    used = {service["command"][0] for service in compose["services"].values() if "command" in service}
    assert used <= roles


def test_every_command_that_the_container_starts_exists() -> None:
    script = (DOCKER / "entry.sh").read_text(encoding="utf-8")
    assert set(re.findall(r"exec graphmem ([a-z]+)", script)) <= set(cli.list_commands(click.Context(cli)))
    assert set(re.findall(r"graphmem\.orchestration ([a-z]+)", script)) <= set(orchestration.commands)
    (extras,) = re.findall(r"'\.\[([a-z0-9,-]+)\]'", (DOCKER / "Dockerfile").read_text(encoding="utf-8"))
    assert set(extras.split(",")) == {"neo4j", "dagster"}
