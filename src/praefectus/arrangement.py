"""A position as people lay it out by hand, as plain data: made of a position, and made into its text.

The document (`praefectus.wire.arrangement`) names pieces and cards by their ids; `position` reads the text and says what
the rules have against it. What a document of the right form cannot mean is refused with one sentence.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.document import state_document
from praefectus.errors import PositionError, SetupError, short
from praefectus.options import Options, from_json
from praefectus.position import (
    ALPHABET,
    FORMAT,
    GOOD_LETTERS,
    NONE,
    UNITS,
    options_text,
    place_text,
    read,
    refused,
    turn_text,
)
from praefectus.rules.facts import FACE_NUMBER, GOOD_NUMBER, SALE_NUMBER, Board, load_board
from praefectus.rules.ids import (
    AT_DECIDER,
    AT_TURN,
    GOOD_NAMES,
    HOUSES_PER_PLAYER,
    KIND_NAMES,
    Good,
)
from praefectus.rules.refusal import impossible
from praefectus.rules.state import Deal, State, mid_turn
from praefectus.view import explanation_view
from praefectus.wire.answers import GameOptions
from praefectus.wire.arrangement import ArrangedPlayer, Arrangement, CheckedArrangement

# What more completed turns put right.
TOO_EARLY: Final = frozenset(
    {
        "position.markers-early",
        "position.magnus-early",
        "position.not-begun",
        "position.pile-early",
        "position.bought-early",
        "position.early-end",
    }
)
# Everything that a game has can have happened after so many rounds: a card per turn leaves the hand.
ENOUGH_ROUNDS: Final = 40


def arrange(state: State) -> Arrangement:
    """Return a position as it lies on the table."""
    document = state_document(state)
    deal = state.deal
    players: list[ArrangedPlayer] = [
        {
            "money": player["money"],
            "goods": player["goods"],
            "colonists": player["colonists"],
            "houses": player["houses"],
            "hand": player["hand"],
            "discard": player["discard"],
            "intermediate": None,
        }
        for player in document["players"]
    ]
    for player, points in zip(players, document.get("intermediate", ()), strict=False):
        player["intermediate"] = points
    begun = mid_turn(state)
    return {
        "options": cast("GameOptions", deal.options.as_json()),
        "cities": {
            name: GOOD_NAMES[good]
            for name, good in zip(deal.board.city_names, deal.city_good, strict=True)
            if good >= 0
        },
        "turn": int(state.cells[AT_TURN]),
        "begun": {
            "phase": document["phase"],
            "decider": int(state.cells[AT_DECIDER]),
            "cells": turn_text(state),
        }
        if begun
        else None,
        "praefectus_magnus": document["praefectus_magnus"],
        "concordia": document["concordia"],
        "markers": document["markers"],
        "display": document["display"],
        "players": players,
    }


def check(arrangement: Arrangement) -> CheckedArrangement:
    """Return the text of a position that was laid out, or why no game can come to it.

    Raises PositionError for a document that names what there is not.
    """
    layout = _Layout(arrangement)
    markers = layout.marker_goods()
    turn = arrangement["turn"]
    try:
        text = layout.text(turn)
        read(text)
    except PositionError as error:
        if error.explanation is None:
            raise
        enough = _least_turn(layout, turn) if error.explanation.key in TOO_EARLY else None
        why = explanation_view(error.explanation)
        return {"position": None, "why": why, "turn": enough, "markers": markers}
    return {"position": text, "why": None, "turn": None, "markers": markers}


def _least_turn(layout: _Layout, turn: int) -> int | None:
    """Return the next number of turns at which the position can be, if there is one."""
    players = layout.options.players
    for later in range(turn + players, turn + (ENOUGH_ROUNDS + 1) * players, players):
        try:
            read(layout.text(later))
        except PositionError as error:
            if error.explanation is None or error.explanation.key not in TOO_EARLY:
                return None
        else:
            return later
    return None


class _Layout:
    """A document whose names are looked up on its board."""

    def __init__(self, arrangement: Arrangement) -> None:
        self.given = arrangement
        self.options = _options(arrangement["options"])
        self.board: Board = load_board(self.options.map)
        self.tokens = self._tokens()
        if len(arrangement["players"]) != self.options.players:
            raise PositionError(
                f"the game is for {self.options.players} players, and {len(arrangement['players'])} are laid out"
            )

    def text(self, turn: int) -> str:
        """Return the position as text, after so many turns."""
        given = self.given
        display = given["display"]
        fields = [
            FORMAT,
            options_text(self.options),
            "".join(NONE if good < 0 else GOOD_LETTERS[good] for good in self.tokens),
            self._clock(turn),
            str(given["praefectus_magnus"]),
            self._end(),
            self._coins() or NONE,
            "".join(NONE if card is None else _letter(SALE_NUMBER, card, "card for sale") for card in display),
            self._cells(),
        ]  # fmt: skip
        fields += [self._player(seat, player) for seat, player in enumerate(given["players"])]
        return " ".join(fields)

    def marker_goods(self) -> dict[str, Good]:
        """Return the good of every province's marker."""
        deal = Deal(self.board, self.options, vec[i64](self.tokens), vec[i64]())
        return {
            name: GOOD_NAMES[good]
            for name, good in zip(self.board.province_names, deal.marker_good, strict=True)
        }

    def _tokens(self) -> list[int]:
        board, cities = self.board, self.given["cities"]
        capital = board.city_names[int(board.capital)]
        for city in cities:
            if city not in board.city_names or city == capital:
                raise PositionError(f"there is no city {short(city)} with a token on {board.title}")
        for city in board.city_names:
            if city != capital and city not in cities:
                raise PositionError(f"the city {city!r} has no token")
        return [
            -1 if city == capital else _number(GOOD_NUMBER, cities[city], "good")
            for city in board.city_names
        ]

    def _clock(self, turn: int) -> str:
        begun = self.given["begun"]
        if begun is not None:
            mine = begun["decider"] == turn % self.options.players
            return f"{turn}:{begun['phase']}" + ("" if mine else f":{begun['decider']}")
        # The game is over when the turn of whoever has the Concordia card would come.
        over = self.given["concordia"] == turn % self.options.players
        return f"{turn}:{'finished' if over else 'play'}"

    def _cells(self) -> str:
        begun = self.given["begun"]
        cells = NONE if begun is None else begun["cells"]
        if cells == "" or cells.split() != [cells]:
            raise PositionError(f"the cells of a turn are one word, not {short(cells)}")
        return cells

    def _end(self) -> str:
        holder = self.given["concordia"]
        if holder is None:
            return NONE
        if not 0 <= holder < self.options.players:
            raise PositionError(f"there is no seat {holder} to have the Concordia card")
        built = len(self.given["players"][holder]["houses"]) == HOUSES_PER_PLAYER
        sold_out = not any(self.given["display"])
        return f"{holder}:{'cards' if sold_out and not built else 'houses'}"

    def _coins(self) -> str:
        names = {name: n for n, name in enumerate(self.board.province_names)}
        letters = {
            _letter(names, name, "province"): side for name, side in self.given["markers"].items()
        }
        return "".join(letter for letter in ALPHABET if letters.get(letter) == "coins")

    def _player(self, seat: int, player: ArrangedPlayer) -> str:
        cities = {name: n for n, name in enumerate(self.board.city_names)}
        units = [player["goods"][good] for good in GOOD_NAMES]
        if not all(0 <= each < len(UNITS) for each in units):
            raise refused(impossible("R3.1", "storehouse", seat=seat))
        houses = [_letter(cities, city, "city") for city in player["houses"]]
        hand = [_letter(FACE_NUMBER, card, "card") for card in player["hand"]]
        parts = [
            str(player["money"]),
            "".join(UNITS[each] for each in units),
            *self._colonists(player["colonists"]),
            "".join(sorted(houses, key=ALPHABET.index)),
            "".join(sorted(hand, key=ALPHABET.index)),
            "".join(_letter(FACE_NUMBER, card, "card") for card in player["discard"]),
        ]
        if player["intermediate"] is not None:
            parts.append(str(player["intermediate"]))
        return ":".join(parts)

    def _colonists(self, colonists: list[str]) -> list[str]:
        """Return the places of the land and of the sea colonists."""
        places: dict[str, list[int]] = {kind: [] for kind in KIND_NAMES}
        for colonist in colonists:
            kind, _, place = colonist.partition(" ")
            if kind not in places:
                raise PositionError(f"there is no colonist {short(colonist)}")
            places[kind].append(self._place(KIND_NAMES.index(kind), place))
        return ["".join(place_text(place) for place in sorted(each)) for each in places.values()]

    def _place(self, kind: int, name: str) -> int:
        """Return the number of a place; of two lines between the same cities, that of the kind."""
        board = self.board
        if name in board.city_names:
            return board.city_names.index(name)
        lines = [line for line, each in enumerate(board.line_names) if each == name]
        if not lines:
            raise PositionError(f"{board.title} has no place {short(name)}")
        own = [line for line in lines if board.kind_of_line(line) == kind]
        return int(board.cities) + (own or lines)[0]


def _options(document: GameOptions) -> Options:
    try:
        return from_json(document)
    except SetupError as error:
        raise PositionError(str(error)) from None


def _number(numbers: dict[str, int], name: str, what: str) -> int:
    if name not in numbers:
        raise PositionError(f"there is no {what} {short(name)}")
    return numbers[name]


def _letter(numbers: dict[str, int], name: str, what: str) -> str:
    return ALPHABET[_number(numbers, name, what)]
