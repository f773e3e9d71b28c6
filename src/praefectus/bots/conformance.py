"""Checks that a bot follows the protocol, for authors of bots.

    from praefectus.bots import conformance

    def test_my_bot():
        conformance.check("mybot:depth=2")          # a registered bot, by its spec
        conformance.check(lambda seed: MyBot(seed))  # or anything that makes one

Every check raises AssertionError with a sentence that names the position.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

from praefectus.bots.base import Bot, Position
from praefectus.bots.guard import whole_number
from praefectus.bots.registry import make
from praefectus.game import Game

TABLES = (("imperium", 3), ("imperium", 5), ("italia", 2), ("italia", 4))
Maker = Callable[[int], Bot]


def check(bot: str | Maker, *, games: int = 1, seconds_per_decision: float | None = None) -> None:
    """Run all checks: legal everywhere, reproducible, blind to the deck, and not too slow.

    `bot` is a spec or a function from a seed to a bot; `games` is how many games are played with each
    set of options. A bot with a time budget need not be reproducible: give it a budget of simulations.
    """
    maker = _maker(bot)
    check_legal(maker, games=games, seconds_per_decision=seconds_per_decision)
    check_middle_of_turns(maker)
    check_reproducible(maker)
    check_blind(maker)


def check_legal(
    bot: str | Maker, *, games: int = 1, seconds_per_decision: float | None = None
) -> None:
    """Let the bot play one seat of whole games against random players; all its actions must be legal."""
    maker = _maker(bot)
    for map, players in TABLES:
        for seed in range(games):
            game = Game.new(map=map, players=players, seed=seed)
            rng = Random(seed)
            mine = seed % players
            player = maker(seed)
            while not game.is_over and game.turn < 60 * players:
                if game.seat != mine:
                    game.push(rng.choice(list(game.legal_actions)))
                    continue
                before = game.position.key()
                began = time.perf_counter()
                action = player.choose(Position(game), game.legal_actions)
                took = time.perf_counter() - began
                where = f"in {game!r} of seed {seed}"
                assert game.position.key() == before, f"the bot changed the game {where}"
                number = whole_number(action)
                assert number is not None, f"the bot chose {action!r}, not an int, {where}"
                assert number in game.legal_actions, f"the bot chose {action!r}, not legal, {where}"
                assert seconds_per_decision is None or took <= seconds_per_decision, (
                    f"the bot took {took:.2f} s, more than {seconds_per_decision:g} s, {where}"
                )
                game.push(number)


def check_middle_of_turns(bot: str | Maker) -> None:
    """Ask a new bot in positions in the middle of turns that it did not begin."""
    maker = _maker(bot)
    for number, game in enumerate(_positions()):
        action = maker(number).choose(Position(game), game.legal_actions)
        assert whole_number(action) in game.legal_actions, (
            f"the bot chose {action!r}, not legal, in {game!r}"
        )


def check_reproducible(bot: str | Maker) -> None:
    """Ask two bots with the same seed in the same positions; their answers must be equal."""
    maker = _maker(bot)
    for number, game in enumerate(_positions()):
        one, two = (maker(number).choose(Position(game), game.legal_actions) for _ in range(2))
        assert one == two, f"the same seed chose {one!r} and {two!r} in {game!r}"


def check_blind(bot: str | Maker) -> None:
    """Ask with the face-down cards in another order; the answer must not change."""
    maker = _maker(bot)
    for number, game in enumerate(_positions()):
        other = game.determinize(game.seat, Random(number))
        one, two = (
            maker(number).choose(Position(each), each.legal_actions) for each in (game, other)
        )
        assert one == two, (
            f"the order of the deck changed the choice {one!r} to {two!r} in {game!r}"
        )


def _maker(bot: str | Maker) -> Maker:
    if isinstance(bot, str):
        spec = bot
        return lambda seed: make(spec, seed=seed)
    return bot


def _positions() -> Iterator[Game]:
    """Yield positions of random games, most of them inside a turn."""
    for number, (map, players) in enumerate(TABLES):
        game = Game.new(map=map, players=players, seed=number)
        rng = Random(number)
        for step in range(240):
            if game.is_over:
                break
            if step % 30 == 7 * number % 30:
                yield game
            game.push(rng.choice(list(game.legal_actions)))
