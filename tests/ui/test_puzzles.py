"""Puzzles in the browser: from the list to the table, hints, the solution on the board, the verdict."""

import re

from playwright.sync_api import expect

from praefectus import puzzles
from tests.ui.test_accessible import violations

PUZZLE = next(iter(puzzles.shipped().values()))
# The search looks at an answer in a worker.
PATIENCE = 60_000


def test_a_puzzle_is_opened_hinted_at_shown_and_solved(page):
    page.goto("/puzzles")
    expect(page.get_by_test_id("puzzle-of-day")).to_be_visible()
    numbers = page.get_by_test_id("puzzle-number")
    expect(numbers).to_have_count(len(puzzles.shipped()))
    assert violations(page) == []
    numbers.first.click()
    panel = page.get_by_test_id("puzzle")
    expect(panel).to_have_attribute("data-state", "open")
    expect(page.get_by_test_id("puzzle-check")).to_be_disabled()
    page.get_by_test_id("puzzle-ask").click()
    expect(page.get_by_test_id("puzzle-hint")).to_have_count(1)
    page.get_by_test_id("puzzle-ask").click()
    expect(page.get_by_test_id("puzzle-hint")).to_have_count(2)
    expect(page.get_by_test_id("puzzle-ask")).to_have_count(0)
    page.get_by_test_id("puzzle-give-up").click()
    expect(page.get_by_test_id("puzzle-show")).to_be_visible(timeout=PATIENCE)
    # What comes under a resting pointer takes no click.
    page.mouse.move(1, 1)
    page.get_by_test_id("puzzle-show").click()
    # The whole solution is on the board, and can be checked like any other turn.
    page.get_by_test_id("puzzle-check").click(timeout=PATIENCE)
    expect(panel).to_have_attribute("data-state", "solved", timeout=PATIENCE)
    expect(page.get_by_test_id("puzzle-next")).to_be_visible()
    page.goto("/puzzles")
    # It was shown before, so it is not solved.
    expect(numbers.first).to_have_class(re.compile(r"\btried\b"))
