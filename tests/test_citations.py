"""What messages cite exists: a section of docs/record.md, or a rule of docs/rules.md."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.py"))
)
SECTIONS = sorted(set(re.findall(r"RECORD (\d[\d.]*\d)", SOURCES)) | {"2.2", "3.1"})
RULES = sorted(set(re.findall(r"\bR\d+\.\d+\b", SOURCES)))
RECORD_PAGE = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
RULES_PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_sources_cite_sections_and_never_the_whole_page():
    assert len(SECTIONS) > 8
    assert "(RECORD)" not in SOURCES


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_that_is_cited_exists(section):
    assert re.search(rf"^### {re.escape(section)} ", RECORD_PAGE, re.MULTILINE)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_cited_exists(rule):
    assert f"**{rule}**" in RULES_PAGE


def test_sections_are_numbered_in_order():
    numbers = re.findall(r"^##+ (\d)(?:\.(\d))? ", RECORD_PAGE, re.MULTILINE)
    expected, part = [], 0
    for chapter, number in numbers:
        part = 0 if not number else part + 1
        expected.append((chapter, number and str(part)))
    assert numbers == expected
    chapters = [int(chapter) for chapter, number in numbers if not number]
    assert chapters == list(range(1, len(chapters) + 1))
