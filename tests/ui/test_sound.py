"""Sounds: each of its own kind, and silent by one click."""

from playwright.sync_api import Page, expect

from tests.ui.tables import architects_deal, create, find, sit

# Notes down every tone that is started.
LISTEN = """window.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones.push(this.frequency.value); return start.call(this, at); };"""


def heard(page: Page) -> list[int]:
    """Return the tones since the last time."""
    return [round(tone) for tone in page.evaluate("window.tones.splice(0)")]


def test_turn_purchase_and_building_are_told_apart(page):
    page.add_init_script(LISTEN)
    player = find(page, architects_deal, "me", "hotseat")
    sounds = {}
    player.click("play architect")
    sounds["card"] = heard(page)
    player.click("move land roma")
    player.click("to land cosa~roma")
    heard(page)
    player.click("build cosa")
    sounds["build"] = heard(page)
    player.press("end-turn")
    player.click("play senator")
    heard(page)
    player.click(player.one_of("purchase 1"))
    sounds["purchase"] = heard(page)
    assert all(sounds.values()), sounds
    assert len({tuple(tones) for tones in sounds.values()}) == len(sounds)


def test_the_turn_is_announced_after_a_bots(page):
    page.add_init_script(LISTEN)
    player = sit(page, create(page, "me", "bot:random"))
    player.click("play mercator-3")
    player.press("end-turn")
    page.wait_for_function("() => window.tones.some((tone) => Math.round(tone) === 880)")


def test_one_click_silences_and_is_remembered(page):
    page.add_init_script(LISTEN)
    player = sit(page, create(page, "me", "hotseat"))
    button = page.get_by_test_id("sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    heard(page)
    player.click("play senator")
    assert heard(page) == []
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_the_bell_waits_until_the_bots_turn_was_shown(page):
    page.add_init_script(
        """window.rung = [];
        const begin = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (at) {
            const tone = Math.round(this.frequency.value);
            setTimeout(() => window.rung.push([tone, document.querySelector('[data-testid=skip]') !== null]), 30);
            return begin.call(this, at);
        };"""
    )
    page.goto("/")
    fast = '{"speed": "fast", "name": "Livia"}'
    page.evaluate(f"localStorage.setItem('praefectus.settings', '{fast}')")
    player = sit(page, create(page, "me", "bot:random"))
    player.click("play mercator-3")
    page.get_by_test_id("end-turn").click()
    page.wait_for_function("() => window.rung.some(([tone]) => tone === 880)")
    assert page.evaluate("window.rung.filter(([tone]) => tone === 880)") == [[880, False]]


def test_out_of_sight_only_the_bell_is_heard(page):
    page.add_init_script(LISTEN)
    player = sit(page, create(page, "me", "hotseat"))
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    player.click("play senator")
    assert heard(page) == []
