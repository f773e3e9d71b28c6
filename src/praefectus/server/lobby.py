"""Who sits where: making a table, joining, leaving, starting. Values in, values out; no I/O.

Every function returns the table's new record or raises `ApiError`.
"""

import random
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import praefectus
from praefectus.server.errors import ApiError
from praefectus.server.records import Draft, Seat, TableRecord
from praefectus.server.requests import ChangeSeat, CreateTable, JoinTable, SeatRequest
from praefectus.server.schemas import Color

COLORS: tuple[Color, ...] = ("red", "green", "yellow", "blue", "black")
# For seats without a name: bots, and people in a hurry.
NAMES = ("Livia", "Cato", "Drusus", "Octavia", "Crassus", "Agrippina", "Varro", "Cornelia")

# Says whether a level exists; the lobby doesn't know bots.
IsLevel = Callable[[str], bool]


def create(request: CreateTable, client: str, rules_version: str, is_level: IsLevel) -> TableRecord:
    """Return a new table in the lobby, whoever asked for it being its host."""
    _check_setup(request.map, len(request.seats))
    seats: list[Seat] = []
    for each in request.seats:
        seats.append(_new_seat(each, client, seats, request.seats, is_level))
    return _new_table(
        name=request.name or request.map.capitalize(),
        map=request.map,
        edition=request.edition,
        intermediate_scoring=request.intermediate_scoring,
        hands=request.hands,
        hints=_are_hints_on(request),
        host=client,
        rules_version=rules_version,
        seats=tuple(seats),
    )


def _are_hints_on(request: CreateTable) -> bool:
    """Return what was chosen; else friends play without hints, who plays alone has them."""
    if request.hints is not None:
        return request.hints
    return all(seat.kind != "open" for seat in request.seats)


def _new_table(**fields: Any) -> TableRecord:
    """Return a table in the lobby with these fields, an id and an invitation nobody can guess."""
    now = time.time()
    return TableRecord(
        id=secrets.token_urlsafe(9),
        invitation=secrets.token_urlsafe(15),
        status="lobby",
        created=now,
        updated=now,
        **fields,
    )


def _check_setup(map: str, players: int) -> None:
    try:
        # The engine knows which boards there are and for how many.
        praefectus.Game.new(map=map, players=players, seed=0)
    except praefectus.errors.PraefectusError as error:
        raise ApiError("setup/invalid", str(error)) from error


def _new_seat(
    request: SeatRequest,
    client: str,
    seats: list[Seat],
    wanted: list[SeatRequest],
    is_level: IsLevel,
) -> Seat:
    taken = {seat.color for seat in seats}
    if request.color in taken:
        raise ApiError("setup/invalid", f"two seats can't both be {request.color}")
    taken |= {each.color for each in wanted[len(seats) + 1 :] if each.color}
    color: str = request.color or next(free for free in COLORS if free not in taken)
    name = request.name or ("" if request.kind == "open" else _free_name(seats))
    if request.kind == "open":
        return Seat("open", name, color)
    if request.kind == "bot":
        return Seat("bot", name, color, level=_level(request.level, is_level))
    return Seat("human", name, color, owner=client)


def _free_name(seats: list[Seat]) -> str:
    taken = {seat.name for seat in seats}
    return next(name for name in NAMES if name not in taken)


def _level(level: str | None, is_level: IsLevel) -> str:
    if level is None or not is_level(level):
        raise ApiError("bot/unknown", f"there is no bot {level!r}")
    return level


def rename(record: TableRecord, client: str, name: str) -> TableRecord:
    """Give the table another name."""
    _check_host(record, client)
    return replace(record, name=name)


def join(record: TableRecord, client: str, request: JoinTable) -> TableRecord:
    """Take an open seat."""
    if record.status != "lobby":
        raise ApiError("seat/taken", "the game has begun, no seat is open")
    free = [n for n, seat in enumerate(record.seats) if seat.kind == "open"]
    wanted = free[:1] if request.seat is None else [n for n in free if n == request.seat]
    if not wanted:
        raise ApiError("seat/taken", "that seat isn't open" if free else "no seat is open")
    number = wanted[0]
    color = request.color or record.seats[number].color
    _check_color(record, number, color)
    return _with_seat(record, number, Seat("human", request.name, color, owner=client))


def change_seat(
    record: TableRecord, client: str, number: int, request: ChangeSeat, is_level: IsLevel
) -> TableRecord:
    """Change a seat's name and colour, or, for the host in the lobby, who is to play it."""
    seat = get_seat(record, number)
    if seat.owner is None:
        _check_host(record, client)
    elif seat.owner != client:
        raise ApiError("seat/not-yours", "that seat belongs to somebody else")
    if request.name is not None:
        seat = replace(seat, name=request.name)
    if record.status != "lobby":
        if request.color or request.kind or request.level:
            raise ApiError("table/started", "the game has begun, only the name can change")
        return _with_seat(record, number, seat)
    if request.color is not None:
        _check_color(record, number, request.color)
        seat = replace(seat, color=request.color)
    if request.kind is not None:
        _check_host(record, client)
        seat = _with_kind(record, seat, client, request, is_level)
    elif request.level is not None:
        if seat.kind != "bot":
            raise ApiError("setup/invalid", "only bots have a level")
        seat = replace(seat, level=_level(request.level, is_level))
    return _with_seat(record, number, seat)


def _with_kind(
    record: TableRecord, seat: Seat, client: str, request: ChangeSeat, is_level: IsLevel
) -> Seat:
    if request.kind == "open":
        return Seat("open", request.name or "", seat.color)
    name = seat.name or _free_name(list(record.seats))
    if request.kind == "bot":
        return Seat("bot", name, seat.color, level=_level(request.level, is_level))
    return Seat("human", name, seat.color, owner=client)


def leave(record: TableRecord, client: str, number: int, level: str) -> TableRecord:
    """Give one's seat up: in the lobby it is open again, in a game a bot plays on."""
    seat = get_seat(record, number)
    if seat.owner != client:
        raise ApiError("seat/not-yours", "only who sits there can leave")
    if record.status == "lobby":
        return _with_seat(record, number, Seat("open", "", seat.color))
    return _bot_plays_on(record, number, level)


def replace_by_bot(
    record: TableRecord, client: str, number: int, level: str, is_level: IsLevel
) -> TableRecord:
    """Let a bot play on for a seat, at the wish of its owner or of the host."""
    seat = get_seat(record, number)
    if client not in (seat.owner, record.host):
        raise ApiError("seat/not-yours", "only who sits there or the host can do that")
    if record.status == "lobby":
        raise ApiError("table/not-started", "the game hasn't begun")
    return _bot_plays_on(record, number, _level(level, is_level))


def _bot_plays_on(record: TableRecord, number: int, level: str) -> TableRecord:
    if record.status == "finished":
        raise ApiError("table/finished", "the game is over")
    seat = replace(record.seats[number], kind="bot", level=level)
    return _drop_draft(_with_seat(record, number, seat), number)


def claim(record: TableRecord, client: str, number: int) -> TableRecord:
    """Take one's seat back from the bot that stood in."""
    seat = get_seat(record, number)
    if seat.owner != client:
        raise ApiError("seat/not-yours", "that seat isn't yours")
    if record.status == "finished":
        raise ApiError("table/finished", "the game is over")
    seat = replace(seat, kind="human", level=None)
    return _with_seat(record, number, seat)


def start(record: TableRecord, rng: random.Random) -> TableRecord:
    """Shuffle the seats, lay the board out, and begin (R1.6: the first player is random).

    `rng` must not be guessable: it decides what lies in the deck.
    """
    if record.status != "lobby":
        raise ApiError("table/started", "the game has begun already")
    if any(seat.kind == "open" for seat in record.seats):
        raise ApiError("table/not-started", "a seat is still open")
    seats = list(record.seats)
    rng.shuffle(seats)
    game = praefectus.Game.new(
        map=record.map,
        players=len(seats),
        seed=rng.getrandbits(128),
        edition=record.edition,
        intermediate_scoring=record.intermediate_scoring,
    )
    return replace(
        record,
        status="playing",
        seats=tuple(seats),
        setup=game.setup(),
        decider=game.seat,
        draft=Draft(),
    )


def fill(record: TableRecord, client: str, level: str | None, is_level: IsLevel) -> TableRecord:
    """Give the seats still open to bots."""
    _check_host(record, client)
    for number, seat in enumerate(record.seats):
        if seat.kind == "open":
            name = seat.name or _free_name(list(record.seats))
            bot = Seat("bot", name, seat.color, level=_level(level, is_level))
            record = _with_seat(record, number, bot)
    return record


def again(record: TableRecord, client: str, rules_version: str) -> TableRecord:
    """Return a new table for the same people and bots."""
    if not record.owned_by(client):
        _check_host(record, client)
    if record.status != "finished":
        raise ApiError("table/not-finished", "the game isn't over")
    return _new_table(
        name=record.name,
        map=record.map,
        edition=record.edition,
        intermediate_scoring=record.intermediate_scoring,
        hands=record.hands,
        hints=record.hints,
        host=record.host,
        rules_version=rules_version,
        seats=record.seats,
    )


def get_seat(record: TableRecord, number: int) -> Seat:
    """Return a seat of the table."""
    if not 0 <= number < len(record.seats):
        raise ApiError("seat/not-found", f"the table has no seat {number}")
    return record.seats[number]


def _with_seat(record: TableRecord, number: int, seat: Seat) -> TableRecord:
    seats = list(record.seats)
    seats[number] = seat
    return replace(record, seats=tuple(seats))


def _drop_draft(record: TableRecord, number: int) -> TableRecord:
    # What a person had tried out is no turn of the bot that replaces them.
    return replace(record, draft=Draft()) if record.decider == number else record


def _check_host(record: TableRecord, client: str) -> None:
    if client != record.host:
        raise ApiError("table/not-host", "only the host can do that")


def _check_color(record: TableRecord, number: int, color: str) -> None:
    if any(n != number and seat.color == color for n, seat in enumerate(record.seats)):
        raise ApiError("setup/invalid", f"{color} is taken")
