"""The tutorial: lessons on prepared positions, with real decisions, checked, resumed, by pointer and by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.ui.player import PATIENCE_MS, Player
from tests.ui.tables import reach, sit
from tests.ui.test_accessible import violations

# What a good pupil does, in this order: decisions that start like this.
LESSONS = {
    "architect": ("play architect", "move land", "to land cosa~roma", "build cosa"),
    "prefect": ("play prefect", "produce"),
    "mercator": ("play mercator-3", "sell"),
    "senator": ("play senator", "purchase"),
    "tribune": ("play tribune", "colonist"),
    "diplomat": ("play diplomat", "copy"),
    "specialist": ("play",),
    "colonist": ("play colonist", "settle"),
    "consul": ("play consul", "purchase"),
    "storehouse": ("play prefect", "produce", "keep"),
    "magnus": ("play prefect", "produce"),
    "gods": ("play senator", "purchase"),
    "end": ("play architect", "build"),
}


def tutor(page: Page, lesson: str):
    """Return the tutor, once it teaches a lesson and something is asked."""
    found = page.locator(f'[data-testid="tutor"][data-lesson="{lesson}"]')
    expect(found).to_have_attribute("data-state", "open", timeout=PATIENCE_MS)
    page.locator("[data-action]").first.wait_for(state="attached", timeout=PATIENCE_MS)
    return found


def overflowing(player: Player) -> str:
    """Return the province from which more comes than the storehouse holds."""
    for province in [action for action in player.offered() if action.startswith("produce")]:
        player.click(province)
        if any(action.startswith("keep") for action in player.offered()):
            player.press("undo")
            return province
        player.press("undo")
    raise AssertionError("everything fits")


def best_purchase(player: Player) -> str:
    """Return the purchase whose preview has the most points."""
    game = player.table()["game"]
    seat = game["question"]["seat"]

    def points(legal) -> int:
        mine = [one for one in legal["effect"]["seats"] if one["seat"] == seat]
        return mine[0].get("points", {}).get("total", 0)

    offers = [legal for legal in game["question"]["legal"] if legal["kind"] == "purchase"]
    return max(offers, key=points)["text"]


def learn(player: Player, lesson: str) -> None:
    """Do what a lesson asks for, and end the turn."""
    for start in LESSONS[lesson]:
        if lesson == "specialist":
            suggested = player.page.locator(".suggested[data-action]").first
            action = suggested.get_attribute("data-action") or ""
        elif (lesson, start) == ("storehouse", "produce"):
            action = overflowing(player)
        elif (lesson, start) == ("gods", "purchase"):
            action = best_purchase(player)
        else:
            action = player.one_of(start)
        player.click(action)
    while "end" not in player.offered():
        player.click(player.offered()[0])
    player.press("end-turn")


def begin(page: Page, lesson: str = "architect") -> None:
    page.goto("/")
    kept = f'{{"lesson": "{lesson}"}}'
    page.evaluate(f"localStorage.setItem('praefectus.tutorial', '{kept}')")
    page.get_by_test_id("tutorial").click()
    page.wait_for_url("**/table/*")


@pytest.mark.parametrize("size", ["phone", "phone sideways", "tablet"])
def test_board_and_hand_have_room_beside_the_tutor(screen, size):
    page = screen(size)
    begin(page)
    teacher = tutor(page, "architect")
    expect(page.locator('[data-action="play architect"]')).to_be_in_viewport(ratio=0.4)
    lessons = teacher.get_by_role("list", name="Lessons")
    expect(lessons).to_be_hidden()
    teacher.get_by_test_id("lessons").tap()
    expect(lessons.get_by_role("button")).to_have_count(len(LESSONS))


@pytest.mark.slow
def test_thirteen_lessons_lead_from_the_first_turn_to_the_end(page):
    begin(page)
    player = Player(page)
    lessons = list(LESSONS)
    for number, lesson in enumerate(lessons):
        teacher = tutor(page, lesson)
        expect(teacher).to_contain_text(f"{number} of 13 lessons")
        learn(player, lesson)
        expect(teacher).to_have_attribute("data-state", "done", timeout=PATIENCE_MS)
        if lesson != "end":
            page.get_by_test_id("next-lesson").click()
    expect(page.get_by_test_id("score-sheet")).to_be_visible(timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    page.get_by_test_id("first-game").click()
    expect(page.get_by_test_id("tutor")).to_have_count(0)
    page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('praefectus.settings')).tips === true"
    )
    # The tables of lessons are cleared away; the first game is there.
    page.wait_for_function(
        "async () => (await (await fetch('/api/tables')).json()).tables.length === 1"
    )


def test_a_turn_that_is_something_else_can_be_tried_again(page):
    begin(page)
    teacher = tutor(page, "architect")
    player = Player(page)
    player.click("play mercator-3")
    player.press("end-turn")
    expect(teacher).to_have_attribute("data-state", "missed", timeout=PATIENCE_MS)
    first = page.url
    page.get_by_test_id("again").click()
    expect(page).not_to_have_url(first)
    tutor(page, "architect")


def test_only_the_best_card_will_do_where_points_are_taught(page):
    begin(page, "gods")
    teacher = tutor(page, "gods")
    player = Player(page)
    player.click("play senator")
    expect(teacher).to_contain_text("Buy the one that brings the most")
    best = best_purchase(player)
    others = [action for action in player.offered() if action.startswith("purchase")]
    player.click(next(action for action in others if action.split()[1] != best.split()[1]))
    expect(teacher).to_contain_text("Another card would bring more points")
    player.press("undo")
    player.click(best)
    expect(teacher).not_to_contain_text("Another card")


def test_it_goes_on_where_it_was_left(page):
    begin(page, "prefect")
    teacher = tutor(page, "prefect")
    table = page.url
    page.goto("/tutorial")
    expect(page).to_have_url(table)
    teacher = tutor(page, "prefect")
    learn(Player(page), "prefect")
    expect(teacher).to_have_attribute("data-state", "done", timeout=PATIENCE_MS)
    assert violations(page) == []
    teacher.get_by_role("button", name="Leave the tutorial").click()
    expect(teacher).to_have_count(0)
    page.goto("/tutorial")
    teacher = tutor(page, "architect")
    expect(teacher.get_by_role("button", name="Lesson 2: Prefect, done")).to_be_visible()


def test_a_lesson_is_heard_and_learned_by_keyboard(page):
    begin(page, "specialist")
    tutor(page, "specialist")
    expect(page.get_by_test_id("spoken")).to_contain_text("You own a specialist")
    card = page.locator(".suggested[data-action]").first.get_attribute("data-action")
    page.keyboard.press("/")
    page.get_by_test_id("command-input").fill(card)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("end-turn")).to_be_enabled()
    page.get_by_test_id("command-input").fill("end")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("spoken")).to_contain_text("Well done", timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    page.get_by_test_id("next-lesson").focus()
    page.keyboard.press("Enter")
    tutor(page, "colonist")
    expect(page.get_by_test_id("spoken")).to_contain_text(re.compile("More colonists"))


def test_remarks_come_once_after_the_tutorial_and_can_be_switched_off(page):
    page.goto("/")
    page.evaluate(
        """localStorage.setItem('praefectus.settings', '{"speed": "skip", "name": "Livia", "tips": true}')"""
    )
    table = reach(page, has_a_full_storehouse)
    sit(page, table)
    tip = page.get_by_test_id("tip")
    expect(tip).to_contain_text("Your storehouse is full")
    expect(page.get_by_test_id("spoken")).to_contain_text("Your storehouse is full")
    tip.get_by_role("button", name="Thanks").click()
    expect(tip.get_by_text("Your storehouse is full")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("hand")).to_be_visible()
    expect(page.get_by_text("Your storehouse is full")).to_have_count(0)
    page.get_by_role("button", name="Settings", exact=True).click()
    tips = page.get_by_role("group", name="Tips while playing")
    tips.get_by_role("radio", name="Off").check(force=True)
    assert page.evaluate("JSON.parse(localStorage.getItem('praefectus.settings')).tips") is False


def has_a_full_storehouse(table) -> bool:
    game = table["game"]
    player = game["state"]["players"][game["seat"]]
    goods = sum(player["goods"].values())
    waiting = sum(player["storehouse"].values())
    return game["phase"] == "play" and goods + waiting == 12
