"""`graphmem`: finds the command's file, and turns every error into one line and an exit code."""

import importlib
import os
import pkgutil
import sys
from difflib import get_close_matches
from typing import Any

import click

from graphmem.cli.visible import visible
from graphmem.errors import GraphmemError, UsageError

EXIT_FAILED, EXIT_USAGE = 1, 2
_NAMES = {"import": "import_", "keep-both": "keep_both"}

# What a person does with it, most used first; a command that is missing here comes last.
SUMMARIES = {
    "demo": "Show the main job end to end on a throw-away store.",
    "ingest": "Take in files or folders: .jsonl, .txt, .md, .html, .pdf.",
    "remember": "Take in one record.",
    "nightly": "Expire, link, detect, resolve and monitor what changed.",
    "conflicts": "List conflicts.",
    "review": "Settle what only a person may settle.",
    "search": "Find current records for a question.",
    "context": "Prompt-ready text for a question.",
    "why": "Show the spans, sources and decisions behind a record.",
    "history": "What was said of an entity, oldest first.",
    "trace": "Where a record came from and what rests on it.",
    "compare": "What pairs of statements are to each other.",
    "entities": "List, join and split entities.",
    "verify": "Mark a record or a source as verified now.",
    "erase": "Erase by subject, agent, source or namespace, with a receipt.",
    "quarantine": "Withhold records from retrieval.",
    "release": "Let records out of quarantine.",
    "purge": "Erase what is in quarantine.",
    "hold": "Legal holds: what they cover is neither erased nor expired.",
    "export": "Write every record, one a line.",
    "import": "Take in an exported file.",
    "snapshot": "Keep a copy of the tenant beside the store.",
    "restore": "Put a snapshot in the tenant's place.",
    "migrate": "Copy a store into another.",
    "slots": "What is known of slots, and from where.",
    "routes": "Share, latency and regret of each route.",
    "integrity": "Monitors of agents, day by day.",
    "diagnose": "Which hypothesis fits changed answers.",
    "calibrate": "Fit confidence anew from reviewers' decisions.",
    "corrections": "What each author usually corrects.",
    "audit": "Verify the audit log.",
    "reindex": "Make texts and vectors of the indexes anew.",
    "doctor": "Check store, models and indexes.",
    "bench": "Benchmarks.",
    "serve": "Console and HTTP API.",
    "mcp": "MCP server over stdio.",
}


class Commands(click.Group):
    """Commands by file name under `commands/`; none is imported before it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of use."""
        package = importlib.import_module("graphmem.cli.commands")
        found = {
            m.name.rstrip("_").replace("_", "-")
            for m in pkgutil.iter_modules(package.__path__)
            if not m.name.startswith("_")
        }
        order = list(SUMMARIES)
        return sorted(found, key=lambda name: (order.index(name) if name in order else len(order), name))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, None when there is none."""
        if name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"graphmem.cli.commands.{_NAMES.get(name, name.replace('-', '_'))}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was asked for; the names nearest to it when there is none."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            near = get_close_matches(args[0], self.list_commands(ctx))
            hint = f"did you mean {' or '.join(near)}?" if near else "see: graphmem --help"
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands from the summaries, so that help imports none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUMMARIES.get(name, "")) for name in self.list_commands(ctx)])


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="graphmem")
def cli() -> None:
    """A memory for AI agents that knows what it currently believes, why, and what it no longer believes."""


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; exit code 0 done, 1 failed, 2 bad usage, 3 done but something needs a person."""
    try:
        code = cli.main(args=arguments, prog_name="graphmem", standalone_mode=False)
    except UsageError as error:
        _fail(str(error), EXIT_USAGE)
    except GraphmemError as error:
        _fail(str(error), EXIT_FAILED)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.ClickException as error:
        _fail(error.format_message(), error.exit_code if error.exit_code != 1 else EXIT_FAILED)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted; what was committed stays, run the command again for the rest", EXIT_FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away: no fault of ours
        sys.exit(EXIT_FAILED)
    except MemoryError:
        _fail("out of memory; split the input", EXIT_FAILED)
    except OSError as error:
        _fail(f"{error.filename or 'the system'}: {error.strerror or error}", EXIT_FAILED)
    except Exception as error:  # the last resort: one line instead of a traceback, which GRAPHMEM_DEBUG shows
        if os.environ.get("GRAPHMEM_DEBUG"):
            raise
        _fail(f"internal error, {type(error).__name__}: {error}; set GRAPHMEM_DEBUG=1 for the traceback", EXIT_FAILED)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(reason: str, code: int) -> None:
    line = visible(" ".join(reason.split()))
    click.echo(f"Error: {line if len(line) <= 480 else line[:477] + '...'}", err=True)
    sys.exit(code)
