"""Who sits where: making a table, joining, leaving, starting. Values in, values out; no I/O.

Every function returns the table's new state or raises `ApiError`.
"""

import random
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import praefectus
from praefectus.options import Options, make
from praefectus.server.errors import ApiError
from praefectus.server.names import distinct_name
from praefectus.server.requests import ChangeSeat, CreateTable, JoinTable, SeatRequest, rule_options
from praefectus.server.stored import Draft, Seat, StoredTable
from praefectus.wire.table import Color

COLORS: tuple[Color, ...] = get_args(Color)
# Names for bots and for people who give none.
NAMES = ("Livia", "Cato", "Drusus", "Octavia", "Crassus", "Agrippina", "Varro", "Cornelia")

# Tells whether a level exists; the lobby doesn't know bots.
IsLevel = Callable[[str], bool]


def create(request: CreateTable, client: str, rules_version: str, is_level: IsLevel) -> StoredTable:
    """Return a new table in the lobby, hosted by the client that asked for it."""
    options = _options(request)
    if all(each.kind == "bot" for each in request.seats):
        raise ApiError("setup/invalid", "a table needs a person: take a seat, or leave one open")
    seats: list[Seat] = []
    for each in request.seats:
        seats.append(_new_seat(each, client, seats, request.seats, is_level))
    return new_table(
        name=request.name or request.map.capitalize(),
        options=options,
        hands=request.hands,
        hints=_are_hints_on(request),
        host=client,
        rules_version=rules_version,
        seats=tuple(seats),
    )


def _are_hints_on(request: CreateTable) -> bool:
    """Return whether hints are on: as chosen, else only if no friend can join."""
    if request.hints is not None:
        return request.hints
    return all(seat.kind != "open" for seat in request.seats)


def new_table(**fields: Any) -> StoredTable:
    """Return a table in the lobby with these fields, an id and an invitation nobody can guess."""
    now = time.time()
    return StoredTable(
        id=secrets.token_urlsafe(9),
        invitation=secrets.token_urlsafe(15),
        status="lobby",
        created=now,
        updated=now,
        **fields,
    )


def _options(request: CreateTable) -> Options:
    """Return the options of a request; the engine checks the board and the number of players."""
    try:
        return make(request.map, len(request.seats), rule_options(request))
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
    color = request.color or _free_color(taken)
    name = request.name or ("" if request.kind == "open" else _free_name(seats))
    name = distinct_name(name, (seat.name for seat in seats))
    if request.kind == "open":
        return Seat("open", name, color)
    if request.kind == "bot":
        return Seat("bot", name, color, level=_level(request.level, is_level))
    return Seat("human", name, color, owner=client)


def _free_color(taken: set[Color]) -> Color:
    return next(color for color in COLORS if color not in taken)


def _free_name(seats: list[Seat]) -> str:
    taken = {seat.name for seat in seats}
    return next(name for name in NAMES if name not in taken)


def _level(level: str | None, is_level: IsLevel) -> str:
    if level is None or not is_level(level):
        raise ApiError("bot/unknown", f"there is no bot {level!r}")
    return level


def rename(stored: StoredTable, client: str, name: str) -> StoredTable:
    """Give the table another name."""
    check_host(stored, client)
    return replace(stored, name=name)


def join(stored: StoredTable, client: str, request: JoinTable) -> StoredTable:
    """Take an open seat."""
    if stored.status != "lobby":
        raise ApiError("seat/taken", "the game has begun, no seat is open")
    free = [n for n, seat in enumerate(stored.seats) if seat.kind == "open"]
    wanted = free[:1] if request.seat is None else [n for n in free if n == request.seat]
    if not wanted:
        raise ApiError("seat/taken", "that seat isn't open" if free else "no seat is open")
    number = wanted[0]
    color = request.color or stored.seats[number].color
    _check_color(stored, number, color)
    name = distinct_name(request.name, _other_names(stored, number))
    return _with_seat(stored, number, Seat("human", name, color, owner=client))


def change_seat(
    stored: StoredTable, client: str, number: int, request: ChangeSeat, is_level: IsLevel
) -> StoredTable:
    """Change a seat's name and colour, or, for the host in the lobby, who is to play it."""
    seat = get_seat(stored, number)
    if seat.owner is None:
        check_host(stored, client)
    elif seat.owner != client:
        raise ApiError("seat/not-yours", "that seat belongs to somebody else")
    if request.name is not None:
        name = distinct_name(request.name, _other_names(stored, number))
        seat = replace(seat, name=name)
    if stored.status != "lobby":
        if request.color or request.kind or request.level:
            raise ApiError("table/started", "the game has begun, only the name can change")
        return _with_seat(stored, number, seat)
    if request.color is not None:
        _check_color(stored, number, request.color)
        seat = replace(seat, color=request.color)
    if request.kind is not None:
        check_host(stored, client)
        seat = _with_kind(stored, seat, client, request, is_level)
    elif request.level is not None:
        if seat.kind != "bot":
            raise ApiError("setup/invalid", "only bots have a level")
        seat = replace(seat, level=_level(request.level, is_level))
    return _with_seat(stored, number, seat)


def _with_kind(
    stored: StoredTable, seat: Seat, client: str, request: ChangeSeat, is_level: IsLevel
) -> Seat:
    if request.kind == "open":
        return Seat("open", seat.name if request.name else "", seat.color)
    name = seat.name or _free_name(list(stored.seats))
    if request.kind == "bot":
        return Seat("bot", name, seat.color, level=_level(request.level, is_level))
    return Seat("human", name, seat.color, owner=client)


def leave(stored: StoredTable, client: str, number: int, level: str) -> StoredTable:
    """Give up a seat: in the lobby it is open again, in a game a bot takes over."""
    seat = get_seat(stored, number)
    if seat.owner != client:
        raise ApiError("seat/not-yours", "only the owner of the seat can leave it")
    if stored.status == "lobby":
        return _with_seat(stored, number, Seat("open", "", seat.color))
    return _bot_plays_on(stored, number, level)


def replace_by_bot(
    stored: StoredTable,
    client: str,
    number: int,
    level: str,
    is_level: IsLevel,
    *,
    is_absent: bool,
    patience: str,
) -> StoredTable:
    """Let a bot take over a seat, at the request of its owner, or of another player if the owner is absent."""
    seat = get_seat(stored, number)
    if not stored.owned_by(client) and client != stored.host:
        raise ApiError("seat/not-yours", "only people who play at this table can do that")
    if stored.status == "lobby":
        raise ApiError("table/not-started", "the game hasn't begun")
    if seat.kind != "human":
        raise ApiError("seat/taken", "a bot plays that seat already")
    if stored.status == "playing" and not is_absent and client != seat.owner:
        raise ApiError(
            "seat/present",
            f"a bot may play on for {seat.name} only if the game has waited for them for {patience}, or if they ask for it",
        )
    return _bot_plays_on(stored, number, _level(level, is_level))


def _bot_plays_on(stored: StoredTable, number: int, level: str) -> StoredTable:
    if stored.status == "finished":
        raise ApiError("table/finished", "the game is over")
    # The tentative turn is kept: the owner finds it again if they return before the bot has played.
    return _with_seat(stored, number, replace(stored.seats[number], kind="bot", level=level))


def claim(stored: StoredTable, client: str, number: int) -> StoredTable:
    """Take a seat back from the bot that plays it."""
    seat = get_seat(stored, number)
    if seat.owner != client:
        raise ApiError("seat/not-yours", "that seat isn't yours")
    if stored.status == "finished":
        raise ApiError("table/finished", "the game is over")
    seat = replace(seat, kind="human", level=None)
    return _with_seat(stored, number, seat)


def start(stored: StoredTable, rng: random.Random) -> StoredTable:
    """Shuffle the seats, lay the board out, and begin (R1.6: the first player is random).

    `rng` must not be guessable: it decides what lies in the deck.
    """
    if stored.status != "lobby":
        raise ApiError("table/started", "the game has already begun")
    if any(seat.kind == "open" for seat in stored.seats):
        raise ApiError("table/not-started", "a seat is still open")
    if all(seat.kind == "bot" for seat in stored.seats):
        raise ApiError("setup/invalid", "a game needs a person: take a seat first")
    seats = list(stored.seats)
    rng.shuffle(seats)
    game = praefectus.Game.new(stored.options, seed=rng.getrandbits(128))
    return replace(
        stored,
        status="playing",
        seats=tuple(seats),
        setup=game.setup.as_json(),
        decider=game.seat,
        draft=Draft(),
    )


def fill(stored: StoredTable, client: str, level: str | None, is_level: IsLevel) -> StoredTable:
    """Give the seats still open to bots."""
    check_host(stored, client)
    for number, seat in enumerate(stored.seats):
        if seat.kind == "open":
            name = seat.name or _free_name(list(stored.seats))
            bot = Seat("bot", name, seat.color, level=_level(level, is_level))
            stored = _with_seat(stored, number, bot)
    return stored


def again(stored: StoredTable, client: str, rules_version: str) -> StoredTable:
    """Return a new table for the same people and bots."""
    if not stored.owned_by(client):
        check_host(stored, client)
    if stored.status != "finished":
        raise ApiError("table/not-finished", "the game isn't over")
    return new_table(
        name=stored.name,
        options=stored.options,
        hands=stored.hands,
        hints=stored.hints,
        host=stored.host,
        rules_version=rules_version,
        seats=stored.seats,
    )


def get_seat(stored: StoredTable, number: int) -> Seat:
    """Return a seat of the table."""
    if not 0 <= number < len(stored.seats):
        raise ApiError("seat/not-found", f"the table has no seat {number}")
    return stored.seats[number]


def _other_names(stored: StoredTable, number: int) -> list[str]:
    return [seat.name for n, seat in enumerate(stored.seats) if n != number]


def _with_seat(stored: StoredTable, number: int, seat: Seat) -> StoredTable:
    seats = list(stored.seats)
    seats[number] = seat
    return replace(stored, seats=tuple(seats))


def check_host(stored: StoredTable, client: str) -> None:
    """Raise ApiError unless a client is the host."""
    if client != stored.host:
        raise ApiError("table/not-host", "only the host can do that")


def _check_color(stored: StoredTable, number: int, color: str) -> None:
    if any(n != number and seat.color == color for n, seat in enumerate(stored.seats)):
        raise ApiError("setup/invalid", f"{color} is taken")
