"""Shared games: an address that anybody may open, with a picture for messengers, until its host withdraws it."""

import json
import struct
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from praefectus import record
from praefectus.server.fair_queue import Owner
from praefectus.server.pictures import Pictures
from praefectus.server.settings import STATIC
from tests.server.browser import Browser, hosting, plant
from tests.server.test_replays import code

RECORD = Path(__file__).parent.parent / "fixtures/examples/italia-3.concordia.json"
NAMES = ['<script>"&', "Дмитро", "حسین"]


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    with hosting(tmp_path_factory.mktemp("server"), static=STATIC) as host:
        yield host


def planted(host, owner) -> str:
    """Return a finished game of one person's, with names that need care."""
    table = plant(host, record.load(RECORD).game, [owner] * 3)

    def named(stored):
        seats = tuple(replace(seat, name=NAMES[n]) for n, seat in enumerate(stored.seats))
        return replace(stored, seats=seats, name="An <evening>", host=owner.client)

    host.run(host.parts.tables.change(table, named))
    return table


def share(browser, table) -> str:
    answer = browser.post(f"/api/tables/{table}/share")
    assert answer.status_code == 200, answer.text
    return answer.json()["table"]["shared"].removeprefix("/shared/")


def test_a_shared_game_is_there_for_everybody(host, browser, new_browser):
    table = planted(host, browser)
    token = share(browser, table)
    assert token != table
    assert share(browser, table) == token
    stranger = new_browser()
    about = stranger.get(f"/api/shared/{token}").json()
    assert [seat["name"] for seat in about["seats"]] == NAMES
    replay = stranger.get(f"/api/shared/{token}/replay").json()
    assert replay["seats"] == NAMES
    downloaded = stranger.get(f"/api/shared/{token}/record")
    assert json.loads(downloaded.content)["players"] == NAMES
    review = stranger.get(f"/api/shared/{token}/review").json()
    assert review["key"] == token
    assert table not in json.dumps([about, replay, review])
    # Only the host is told the address at the table.
    assert stranger.view(table)["shared"] is None


def test_what_messengers_read_is_escaped_and_has_a_picture(host, browser):
    token = share(browser, planted(host, browser))
    page = browser.get(f"/shared/{token}")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "<script>&" not in page.text.replace('"', "")
    assert "&lt;script&gt;&quot;&amp;" in page.text
    assert "An &lt;evening&gt;" in page.text
    address = f"{host.url}/api/shared/{token}/picture.png"
    assert f'property="og:image" content="{address}"' in page.text
    # Not by the browser, which takes everything there for JSON.
    picture = httpx.get(address, timeout=60)
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert len(picture.content) > 20_000


def drawn(host) -> int:
    return host.parts.jobs.counts.by_work.get("draw_picture", 0)


def picture_address(host, token) -> str:
    return f"{host.url}/api/shared/{token}/picture.png"


def test_a_picture_is_drawn_once_however_often_it_is_asked_for(host, browser):
    address = picture_address(host, share(browser, planted(host, browser)))
    before = drawn(host)
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(lambda _: httpx.get(address, timeout=60), range(4))]
    assert {answer.status_code for answer in found} == {200}
    assert len({answer.content for answer in found}) == 1
    assert httpx.get(address).content == found[0].content
    assert drawn(host) == before + 1
    tag = found[0].headers["etag"]
    for given in (tag, f'"other", W/{tag}'):
        same = httpx.get(address, headers={"if-none-match": given})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    assert httpx.get(address, headers={"if-none-match": '"other"'}).status_code == 200
    # Whoever keeps it asks again, so that a game that is withdrawn is gone.
    assert "no-cache" in found[0].headers["cache-control"]
    assert drawn(host) == before + 1


def test_a_picture_shows_the_name_that_the_table_has_now(host, browser):
    table = planted(host, browser)
    address = picture_address(host, share(browser, table))
    first = httpx.get(address, timeout=60)
    assert browser.patch(f"/api/tables/{table}", {"name": "Another evening"}).status_code == 200
    second = httpx.get(address, headers={"if-none-match": first.headers["etag"]}, timeout=60)
    assert second.status_code == 200
    assert second.content != first.content


def test_the_picture_of_a_withdrawn_game_is_not_kept(host, browser):
    table = planted(host, browser)
    address = picture_address(host, share(browser, table))
    tag = httpx.get(address, timeout=60).headers["etag"]
    assert table in host.parts.pictures._kept
    browser.delete(f"/api/tables/{table}/share")
    assert table not in host.parts.pictures._kept
    assert httpx.get(address, headers={"if-none-match": tag}).status_code == 404


def test_few_pictures_are_kept(host, browser):
    tables = [host.run(host.parts.tables.get(planted(host, browser))) for _ in range(2)]
    size = len(host.run(host.parts.pictures.draw(tables[0], Owner(""))))
    pictures = Pictures(host.parts.jobs, most_bytes=size * 3 // 2)
    before = drawn(host)
    for table in (*tables, tables[1], tables[0]):
        host.run(pictures.draw(table, Owner("")))
    # The second takes the place of the first, and stays there until the first comes again.
    assert drawn(host) == before + 3
    assert [*pictures._kept] == [tables[0].stored.id]


def test_a_withdrawn_game_is_gone(host, browser, other):
    table = planted(host, browser)
    token = share(browser, table)
    assert browser.delete(f"/api/tables/{table}/share").json()["table"]["shared"] is None
    for path in ("", "/replay", "/record", "/review", "/picture.png"):
        answer = other.get(f"/api/shared/{token}{path}")
        assert (answer.status_code, code(answer)) == (404, "share/not-found")
    page = other.get(f"/shared/{token}")
    assert page.status_code == 404
    assert "og:image" not in page.text
    again = share(browser, table)
    assert again != token
    assert other.get(f"/api/shared/{again}").status_code == 200


def test_only_the_host_shares_and_only_finished_games(host, browser, other):
    table = planted(host, browser)
    assert code(other.post(f"/api/tables/{table}/share")) == "table/not-host"
    assert code(other.delete(f"/api/tables/{table}/share")) == "table/not-host"
    running = browser.create("me", "bot")
    assert code(browser.post(f"/api/tables/{running['id']}/share")) == "table/not-finished"
    assert code(browser.get("/api/shared/0123456789abcdef")) == "share/not-found"


def test_a_share_survives_a_restart(tmp_path):
    with hosting(tmp_path, static=STATIC) as host, closing(Browser(host.url)) as browser:
        token = share(browser, planted(host, browser))
    with hosting(tmp_path, static=STATIC) as host, closing(Browser(host.url)) as browser:
        assert browser.get(f"/api/shared/{token}").status_code == 200
