"""Every rule is cited by a test: docs/rules.md lists the ids, tests cite them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# How many rules each part of the rules has.
PARTS = {1: 6, 2: 2, 3: 4, 4: 2, 5: 7, 6: 4, 7: 2, 8: 2, 9: 2, 10: 2, 11: 4}
RULES = [f"R{part}.{number}" for part, count in PARTS.items() for number in range(1, count + 1)]


def documented() -> list[str]:
    """Return the ids that docs/rules.md gives a paragraph of their own, in order."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^[-#*\s]*\**(R\d+\.\d+)\**", text, flags=re.MULTILINE)


@cache
def citations() -> dict[str, list[str]]:
    """Return the tests that cite each id in their docstrings or in comments within them."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                body = lines[node.lineno - 1 : node.end_lineno]
                cited = "\n".join([ast.get_docstring(node) or "", *(t for t in body if "#" in t)])
                for rule in set(re.findall(r"\bR\d+\.\d+\b", cited)):
                    found.setdefault(rule, []).append(f"{path.name}::{node.name}")
    return found


def test_the_page_of_rules_lists_every_rule_once_and_in_order():
    assert documented() == RULES


@pytest.mark.parametrize("rule", sorted({*RULES, *documented()}))
def test_every_rule_is_cited_by_a_test(rule):
    assert citations().get(rule), f"no test cites {rule}"


def test_tests_cite_only_rules_there_are():
    assert set(citations()) <= set(RULES)


def test_every_test_of_the_rules_begins_with_the_id_of_its_rule():
    for path in sorted((ROOT / "tests" / "rules").rglob("test_*.py")):
        if path.name == "test_worked_examples.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = ast.get_docstring(node) or ""
                assert re.match(r"R\d+\.\d+: ", text), f"{path.name}::{node.name}"
