"""The command line at the table: the game's own words, questions that change nothing, refusals with their rule."""

from playwright.sync_api import expect

from tests.ui.commanding import CommandLine
from tests.ui.tables import create, sit

BOTS = ("bot:random", "bot:random", "bot:random")


def test_a_turn_in_the_games_own_words(page):
    player = sit(page, create(page, "me", "hotseat"))
    line = CommandLine(page).open()
    assert "Play the Prefect." in line.ask("play pref")
    assert "Campania: receives" in line.ask("produce campania")
    expect(page.get_by_test_id("end-turn")).to_be_enabled()
    assert "Choose a province" in line.ask("undo")
    line.ask("produce camp; end")
    assert player.table()["game"]["turn"] == 1


def test_words_are_completed_from_what_is_legal(page):
    sit(page, create(page, "me", "hotseat"))
    line = CommandLine(page).open()
    line.input.press_sequentially("play a")
    expect(page.get_by_role("option")).to_have_text(["play architect Play the Architect"])
    line.input.press("Tab")
    expect(line.input).to_have_value("play architect")
    line.input.press("Enter")
    expect(line.input).to_have_value("")
    line.input.press_sequentially("move")
    expect(page.get_by_role("option")).to_have_count(2)
    line.input.press("ArrowDown")
    line.input.press("ArrowDown")
    expect(page.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    line.input.press("Enter")
    expect(line.log).to_contain_text("Sea colonist from Roma: choose a line")


QUESTIONS = {
    "hand": "In your hand: ",
    "store": "sestertii; 1 brick, 2 food, 1 tool, 1 wine, and 1 cloth",
    "points": "Points if the game ended now: ",
    "where": "Your colonists: land, Roma, sea, Roma. You have no house yet.",
    "city cosa": "The next house costs",
    "province campania": "Cities: ",
    "shop": "place 7",
    "who": "holds the Praefectus Magnus",
    "last": "Nothing has happened yet.",
    "since": "Nothing has happened yet.",
    "can": "play architect, ",
    "hint": "to win.",
    "help": "Questions: hand",
}


def test_questions_change_nothing(page):
    player = sit(page, create(page, "me", "hotseat", hints=True))
    before = player.table()["version"]
    line = CommandLine(page).open()
    for question, answer in QUESTIONS.items():
        assert answer in line.ask(question), question
        assert player.table()["version"] == before, question


def test_a_refusal_answers_with_the_rule(page):
    sit(page, create(page, "me", "hotseat"))
    line = CommandLine(page).open()
    assert "The turn begins with playing a card. Rule R2.1" in line.ask("build cosa")
    line.ask("play architect")
    answer = line.ask("build cosa")
    assert "No colonist of yours stands on a line beside Cosa. Rule R5.5" in answer
    assert "no decision and no question" in line.ask("fly to the moon")


def test_escape_returns_the_focus_to_where_it_was(page):
    sit(page, create(page, "me", "hotseat"))
    card = page.locator('[data-action="play prefect"]')
    card.focus()
    line = CommandLine(page).open()
    line.input.press("Escape")
    expect(card).to_be_focused()
    page.get_by_role("button", name="Command line").click()
    expect(line.input).to_be_focused()


def test_others_turns_are_spoken_as_one_sentence_each(page):
    player = sit(page, create(page, "me", *BOTS, map="imperium"))
    line = CommandLine(page).open()
    line.ask("play senator; end")
    expect(line.log.locator("p").last).to_contain_text("Your turn", timeout=60_000)
    spoken = line.log.inner_text().rpartition("play senator; end")[2]
    names = [seat["name"] for seat in player.table()["seats"] if seat["kind"] == "bot"]
    for name in names:
        assert spoken.count(f"{name} plays ") == 1
    # The live region holds the newest words only.
    expect(page.get_by_test_id("spoken").locator("p").last).to_contain_text("Your turn")
    assert line.ask("since").count(" plays ") == len(names)
    assert line.ask("last").count(" plays ") == 1
