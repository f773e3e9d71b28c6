"""Playing speed: a click for a move, keys for everything, and an explanation for whoever asks."""

import json
import re

from playwright.sync_api import expect

from tests.ui.tables import create, sit


def line(page, thing):
    """Click the middle of a line."""
    return page.locator(f'circle[data-thing="line {thing}"]').click(force=True)


def test_a_line_too_far_says_so_and_leaves_the_colonist(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play architect")
    line(page, "sea messana~syracusae")
    expect(page.get_by_test_id("why")).to_contain_text(
        re.compile("steps away|reaches no"), timeout=20_000
    )
    tentative = player.table()["game"]["question"]["tentative"]
    assert [step["text"] for step in tentative] == ["play architect"]


def test_every_key_is_listed(page):
    sit(page, create(page, "me", "hotseat"))
    page.keyboard.press("?")
    keys = page.get_by_test_id("keys")
    for key in ("1", "E", "U", "R", "T", "H", "B", "C", "M", "P", "L", "X", "/", "?"):
        expect(keys.locator("kbd").get_by_text(key, exact=True)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_keys_play_go_and_buy(page):
    player = sit(page, create(page, "me", "hotseat"))
    hand = player.table()["game"]["state"]["players"][0]["hand"]
    page.keyboard.press(str(sorted(set(hand)).index("senator") + 1))
    expect(page.locator('[data-action^="purchase"]').first).to_be_attached()
    page.keyboard.press("m")
    focused = "() => document.activeElement.dataset.action"
    assert page.evaluate(focused).startswith("purchase ")
    only = [action for action in player.offered() if re.fullmatch(r"purchase \d", action)]
    page.keyboard.press(only[0][-1])
    expect(page.get_by_test_id("spoken")).to_contain_text("Buy the")
    page.keyboard.press("t")
    expect(page.get_by_test_id("undo")).to_be_disabled()
    page.keyboard.press("c")
    assert page.evaluate(focused).startswith("play ")


def test_a_right_click_tells_what_something_is(page):
    player = sit(page, create(page, "me", "hotseat"))
    page.locator('g[data-thing="city cosa"]').click(button="right", force=True)
    expect(page.get_by_test_id("spoken")).to_contain_text("The next house costs")
    expect(page.get_by_test_id("face")).to_contain_text("Cosa")
    page.locator('[data-action="play tribune"]').click(button="right")
    expect(page.get_by_test_id("spoken")).to_contain_text("Take all your played cards back")
    page.locator('[data-slot="2"]').click(button="right")
    expect(page.get_by_test_id("spoken")).to_contain_text(", for ")
    assert player.table()["game"]["question"]["tentative"] == []


def test_a_finger_that_rests_on_a_card_is_told_and_plays_nothing(phone):
    player = sit(phone, create(phone, "me", "hotseat"))
    box = phone.locator('[data-action="play tribune"]').bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = phone.context.new_cdp_session(phone)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(phone.get_by_test_id("spoken")).to_contain_text("Take all your played cards back")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.get_by_test_id("confirm")).to_have_count(0)
    assert player.table()["game"]["question"]["tentative"] == []


def test_the_settings_of_speed_change_every_animation(page):
    sit(page, create(page, "me", "hotseat"))
    lasts = {}
    for speed in ("slow", "normal", "fast", "skip"):
        kept = json.dumps({"speed": speed, "name": "Livia"})
        page.evaluate("(kept) => localStorage.setItem('praefectus.settings', kept)", kept)
        page.reload()
        card = page.locator('[data-action="play tribune"]')
        lasts[speed] = float(
            card.evaluate("(card) => parseFloat(getComputedStyle(card).transitionDuration)")
        )
    assert lasts["slow"] > lasts["normal"] > lasts["fast"] > lasts["skip"] == 0
    assert abs(lasts["slow"] / lasts["normal"] - 1.8) < 0.01


def test_choices_breathe_unless_animations_are_skipped(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play architect")
    expect(page.locator(".choice .halo").first).to_be_attached()
    assert page.evaluate("document.getAnimations().length") == 0
    kept = json.dumps({"speed": "normal", "name": "Livia"})
    page.evaluate("(kept) => localStorage.setItem('praefectus.settings', kept)", kept)
    page.reload()
    page.wait_for_function(
        "() => document.getAnimations().some((each) => each.effect.target.matches('.halo'))"
    )
