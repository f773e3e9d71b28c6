"""Whole games as frames for the replay viewer: the position after every turn, and the turn."""

from dataclasses import dataclass
from typing import cast

import orjson

from praefectus import record as records
from praefectus.errors import RecordError
from praefectus.events import Log, take
from praefectus.game import Game
from praefectus.rules.ids import ACTION_END
from praefectus.server.beginning import Beginning
from praefectus.server.names import readable_name
from praefectus.view import Eyes, board_view, outcome_view, state_view
from praefectus.wire.answers import Frame, GameOptions, Replay
from praefectus.wire.events import LogTurn


class ReplayTooLongError(RecordError):
    """The game has more turns, or its replay more bytes, than the server sends."""


@dataclass(frozen=True)
class ReplayLimits:
    """What a replay may cost: turns and bytes of the answer; seconds and memory are the worker's."""

    turns: int = 5000
    answer_bytes: int = 25_000_000
    seconds: float = 20.0


@dataclass(frozen=True)
class Played:
    """A game to be replayed: how it began, its decisions, and who looks at it."""

    beginning: Beginning
    actions: list[int]
    eyes: Eyes
    name: str
    seats: list[str]


def replay_game(played: Played, limits: ReplayLimits) -> bytes:
    """Return the replay of a table's game as JSON. Raises ReplayTooLongError."""
    frames = Frames(played.eyes, limits.turns)
    game = played.beginning.game()
    for action in played.actions:
        frames.push(game, action)
    return _bounded(frames.view(game, played.name, played.seats), limits)


def replay_record(data: bytes, limits: ReplayLimits) -> bytes:
    """Return the replay of an uploaded record as JSON. Raises RecordError."""
    frames = Frames(Eyes(None, open_hands=True), limits.turns)
    try:
        read = records.loads(data, push=frames.push)
    except ReplayTooLongError:
        raise
    except RecordError as error:
        # Errors that hold more than their sentence cannot be sent from one process to another.
        raise RecordError(str(error)) from None
    names = [readable_name(name) for name in read.players]
    return _bounded(frames.view(read.game, "", names), limits)


def _bounded(view: Replay, limits: ReplayLimits) -> bytes:
    answer = orjson.dumps(view)
    if len(answer) > limits.answer_bytes:
        raise ReplayTooLongError(
            f"the replay is longer than the {limits.answer_bytes // 1_000_000} MB that this server sends"
        )
    return answer


class Frames:
    """Collects the frames of a game while its decisions are taken, from the start on."""

    _log: Log  # begins with the game

    def __init__(self, eyes: Eyes, most_turns: int) -> None:
        self._eyes = eyes
        self._most_turns = most_turns
        self._frames: list[Frame] = []
        self._positions: list[str] = []

    def push(self, game: Game, action: int) -> None:
        """Take a decision (trusting the caller, like `Game.push`)."""
        self._begin(game)
        entry = self._log.add(take(game, action), game)
        if action == ACTION_END and not entry["open"]:
            if len(self._frames) > self._most_turns:
                raise ReplayTooLongError(
                    f"the game has more than {self._most_turns} turns, which is more than this server replays"
                )
            self._add(game, entry)

    def view(self, game: Game, name: str, seats: list[str]) -> Replay:
        """Return the replay of the game, all of whose decisions were pushed."""
        self._begin(game)
        if game.is_over:
            for frame, position in zip(self._frames, self._positions, strict=True):
                frame["position"] = position
        return {
            "name": name,
            "options": cast("GameOptions", game.options.as_json()),
            "seats": seats,
            "board": board_view(game),
            "frames": self._frames,
            "outcome": outcome_view(game),
        }

    def _begin(self, game: Game) -> None:
        if not self._frames:
            self._log = Log(game.turn)
            self._add(game, None)

    def _add(self, game: Game, entry: LogTurn | None) -> None:
        state = state_view(game, self._eyes)
        self._frames.append({"turn": game.turn, "state": state, "log": entry})
        self._positions.append(game.position_text())
