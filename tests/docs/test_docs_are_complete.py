"""What the reference leaves out, or says of something that is gone, fails here."""

import inspect
import re
from pathlib import Path

import click
import pytest

from graphmem import errors
from graphmem.settings import Settings
from scripts.documentation import ROOT, pages
from scripts.reference import all_commands, describe, made_pages, plug_ins, setting_notes

REFERENCE = ROOT / "docs" / "reference"
ENTRIES = [(title, name) for title, registry in plug_ins().items() for name in registry.names()]


@pytest.mark.parametrize("page", made_pages(), ids=lambda page: page.stem)
def test_pages_made_from_the_code_are_current(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == made_pages()[page], "run: make docs"


@pytest.mark.parametrize(("name", "command"), [pytest.param(*pair, id=pair[0]) for pair in all_commands()])
def test_every_command_has_help_and_is_in_the_reference(name: str, command: click.Command) -> None:
    assert command.help
    assert command.get_short_help_str()
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    assert [option.opts for option in options if not option.help] == []
    assert f"`graphmem {name}" in (REFERENCE / "commands.md").read_text(encoding="utf-8")


def test_every_setting_says_what_it_is_for() -> None:
    page = (REFERENCE / "settings.md").read_text(encoding="utf-8")
    notes = setting_notes()
    for field in Settings.model_fields.values():
        assert isinstance(field.annotation, type)
        for name in field.annotation.model_fields:  # type: ignore[attr-defined]
            assert notes.get((field.annotation.__name__, name)), f"{name} has no comment in settings.py"
            assert f"| `{name}` |" in page


def test_every_error_is_in_the_reference() -> None:
    page = (REFERENCE / "errors.md").read_text(encoding="utf-8")
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        assert kind.__doc__
        assert f"| `{name}` |" in page


@pytest.mark.parametrize(("title", "name"), ENTRIES)
def test_every_plug_in_says_what_it_does(title: str, name: str) -> None:
    text = describe(plug_ins()[title], name)
    assert text
    assert f"| `{name}` | {text} |" in (REFERENCE / "plug-ins.md").read_text(encoding="utf-8")


def test_no_two_plug_ins_say_the_same() -> None:
    texts = [describe(plug_ins()[title], name) for title, name in ENTRIES]
    assert sorted({text for text in texts if texts.count(text) > 1}) == []


def without_blocks(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)


def test_links_lead_somewhere() -> None:
    links = [
        (page, target)
        for page in pages()
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", without_blocks(page))
        if not target.startswith(("http:", "https:"))
    ]
    dead = [f"{page.relative_to(ROOT)}: {target}" for page, target in links if not (page.parent / target).exists()]
    assert dead == []


def test_every_page_is_reached_from_the_first() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or not page.exists():
            continue
        reached.add(page)
        found = re.findall(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        waiting += [(page.parent / target).resolve() for target in found if not target.startswith("http")]
    assert [str(page.relative_to(ROOT)) for page in pages() if page not in reached] == []
