"""Bots: programs that take decisions in a game.

    bot = bots.make("random", seed=3)
    action = bot.choose(bots.Position(game), game.legal_actions)

`make` takes a spec, `name` or `name:option=value,…`; `names()` lists all bots, `levels()` those
made for people. `guard.Guarded` keeps a game going whatever a bot does.
"""

from praefectus.bots.base import Bot, Candidate, Legal, Position
from praefectus.bots.guard import Guarded
from praefectus.bots.registry import (
    BotError,
    levels,
    make,
    names,
    options,
    split_specs,
    summary,
)

__all__ = [
    "Bot",
    "BotError",
    "Candidate",
    "Guarded",
    "Legal",
    "Position",
    "levels",
    "make",
    "names",
    "options",
    "split_specs",
    "summary",
]
