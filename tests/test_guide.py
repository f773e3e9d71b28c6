"""The rules page of the app: its worked examples are what the engine does, its words have what they need."""

import json
import re
from pathlib import Path

import pytest
from scripts import guide_examples

ROOT = Path(__file__).parent.parent
WORDS = json.loads(
    (ROOT / "src/praefectus/data/messages/guide/en.json").read_text(encoding="utf-8")
)
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")


def test_the_examples_are_what_the_engine_does():
    written = guide_examples.FILE.read_text(encoding="utf-8")
    assert written == guide_examples.written(), "run: python -m scripts.guide_examples"


def test_every_rule_is_in_the_guide():
    rules = re.findall(r"^- \*\*(R\d+\.\d+)\*\*", RULES, re.MULTILINE)
    assert set(rules) <= set(WORDS)


@pytest.mark.parametrize("name", ["architect", "settle", "prefect", "score"])
def test_the_examples_of_the_rulebooks_have_the_rulebooks_numbers(name):
    """R13: E2, E3, E4 and E10."""
    made = guide_examples.EXAMPLES[name]()
    if name == "architect":
        assert [one["money"] for one in [*made["prices"], made["third"]]] == [5, 4, 3, 6]
    elif name == "prefect":
        assert made["values"]["red"] == {"goods": {"food": 1, "cloth": 1}}
        assert made["magnus"]["red"] == {"goods": {"food": 1, "cloth": 2}}
    elif name == "settle":
        assert made["income"] == {"revised": 7, "first": 4, "colonists": 2}
    else:
        assert [row["points"] for row in made["rows"]] == [3, 18, 28, 16, 30, 12, 7]
        assert made["total"] == 114
