"""docs/rules.md tells the truth: its numbers are those of the data, and the code is where it says."""

import importlib
import re
from pathlib import Path

import pytest
from scripts import rules_tables

TEXT = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
CARDS = {path.stem for path in (rules_tables.ROOT / "src/praefectus/rules/cards").glob("[a-z]*.py")}
WHERE = re.findall(r"\*Where:\*(.*?)(?:\n- |\n\n|$)", TEXT, re.DOTALL)
PLACES = sorted({place for where in WHERE for place in re.findall(r"`(\w+\.\w+)`", where)})


def test_the_tables_are_those_of_the_data():
    assert rules_tables.written(TEXT) == TEXT, "run: python -m scripts.rules_tables"


def test_a_changed_number_would_be_noticed():
    changed = TEXT.replace("| cloth | 7 | 5 |", "| cloth | 8 | 5 |")
    assert changed != TEXT
    assert rules_tables.written(changed) == TEXT


@pytest.mark.parametrize("place", PLACES)
def test_the_code_is_where_the_page_says(place):
    module, name = place.split(".")
    package = "praefectus.rules.cards" if module in CARDS else "praefectus.rules"
    assert hasattr(importlib.import_module(f"{package}.{module}"), name)


def test_every_rule_says_where_it_is():
    rules = re.findall(r"^- \*\*(R\d+\.\d+)\*\*(.*?)(?=^- |^#|\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert len(rules) == 37
    for rule, text in rules:
        assert "*Where:*" in text, rule
