"""What the style guide counts: sizes, names, and what has no place in the package."""

import ast
import re
import statistics
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "graphmem"
MODULES = sorted(PACKAGE.rglob("*.py"))


def functions(module: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_files_are_short() -> None:
    lengths = {str(module.relative_to(ROOT)): len(module.read_text().splitlines()) for module in MODULES}
    assert {name: lines for name, lines in lengths.items() if lines >= 400} == {}
    assert statistics.median(lengths.values()) < 100


def test_functions_are_short() -> None:
    long = [
        f"{module.relative_to(ROOT)}:{node.name}"
        for module in MODULES
        for node in functions(module)
        if (node.end_lineno or 0) - node.lineno + 1 >= 60
    ]
    assert long == []


def test_modules_are_named_for_what_they_hold() -> None:
    nameless = {"utils.py", "util.py", "common.py", "misc.py", "helpers.py", "manager.py"}
    assert [str(module.relative_to(ROOT)) for module in MODULES if module.name in nameless] == []


def test_nothing_is_left_for_later() -> None:
    left = re.compile(r"\b(TODO|FIXME|XXX)\b")
    found = [
        f"{module.relative_to(ROOT)}:{number}"
        for module in MODULES
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), start=1)
        if left.search(line)
    ]
    assert found == []


def test_only_members_of_protocols_are_not_implemented() -> None:
    found = [
        f"{module.relative_to(ROOT)}:{node.name}"
        for module in MODULES
        for node in functions(module)
        if "NotImplementedError" in ast.unparse(node.body[-1])
        and "abstractmethod" not in {ast.unparse(decorator) for decorator in node.decorator_list}
    ]
    assert found == []


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    excuses = re.compile(r"pytest\.(mark\.)?(skip|skipif|xfail|importorskip)\b|unittest\.skip")
    tests = [*(ROOT / "tests").rglob("*.py"), *(PACKAGE / "testing").rglob("*.py")]
    found = [
        str(module.relative_to(ROOT))
        for module in tests
        if module != Path(__file__) and excuses.search(module.read_text(encoding="utf-8"))
    ]
    assert found == []
