"""The table's layout, measured from the page at nine sizes."""

import pytest
from playwright.sync_api import expect

from tests.ui.fitting import misfits, small_letters
from tests.ui.sizes import SIZES
from tests.ui.tables import begins_with, reach, sit

# Pairs of things to press of which one lies over a good part of the other, outside the board's own pieces.
_OVERLAPS = """() => {
    // What is seen of an element inside lists that scroll.
    const seen = (element) => {
        let {left, top, right, bottom} = element.getBoundingClientRect();
        for (let up = element.parentElement; up; up = up.parentElement) {
            if (getComputedStyle(up).overflowY === 'visible') continue;
            const box = up.getBoundingClientRect();
            [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
            [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
        }
        return {left, top, right, bottom};
    };
    const acting = [...document.querySelectorAll('button, a, input, [role=tab]')].filter((element) => {
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && !element.closest('svg');
    });
    const found = [];
    for (const [i, one] of acting.entries()) {
        for (const other of acting.slice(i + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            // Cards of a full hand lie on each other like a fan.
            if (one.closest('[data-testid=hand]') && other.closest('[data-testid=hand]')) continue;
            const [a, b] = [one, other].map(seen);
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > 2 && down > 2)
                found.push([one, other].map((element) => element.outerHTML.slice(0, 90)).join(' / '));
        }
    }
    return found;
}"""
# Things to press of which a part is outside the screen, or inside something that cuts it off.
_CUT = """() => [...document.querySelectorAll('button, a')].filter((element) => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || element.closest('svg, .content, .log, .players, dialog')) return false;
    return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map((element) => element.outerHTML.slice(0, 120))"""
_SHARE = """() => { const box = document.querySelector('[role=application]').getBoundingClientRect();
    return box.width * box.height / (innerWidth * innerHeight); }"""
_HEIGHTS = """(kind) => [...document.querySelectorAll(`.pieces .${kind}`)].map((piece) => {
    const box = piece.getBBox(); const matrix = piece.getScreenCTM(); return box.height * matrix.d; })"""
_UNCOVERED = """() => { const board = document.querySelector('[role=application]').getBoundingClientRect();
    const sheet = document.querySelector('.world').getBoundingClientRect();
    return sheet.left <= board.left + 4 && sheet.top <= board.top + 4
        && sheet.right >= board.right - 4 && sheet.bottom >= board.bottom - 4; }"""


def _is_under_way(now):
    built = any(player["houses"] for player in now["game"]["state"]["players"])
    return now["log_length"] >= 14 and built and begins_with(now, "senator")


def table_at(screen, size, map):
    page = screen(size)
    options = {"map": map, "seats": 3 if map == "imperium" else 2}
    player = sit(page, reach(page, _is_under_way, **options))
    page.locator(".pieces .house").first.wait_for(state="attached")
    return page, player


# Every size with the larger board; with the smaller one, which lies upright, the rest is for those who have time.
CASES = [
    *[(size, "imperium") for size in SIZES],
    *[(size, "italia") for size in ("laptop", "phone")],
    *[
        pytest.param(size, "italia", marks=pytest.mark.long)
        for size in SIZES
        if size not in ("laptop", "phone")
    ],
]


@pytest.mark.parametrize(("size", "map"), CASES)
def test_nothing_lies_on_anything_and_the_board_is_the_screen(screen, size, map):
    page, player = table_at(screen, size, map)
    for action in ("", "play senator"):
        if action:
            player.click(action)
            # The market has come under the pointer, which would show what a card brings: a finger is not there any more.
            page.mouse.move(1, 1)
        assert page.evaluate(_OVERLAPS) == []
        assert page.evaluate(_CUT) == []
        assert small_letters(page) == []
    assert page.evaluate(_UNCOVERED), "something but sea and land is seen behind the board"
    share = page.evaluate(_SHARE)
    least = 0.45 if SIZES[size][0] >= 1280 else 0.3
    assert share >= least, share
    houses = page.evaluate(_HEIGHTS, "house")
    least = 16 if SIZES[size][0] >= 1440 else 12
    assert min(houses) >= least, min(houses)


def test_the_bank_leaves_hand_and_storehouse_in_sight(page):
    player = sit(page, reach(page, lambda now: begins_with(now, "mercator-3")))
    player.click("play mercator-3")
    expect(page.get_by_label("The bank")).to_be_visible()
    expect(page.get_by_test_id("hand")).to_be_visible()
    expect(page.get_by_label("Your storehouse")).to_be_visible()
    assert page.evaluate(_OVERLAPS) == []


@pytest.mark.parametrize("width", [1024, 1180])
def test_a_tablet_held_sideways_has_room_for_fingers(phone, width):
    page = phone
    page.set_viewport_size({"width": width, "height": 768})
    sit(page, reach(page, _is_under_way, map="imperium", seats=3))
    assert page.evaluate(_OVERLAPS) == []
    assert page.evaluate(_CUT) == []
    for button in page.locator("header .button").all():
        box = button.bounding_box()
        assert box["height"] >= 44, box
        assert box["width"] >= 30, box


@pytest.mark.parametrize("size", ["laptop", "small laptop", "old laptop"])
def test_the_row_over_the_players_is_one_row_and_names_are_whole(screen, size):
    page = screen(size)
    table = reach(page, _is_under_way, map="imperium", seats=3)
    magnus = table["game"]["state"]["praefectus_magnus"]
    name = {"name": "Maximilian"}
    expect(page.request.patch(f"/api/tables/{table['id']}/seats/{magnus}", data=name)).to_be_ok()
    sit(page, table)
    tops = {round(one.bounding_box()["y"]) for one in page.locator("header .button").all()}
    assert len(tops) == 1, tops
    expect(page.get_by_test_id("turn")).to_contain_text(f"Turn {table['game']['turn'] + 1}")
    assert page.get_by_test_id("turn").bounding_box()["height"] < 26
    # Cards of a full hand lie on each other like a fan.
    assert [one for one in misfits(page) if not one.startswith("button.card")] == []
