"""Nobody studies a game that is still played: no review, what-if, puzzle, position, share or record of it, whoever asks and however."""

import json
import random
from dataclasses import replace

import pytest

from praefectus import Game, record
from tests.server.browser import JSON, finished_table, plant
from tests.server.test_secrets import Listener, gives_away, stack_of, walk

WHO = ("host", "seated", "spectator", "stranger")


def under_way(turns: int = 12) -> Game:
    rng = random.Random(3)
    game = Game.new("italia", 2, seed=3)
    while game.turn < turns or game.phase != "play":
        game.push(rng.choice(list(game.legal_actions)))
    return game


@pytest.fixture
def people(browser, other, new_browser):
    """Everybody who may ask: two at the table, one who watches, and one without a cookie."""
    spectator = new_browser()
    assert spectator.client
    return dict(zip(WHO, (browser, other, spectator, new_browser()), strict=True))


def requests(table_id: str):
    """Give every way to study a table: a name, and what asks for it."""
    path = f"/api/tables/{table_id}"
    for turn in (0, 5, 12, 13):
        yield lambda one, turn=turn: one.post(f"{path}/puzzle", {"turn": turn})
        yield lambda one, turn=turn: one.get(f"{path}/position", turn=turn)
        for seat in (0, 1):
            body = {"turn": turn, "seat": seat, "level": "random"}
            yield lambda one, body=body: one.post(f"{path}/branch", body)
    yield lambda one: one.get(f"{path}/review")
    yield lambda one: one.get(f"{path}/review", after=3)
    yield lambda one: one.post(f"{path}/review")
    yield lambda one: one.get(f"/api/reviews/{table_id}")
    yield lambda one: one.get(f"{path}/record")
    yield lambda one: one.post(f"{path}/share")
    yield lambda one: one.post(f"{path}/answer", {"give_up": True})


def check_refused(host, people, table_id: str) -> None:
    ears = [Listener(one) for one in people.values()]
    for ask in requests(table_id):
        for who, one in people.items():
            answer = ask(one)
            assert answer.status_code in (403, 404, 409), (who, answer.request.url, answer.text)
            assert set(answer.json()) == {"error"}
    texts = [text for ear in ears for text in ear.payloads]
    assert not any(gives_away(json.loads(text), stack_of(host, table_id)) for text in texts)


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_a_running_game_is_studied_by_nobody(host, people, hands):
    table = plant(host, under_way(), [people["host"], people["seated"]], hands=hands)
    people["host"].view(table)
    check_refused(host, people, table)
    replay = people["host"].get(f"/api/tables/{table}/replay").json()
    assert not any("position" in each for each in walk(replay) if isinstance(each, dict))


def test_nor_is_a_running_what_if_game_nor_one_that_left_it(host, people):
    original = finished_table(host, people["host"], people["seated"])
    body = {"turn": 6, "seat": 0, "level": "random"}
    branch = people["host"].post(f"/api/tables/{original['id']}/branch", body).json()["table"]
    assert branch["status"] == "playing"
    check_refused(host, people, branch["id"])


def test_nor_is_a_running_game_that_claims_to_have_been_shared(host, people):
    """The address of a share is no way around the table's state."""
    table = plant(host, under_way(), [people["host"], people["seated"]])
    token = "shared-while-running"

    async def share() -> None:
        await host.parts.tables.change(table, lambda stored: replace(stored, shared=token))

    host.run(share())
    people["host"].view(table)
    for who, one in people.items():
        for end in ("", "/replay", "/record", "/review", "/picture.png"):
            answer = one.http.get(f"/api/shared/{token}{end}")
            assert answer.status_code in (404, 409), (who, end, answer.text)
        assert one.post(f"/api/shared/{token}/review").status_code in (404, 409)
        assert "og:title" not in one.http.get(f"/shared/{token}").text


def test_nor_is_its_record_uploaded(people):
    """Whoever wrote it down: a game that goes on has no review, what-if or puzzle, and its replay no positions."""
    data = record.dumps(under_way()).encode()
    one = people["seated"]

    def upload(path, **params):
        return one.http.post(path, content=data, headers=JSON, params=params)

    for answer in (
        upload("/api/reviews"),
        upload("/api/branches", turn=3, seat=0, level="random"),
        upload("/api/puzzles", turn=3),
    ):
        assert answer.status_code == 422, answer.text
        assert "over" in answer.json()["error"]["message"]
    replay = upload("/api/replays").json()
    assert not any("position" in frame for frame in replay["frames"])


def test_statistics_tell_nothing_of_a_running_game(host, people):
    plant(host, under_way(), [people["host"], people["seated"]])
    for one in people.values():
        assert one.get("/api/statistics").json() == {"groups": []}
