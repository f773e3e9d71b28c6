"""Imports point one way, and what compiled code must not contain."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "praefectus"
SOURCES = sorted(PACKAGE.rglob("*.py"))
RULES = sorted((PACKAGE / "rules").rglob("*.py"))
# Each layer may import itself and those to its left; `arena`, `envs` and `review` stand side by side on
# the bots, `puzzles` on the review, `training` on the arena, `server` and `cli` on the bots, of which the command line starts the others.
MAY_IMPORT = {
    "rules": {"rules"},
    "game": {"rules", "game"},
    "bots": {"rules", "game", "bots"},
    "arena": {"rules", "game", "bots", "arena"},
    "envs": {"rules", "game", "bots", "envs"},
    "training": {"rules", "game", "bots", "arena", "training"},
    "review": {"rules", "game", "bots", "review"},
    "puzzles": {"rules", "game", "bots", "review", "puzzles"},
    "server": {"rules", "game", "bots", "review", "puzzles", "server"},
    "cli": {"rules", "game", "bots", "arena", "envs", "review", "server", "cli"},
}
# What the rules may use besides themselves.
PURE = {"librt", "mypy_extensions", "typing", "dataclasses", "__future__"}
READER = {"json", "sys", "pathlib", "collections"}


def imported(path: Path) -> set[str]:
    """Return the modules a source imports, by their full names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are absolute"
            assert node.module is not None
            found.add(node.module)
            if node.module == "praefectus":
                found |= {f"praefectus.{alias.name}" for alias in node.names}
    return found


def layer(module: str) -> str:
    """Return the layer of a module of the package; modules beside `game.py` are of its layer.

    But `dataset.py` stands beside the environments, whose observations it writes.
    """
    parts = module.split(".")
    if parts[1:] == ["dataset"]:
        return "envs"
    return parts[1] if len(parts) > 1 and parts[1] in MAY_IMPORT else "game"


def name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts)


@pytest.mark.parametrize("path", RULES, ids=name)
def test_the_rules_import_themselves_and_little_else(path: Path):
    allowed = PURE | READER if path.name == "facts.py" else PURE
    for module in imported(path):
        assert module.startswith("praefectus.rules") or module.split(".")[0] in allowed, module


def test_only_facts_reads_data():
    readers = [path.name for path in RULES if imported(path) & {"json", "pathlib", "sys"}]
    assert readers == ["facts.py"]


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_imports_point_one_way(path: Path):
    own = layer(name(path))
    for module in imported(path):
        if module.split(".")[0] == "praefectus" and module != "praefectus":
            assert layer(module) in MAY_IMPORT[own], f"{own} must not import {module}"


@pytest.mark.parametrize("path", RULES, ids=name)
def test_the_rules_never_shift_a_literal_one(path: Path):
    """mypyc computes `1 << n` of machine ints in 32 bits; masks come from the table of bits."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            assert not isinstance(node.left, ast.Constant), f"{path.name}:{node.lineno}"
    assert not re.search(r"\b1\s*<<", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RULES, ids=name)
def test_the_rules_have_no_chance_clock_or_sets_to_walk(path: Path):
    """A set's order changes from process to process; rules code iterates none."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        loops = [node.iter] if isinstance(node, ast.For) else []
        loops += [part.iter for part in getattr(node, "generators", [])]
        for loop in loops:
            made = isinstance(loop, ast.Call) and isinstance(loop.func, ast.Name)
            assert not (made and loop.func.id in ("set", "frozenset"))  # type: ignore[attr-defined]
            assert not isinstance(loop, ast.Set | ast.SetComp)


def test_one_module_a_card():
    cards = {path.stem for path in (PACKAGE / "rules" / "cards").glob("*.py")} - {"__init__"}
    assert cards == {
        *("tribune", "architect", "prefect", "colonist", "mercator", "specialist", "diplomat"),
        *("senator", "consul"),
    }
    tested = {
        path.stem.removeprefix("test_")
        for path in (PACKAGE.parents[1] / "tests/rules/cards").glob("test_*.py")
    }
    assert tested == cards


@pytest.mark.parametrize("path", [p for p in RULES if p.parent.name == "cards"], ids=name)
def test_every_card_module_cites_its_rules(path: Path):
    if path.name != "__init__.py":
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert re.search(r"R\d+\.\d+", text)


def test_files_stay_readable():
    """No source is over 500 lines, in Python or in the page; what is generated does not count."""
    ui = PACKAGE.parents[1] / "ui" / "src"
    pages = [path for kind in ("*.ts", "*.svelte", "*.css") for path in ui.rglob(kind)]
    for path in [*SOURCES, *pages]:
        if path.name != "wire.d.ts":
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path


def test_documents_have_types():
    """Few places pass on what JSON holds as it is; whatever is sent or saved is declared in `wire/`."""
    found = [path.read_text(encoding="utf-8").count("dict[str, Any]") for path in SOURCES]
    assert sum(found) < 25


def at_import(path: Path) -> set[str]:
    """Return the modules of the package that a source imports as soon as it is imported itself."""
    found: set[str] = set()
    waiting: list[ast.stmt] = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            # A name may be a module of the package, or something inside it.
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.If):
            typing = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            waiting += node.orelse if typing else [*node.body, *node.orelse]
        elif isinstance(node, ast.Try):
            waiting += [*node.body, *node.orelse, *node.finalbody]
    return found


def test_modules_do_not_import_each_other_in_circles():
    modules = {name(path).removesuffix(".__init__"): path for path in SOURCES}
    # `praefectus/__init__.py` is run before any of its modules, and gathers their names.
    imports = {
        module: (at_import(path) & modules.keys()) - {module, "praefectus"}
        for module, path in modules.items()
    }
    while leaves := [module for module, needed in imports.items() if not needed & imports.keys()]:
        for module in leaves:
            del imports[module]
    assert not imports, f"in circles: {', '.join(sorted(imports))}"
