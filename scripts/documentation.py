"""Keeps the documentation true: runs its examples, and makes the reference pages from the code.

    python scripts/documentation.py            shows which pages are out of date; exit code 1 when one is
    python scripts/documentation.py --write    writes what the examples answer now, and the reference pages

Blocks of a page run in order, in one empty folder. `console`: commands after `$ `, with what they answer; numbers with
a fraction, times of today and ids may differ, `…` stands for any text. `python`: executed; the page's names are kept.
A block with `file=NAME` after its language is written to that file first. `sh` is for what needs a machine of its own:
its targets, commands and options must exist. `toml`, `json` and `yaml` must be readable; toml holds settings.
"""

import argparse
import contextlib
import io
import json
import os
import re
import shlex
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
_FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
_ID = re.compile(r"\b[a-z]+-[0-9a-f]{16,}\b")
_NOW = re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?")
_FRACTION = re.compile(r"-?\b\d+\.\d+\b")
_WIDTH = "110"


class DocumentationError(Exception):
    """A page says what is not so; the text names page, line and difference."""


@dataclass(frozen=True)
class Block:
    """A fenced block: language, file that it is written to, body without the fence's indentation, place."""

    language: str
    file: str | None
    body: str
    start: int
    end: int
    indent: str
    line: int


@dataclass
class Page:
    """A page while its blocks run: its text, folder, names of its Python, and ids that differ from those written."""

    path: Path
    text: str
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__page__"})
    ids: dict[str, str] = field(default_factory=dict)

    def fail(self, block: Block, reason: str) -> DocumentationError:
        """An error that says where."""
        return DocumentationError(f"{self.path.relative_to(ROOT)}:{block.line}: {reason}")


def pages() -> list[Path]:
    """README and every page under docs."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks_of(text: str) -> list[Block]:
    """Fenced blocks in order."""
    found = []
    for match in _FENCE.finditer(text):
        language, _, rest = match["info"].strip().partition(" ")
        named = re.search(r"\bfile=(\S+)", rest)
        indent = match["indent"]
        body = "".join(line.removeprefix(indent) for line in match["body"].splitlines(keepends=True))
        line = text.count("\n", 0, match.start()) + 1
        found.append(
            Block(language, named[1] if named else None, body, match.start("body"), match.end("body"), indent, line)
        )
    return found


def run_page(path: Path, *, write: bool = False, shown_as: Path | None = None) -> str:
    """Run all blocks of a page; the text with what the examples answer now.

    Raises DocumentationError for the first block that is not so, unless it can be written anew.
    """
    page = Page(shown_as or path, path.read_text(encoding="utf-8"))
    changed = page.text
    shift = 0
    with empty_folder():
        for block in blocks_of(page.text):
            now = run_block(page, block, write=write)
            if now != block.body:
                body = "".join(block.indent + line if line.strip() else line for line in now.splitlines(keepends=True))
                changed = changed[: block.start + shift] + body + changed[block.end + shift :]
                shift += len(body) - (block.end - block.start)
    return changed


@contextlib.contextmanager
def empty_folder() -> Iterator[None]:
    """An empty current folder, and none of the variables that graphmem reads."""
    before = Path.cwd()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHMEM_")}
    quiet = {"COLUMNS": _WIDTH, "NO_COLOR": "1", "LOGNAME": "you"}
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {**kept, **quiet}, clear=True):
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def run_block(page: Page, block: Block, *, write: bool) -> str:
    """Run one block; its body as it should be."""
    if block.file:
        target = Path(block.file)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.body, encoding="utf-8")
    if block.language == "console":
        return run_console(page, block, write=write)
    if block.language == "python" and not block.file:
        run_python(page, block)
    elif block.language == "sh":
        check_shell(page, block)
    elif block.language in _READERS:
        try:
            _READERS[block.language](block.body)
        except Exception as error:
            raise page.fail(block, f"cannot be read: {error}") from error
    elif block.language not in {"python", "text", "cypher"}:
        raise page.fail(block, f"no language {block.language!r}; there are: console, python, sh, text, cypher, …")
    return block.body


def run_console(page: Page, block: Block, *, write: bool) -> str:
    """Run the commands of a block one after the other, and compare what they answer."""
    parts = re.split(r"^\$ ", block.body, flags=re.MULTILINE)
    if parts[0].strip():
        raise page.fail(block, "a console block begins with '$ '")
    answered = []
    for part in parts[1:]:
        command, rest = _take_command(part)
        expected = rest.strip("\n")
        found = run_command(page, block, command)
        same = matches(page, expected, found)
        if not same and not write:
            raise page.fail(block, f"$ {command}\nis said to answer\n{expected}\nand answers\n{found}\nrun: make docs")
        body = expected if same else found
        answered.append(f"$ {command}\n{body}\n\n" if body else f"$ {command}\n")
    return "".join(answered).rstrip("\n") + "\n"


def _take_command(part: str) -> tuple[str, str]:
    """The command, with lines that it goes on to after a backslash, and what follows."""
    lines = part.split("\n")
    taken = 1
    while lines[taken - 1].endswith("\\"):
        taken += 1
    return "\n".join(lines[:taken]), "\n".join(lines[taken:])


def run_command(page: Page, block: Block, command: str) -> str:
    """What a command of graphmem prints, errors included, in this process so that models load once."""
    from graphmem.cli.main import main

    words = shlex.split(command.replace("\\\n", " "))
    if words[:1] == ["cat"]:
        return Path(words[1]).read_text(encoding="utf-8").rstrip("\n")
    if words[:1] == ["export"]:
        name, _, value = words[1].partition("=")
        os.environ[name] = value
        return ""
    if words[:1] != ["graphmem"]:
        raise page.fail(block, f"only graphmem, cat and export run in a console block, not {words[:1]}")
    out, err = io.StringIO(), io.StringIO()
    words = [page.ids.get(word, word) for word in words[1:]]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        main(words)
    refusals = [line for line in err.getvalue().splitlines() if line.startswith("Error:")]  # the rest is progress
    lines = [line.rstrip() for line in [*out.getvalue().splitlines(), *refusals]]
    return "\n".join(lines).strip("\n")


def matches(page: Page, expected: str, found: str) -> bool:
    """Whether an answer is what the page says; ids that differ are remembered for later commands."""
    written, now = _ID.findall(expected), _ID.findall(found)
    pattern = "".join(
        ".*" if piece == "…\n" else re.escape(piece) for piece in re.split(r"(…\n)", mask(expected) + "\n")
    )
    if not re.fullmatch(pattern, mask(found) + "\n", re.DOTALL):
        return False
    if "…\n" in expected + "\n":
        page.ids.update({old: old for old in written if old in now})
    else:
        page.ids.update(dict(zip(written, now, strict=True)))
    return True


def mask(text: str) -> str:
    """The text with what may differ from run to run replaced, and runs of blanks and rules of tables evened out."""
    text = _NOW.sub("TIME", _ID.sub("ID", text))
    text = _FRACTION.sub("NUMBER", text)
    return re.sub(r"─+", "─", re.sub(r"[ \t]+", " ", text))


def run_python(page: Page, block: Block) -> None:
    """Execute a block with the names of the page's earlier ones."""
    source = "\n" * block.line + block.body
    try:
        exec(compile(source, str(page.path), "exec"), page.names)
    except Exception as error:
        raise page.fail(block, f"{type(error).__name__}: {error}") from error


def check_shell(page: Page, block: Block) -> None:
    """Targets of make, and commands and options of graphmem, exist."""
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in block.body.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words.pop(0)
        if words[:1] == ["make"]:
            asked = [word for word in words[1:] if "=" not in word]
            if not set(asked) <= targets:
                raise page.fail(block, f"make has no target {asked}")
        elif words and Path(words[0]).name == "graphmem":
            check_options(page, block, words[1:])


def check_options(page: Page, block: Block, words: list[str]) -> None:
    """A command exists and has every option that a line gives it."""
    import click

    from graphmem.cli.main import cli

    context = click.Context(cli)
    command: click.Command = cli
    for word in words:
        if isinstance(command, click.Group) and not word.startswith("-"):
            inner = command.get_command(context, word)
            if inner is None:
                raise page.fail(block, f"graphmem has no command {word!r}")
            command = inner
        elif word.startswith("-"):
            known = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
            if word.split("=")[0] not in known:
                raise page.fail(block, f"{' '.join(words)}: no option {word}")


def _read_settings(text: str) -> None:
    from graphmem.settings import Settings

    Settings.model_validate(tomllib.loads(text))


def _read_yaml(text: str) -> None:
    import yaml

    yaml.safe_load(text)


def _read_lines(text: str) -> None:
    for line in text.splitlines():
        json.loads(line)


_READERS: dict[str, Callable[[str], object]] = {
    "toml": _read_settings,
    "json": json.loads,
    "jsonl": _read_lines,
    "yaml": _read_yaml,
}


def main() -> None:
    """Check, or write, the pages."""
    sys.path.insert(0, str(ROOT))
    from scripts.reference import made_pages

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("page", nargs="*", type=Path, help="pages to run; all when none is named")
    options = parser.parse_args()
    wrong = []
    for path, text in made_pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(str(path.relative_to(ROOT)))
            if options.write:
                path.write_text(text, encoding="utf-8")
    for path in [page.resolve() for page in options.page] or pages():
        try:
            text = run_page(path, write=options.write)
            if text != path.read_text(encoding="utf-8"):
                wrong.append(str(path.relative_to(ROOT)))
                path.write_text(text, encoding="utf-8")
        except DocumentationError as error:
            sys.exit(str(error))
    print(
        "\n".join(f"{'written' if options.write else 'out of date'}: {name}" for name in wrong) or "all pages are true"
    )
    sys.exit(1 if wrong and not options.write else 0)


if __name__ == "__main__":
    main()
