"""Two tabs at once, and many: one wins, the others are told, nothing is lost or doubled."""

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from tests.server.browser import Browser


def tab_of(browser: Browser) -> Browser:
    tab = Browser(browser.url)
    tab.http.cookies.update(browser.http.cookies)
    return tab


def test_of_two_tabs_acting_at_once_one_wins(browser):
    table = browser.create("me", "hotseat")
    with closing(tab_of(browser)) as tab, ThreadPoolExecutor(2) as pool:
        for _ in range(20):
            view = browser.view(table["id"])
            words = random.Random(view["version"]).sample(
                [each["text"] for each in view["game"]["question"]["legal"] * 2], 2
            )
            tries = [
                pool.submit(browser.decide, view, words[0]),
                pool.submit(tab.decide, view, words[1]),
            ]
            answers = [each.result() for each in tries]
            statuses = sorted(answer.status_code for answer in answers)
            assert statuses == [200, 409]
            loser = next(answer for answer in answers if answer.status_code == 409).json()["error"]
            winner = next(answer for answer in answers if answer.status_code == 200).json()
            assert loser["code"] == "action/stale"
            assert loser["update"]["table"] == winner["table"]


def test_ending_a_turn_twice_ends_it_once(browser, host):
    table = browser.create("me", "hotseat")
    view = browser.take(table, "play architect")
    tabs = [tab_of(browser) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda tab: tab.do(view, "end"), tabs))
    for tab in tabs:
        tab.close()
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    after = browser.view(table["id"])
    assert after["game"]["turn"] == 1
    record = host.parts.tables._tables[table["id"]].stored
    assert record.number == 2


def test_many_join_one_seat(browser, new_browser):
    table = browser.create("me", "open")
    guests = [new_browser() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda guest: guest.join(table), guests))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
