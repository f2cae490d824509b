"""A job run from the command line: a line for each asset, one for what went wrong, and an exit code."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import dagster as dg
import yaml
from dagster._core.definitions.reconstruct import ReconstructableRepository
from dagster_shared.error import SerializableErrorInfo

from graphmem.orchestration.definitions import defs

_LOCATION = "graphmem.orchestration.definitions"
_WIDTH = 300  # characters of a line that says what went wrong
_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


def run_job(home: Path, name: str, config: Path | None, *, verbose: bool) -> int:
    """Run a job with the executor of the environment, and say what it did; 0 when all of it succeeded."""
    jobs = {job.name for job in defs().resolve_all_job_defs() if not job.name.startswith("__")}
    if name not in jobs:
        raise click.ClickException(f"no job called {name!r}; there are: {', '.join(sorted(jobs))}")
    settings = _read(config) | ({} if verbose else _QUIET)
    try:
        with dg.DagsterInstance.from_config(str(home)) as instance:
            return _execute(instance, name, settings)
    except dg.DagsterInvalidConfigError as error:
        # Its own text begins with what config in general is.
        raise click.ClickException(_cut("; ".join(each.message for each in error.errors))) from None
    except (dg.DagsterError, dg.Failure) as error:
        raise click.ClickException(_cut(str(error.description if isinstance(error, dg.Failure) else error))) from None


def _execute(instance: dg.DagsterInstance, name: str, settings: dict[str, Any]) -> int:
    # By its code location, so that the UI knows the run's job, and step processes find it as they loaded it beforehand.
    location = ReconstructableRepository.for_module(_LOCATION, "defs", working_directory=None)
    found = location.get_reconstructable_job(name)
    with dg.execute_job(found, instance=instance, run_config=settings) as result:
        for line in _done(result):
            click.echo(line)
        for line in _reasons(result):
            click.echo(line, err=True)
        click.echo(f"{name} {'succeeded' if result.success else 'failed'}: run {result.run_id}", err=not result.success)
        return 0 if result.success else 1


def _read(config: Path | None) -> dict[str, Any]:
    if config is None:
        return {}
    try:
        found = yaml.safe_load(config.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise click.ClickException(f"{config} cannot be read: {_cut(str(error))}") from None
    if found is not None and not isinstance(found, dict):
        raise click.ClickException(f"{config} holds no settings of a run: it must be a mapping, such as `ops: …`")
    return found or {}


def _done(result: dg.JobExecutionResult) -> Iterator[str]:
    """A line for each asset, with its counts."""
    for event in result.get_asset_materialization_events():
        found = event.materialization
        counts = [
            f"{key.removeprefix('dagster/')} {value.value}"
            for key, value in found.metadata.items()
            if isinstance(value, dg.IntMetadataValue)
        ]
        yield f"{found.asset_key.to_user_string()}: {', '.join(counts)}"


def _reasons(result: dg.JobExecutionResult) -> Iterator[str]:
    """A line for each check that failed, and for each step that did; for the run itself where no step did."""
    for check in result.get_asset_check_evaluations():
        if not check.passed:
            counts = ", ".join(f"{k} {v.value}" for k, v in check.metadata.items() if isinstance(v.value, int))
            yield _cut(f"check {check.check_name} of {check.asset_key.to_user_string()} failed: {counts}")
    failed = [event for event in result.all_events if event.is_step_failure]
    for event in failed:
        data = event.step_failure_data
        told = data.user_failure_data.description if data.user_failure_data else None
        yield _cut(f"{event.step_key}: {told or _first_cause(data.error)}")
    for event in result.all_events if not failed else ():
        if event.is_job_failure:
            yield _cut(f"the run: {_first_cause(event.job_failure_data.error) or event.message}")


def _first_cause(error: SerializableErrorInfo | None) -> str:
    """What the error was at first, without the names of Dagster's own classes."""
    while error is not None and error.cause is not None:
        error = error.cause
    return error.message.removeprefix("dagster._core.definitions.events.Failure: ") if error else ""


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
