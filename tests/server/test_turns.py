"""The tentative turn: decide, undo, redo, restart, end; and what others see of it."""

import random

import pytest

import praefectus
from tests.server.browser import plant, wait_for


def code(answer):
    assert 400 <= answer.status_code < 500, answer.text
    return answer.json()["error"]["code"]


@pytest.fixture
def table(browser):
    """A table of one browser's, so that it is always its turn."""
    return browser.create("me", "hotseat")


def test_decisions_carry_their_thing_and_effect(table):
    legal = {each["text"]: each for each in table["game"]["question"]["legal"]}
    assert legal["play architect"]["thing"] == {"type": "card", "id": "architect"}
    assert legal["play mercator-3"]["effect"]["seats"][0]["money"] == 3


def test_a_decision_shows_in_the_view(browser, table):
    seat = table["game"]["seat"]
    after = browser.take(table, "play architect", "move land roma")
    question = after["game"]["question"]
    assert [step["text"] for step in question["tentative"]] == ["play architect", "move land roma"]
    assert question["phase"] == "line"
    assert question["movement"] == 2
    assert all(each["cost"] >= 1 for each in question["legal"] if each["kind"] == "to")
    assert after["game"]["state"]["players"][seat]["discard"] == ["architect"]


def test_a_whole_step_of_a_record_is_taken(browser, table):
    after = browser.take(table, "play architect", "move land roma roma~spoletum")
    assert len(after["game"]["question"]["tentative"]) == 3
    seat = after["game"]["seat"]
    assert "land roma~spoletum" in after["game"]["state"]["players"][seat]["colonists"]


def test_undo_redo_and_restart(browser, table):
    played = browser.take(table, "play architect", "move land roma", "to land roma~spoletum")
    undone = browser.do(played, "undo").json()["table"]
    assert undone["game"]["question"]["redo"] == ["to land roma~spoletum"]
    assert browser.do(undone, "redo").json()["table"]["game"] == played["game"]
    started = browser.do(browser.view(table["id"]), "restart").json()["table"]
    assert started["game"]["state"] == table["game"]["state"]
    assert len(started["game"]["question"]["redo"]) == 3
    for _ in range(3):
        started = browser.do(started, "redo").json()["table"]
    assert started["game"] == played["game"]
    assert code(browser.do(started, "redo")) == "action/nothing"


def test_another_decision_forgets_what_could_be_redone(browser, table):
    played = browser.take(table, "play architect", "move land roma")
    undone = browser.do(played, "undo").json()["table"]
    other = browser.take(undone, "move sea roma")
    assert other["game"]["question"]["redo"] == []


def test_deciding_what_would_be_redone_is_redoing(browser, table):
    played = browser.take(table, "play architect", "move land roma", "to land roma~spoletum")
    started = browser.do(played, "restart").json()["table"]
    again = browser.take(started, "play architect")
    assert again["game"]["question"]["redo"] == ["move land roma", "to land roma~spoletum"]


def test_nothing_to_undo(browser, table):
    assert code(browser.do(table, "undo")) == "action/nothing"
    assert code(browser.do(table, "restart")) == "action/nothing"


def test_end_commits_the_turn_and_logs_it(browser, table):
    seat = table["game"]["seat"]
    played = browser.take(table, "play mercator-3", "buy brick 1")
    answer = browser.do(played, "end").json()
    assert answer["table"]["game"]["turn"] == 1
    (turn,) = answer["log"]
    assert (turn["turn"], turn["seat"], turn["card"], turn["open"]) == (
        1,
        seat,
        "mercator-3",
        False,
    )
    assert [step["text"] for step in turn["steps"]] == ["play mercator-3", "buy brick 1", "end"]
    assert turn["steps"][1]["effect"]["seats"][0]["goods"] == {"brick": 1}
    assert len(turn["points"]) == 2
    assert code(browser.do(answer["table"], "undo")) == "action/nothing", "what is ended stays"


def test_a_turn_that_is_not_complete_cannot_end(browser, table):
    played = browser.take(table, "play prefect")
    answer = browser.do(played, "end")
    assert code(answer) == "action/illegal"
    assert answer.json()["error"]["explanation"]["rule"].startswith("R")
    assert browser.view(table["id"])["version"] == played["version"], "nothing has changed"


def test_others_see_only_what_is_committed(browser, other):
    table = browser.create("me", "open")
    other.join(table)
    views = [(each, each.view(table["id"])) for each in (browser, other)]
    actor, view = next(pair for pair in views if pair[1]["game"]["question"])
    watcher, before = next(pair for pair in views if not pair[1]["game"]["question"])
    played = actor.take(view, "play architect")
    assert watcher.view(table["id"])["game"] == before["game"]
    assert actor.view(table["id"])["game"] == played["game"], "a reload shows the same"
    actor.do(played, "end")
    assert watcher.view(table["id"])["game"]["turn"] == 1


def test_out_of_turn(browser, other, new_browser):
    table = browser.create("me", "open")
    other.join(table)
    views = [(each, each.view(table["id"])) for each in (browser, other)]
    idle, view = next(pair for pair in views if not pair[1]["game"]["question"])
    actor, mine = next(pair for pair in views if pair[1]["game"]["question"])
    assert code(idle.decide(view, "play architect")) == "action/not-your-turn"
    actor.take(mine, "play architect")
    assert code(idle.decide(view, "play architect")) == "action/not-your-turn"
    assert code(new_browser().decide(view, "play architect")) == "seat/not-yours"
    assert code(idle.do(view, "undo")) == "action/not-your-turn"


def test_another_seats_cookie_does_not_act(browser, other):
    """Nor does one that somebody made up, or changed a little."""
    table = browser.create("me", "hotseat")
    other.get("/api/tables")
    assert code(other.decide(table, "play architect")) == "seat/not-yours"
    (name, value) = next(iter(browser.http.cookies.items()))
    other.http.cookies.clear()
    client, _, signature = value.rpartition(".")
    other.http.cookies.set(name, f"{client}.{signature[:4]}{signature[4:].swapcase()}")
    assert code(other.decide(table, "play architect")) == "seat/not-yours"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("build roma", "action/illegal"),
        ("play consul", "action/illegal"),
        ("sell wine 13", "action/illegal"),
        ("dance", "action/unreadable"),
        ("move land roma nowhere~roma", "action/unreadable"),
        ("keep 1 brick", "action/illegal"),
    ],
)
def test_what_is_not_allowed_says_why_and_changes_nothing(browser, table, words, expected):
    answer = browser.decide(table, words)
    assert (answer.status_code, code(answer)) == (422, expected)
    if expected == "action/illegal":
        explanation = answer.json()["error"]["explanation"]
        assert explanation["rule"]
        assert explanation["key"]
        assert explanation["text"]
    assert browser.view(table["id"]) == table | {"seats": browser.view(table["id"])["seats"]}


def test_words_for_another_seats_choice_do_not_end_the_turn(browser, table):
    """A record's `keep SEAT GOOD` stands after the turn's own end; here only `end` ends it."""
    played = browser.take(table, "play prefect", "cash")
    answer = browser.decide(played, "keep 1 brick")
    assert answer.status_code == 422
    assert browser.view(table["id"])["game"]["turn"] == 0


def test_explain(browser, other, table):
    path = f"/api/tables/{table['id']}/explain"
    answer = browser.get(path, decision="build roma").json()
    assert not answer["legal"]
    assert answer["rule"]
    played = browser.take(table, "play architect")
    answer = browser.get(path, decision="build roma").json()
    assert (answer["rule"], answer["key"]) == ("R5.6", "architect.capital")
    assert answer["values"]
    assert "Roma" in answer["text"]
    assert browser.get(path, decision="move land roma").json()["legal"]
    far = browser.get(path, decision="move land roma comum~segusio").json()
    assert not far["legal"]
    assert code(browser.get(path, decision="dance")) == "action/unreadable"
    assert code(other.get(path, decision="build roma")) == "action/not-your-turn"
    assert browser.view(table["id"])["version"] == played["version"]


def test_a_stale_request_gets_the_fresh_table(browser, table):
    browser.take(table, "play architect")
    answer = browser.decide(table, "play prefect")
    assert (answer.status_code, code(answer)) == (409, "action/stale")
    fresh = answer.json()["error"]["update"]["table"]
    assert fresh["game"]["question"]["tentative"][0]["text"] == "play architect"
    assert browser.take(fresh, "move land roma")


def test_a_stale_tab_is_told_even_when_the_turn_has_passed(browser, other):
    table = browser.create("me", "open")
    other.join(table)
    actor = next(b for b in (browser, other) if b.view(table["id"])["game"]["question"])
    view = actor.view(table["id"])
    actor.do(actor.take(view, "play architect"), "end")
    answer = actor.decide(view, "play architect")
    assert code(answer) == "action/stale"
    assert len(answer.json()["error"]["update"]["log"]) == 1


def foreign_keep():
    """Return a game in which somebody must choose what to keep on another's turn."""
    for seed in range(200):
        rng = random.Random(seed)
        game = praefectus.Game.new(map="italia", players=2, seed=seed)
        while not game.is_over:
            game.push(rng.choice(list(game.legal_actions)))
            if game.phase == "keep" and game.seat != game.turn_seat:
                return game
    pytest.fail("nobody ever had to choose")


def test_a_foreign_keep_is_asked_of_its_seat(browser, other, host):
    game = foreign_keep()
    table = plant(host, game, [browser, other])
    keeper, turn_owner = (browser, other) if game.seat == 0 else (other, browser)
    check_foreign_keep(keeper, turn_owner, keeper.view(table))


def check_foreign_keep(keeper, turn_owner, view):
    assert view["log_length"] == view["game"]["turn"] + 1, "the turn is in the log, open"
    assert keeper.get(f"/api/tables/{view['id']}").json()["log"][-1]["open"]
    assert turn_owner.view(view["id"])["game"]["question"] is None
    rng = random.Random(1)
    kept = keeper.take(view, rng.choice(view["game"]["question"]["legal"])["text"])
    undone = keeper.do(kept, "undo").json()["table"]
    assert undone["game"]["state"] == view["game"]["state"]
    done = keeper.play_turn(undone, rng)
    assert done["game"]["phase"] in ("play", "keep", "finished")


def test_a_bot_answers_a_turn(browser):
    table = browser.create("me", "bot")
    rng = random.Random(2)
    for _ in range(3):
        view = wait_for(lambda: (v := browser.view(table["id"]))["game"]["question"] and v)
        browser.play_turn(view, rng)
    wait_for(lambda: browser.view(table["id"])["game"]["turn"] >= 5)
    log = browser.get(f"/api/tables/{table['id']}").json()["log"]
    assert [turn["turn"] for turn in log] == list(range(1, len(log) + 1))


def test_nobody_can_count_what_somebody_tries_out(browser, other, new_browser, host):
    table = browser.create("me", "open")
    other.join(table)
    views = {each: each.view(table["id"]) for each in (browser, other)}
    decider = next(each for each, view in views.items() if view["game"]["question"])
    watching = [other if decider is browser else browser, new_browser()]
    before = [each.view(table["id"]) for each in watching]
    view = decider.take(views[decider], "play architect", "move land roma")
    view = decider.do(view, "undo").json()["table"]
    assert [each.view(table["id"]) for each in watching] == before, "nothing tells of it"
    # Also not after the table was read again, or when the turn is over.
    host.run(host.parts.tables.refresh(table["id"]))
    assert [each.view(table["id"]) for each in watching] == before
    assert code(decider.do(views[decider], "undo")) == "action/stale", "exact for who decides"
    decider.do(decider.do(view, "restart").json()["table"], "restart")
    decider.take(decider.view(table["id"]), "play tribune", "end")
    after = [each.view(table["id"])["version"] for each in watching]
    once = after[1] - before[1]["version"]
    watching[0].take(watching[0].view(table["id"]), "play tribune", "end")
    assert new_browser().view(table["id"])["version"] - after[1] == once, "each turn counts as one"
