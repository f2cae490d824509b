"""`graphmem compare FILE.jsonl`."""

import json
from pathlib import Path

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.cli.visible import made_visible, visible
from graphmem.errors import UsageError


@click.command("compare")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.jsonl")
@common
def command(terminal: Terminal, file: Path) -> int:
    """What pairs of statements are to each other: {id, a, b} a line, optionally a_time, b_time, a_entity, b_entity."""
    from graphmem.services.comparing import compare_file

    answers, faults = compare_file(file, settings=terminal.settings_path(), progress=terminal.progress)
    if terminal.as_json:
        click.echo(json.dumps(answers, ensure_ascii=False, allow_nan=False, indent=2))
    else:
        for answer in made_visible(answers):
            click.echo(
                f"{answer['id']}: {answer['relation']} {answer['kind'] or ''} confidence {answer['confidence']:.2f}"
            )
            for reason in answer["reasons"]:
                click.echo(f"    {reason}")
    for fault in faults:
        click.echo(visible(fault), err=True)
    if not answers and not faults:
        raise UsageError(f"{file.name} holds no pairs")
    return 1 if faults else 0
