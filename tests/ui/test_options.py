"""Rule options in the form of a new game: whatever the server declares is offered and sent."""

from playwright.sync_api import expect

from praefectus.messages import OPTIONS
from praefectus.options import RULE_OPTIONS
from tests.ui.player import Player


def test_every_rule_option_can_be_chosen(page):
    page.goto("/")
    page.locator("form summary").click()
    wanted: dict[str, str | bool] = {}
    groups = page.locator("form details fieldset")
    expect(groups).to_have_count(len(RULE_OPTIONS) + 2)  # and hands and hints
    for option in RULE_OPTIONS:
        group = groups.filter(has_text=OPTIONS[f"option.{option.name}"])
        group.get_by_role("radio").last.check(force=True)
        wanted[option.name] = option.choices[-1] if option.choices else True
    page.get_by_test_id("start-game").click()
    page.wait_for_url("**/table/*")
    options = Player(page).table()["options"]
    assert {name: options[name] for name in wanted} == wanted


def test_what_nobody_chooses_is_as_declared(page):
    player = Player(page).start()
    options = player.table()["options"]
    assert all(options[option.name] == option.default for option in RULE_OPTIONS)
