"""What is sent fits the models that OpenAPI and the UI's types are made from."""

import json
import random
from pathlib import Path

from praefectus.server import schemas
from tests.server.browser import finished_table

EXAMPLES = Path(__file__).parent.parent / "fixtures" / "examples"


def test_updates_of_a_whole_game_fit(browser, other, host):
    rng = random.Random(9)
    for map_, players in (("italia", 2), ("imperium", 3)):
        table = browser.create(*["me"] * players, map=map_, intermediate_scoring=True)
        for _ in range(120):
            legal = table["game"]["decision"]["legal"]
            answer = browser.decide(table, rng.choice(legal)["text"]).json()
            schemas.TableUpdate.model_validate(answer)
            table = answer["table"]
            if table["status"] == "finished":
                break
    finished = finished_table(host, browser, other)
    schemas.TableUpdate.model_validate(browser.get(f"/api/tables/{finished['id']}").json())
    schemas.Replay.model_validate(browser.get(f"/api/tables/{finished['id']}/replay").json())


def test_everything_else_fits(browser, other):
    table = browser.create("me", "open")
    token = table["invitation"].rpartition("/")[2]
    schemas.InvitationView.model_validate(other.get(f"/api/invitations/{token}").json())
    schemas.TableUpdate.model_validate(other.join(table).json())
    schemas.TableList.model_validate(browser.get("/api/tables").json())
    schemas.BotList.model_validate(browser.get("/api/bots").json())
    schemas.Reference.model_validate(browser.get("/api/reference").json())
    schemas.Health.model_validate(browser.get("/api/health").json())
    actor = next(b for b in (browser, other) if b.view(table["id"])["game"]["decision"])
    explained = actor.get(f"/api/tables/{table['id']}/explain", decision="build roma")
    schemas.Explanation.model_validate(explained.json())
    view = actor.view(table["id"])
    for refused in (actor.decide(view, "build roma"), actor.decide(view | {"version": 0}, "end")):
        schemas.ErrorResponse.model_validate(refused.json())
    with actor.watch(table["id"]) as socket:
        schemas.TableUpdate.model_validate(json.loads(socket.recv(timeout=5)))


def test_openapi_has_the_messages_of_the_socket(browser):
    document = browser.get("/api/openapi.json").json()
    assert {"Ping", "Pong", "TableUpdate"} <= document["components"]["schemas"].keys()
