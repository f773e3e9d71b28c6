"""The tutorial's prepared positions: beginnings of games in `data/lessons`, made by `scripts/lessons.py`, to be played on."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from praefectus import record
from praefectus.rules.options import Options
from praefectus.server import lobby
from praefectus.server.errors import ApiError
from praefectus.server.levels import Levels
from praefectus.server.requests import CreateTable, OpenLesson, SeatRequest
from praefectus.server.stored import StoredTable
from praefectus.wire.record import SetupDocument

FOLDER = Path(__file__).parent.parent / "data" / "lessons"


@dataclass(frozen=True)
class Lesson:
    """A game up to the position where the learner takes over."""

    options: Options
    setup: SetupDocument
    actions: tuple[str, ...]
    turn: int
    # The learner's.
    seat: int


def names() -> list[str]:
    """Return the ids of all lessons."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def _read(name: str) -> Lesson:
    game = record.load(FOLDER / f"{name}.json").game
    return Lesson(
        options=game.options,
        setup=game.setup.as_json(),
        actions=tuple(game.text(action) for action in game.actions),
        turn=game.turn,
        seat=game.seat,
    )


def opened(
    name: str, request: OpenLesson, client: str, rules_version: str, levels: Levels
) -> tuple[StoredTable, tuple[str, ...]]:
    """Return a new table at a lesson's position, the learner against the easiest bot, and the actions that led there."""
    if name not in names():
        raise ApiError("not-found", f"there is no lesson {name!r}")
    lesson = _read(name)
    learner = SeatRequest(kind="me", name=request.player)
    others = SeatRequest(kind="bot", level=levels.all[0].id)
    seats = [others] * lesson.options.players
    seats[lesson.seat] = learner
    table = CreateTable(map=lesson.options.map, name=request.name, hints=True, seats=seats)
    stored = replace(
        lobby.create(table, client, rules_version, levels.exists),
        status="playing",
        options=lesson.options,
        setup=lesson.setup,
        number=len(lesson.actions),
        turn=lesson.turn,
        decider=lesson.seat,
    )
    return stored, lesson.actions
