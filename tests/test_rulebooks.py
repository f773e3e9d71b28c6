"""The table of docs/rules.md that maps the sections of five rulebooks to our rules, our guide and our rulings."""

import json
import re
from pathlib import Path

import pytest

from praefectus.catalogue import FOLDER, languages

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
BOOK = (ROOT / "ui/src/lib/guide/book.ts").read_text(encoding="utf-8")
RULES = re.findall(r"^- \*\*(R\d+\.\d+)\*\*", PAGE, re.MULTILINE)
RULEBOOKS = ("Russian", "Hungarian", "Persian", "Ukrainian", "French")

# The sections of the guide and their messages, as the page orders them.
SECTIONS = {
    name: re.findall(r"'([^']+)'", texts)
    for name, texts in re.findall(
        r"id: '(\w+)',(?: card: '[^']+',)?\s+texts: \[(.*?)\]", BOOK, re.DOTALL
    )
}


def table(title: str) -> list[dict[str, str]]:
    """Return the rows of the first table below a heading of the page, by the names of their columns."""
    lines = PAGE.split(f"### {title}\n")[1].split("\n### ")[0].splitlines()
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


SECTION_BY_SECTION = table("The rulebooks, section by section")


def named(row: dict[str, str], column: str, separator: str = ",") -> list[str]:
    return [one.strip() for one in row[column].split(separator) if one.strip()]


def test_the_guide_tells_every_rule_in_one_section():
    told = [
        text for texts in SECTIONS.values() for text in texts if re.fullmatch(r"R\d+\.\d+", text)
    ]
    assert sorted(told) == sorted(RULES)


def test_the_table_leads_to_every_rule_and_section():
    assert {rule for row in SECTION_BY_SECTION for rule in named(row, "rules")} == set(RULES)
    assert {name for row in SECTION_BY_SECTION for name in named(row, "guide")} == set(SECTIONS)


@pytest.mark.parametrize("row", SECTION_BY_SECTION, ids=lambda row: row["French"] + row["rules"])
def test_the_sections_of_a_row_tell_its_rules(row):
    told = {text for name in named(row, "guide") for text in SECTIONS[name]}
    assert set(named(row, "rules")) <= told
    assert any(row[rulebook] != "–" for rulebook in RULEBOOKS)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rulebook_has_all_cards_and_the_scoring(rulebook):
    covered = {
        rule for row in SECTION_BY_SECTION if row[rulebook] != "–" for rule in named(row, "rules")
    }
    # Only the set-up may stand on a sheet of its own.
    assert set(RULES) - covered <= {"R1.2", "R1.3", "R1.5"}


def test_every_point_where_they_differ_stands_at_its_section():
    points = {re.sub(r" \(R.*", "", row["point"]) for row in table("Where the rulebooks differ")}
    assert {point for row in SECTION_BY_SECTION for point in named(row, "ruling", ";")} == points


@pytest.mark.parametrize("language", languages())
def test_the_guide_has_the_words_of_every_section(language):
    words = json.loads((FOLDER / "guide" / f"{language}.json").read_text("utf-8"))
    assert {text for texts in SECTIONS.values() for text in texts} <= words.keys()
