"""Whole games as frames for the replay viewer: the position after every turn, and the turn."""

from typing import cast

from praefectus.events import Log, take
from praefectus.game import Game
from praefectus.rules.ids import ACTION_END
from praefectus.view import Eyes, board_view, outcome_view, state_view
from praefectus.wire.answers import Frame, GameOptions, Replay


def replay_view(game: Game, actions: list[int], eyes: Eyes, name: str, seats: list[str]) -> Replay:
    """Return the replay of the actions from `game`, a game at its start, which is changed by it."""
    log = Log()
    frames: list[Frame] = [{"turn": 0, "state": state_view(game, eyes), "log": None}]
    for action in actions:
        entry = log.add(take(game, action), game)
        if action == ACTION_END and not entry["open"]:
            frames.append({"turn": game.turn, "state": state_view(game, eyes), "log": entry})
    return {
        "name": name,
        "options": cast("GameOptions", game.options.as_json()),
        "seats": seats,
        "board": board_view(game),
        "frames": frames,
        "outcome": outcome_view(game),
    }
