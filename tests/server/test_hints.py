"""Hints: for whom, when, and that they are turns of this game and give nothing away."""

import asyncio
import random
from contextlib import closing
from dataclasses import replace

import pytest

import praefectus
from praefectus.rules.ids import ACTION_END, PHASE_NAMES
from praefectus.server.beginning import Beginning
from praefectus.server.jobs import JobTimeoutError
from praefectus.server.settings import Limits
from praefectus.server.thinking import Task, give_hints, take_turn
from praefectus.server.worker_pool import WorkerPool
from tests.server.browser import Browser, finished_table, hosting, plant, wait_for


def ask(browser, table):
    return browser.post(f"/api/tables/{table['id']}/hint", {"version": table["version"]})


def hints_for(browser, table):
    answer = ask(browser, table)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["version"] == table["version"]
    assert 1 <= len(found["hints"]) <= 3
    return found["hints"]


def code(answer):
    assert 400 <= answer.status_code < 500, answer.text
    return answer.json()["error"]["code"]


def words(hint):
    return [step["text"] for step in hint["steps"]]


def take_back(browser, table, count):
    for _ in range(count):
        table = browser.do(table, "undo").json()["table"]
    return table


def positions(seeds=range(40)):
    """Yield random games at every decision."""
    for seed in seeds:
        rng = random.Random(seed)
        game = praefectus.Game.new(map="italia", players=2, seed=seed)
        while not game.is_over:
            yield game
            game.push(rng.choice(list(game.legal_actions)))


@pytest.fixture
def table(browser):
    return browser.create("me", "hotseat")


def test_hints_are_whole_turns_that_can_be_played(browser, table):
    hints = hints_for(browser, table)
    assert len({tuple(words(hint)) for hint in hints}) == len(hints)
    for hint in hints:
        assert words(hint)[0].startswith("play ")
        assert "end" not in words(hint)
        assert 0 <= hint["win_chance"] <= 1
        parts = [points for god, points in hint["points"].items() if god != "total"]
        assert sum(parts) == pytest.approx(hint["points"]["total"], abs=1)
        played = browser.take(table, *words(hint))
        assert played["game"]["question"]["tentative"] == hint["steps"]
        assert played["game"]["question"]["can_end"]
        table = take_back(browser, played, len(words(hint)))


def test_in_mid_turn_they_go_on_from_there(browser, table):
    table = browser.take(table, "play architect", "move land roma")
    for hint in hints_for(browser, table):
        assert words(hint)[0].startswith("to land ")
        played = browser.take(table, *words(hint))
        assert played["game"]["question"]["can_end"]
        table = take_back(browser, played, len(words(hint)))


def test_when_all_is_done_the_hint_is_to_end(browser, table):
    table = browser.take(table, "play prefect", "produce campania")
    (hint,) = hints_for(browser, table)
    assert hint["steps"] == []


def test_what_to_keep_of_what_others_brought(browser, host):
    game = next(
        game for game in positions() if game.phase == "keep" and game.actions[-1] == ACTION_END
    )
    table = browser.view(plant(host, game, [browser, browser]))
    for hint in hints_for(browser, table):
        assert {step["kind"] for step in hint["steps"]} == {"keep"}


def test_there_are_hints_whatever_is_asked():
    seen = set()
    for game in positions(range(6)):
        if game.phase in seen:
            continue
        seen.add(game.phase)
        found = give_hints(
            Task("champion:sims=16", 1, Beginning.at_setup(game.setup), list(game.actions)), 3
        )
        assert found, game.phase
        for candidate in found:
            trial = game.copy()
            for action in candidate.actions:
                assert action in trial.legal_actions, game.phase
                trial.push(action)
            assert candidate.actions[-1] == ACTION_END
            assert ACTION_END not in candidate.actions[:-1]
    assert seen == set(PHASE_NAMES) - {"finished"}


def test_a_hint_changes_nothing(browser, table):
    before = browser.view(table["id"])
    hints_for(browser, before)
    assert browser.view(table["id"]) == before


def test_no_hint_shows_a_card_that_is_not_turned_up(browser, table):
    rng = random.Random(5)
    for _ in range(4):
        known = {card for card in table["game"]["state"]["display"] if card}
        for hint in hints_for(browser, table):
            for step in hint["steps"]:
                assert set(filter(None, step["effect"].get("display", []))) <= known
                assert "deck" not in step["effect"]
        for _ in range(3):
            table = browser.play_turn(browser.view(table["id"]), rng)


def test_hints_do_not_depend_on_the_order_of_the_deck():
    setup = praefectus.Game.new(map="italia", players=3, seed=3).setup
    stack = list(setup.cards)
    # The last two cards, which are of one deck, the other way round.
    turned = [*stack[:-2], stack[-1], stack[-2]]
    assert turned != stack
    one, other = (
        give_hints(
            Task(
                "champion:sims=64",
                seed=1,
                beginning=Beginning.at_setup(praefectus.Setup(setup.options, setup.cities, cards)),
                actions=[],
            ),
            3,
        )
        for cards in (stack, turned)
    )
    assert one == other


def test_only_who_must_decide_is_given_hints(browser, other, new_browser):
    table = browser.create("me", "open", hints=True)
    assert code(ask(browser, table)) == "table/not-started"
    other.join(table)
    views = [(each, each.view(table["id"])) for each in (browser, other)]
    idle, view = next(pair for pair in views if not pair[1]["game"]["question"])
    actor, mine = next(pair for pair in views if pair[1]["game"]["question"])
    assert code(ask(idle, view)) == "action/not-your-turn"
    assert code(ask(new_browser(), view)) == "seat/not-yours"
    assert hints_for(actor, mine)


def test_a_seat_that_a_bot_plays_is_given_none(browser, other):
    table = browser.create("me", "open", hints=True)
    other.join(table)
    seat = next(s["seat"] for s in browser.view(table["id"])["seats"] if s["mine"])
    browser.post(f"/api/tables/{table['id']}/seats/{seat}/replace", {"level": "random"})
    wait_for(lambda: other.view(table["id"])["game"]["question"])
    assert code(ask(browser, browser.view(table["id"]))) == "action/not-your-turn"


def test_none_when_the_game_is_over(browser, host):
    assert code(ask(browser, finished_table(host, browser, browser))) == "table/finished"


def test_none_for_a_table_that_has_moved_on(browser, table):
    browser.take(table, "play architect")
    assert code(ask(browser, table)) == "action/stale"


def test_none_at_a_table_without(browser):
    table = browser.create("me", "hotseat", hints=False)
    answer = ask(browser, table)
    assert (answer.status_code, code(answer)) == (403, "hint/off")


@pytest.mark.parametrize("body", [{}, {"version": -1}, {"version": "x"}, {"version": 1, "n": 9}])
def test_a_request_that_is_wrong(browser, table, body):
    answer = browser.post(f"/api/tables/{table['id']}/hint", body)
    assert (answer.status_code, code(answer)) == (422, "request/invalid")


def test_friends_play_without_hints_unless_the_host_wants_them(browser):
    assert browser.create("me", "hotseat")["options"]["hints"] is True
    assert browser.create("me", "bot")["options"]["hints"] is True
    assert browser.create("me", "open")["options"]["hints"] is False
    assert browser.create("me", "open", hints=True)["options"]["hints"] is True


def test_another_game_keeps_the_option(browser, host):
    for hints in (True, False):
        old = finished_table(host, browser, browser, hints=hints)
        again = browser.post(f"/api/tables/{old['id']}/again").json()["table"]
        assert again["options"]["hints"] is hints


@pytest.mark.parametrize("trouble", [JobTimeoutError, MemoryError, TimeoutError])
def test_a_hint_that_cannot_be_computed_is_told_so(browser, table, host, monkeypatch, trouble):
    async def fail(*_, **__):
        raise trouble

    monkeypatch.setattr(host.parts.jobs, "run", fail)
    answer = ask(browser, table)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server/busy")


def test_hints_are_limited_by_address(tmp_path):
    limits = Limits(hints_per_second=0.01, hints_at_once=2)
    with hosting(tmp_path, limits) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "hotseat")
        answers = [ask(browser, table) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert code(answers[-1]) == "rate/limited"
        assert browser.view(table["id"]), "nothing else is slowed down"


def test_a_late_hint_ends_nobody_elses_thoughts():
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    task = Task("easy", seed=1, beginning=Beginning.at_setup(game.setup), actions=[])

    async def think():
        pool = WorkerPool(1)
        try:
            turn = asyncio.create_task(pool.run(take_turn, task, seconds=60))
            await asyncio.sleep(0)
            with pytest.raises(JobTimeoutError):
                await pool.run(give_hints, replace(task, level="champion"), 3, seconds=0.01)
            return await turn
        finally:
            await pool.close()

    assert asyncio.run(think()).decisions
