"""The policy file: shipped, replaced, faulty."""

from pathlib import Path

import pytest
import yaml

from graphmem.errors import UsageError
from graphmem.gate import Gate, load_policy
from graphmem.gate.policy import CHECKS
from graphmem.model.gate import VerdictKind
from graphmem.settings import GateSettings
from tests.unit.gate.builders import candidate

SHIPPED = Path(load_policy.__code__.co_filename).parent / "policy.yaml"


def changed(tmp_path: Path, **changes: object) -> GateSettings:
    path = tmp_path / "policy.yaml"
    path.write_text(
        yaml.safe_dump({**yaml.safe_load(SHIPPED.read_text("utf-8")), **changes}, allow_unicode=True), "utf-8"
    )
    return GateSettings(policy=str(path))


def test_a_deployment_brings_its_own(tmp_path: Path) -> None:
    gate = Gate(load_policy(changed(tmp_path, version="acme-7", content_types=["correction"])))
    verdict = gate.judge(candidate())
    assert (verdict.kind, verdict.check, verdict.policy_version) == (VerdictKind.REJECT, "content_type", "acme-7")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        pytest.param({"order": ["origin"]}, "leaves out", id="no check can be skipped"),
        pytest.param({"order": [*CHECKS.names(), "weather"]}, "weather", id="unknown check"),
        pytest.param({"memory_behaviour": [{"name": "x", "sets": ["nowhere"]}]}, "nowhere", id="unknown word set"),
        pytest.param({"surplus": 1}, "surplus", id="unknown field"),
        pytest.param({"version": ""}, "version", id="no version"),
        pytest.param({"chatter": {"marks": [], "plans": ["(unclosed"]}}, r"unclosed|unterminated", id="bad expression"),
    ],
)
def test_a_faulty_policy_is_refused_with_the_fault(tmp_path: Path, changes: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        load_policy(changed(tmp_path, **changes))


def test_every_expression_of_the_shipped_policy_compiles() -> None:
    load_policy().check_expressions()


def test_a_missing_policy_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"absent\.yaml"):
        load_policy(GateSettings(policy=str(tmp_path / "absent.yaml")))


def test_every_check_publishes_a_description_of_its_own() -> None:
    described = [check.__doc__ or "" for check in CHECKS.all().values()]
    assert all(described)
    assert len(set(described)) == len(described)
