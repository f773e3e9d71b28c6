"""One's own statistics: over finished games, and nobody else's."""

from dataclasses import replace

from sqlalchemy import update

from praefectus.server import own_statistics
from praefectus.server.models import result
from tests.server.browser import finished_table


def groups(browser):
    answer = browser.get("/api/statistics")
    assert answer.status_code == 200, answer.text
    return answer.json()["groups"]


def test_finished_games_are_summed_up_for_each_of_their_players(browser, other, new_browser, host):
    assert groups(browser) == []
    table = finished_table(host, browser, other)
    outcome = table["game"]["outcome"]
    winner, points = outcome["winner"], outcome["points"]
    for who, seat in ((browser, 0), (other, 1)):
        (group,) = groups(who)
        assert (group["map"], group["players"], group["games"]) == ("italia", 2, 1)
        assert group["everyone"]["total"] == points[seat]["total"]
        assert group["winners"]["total"] == points[winner]["total"]
        assert [rate["games"] for rate in group["seats"]] == [int(n == seat) for n in range(2)]
        assert group["seats"][seat]["wins"] == int(seat == winner)
    assert groups(new_browser()) == []


def test_what_if_games_do_not_count(browser, other, host):
    original = finished_table(host, browser, other)
    body = {"turn": original["game"]["turn"] - 1, "seat": 0, "level": "random"}
    branch = browser.post(f"/api/tables/{original['id']}/branch", body).json()["table"]
    assert branch["branch"] is not None
    assert groups(browser)[0]["games"] == 1


def test_what_if_games_take_no_place_from_those_that_count(browser, other, host, monkeypatch):
    """However many what-if games somebody has finished lately."""
    monkeypatch.setattr(own_statistics, "_MOST_GAMES", 2)
    finished_table(host, browser, other)
    for _ in range(2):
        table = finished_table(host, browser, other)
        branch = {"table": None, "turn": 3, "points": [80, 90], "winner": 1}
        host.run(
            host.parts.tables.change(
                table["id"], lambda stored, branch=branch: replace(stored, branch=branch)
            )
        )
    (group,) = groups(browser)
    assert group["games"] == 1


def test_a_game_on_a_board_that_is_gone_does_not_count(browser, other, host):
    finished_table(host, browser, other)
    table = finished_table(host, browser, other)
    record = browser.get(f"/api/tables/{table['id']}/record").text.replace('"italia"', '"atlantis"')

    async def keep() -> None:
        async with host.parts.store.writing() as connection:
            of_table = update(result).where(result.c.table_id == table["id"])
            await connection.execute(of_table.values(record=record))

    host.run(keep())
    (group,) = groups(browser)
    assert group["games"] == 1
