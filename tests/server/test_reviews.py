"""Reviews on the server: in the background, kept, bounded, and only of finished games."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from praefectus import Game, record
from praefectus.review import Depth, review
from praefectus.server.models import review_part
from praefectus.server.review_limits import ReviewLimits
from tests.server.browser import Browser, hosting, plant, wait_for
from tests.server.test_replays import code, empty_turns

GOLDEN = Path(__file__).parent.parent / "golden"
ITALIA_2 = GOLDEN / "italia-2-cards.concordia.json"
JSON = {"content-type": "application/json"}
QUICK = ReviewLimits(simulations=4, part=10)


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    with hosting(tmp_path_factory.mktemp("server"), reviews=QUICK) as host:
        yield host


def game() -> Game:
    return record.load(ITALIA_2).game


def upload(browser, data):
    return browser.http.post("/api/reviews", content=data, headers=JSON)


def complete(browser, path):
    """Return a review once it is complete."""

    def done():
        found = browser.get(path).json()
        return found if found["seats"] is not None else None

    return wait_for(done, patience=120)


def test_a_finished_game_is_reviewed_in_the_background_and_kept(host, browser, other):
    table = plant(host, game(), [browser, other])
    path = f"/api/tables/{table}/review"
    assert browser.get(path).json()["asked"] is False
    asked = browser.post(path).json()
    assert (asked["key"], asked["asked"], asked["length"]) == (table, True, game().turn)
    found = complete(other, path)
    own = review(game(), ["Livia", "Cato"], Depth(simulations=4))
    assert found["turns"] == json.loads(json.dumps(own["turns"]))
    assert found["seats"] == json.loads(json.dumps(own["seats"]))
    # It is not made again.
    jobs = dict(host.parts.jobs.counts.by_work)
    assert browser.post(path).json()["seats"] == found["seats"]
    assert browser.get(path, after=found["length"] - 1).json()["turns"] == found["turns"][-1:]
    assert host.parts.jobs.counts.by_work == jobs
    # Urgent work never waits for a whole review: it is done in parts.
    assert jobs["review_turns"] >= found["length"] // QUICK.part


def parts_of(host, table) -> list[int]:
    """Return the first turns of the parts in which a review was made."""
    query = select(review_part.c.first).where(review_part.c.key == table).order_by("first")

    async def read() -> list[int]:
        async with host.parts.store.reading() as connection:
            return [*(await connection.execute(query)).scalars()]

    return host.run(read())


def test_the_first_turn_comes_alone(host, browser):
    """Somebody waits for it; the others come some at a time."""
    table = plant(host, game(), [browser, browser])
    browser.post(f"/api/tables/{table}/review")
    complete(browser, f"/api/tables/{table}/review")
    assert parts_of(host, table) == [1, *range(2, game().turn + 1, QUICK.part)]


def test_reviews_take_turns(tmp_path):
    """However many are asked for, each has its first turns before any is complete."""
    limits = ReviewLimits(simulations=100, part=2)
    with hosting(tmp_path, reviews=limits) as host, closing(Browser(host.url)) as browser:
        paths = [f"/api/tables/{plant(host, game(), [browser, browser])}/review" for _ in range(4)]
        for path in paths:
            browser.post(path)
        wait_for(lambda: browser.get(paths[-1]).json()["done"] > 1, patience=60)
        assert [browser.get(path).json()["seats"] for path in paths] == [None] * 4


def test_a_running_game_cannot_be_reviewed(host, browser, other):
    running = game()
    while running.turn > 20:
        running.pop()
    table = plant(host, running, [browser, other])
    for answer in (
        browser.post(f"/api/tables/{table}/review"),
        browser.get(f"/api/tables/{table}/review"),
    ):
        assert (answer.status_code, code(answer)) == (409, "table/not-finished")
    refused = upload(browser, record.dumps(running).encode())
    assert (refused.status_code, code(refused)) == (422, "record/invalid")
    assert "only finished games" in refused.json()["error"]["message"]


def test_a_game_of_other_rules_cannot_be_reviewed(host, browser, other):
    table = plant(host, game(), [browser, other], rules_version="0-augurs")
    assert code(browser.post(f"/api/tables/{table}/review")) == "table/other-rules"
    document = json.loads(ITALIA_2.read_text()) | {"rules": "0-augurs"}
    refused = upload(browser, json.dumps(document))
    assert code(refused) == "record/invalid"
    assert "0-augurs" in refused.json()["error"]["message"]


def test_a_dropped_record_is_reviewed_once_for_all(browser, other):
    asked = upload(browser, ITALIA_2.read_bytes()).json()
    path = f"/api/reviews/{asked['key']}"
    found = complete(browser, path)
    assert len(found["turns"]) == found["length"] == game().turn
    again = upload(other, json.dumps(json.loads(ITALIA_2.read_text()), indent=3)).json()
    assert (again["key"], again["seats"]) == (asked["key"], found["seats"])


@pytest.mark.parametrize("data", [b"", b"[]", b"[" * 100_000, b"\xff", b'{"format": "other/1"}'])
def test_a_bad_record_is_one_clear_error(browser, data):
    answer = upload(browser, data)
    assert (answer.status_code, code(answer)) == (422, "record/invalid")
    assert "\n" not in answer.json()["error"]["message"]


def test_long_games_and_large_bodies_are_refused(browser):
    assert code(upload(browser, empty_turns(600))) == "record/invalid"
    assert code(upload(browser, b" " * 1_000_001)) == "request/too-large"


def test_a_review_that_nobody_asked_for_is_not_there(browser):
    assert code(browser.get("/api/reviews/0123456789abcdef")) == "review/not-found"
    assert browser.get("/api/reviews/..%2F").status_code in (404, 422)


def test_a_review_goes_on_after_a_restart(tmp_path):
    limits = ReviewLimits(simulations=60, part=2)
    with hosting(tmp_path, reviews=limits) as host, closing(Browser(host.url)) as browser:
        table = plant(host, game(), [browser, browser])
        path = f"/api/tables/{table}/review"
        browser.post(path)
        before = wait_for(lambda: browser.get(path).json()["turns"], patience=60)
        assert browser.get(path).json()["seats"] is None
    with hosting(tmp_path, reviews=limits) as host, closing(Browser(host.url)) as browser:
        found = complete(browser, path)
        assert found["turns"][: len(before)] == before
        assert [turn["turn"] for turn in found["turns"]] == list(range(1, game().turn + 1))
        parts = host.parts.jobs.counts.by_work["review_turns"]
        assert parts <= (found["length"] - len(before) + 1) // limits.part


def test_one_address_has_few_reviews_of_records_at_once(tmp_path):
    limits = ReviewLimits(simulations=2000, part=1, waiting=1)
    with hosting(tmp_path, reviews=limits) as host, closing(Browser(host.url)) as browser:
        assert upload(browser, ITALIA_2.read_bytes()).status_code == 200
        other = (GOLDEN / "italia-2-houses.concordia.json").read_bytes()
        answer = upload(browser, other)
        assert (answer.status_code, code(answer)) == (503, "server/busy")


def test_a_deleted_table_takes_its_review_along(host, browser):
    table = plant(host, game(), [browser, browser])
    path = f"/api/tables/{table}/review"
    browser.post(path)
    complete(browser, path)
    assert browser.delete(f"/api/tables/{table}").status_code in (200, 204)
    assert code(browser.get(f"/api/reviews/{table}")) == "review/not-found"
