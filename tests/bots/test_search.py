"""The search bot: within its budget, reproducible by simulations, and able to say why."""

import itertools
import json
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

import praefectus
from praefectus import bots, record
from praefectus.bots import conformance, search
from praefectus.bots.every import every_turn
from praefectus.bots.variety import gist
from praefectus.cli import run as command
from praefectus.rules.ids import AT_LAST_TURNS
from praefectus.rules.scoring import total_points


def thinker(spec: str) -> Any:
    return bots.make(spec, seed=1)


def middle(map="imperium", players=4, turns=30):
    game = praefectus.Game.new(map=map, players=players, seed=2)
    seats = [bots.make("greedy", seed=seat) for seat in range(players)]
    while game.turn < turns:
        game.play(seats[game.seat].choose(bots.Position(game), game.legal_actions))
    return game


@pytest.mark.parametrize(
    "spec",
    [
        *("random", "naive", "greedy", "beginner", "easy", "expert", "medium:style=trader"),
        *("search:sims=40", "learned:sims=40", "learned-1:sims=40", "master:style=builder"),
    ],
)
def test_our_bots_keep_to_the_protocol(spec):
    conformance.check(spec)


def test_conformance_finds_a_bot_that_peeks():
    class Peeking:
        def choose(self, position, legal):
            game = position._Position__game
            return legal[sum(game.position.deal.stack[10:20]) % 7 % len(legal)]

    with pytest.raises(AssertionError, match="order of the deck"):
        conformance.check_blind(lambda seed: Peeking())


def test_search_keeps_to_its_time(monkeypatch):
    # A clock by which every batch takes a millisecond.
    ticks = itertools.count()
    monkeypatch.setattr(search, "clock", SimpleNamespace(perf_counter=lambda: next(ticks) / 1000))
    findings = thinker("search:time=0.2").search(bots.Position(middle()))
    batches = findings.simulations / search.BATCH
    assert 0.2 - 2 * search.MARGIN < batches / 1000 < 0.2


def test_a_turn_in_doubt_takes_what_earlier_turns_left(monkeypatch):
    ticks = itertools.count()
    monkeypatch.setattr(search, "clock", SimpleNamespace(perf_counter=lambda: next(ticks) / 1000))
    doubts = iter([0.0, search.OPEN, search.OPEN, 1.0])
    monkeypatch.setattr(search, "grow", partial(grow_as_told, search.grow, doubts))
    bot = thinker("search:time=0.2,reserve=1")
    position = bots.Position(middle())
    taken = [round(bot.search(position, to_decide=True).seconds, 1) for _ in range(3)]
    # The first turn is clear and leaves half of its time; the second takes that, so that the third has only its own.
    assert taken == [0.1, 0.3, 0.2]
    # Whoever asks for hints waits no longer than was agreed.
    assert round(bot.search(position).seconds, 1) == 0.2


def test_what_a_game_left_is_not_taken_in_the_next(monkeypatch):
    ticks = itertools.count()
    monkeypatch.setattr(search, "clock", SimpleNamespace(perf_counter=lambda: next(ticks) / 1000))
    monkeypatch.setattr(search, "grow", partial(grow_as_told, search.grow, iter([0.0, 1.0])))
    bot = thinker("search:time=0.2,reserve=1")
    taken = [
        round(bot.search(bots.Position(game), to_decide=True).seconds, 1)
        for game in (middle(), praefectus.Game.new(seed=1))
    ]
    assert taken == [0.1, 0.2]


def grow_as_told(grow, doubts, tree, settings, began, **options):
    """Grow a tree whose turns are in doubt as told, and end after half the time if they are not."""
    doubt = next(doubts)

    class Told:
        root = SimpleNamespace(is_solved=False)

        def __getattr__(self, name):
            return getattr(tree, name)

        def lead(self):
            return (
                1e9 if doubt == 0.0 and tree.simulations >= 100 * search.BATCH else 5 * search.BATCH
            )

        def rivalry(self):
            return doubt

    return grow(Told(), settings, began, **options)


def test_search_makes_as_many_simulations_as_asked():
    bot = thinker("search:sims=333")
    findings = bot.search(bots.Position(middle()))
    assert findings.simulations == sum(findings.visits) == 333


@pytest.mark.parametrize("turns", [10, 40, 60])
def test_what_ends_a_search_early_changes_no_decision(turns):
    position = bots.Position(middle(turns=turns))
    full = thinker("search:sims=2000").search(position)
    short = thinker("search:sims=2000").search(position, to_decide=True)
    assert short.simulations < full.simulations == 2000
    assert short.turns[short.order()[0]] == full.turns[full.order()[0]]


def test_a_search_tells_the_chances_of_all_seats():
    game = middle()
    findings = thinker("search:sims=200").search(bots.Position(game))
    assert len(findings.values) == game.players
    assert sum(findings.values) == pytest.approx(1, abs=0.02)
    own = sum(findings.totals) / sum(findings.visits)
    assert findings.values[game.seat] == pytest.approx(own)


def test_processes_share_the_search():
    bot = thinker("search:sims=50,workers=2")
    try:
        findings = bot.search(bots.Position(middle()))
    finally:
        bot.close()
    assert findings.simulations == sum(findings.visits) == 100
    assert sum(findings.values) == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize(
    "spec", ["search:time=0", "search:sims=-3", "search:workers=0", "master:time=0"]
)
def test_a_budget_of_nothing_is_refused(spec):
    with pytest.raises(bots.BotError, match="must be above 0"):
        bots.make(spec)


@pytest.mark.parametrize("reserve", [-1, 1.5])
def test_a_reserve_that_no_guard_allows_is_refused(reserve):
    with pytest.raises(bots.BotError, match=f"reserve must be 0 to 1, not {reserve}"):
        bots.make(f"search:reserve={reserve}")


def test_a_level_takes_another_budget():
    def budget(spec):
        settings = thinker(spec).settings
        return settings.time, settings.sims

    assert budget("champion") == (3.0, 60_000)
    assert budget("champion:sims=10") == (None, 10)
    assert budget("champion:time=2") == (2.0, None)
    assert budget("champion:width=3") == (3.0, 60_000)
    assert budget("master:time=1,sims=10") == (1.0, 10)


@pytest.mark.parametrize("spec", ["greedy", "search:sims=200"])
def test_candidates_are_whole_legal_turns_with_what_they_bring(spec):
    game = middle()
    found = thinker(spec).candidates(bots.Position(game), n=3)
    assert len(found) == 3
    for candidate in found:
        trial = game.copy()
        for action in candidate.actions:
            trial.play(action)
        assert trial.turn == game.turn + 1
        assert 0 <= candidate.win_chance <= 1
        *parts, total = candidate.points.values()
        assert sum(parts) == pytest.approx(total)
        assert set(candidate.points) > {"vesta", "jupiter", "minerva", "concordia", "total"}
    assert len({gist(candidate.texts) for candidate in found}) == 3


def test_hint_prints_candidates_of_a_saved_game(tmp_path, capsys):
    path = tmp_path / "game.concordia.json"
    path.write_text(record.dumps(middle("italia", 3), ["a", "b", "c"]))
    assert command(["hint", str(path), "--bot", "search:sims=100", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["turn"] == 30
    assert len(document["candidates"]) == 3
    assert command(["hint", str(path), "--bot", "greedy", "--language", "en"]) == 0
    assert "turn 31" in capsys.readouterr().out
    assert command(["hint", str(path), "--bot", "random"]) == 2
    assert "gives no hints" in capsys.readouterr().err


def test_levels_are_named_for_people():
    assert bots.levels() == ["beginner", "easy", "medium", "hard", "expert", "master"]


def test_a_tree_is_kept_from_turn_to_turn():
    game = middle("italia", 2, 20)
    bot = thinker("search:sims=400")
    seat = game.seat
    kept = 0
    for _ in range(6):
        while game.seat == seat and not game.is_over:
            game.play(bot.choose(bots.Position(game), game.legal_actions))
        other = bots.make("search:sims=400", seed=2)
        while game.seat != seat and not game.is_over:
            game.play(other.choose(bots.Position(game), game.legal_actions))
        fresh = thinker("search:sims=100").search(bots.Position(game))
        bot.settings = replace(bot.settings, sims=100)
        kept += sum(bot.search(bots.Position(game)).visits) - sum(fresh.visits)
        bot.settings = replace(bot.settings, sims=400)
    assert kept > 0


def test_a_tree_of_another_game_is_not_taken_over():
    bot = thinker("search:sims=100")
    bot.search(bots.Position(middle(turns=4)))
    other = praefectus.Game.new(map="imperium", players=4, seed=77)
    for _ in range(5):
        other.play(bots.make("greedy").choose(bots.Position(other), other.legal_actions))
    assert sum(bot.search(bots.Position(other)).visits) == 100


@pytest.mark.parametrize(("map", "players"), [("italia", 2), ("imperium", 4)])
def test_the_last_turn_of_a_game_is_solved(map, players):
    game = middle(map, players, turns=12)
    seats = [bots.make("greedy", seed=seat) for seat in range(players)]
    while game.position.cells[AT_LAST_TURNS] != 1:
        game.play(seats[game.seat].choose(bots.Position(game), game.legal_actions))
    while game.phase != "play":
        game.play(seats[game.seat].choose(bots.Position(game), game.legal_actions))
    seat = game.seat
    findings = thinker("search:sims=2000").search(bots.Position(game))
    assert findings.proven >= 0
    turns = every_turn(game.position, 50_000)
    assert turns is not None
    best = max(int(total_points(after, seat)) for _, after in turns)
    trial = game.copy()
    for action in findings.turns[findings.order()[0]]:
        trial.play(action)
    assert trial.is_over
    assert trial.outcome().points[seat]["total"] == best


def test_openings_differ_by_the_seed():
    def opening(seed):
        game = praefectus.Game.new(map="imperium", players=4, seed=9)
        seats = [bots.make("search:sims=100", seed=seed + seat) for seat in range(4)]
        while game.turn < 8:
            game.play(seats[game.seat].choose(bots.Position(game), game.legal_actions))
        return tuple(game.actions)

    assert len({opening(seed) for seed in (1, 11, 21, 31)}) > 1
    assert all(bots.summary(level) for level in bots.levels())
