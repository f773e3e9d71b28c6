"""Bots that think while a person does: which tables are thought about, and what becomes of the answers."""

from contextlib import closing, nullcontext

import pytest

from praefectus.server import levels, run
from praefectus.server.live_table import beginning_of
from praefectus.server.thinking import Task, Turn, safe_turn
from tests.server.browser import Browser, hosting, next_update, wait_for

SLOW = "greedy"  # in these tests: a bot that people would wait for


@pytest.fixture(autouse=True)
def _slow(monkeypatch):
    """Let a bot that is quick stand for the slow one."""
    monkeypatch.setattr(levels, "_STRONGEST", SLOW)


@pytest.fixture
def host(tmp_path):
    with hosting(tmp_path, think_ahead=True, bot_workers=2) as host:
        yield host


@pytest.fixture
def browser(host):
    with closing(Browser(host.url)) as browser:
        yield browser


def live(host, table):
    """Return the table as the server has it."""
    return host.run(host.parts.tables.get(table["id"]))


def prospects(host):
    return host.parts.driver._foresight._prospects


def mine(browser, table):
    """Wait until it is the person's turn; return the view."""

    def asked():
        view = browser.view(table["id"])
        return view["game"]["question"] and view

    return wait_for(asked)


def answers(host, table):
    """Wait until a turn of the person has an answer; return the answers by turn."""

    def found():
        known = prospects(host).get(table["id"])
        return known and known.answers

    return wait_for(found)


def words(host, table, actions):
    """Return actions from here on in words, and the position after them as a task."""
    now = live(host, table)
    before = list(now.actions)
    game = Task(SLOW, 1, beginning_of(now.stored), before).game()
    texts = []
    for action in actions:
        texts.append(game.text(action))
        game.push(action)
    return texts, Task("random", 7, beginning_of(now.stored), before + list(actions))


def played(host, table, task):
    """Wait until the bot has played after the position of a task; return its decisions."""
    number = len(task.actions)
    wait_for(lambda: live(host, table).stored.number > number)
    game, texts = task.game(), []
    for action in live(host, table).actions[number:]:
        texts.append(game.text(action))
        game.push(action)
        if texts[-1] == "end":
            break
    return texts


def test_a_foreseen_turn_is_answered_as_was_found(host, browser):
    table = browser.create("me", "bot", level=SLOW)
    with browser.watch(table["id"]):
        view = mine(browser, table)
        found = answers(host, table)
        likely = next(iter(found))
        texts, task = words(host, table, likely)
        # An answer that the bot would not find, so that it is seen where it comes from.
        unlike = safe_turn(task)
        assert unlike != found[likely].decisions
        found[likely] = Turn(unlike, 0.0)
        browser.take(view, *texts)
        assert played(host, table, task) == unlike


def test_a_turn_that_was_not_foreseen_is_answered_too(host, browser):
    table = browser.create("me", "bot", level=SLOW)
    with browser.watch(table["id"]):
        view = mine(browser, table)
        found = answers(host, table)
        before = len(live(host, table).actions)
        # Whatever was foreseen, this was not.
        found.clear()
        browser.do(browser.take(view, "play tribune"), "end")
        wait_for(lambda: live(host, table).stored.turn >= view["game"]["turn"] + 2)
        known = prospects(host).get(table["id"])
        assert known is None or known.number > before, "the answers are forgotten"


@pytest.mark.parametrize(("level", "watched"), [("random", True), (SLOW, False)])
def test_quick_bots_and_tables_that_nobody_watches_are_not_thought_about(
    host, browser, level, watched
):
    table = browser.create("me", "bot", level=level)
    with browser.watch(table["id"]) if watched else nullcontext() as socket:
        if socket is not None:
            next_update(socket)
        mine(browser, table)
        assert table["id"] not in prospects(host)


@pytest.mark.parametrize("options", [{"bot_workers": 2}, {"think_ahead": True, "bot_workers": 1}])
def test_it_must_be_allowed_and_one_worker_stays_free(tmp_path, options):
    with hosting(tmp_path, **options) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "bot", level=SLOW)
        with browser.watch(table["id"]) as socket:
            next_update(socket)
            mine(browser, table)
            assert not prospects(host)
        assert not any(name.startswith("foresight") for name in host.parts.supervisor.health)


@pytest.mark.parametrize(("text", "allowed"), [(None, True), ("0", False), ("1", True)])
def test_on_ones_own_machine_it_is_done_unless_it_is_forbidden(
    tmp_path, monkeypatch, text, allowed
):
    monkeypatch.delenv("PRAEFECTUS_THINK_AHEAD", raising=False)
    if text is not None:
        monkeypatch.setenv("PRAEFECTUS_THINK_AHEAD", text)
    seen = []
    monkeypatch.setattr(run, "_serve", lambda settings, _, **__: seen.append(settings.think_ahead))
    run.run_here(0, tmp_path / "tables.db", browser=False)
    assert seen == [allowed]
