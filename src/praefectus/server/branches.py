"""What if: a game up to some turn, to be played on at a table of its own.

A branch keeps the set-up and all decisions of the original up to that turn, the order of the deck too, so that its end can
be compared with the original's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from praefectus import record as records
from praefectus.errors import PraefectusError, RecordError
from praefectus.game import Game
from praefectus.rules import RULES_VERSION
from praefectus.server import lobby
from praefectus.server.beginning import Beginning
from praefectus.server.errors import ApiError
from praefectus.server.live_table import LiveTable, beginning_of
from praefectus.server.names import readable_name
from praefectus.server.replay import ReplayLimits, ReplayTooLongError
from praefectus.server.stored import Seat, StoredTable
from praefectus.wire.table import Branch


@dataclass(frozen=True)
class Cut:
    """A finished game, cut after a turn: what was decided up to there, and how it ended. Or a position without a past."""

    beginning: Beginning
    actions: list[str]
    turn: int
    seat: int  # whose turn it is
    names: list[str]
    points: list[int]
    winner: int | None


class NoBranchError(PraefectusError):
    """The game can't be played on from there."""


def cut(beginning: Beginning, actions: Sequence[int], turn: int, names: Sequence[str]) -> Cut:
    """Cut a finished game after `turn` turns. Raises NoBranchError."""
    game = beginning.game()
    if turn < game.turn:
        raise NoBranchError(f"the game began after {game.turn} turns, so not after turn {turn}")
    kept: list[str] = []
    seat = game.seat
    for action in actions:
        if game.turn < turn:
            kept.append(game.text(action))
        game.push(action)
        if game.turn == turn and game.phase == "play":
            seat = game.seat
    if not game.is_over:
        raise NoBranchError("the game isn't over: only a finished game can be played on")
    if turn >= game.turn:
        raise NoBranchError(f"the game ended after {game.turn} turns, so not after turn {turn}")
    outcome = game.outcome()
    points = [each["total"] for each in outcome.points]
    return Cut(beginning, kept, turn, seat, list(names), points, outcome.winner)


def cut_record(data: bytes, turn: int, limits: ReplayLimits) -> Cut:
    """Cut the game of an uploaded record. Raises RecordError or NoBranchError."""

    def push(game: Game, action: int) -> None:
        if game.turn >= limits.turns:
            raise ReplayTooLongError(
                f"the game has more than {limits.turns} turns, which is more than this server replays"
            )
        game.push(action)

    try:
        read = records.loads(data, push=push)
    except ReplayTooLongError:
        raise
    except RecordError as error:
        # Errors that hold more than their sentence cannot be sent from one process to another.
        raise RecordError(str(error)) from None
    names = [readable_name(name) for name in read.players]
    return cut(Beginning.at_setup(read.game.setup), read.game.actions, turn, names)


def cut_position(text: str, rng: Random) -> Cut:
    """Begin at a position; face-down cards of unknown order are dealt by `rng`. Raises PositionError or NoBranchError."""
    game = Game.from_position(text, rng)
    if game.is_over:
        raise NoBranchError("in this position the game is over")
    if game.phase != "play":
        raise NoBranchError("a turn has begun in this position: a game is played on between turns")
    return Cut(Beginning.at_position(game), [], game.turn, game.seat, [], [], None)


def cut_table(table: LiveTable, turn: int) -> Cut:
    """Cut the game of a table. Raises ApiError unless it is over."""
    table.check_rules()
    stored = table.stored
    if stored.status != "finished":
        # It would show what lies in the deck.
        raise ApiError("table/not-finished", "what if needs a finished game")
    names = [seat.name for seat in stored.seats]
    return cut(beginning_of(stored), list(table.actions), turn, names)


def open_branch(
    part: Cut,
    client: str,
    *,
    seat: int,
    level: str,
    is_level: Callable[[str], bool],
    original: StoredTable | None,
) -> StoredTable:
    """Return a table at which a client plays a seat on, against bots."""
    if not 0 <= seat < part.beginning.options.players:
        raise ApiError("seat/not-found", f"the table has no seat {seat}")
    if not is_level(level):
        raise ApiError("bot/unknown", f"there is no bot {level!r}")
    branch: Branch = {
        "table": None if original is None else original.id,
        "turn": part.turn,
        "points": part.points,
        "winner": part.winner,
    }
    stored = lobby.new_table(
        name=part.beginning.options.map.capitalize() if original is None else original.name,
        options=part.beginning.options,
        hands="open",
        hints=True,
        host=client,
        rules_version=RULES_VERSION,
        seats=_seats(part, client, seat, level, original),
    )
    return replace(
        stored,
        status="playing",
        setup=part.beginning.document,
        number=len(part.actions),
        turn=part.turn,
        decider=part.seat,
        branch=branch,
    )


def _seats(
    part: Cut, client: str, mine: int, level: str, original: StoredTable | None
) -> tuple[Seat, ...]:
    seats = []
    for number in range(part.beginning.options.players):
        name = part.names[number] if number < len(part.names) else ""
        name = name or lobby.NAMES[number]
        color = lobby.COLORS[number] if original is None else original.seats[number].color
        if number == mine:
            seats.append(Seat("human", name, color, owner=client))
        else:
            seats.append(Seat("bot", name, color, level=level))
    return tuple(seats)
