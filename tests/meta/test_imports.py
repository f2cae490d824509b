"""Importing is light and has no side effects."""

import json
import os
import subprocess
import sys
from pathlib import Path

HEAVY = {
    "celery", "cryptography", "dagster", "detect_secrets", "fastapi", "networkx", "neo4j", "onnxruntime", "pint",
    "presidio_analyzer", "scipy", "sentence_transformers", "sklearn", "spacy", "tokenizers", "torch", "transformers",
}  # fmt: skip


def loaded_by(statement: str, folder: Path) -> set[str]:
    report = f"{statement}; import json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", report],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder / "no-such-home")},
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.split(".")[0] for name in json.loads(done.stdout)}


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    assert loaded_by("import graphmem", tmp_path) & HEAVY == set()
    assert list(tmp_path.iterdir()) == []


def test_importing_the_command_line_loads_nothing_heavy(tmp_path: Path) -> None:
    assert loaded_by("import graphmem.cli", tmp_path) & HEAVY == set()
    assert list(tmp_path.iterdir()) == []


def test_loading_the_default_encoder_reads_no_model(tmp_path: Path) -> None:
    load = "from graphmem.encoders import load_encoder; from graphmem.settings import ModelSettings"
    assert loaded_by(f"{load}; load_encoder(ModelSettings())", tmp_path) & HEAVY == set()
