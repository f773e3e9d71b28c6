"""Rules and layouts are known in `rules/` alone: no other module decodes cells or actions, or spells a rule's number."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "praefectus"
OUTSIDE = [
    path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] != "rules"
]
# Actions that name nothing are numbers that anybody may use; all others are made by `rules.actions`.
PLAIN_ACTIONS = {"ACTION_END", "ACTION_INCOME", "ACTION_CASH"}
# How actions are numbered, and tables with an arithmetic of their own: `facts` has functions.
ENCODING = {"BOARD_ACTIONS", "PURCHASES_PER_SLOT", "HOUSE_GOODS", "SALE_GOODS", "SLOT_GOODS"}
# What a board knows its actions by, and tables with an arithmetic of their own: `Board` has methods.
OF_BOARD = {
    *("action_produce", "action_move", "action_move_sea", "action_to", "action_build"),
    *("action_settle", "land_lines"),
}
TABLES_OF_BOARD = {"reach", "distance", "touched"}
# Slots of the display and Concordia's points, spaces of a storehouse and those with none, houses.
RULE_NUMBERS = {7, 12, 13, 15}
# Numbers that look like those but are none: where, and what they are.
NO_RULE = {
    ("cli/bench.py", 7): "a seed",
    ("diagram.py", 12): "the width of a label",
    ("position.py", 7): "the number of a field of the text",
    ("server/reference.py", 7): "how many rules a section has",
    ("review/examiner.py", 12): "how many other deals a deal is compared with",
    ("envs/observation.py", 7): "the bits that say which number of a word",
}


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def numbers(tree: ast.AST) -> list[object]:
    """Return the numbers that are spelled in an expression."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    ]


def is_own(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def is_cells(node: ast.expr) -> bool:
    """Tell whether an expression is the cells of a position; `self.cells` is something of one's own."""
    if isinstance(node, ast.Attribute):
        return node.attr.endswith("cells") and not is_own(node)
    return isinstance(node, ast.Name) and node.id.endswith("cells")


def is_offset(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id.startswith(("AT_", "OF_"))


def terms(node: ast.expr) -> list[ast.expr]:
    """Return what a sum or difference is made of."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return terms(node.left) + terms(node.right)
    return [node]


def decodes_cells(node: ast.AST) -> bool:
    """Tell whether cells are read by a bare number, or one is added to an offset."""
    if isinstance(node, ast.Subscript) and is_cells(node.value):
        return bool(numbers(node.slice))
    if isinstance(node, ast.BinOp):
        parts = terms(node)
        return any(map(is_offset, parts)) and any(map(numbers, parts))
    return False


def computes_actions(node: ast.AST) -> bool:
    """Tell whether the numbering of actions, or of a table of the rules, is used."""
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("praefectus.rules"):
        names = {alias.name for alias in node.names}
        made = {each for each in names if each.startswith("ACTION_")} - PLAIN_ACTIONS
        return bool(made | names & ENCODING)
    if isinstance(node, ast.Attribute):
        return node.attr in OF_BOARD and not is_own(node)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        return node.value.attr in TABLES_OF_BOARD
    return False


def spells_a_rule(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and bool(numbers(node)) and node.value in RULE_NUMBERS


def faults(source: str) -> list[ast.AST]:
    """Return what a source outside `rules/` must not contain."""
    found = []
    for node in ast.walk(ast.parse(source)):
        spelled = "praefectus.rules" in source and spells_a_rule(node)
        if decodes_cells(node) or computes_actions(node) or spelled:
            found.append(node)
    return found


@pytest.mark.parametrize("path", OUTSIDE, ids=name)
def test_rules_and_layouts_are_known_in_rules_alone(path: Path):
    allowed = {number for (file, number) in NO_RULE if file == name(path)}
    spelled = set()
    for fault in faults(path.read_text(encoding="utf-8")):
        if isinstance(fault, ast.Constant) and fault.value in allowed:
            spelled.add(fault.value)
            continue
        line = getattr(fault, "lineno", 0)
        pytest.fail(f"{name(path)}:{line}: {ast.unparse(fault)} belongs into rules/")
    assert spelled == allowed, "an exception that nothing needs any more"


@pytest.mark.parametrize(
    "source",
    [
        "cells[3]",
        "state.cells[p + 4]",
        "before.cells[p // 3]",
        "old[AT_DISPLAY : AT_DISPLAY + 7]",
        "new[start + OF_STORE + 1]",
        "from praefectus.rules.ids import ACTION_SELL",
        "from praefectus.rules.facts import HOUSE_GOODS",
        "board.action_move + place",
        "place - s.board.land_lines",
        "board.distance[row]",
        "import praefectus.rules\nworth += 7.0",
        "import praefectus.rules\nfree = 12 - stored",
    ],
)
def test_what_belongs_into_rules_is_found(source: str):
    assert faults(source)


@pytest.mark.parametrize(
    "source",
    [
        "cells[p + OF_GOODS + good]",
        "cells[AT_TURN] + 1",
        "self.cells[at + 8]",
        "from praefectus.rules.ids import ACTION_END",
        "evaluator.reach(s, p)",
        "import praefectus.rules\nwidth = 10",
    ],
)
def test_what_anybody_may_do_is_not(source: str):
    assert not faults(source)
