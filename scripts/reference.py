"""The reference pages that are made from the code: commands, settings, errors, plug-ins."""

import ast
import importlib
import importlib.util
import inspect
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import click
from pydantic import BaseModel

from graphmem import errors, settings
from graphmem.cli.main import cli
from graphmem.registry import Registry

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
_MADE = "Made from the code by `make docs`; not edited by hand.\n"
# Registries by the module that holds them: one heading of the page each.
_PLUG_INS = (
    ("Conflict rules", "graphmem.conflicts.comparer", "RULES", "../guides/add-a-rule.md"),
    ("Judges", "graphmem.conflicts.judges", "JUDGES", "../guides/choose-a-judge.md"),
    ("Checks of the gate", "graphmem.gate.policy", "CHECKS", "../guides/add-a-check.md"),
    ("Detectors of personal data", "graphmem.gate.policy", "DETECTORS", "../guides/add-a-check.md"),
    ("Policies", "graphmem.resolution.resolver", "POLICIES", "../guides/add-a-policy.md"),
    ("Routes", "graphmem.retrieval.search", "ROUTES", "../guides/add-a-route.md"),
    ("Rerankers", "graphmem.retrieval.rerankers", "RERANKERS", "../guides/re-rank-hits.md"),
    ("Extractors", "graphmem.services.workspace", "EXTRACTORS", "../guides/add-an-extractor.md"),
    ("Encoders", "graphmem.encoders._load", "ENCODERS", "../guides/choose-an-encoder.md"),
    ("Readers of files", "graphmem.chunking.reading", "READERS", "../guides/add-an-extractor.md"),
    ("Kinds of text", "graphmem.chunking.chunker", "KINDS", "../guides/add-an-extractor.md"),
    ("Stores", "graphmem.stores", "STORES", "../guides/add-a-store.md"),
    ("Stories of the demo", "graphmem.demo", "STORIES", "../guides/add-a-story.md"),
)

_COMMANDS_HEAD = """# Commands

{made}
Every command takes these after its name:

{options}
Exit codes: 0 done, 1 failed (one line says why), 2 bad usage, 3 done but something needs a person
(`nightly --exit-code`). `GRAPHMEM_DEBUG=1` shows the traceback of an internal error.
"""
_SETTINGS_HEAD = """# Settings

{made}
A TOML file: `--settings FILE`, else `GRAPHMEM_SETTINGS`, else `graphmem.toml` beside the store, else the defaults. An
unknown name is refused. `graphmem doctor` prints what is in force.

| variable | |
|---|---|
| `GRAPHMEM_STORE` | the store, where `--store` is not given |
| `GRAPHMEM_SETTINGS` | the settings file, where `--settings` is not given |
| `GRAPHMEM_STORE_KEY`, `GRAPHMEM_STORE_KEY_FILE` | a key, or a file with it: the SQLite store is then encrypted |
| `GRAPHMEM_SNAPSHOT_KEY`, `GRAPHMEM_SNAPSHOT_KEY_FILE` | the same for snapshots; without it the store's key is theirs |
| `GRAPHMEM_NEO4J_PASSWORD`, `GRAPHMEM_NEO4J_PASSWORD_FILE` | the password of a Neo4j store |
| `GRAPHMEM_NEO4J_HOME` | the folder of the local Neo4j |
| `GRAPHMEM_LLM_API_KEY` | the key of the language model (`models.llm_api_key_env` names another variable) |
| `GRAPHMEM_DEBUG` | show the traceback of an internal error |
"""
_ERRORS_HEAD = """# Errors

{made}
One class for each thing that a caller would do differently; the text is one line for a person. On the command line a
usage error ends with exit code 2, every other with 1.

```text
{tree}
```

| error | |
|---|---|
"""


def made_pages() -> dict[Path, str]:
    """Text of every page that is made from the code."""
    makers = {"commands": _commands, "settings": _settings, "errors": _errors, "plug-ins": _plug_ins}
    return {FOLDER / f"{name}.md": make() for name, make in makers.items()}


def plug_ins() -> dict[str, Registry]:
    """Registries by heading."""
    return {title: getattr(importlib.import_module(module), name) for title, module, name, _ in _PLUG_INS}


def all_commands() -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by its full name, in the order of the help."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if isinstance(command, click.Group):
            yield name, command
            yield from ((f"{name} {inner}", command.commands[inner]) for inner in sorted(command.commands))
        elif command is not None:
            yield name, command


def _commands() -> str:
    common = _common_options()
    parts = [_COMMANDS_HEAD.format(made=_MADE, options=_option_table(common))]
    shared = {option.name for option in common}
    for name, command in all_commands():
        arguments = " ".join(p.make_metavar(click.Context(command)) for p in command.params if _is_argument(p))
        own = [p for p in command.params if isinstance(p, click.Option) and p.name not in shared]
        title = f"`graphmem {name}{' ' + arguments if arguments else ''}`"
        parts.append(f"\n## {title}\n\n{inspect.cleandoc(command.help or '')}\n")
        if own:
            parts.append(f"\n{_option_table(own)}")
    return "".join(parts)


def _is_argument(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Argument)


def _common_options() -> list[click.Option]:
    context = click.Context(cli)
    sets = []
    for name in ("search", "doctor"):
        command = cli.get_command(context, name)
        assert command is not None
        sets.append({p.name: p for p in command.params if isinstance(p, click.Option)})
    return [option for name, option in sets[0].items() if name in sets[1]]


def _option_table(options: list[click.Option]) -> str:
    rows = []
    for option in options:
        kind = option.type
        if isinstance(kind, click.Choice):
            value = " \\| ".join(f"`{choice}`" for choice in kind.choices)
        else:
            value = "" if option.is_flag else f"`{option.metavar or kind.name.upper()}`"
        given = option.default
        shown = [] if option.is_flag or not isinstance(given, str | int | float) else [f"default `{given}`"]
        notes = [
            option.help or "",
            *(["repeatable"] if option.multiple and "epeatable" not in (option.help or "") else []),
            *shown,
        ]
        rows.append(
            f"| `{', '.join(option.opts)}` | {value} | {'; '.join(note.rstrip('.') for note in notes if note)} |\n"
        )
    return "| option | value | |\n|---|---|---|\n" + "".join(rows)


def _settings() -> str:
    parts = [_SETTINGS_HEAD.format(made=_MADE)]
    notes = setting_notes()
    for section, field in settings.Settings.model_fields.items():
        kind = field.annotation
        assert isinstance(kind, type)
        assert issubclass(kind, BaseModel)
        parts.append(
            f"\n## [{section}]\n\n{inspect.cleandoc(kind.__doc__ or '')}\n\n| setting | default | |\n|---|---|---|\n"
        )
        for name, inner in kind.model_fields.items():
            parts.append(f"| `{name}` | `{_toml(inner.default)}` | {notes[kind.__name__, name]} |\n")
    return "".join(parts)


def setting_notes() -> dict[tuple[str, str], str]:
    """What the comment beside each setting says, by class and name."""
    source = inspect.getsource(settings)
    found: dict[tuple[str, str], str] = {}
    section = name = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        words = token.line.split()
        if words[:1] == ["class"]:
            section = words[1].split("(")[0]
        elif (
            token.line.startswith("    ") and len(words) > 1 and words[0].endswith(":") and words[0][:-1].isidentifier()
        ):
            name = words[0][:-1]
        if token.type == tokenize.COMMENT and name:
            found[section, name] = token.string.removeprefix("#").strip()
    return found


def _toml(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(inner)}' for key, inner in value.items())} }}"
    return str(value)


def _errors() -> str:
    tree = (errors.__doc__ or "").split("\n\n", 1)[1].rstrip()
    rows = [
        f"| `{name}` | {' '.join((kind.__doc__ or '').split())} |\n"
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.GraphmemError)
    ]
    return _ERRORS_HEAD.format(made=_MADE, tree=tree) + "".join(rows)


def _plug_ins() -> str:
    parts = [
        f"# Plug-ins\n\n{_MADE}\nOne file is one entry; its name is the file's. What each does is its docstring.\n"
    ]
    for title, module, name, guide in _PLUG_INS:
        registry: Registry = getattr(importlib.import_module(module), name)
        parts.append(f"\n## {title}\n\nHow to add one: [{Path(guide).stem.replace('-', ' ')}]({guide}).\n\n")
        if registry.group:
            parts.append(f"Other distributions add theirs under the entry-point group `{registry.group}`.\n\n")
        parts.append("| name | |\n|---|---|\n")
        parts.extend(f"| `{entry}` | {describe(registry, entry)} |\n" for entry in registry.names())
    return "".join(parts)


def describe(registry: Registry, name: str) -> str:
    """What the docstring of an entry says, on one line: its function's, else its module's. Nothing is imported."""
    spec = importlib.util.find_spec(f"{registry.package}.{name}")
    assert spec is not None
    assert spec.origin is not None
    module = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    function = next((n for n in module.body if isinstance(n, ast.FunctionDef) and n.name == name), None)
    text = ast.get_docstring(module if function is None else function)
    return " ".join((text or "").split()).replace("|", "\\|")
