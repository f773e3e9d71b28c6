"""Two browsers at one table."""

from playwright.sync_api import expect

from tests.ui.player import Player
from tests.ui.tables import create


def join_by_link(page, friend):
    """Open a table on the front page, and let a friend in by its link."""
    page.goto("/")
    page.locator("input[value=italia]").check(force=True)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_label("Who plays seat 2", exact=True).select_option("open")
    page.get_by_test_id("start-game").click()
    link = page.get_by_test_id("invitation").input_value()
    friend.goto(link)
    friend.get_by_label("Your name").fill("<b>Cato</b>")
    friend.get_by_test_id("join").click()
    expect(friend.get_by_test_id("hand")).to_be_visible()
    expect(page.get_by_test_id("hand")).to_be_visible()


def test_a_friend_comes_by_the_invitation_link(page, friend):
    join_by_link(page, friend)
    players = [Player(page), Player(friend)]
    for _ in range(4):
        # Who may act sees what is offered; nobody sees the other's tentative turn.
        page.wait_for_timeout(50)
        active = next(player for player in players if player.offered())
        other = next(player for player in players if player is not active)
        active.click("play tribune")
        assert other.offered() == []
        active.press("end-turn")
        expect(other.page.locator('[data-action="play tribune"]')).to_be_attached()
    for one in players:
        expect(one.page.get_by_test_id("log")).to_contain_text("Tribune")


def test_names_are_shown_as_they_are_written(page, friend):
    join_by_link(page, friend)
    expect(page.locator(".name", has_text="<b>Cato</b>").first).to_be_visible()
    assert page.locator(".name b").count() == 0


def test_a_link_lets_in_only_as_many_as_there_are_seats(page, friend, new_context, watch):
    watch.allow("409", "404")
    table = create(page, "me", "open")
    late = new_context().new_page()
    for visitor in (friend, late):
        visitor.goto(table["invitation"])
        visitor.get_by_label("Your name").fill("Drusus")
    friend.get_by_test_id("join").click()
    expect(friend.get_by_test_id("hand")).to_be_visible()
    late.get_by_test_id("join").click()
    expect(late.get_by_role("status")).not_to_be_empty()


def test_anybody_may_watch(page, friend):
    table = create(page, "me", "hotseat")
    page.goto(f"/table/{table['id']}")
    friend.goto(f"/table/{table['id']}")
    expect(friend.get_by_text("You are watching this table.")).to_be_visible()
    player = Player(page)
    player.wait()
    player.click("play tribune")
    player.press("end-turn")
    expect(friend.get_by_test_id("log")).to_contain_text("Tribune")
    assert Player(friend).offered() == []
