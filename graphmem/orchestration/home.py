"""DAGSTER_HOME: made and given settings when it has none."""

from importlib.resources import files
from pathlib import Path


def prepare_home(folder: Path) -> Path:
    """The folder, absolute, with a dagster.yaml in it; one that is there already stays as it is."""
    home = folder.resolve()
    home.mkdir(parents=True, exist_ok=True)
    settings = home / "dagster.yaml"
    if not settings.exists():
        settings.write_text((files("graphmem.orchestration") / "dagster.yaml").read_text(encoding="utf-8"))
    return home
