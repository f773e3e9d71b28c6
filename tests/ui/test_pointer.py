"""The board under a real pointer: dragging a colonist, the wheel, two fingers."""

from playwright.sync_api import expect

from tests.server.browser import wait_for
from tests.ui.tables import create, sit

_WORLD = "document.querySelector('.world').getBoundingClientRect().width"


def width(page):
    """Return how wide the board is drawn, in pixels."""
    return page.evaluate(_WORLD)


def rested(page):
    """Return the same once the board is there and has found its size."""
    page.locator(".world").wait_for()
    page.wait_for_function(
        f"() => {{ const before = window.before; window.before = {_WORLD}; return before === window.before; }}",
        polling=300,
    )
    return width(page)


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, piece, place):
    """Drag by mouse, slowly enough for the page to offer where the piece may go."""
    page.mouse.move(*middle(piece))
    page.mouse.down()
    x, y = middle(piece)
    page.mouse.move(x + 12, y + 12, steps=3)
    goal = page.locator(place)
    goal.wait_for(state="attached")
    page.mouse.move(*middle(goal), steps=8)
    page.mouse.up()


def tentative(player):
    return [step["text"] for step in player.table()["game"]["question"]["tentative"]]


def test_what_comes_to_lie_under_a_resting_hand_shows_no_face(page):
    sit(page, create(page, "me", "hotseat"))
    x, y = middle(page.locator('[data-action="play architect"]'))
    page.mouse.click(x, y)
    expect(page.locator('[data-action="move land roma"]')).to_be_attached()
    page.wait_for_timeout(700)
    expect(page.get_by_test_id("face")).to_have_count(0)
    page.mouse.move(x + 12, y + 6, steps=4)
    expect(page.get_by_test_id("face")).to_be_visible()


def test_an_architect_tour_by_dragging(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play architect")
    wanted = ["play architect", "move land roma", "to land cosa~roma"]
    drag(page, page.locator('[data-drag="move land roma"]'), '[data-action="to land cosa~roma"]')
    wait_for(lambda: tentative(player) == wanted)
    expect(page.locator('[data-action="build cosa"]')).to_be_attached()
    # The tour goes on with the sea colonist, and can be undone step by step.
    wanted += ["move sea roma", "to sea cosa~roma"]
    drag(page, page.locator('[data-drag="move sea roma"]'), '[data-action="to sea cosa~roma"]')
    wait_for(lambda: tentative(player) == wanted)
    for _ in wanted:
        player.press("undo")
    assert tentative(player) == []


def test_a_colonist_dropped_nowhere_stays_picked(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play architect")
    piece = page.locator('[data-drag="move land roma"]')
    before = rested(page)
    page.mouse.move(*middle(piece))
    page.mouse.down()
    box = page.get_by_role("application").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + 8, steps=6)
    page.mouse.up()
    expect(page.locator('[data-action^="to land"]').first).to_be_attached()
    assert tentative(player) == ["play architect", "move land roma"]
    assert width(page) == before


def test_the_wheel_zooms_where_it_points(page):
    sit(page, create(page, "me", "hotseat"))
    roma = page.locator('[data-thing="city roma"]')
    before = rested(page)
    page.mouse.move(*middle(roma))
    x, y = middle(roma)
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"(before) => {_WORLD} > 1.5 * before", arg=before)
    assert abs(middle(roma)[0] - x) < 30
    assert abs(middle(roma)[1] - y) < 30
    page.mouse.wheel(0, 2000)
    page.wait_for_function(f"(before) => {_WORLD} <= before + 1", arg=before)


def test_two_fingers_zoom(phone):
    sit(phone, create(phone, "me", "hotseat"))
    before = rested(phone)
    box = phone.get_by_role("application").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = phone.context.new_cdp_session(phone)

    def fingers(kind, apart):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )

    fingers("touchStart", 30)
    for apart in (40, 60, 80, 100):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    phone.wait_for_function(f"(before) => {_WORLD} > 1.5 * before", arg=before)
    spread = width(phone)
    fingers("touchStart", 100)
    for apart in (80, 60, 40):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    phone.wait_for_function(f"(spread) => {_WORLD} < 0.7 * spread", arg=spread)
