"""What lies on the table, for the reference: set-up, points, and RECORD.md's state document."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any, Self

from tests.conformance.facts import board, cards

GOODS = ("brick", "food", "tool", "wine", "cloth")
GODS = ("vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva")
SPECIALISTS = {
    "mason": "brick",
    "farmer": "food",
    "smith": "tool",
    "vintner": "wine",
    "weaver": "cloth",
}
SPACES = 12
HOUSES = 15
SLOTS = 7


class IllegalError(Exception):
    """A record that is malformed (rule `RECORD`) or breaks a rule; says where, as far as that is known."""

    def __init__(
        self,
        rule: str,
        message: str,
        turn: int | None = None,
        step: int | None = None,
        text: str = "",
    ):
        super().__init__(message)
        self.rule, self.message, self.turn, self.step, self.text = rule, message, turn, step, text

    def __str__(self) -> str:
        where = ""
        if self.turn is not None:
            where = f"turn {self.turn}"
            if self.step is not None:
                where += f", step {self.step}" + (f" {self.text!r}" if self.text else "")
            where += ": "
        return f"{where}{self.message} ({self.rule})"


def require(condition: bool, rule: str, message: str) -> None:
    if not condition:
        raise IllegalError(rule, message)


@dataclass
class Player:
    money: int
    goods: dict[str, int]
    storehouse: dict[str, int]
    colonists: list[tuple[str, str]]  # (kind, city or line)
    hand: list[str]
    houses: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)

    def room(self) -> int:
        """R3.1: twelve spaces, each for a colonist or a good."""
        return SPACES - sum(self.storehouse.values()) - sum(self.goods.values())

    def has(self, goods: list[str]) -> bool:
        return all(self.goods[good] >= goods.count(good) for good in goods)

    def pay(self, goods: list[str]) -> None:
        for good in goods:
            self.goods[good] -= 1


@dataclass
class Keep:
    """A seat that has to say which of the goods it received it keeps (R3.2, R6.4)."""

    seat: int
    lot: dict[str, int]
    room: int


@dataclass
class Turn:
    seat: int
    played: str
    card: str | None  # whose action is carried out: the played card, or the copied one
    points: int = 0  # Architect: movement points left
    built: bool = False
    option: str = ""  # Prefect: produce or cash; Colonist: settle or income
    recruited: bool = False  # Tribune
    traded: list[str] = field(default_factory=list)
    bought: list[int] = field(default_factory=list)
    keeps: list[Keep] = field(default_factory=list)
    others_chose: bool = False
    magnus_used: bool = False


class Position:
    """Everything on the table, between turns and inside one; what a player may do with it is `Referee`'s."""

    def __init__(
        self,
        map: str,
        names: int,
        cities: dict[str, str],
        sale: list[str],
        edition: str,
        intermediate_scoring: bool,
    ):
        self.board = board(map)
        self.cards = cards()
        self.seats = names
        self.edition = edition
        self.intermediate_scoring = intermediate_scoring
        require(names in self.board.counts, "R1.1", f"{map} is for {self.board.counts} players")
        self._check_tokens(cities)
        self._check_decks(sale)
        self.token = dict(cities)
        # R1.3
        self.marker_good = {
            province: max(
                (cities[city] for city in its_cities), key=lambda good: self.cards.price[good]
            )
            for province, its_cities in self.board.provinces.items()
        }
        self.goods_side = dict.fromkeys(self.board.provinces, True)
        self.display: list[str | None] = list(sale[:SLOTS])
        self.deck = list(sale[SLOTS:])
        # R1.5, R1.6
        self.players = [
            Player(
                money=5 + seat,
                goods={"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1},
                storehouse={"land": 2, "sea": 2},
                colonists=[("land", self.board.capital), ("sea", self.board.capital)],
                hand=list(self.cards.starting_hand),
            )
            for seat in range(names)
        ]
        self.magnus = names - 1
        self.concordia: int | None = None
        self.reason: str | None = None
        self.intermediate: list[int | None] = [None] * names
        self.to_play = 0
        self.turns = 0
        self.finished = False
        self.turn: Turn | None = None

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Self:
        require(isinstance(record, dict), "RECORD", "a record is an object")
        require(record.get("format") == "concordia-record/1", "RECORD", "unknown format")
        require(record.get("map") in ("imperium", "italia"), "RECORD", "unknown map")
        edition = record.get("edition", "revised")
        require(edition in ("revised", "first"), "RECORD", "unknown edition")
        intermediate = record.get("intermediate_scoring", False)
        require(isinstance(intermediate, bool), "RECORD", "intermediate_scoring is true or false")
        players = record.get("players")
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            raise IllegalError("RECORD", "players is a list of names")
        setup = record.get("setup")
        if not isinstance(setup, dict):
            raise IllegalError("RECORD", "setup is missing")
        cities, sale = setup.get("cities"), setup.get("cards")
        if not isinstance(cities, dict) or not isinstance(sale, list):
            raise IllegalError("RECORD", "setup has cities and cards")
        return cls(record["map"], len(players), cities, sale, edition, intermediate)

    def _check_tokens(self, cities: dict[str, str]) -> None:
        """R1.2"""
        expected = [city for city in self.board.cities if city != self.board.capital]
        require(set(cities) == set(expected), "R1.2", "every city but Roma has a token")
        for letter, tokens in self.cards.tokens.items():
            goods = sorted(
                str(cities[city]) for city in expected if self.board.letter[city] == letter
            )
            if goods:
                printed = sorted(good for good, count in tokens.items() for _ in range(count))
                require(
                    goods == printed,
                    "R1.2",
                    f"the tokens of the {letter} cities are not those of the letter",
                )

    def _check_decks(self, sale: list[str]) -> None:
        """R1.4"""
        at = 0
        for tier in self.cards.tiers[: self.seats]:
            require(
                sorted(map(str, sale[at : at + len(tier)])) == sorted(tier),
                "R1.4",
                "decks incomplete or out of order",
            )
            at += len(tier)
        require(at == len(sale), "R1.4", "too many cards")

    def copy(self) -> Self:
        other = copy.copy(self)
        for name in ("goods_side", "display", "deck", "intermediate"):
            setattr(other, name, getattr(self, name).copy())
        other.players = copy.deepcopy(self.players)
        other.turn = copy.deepcopy(self.turn)
        return other

    # --- points and the state document ---------------------------------------------------------------------------------

    def points(self, seat: int) -> dict[str, int]:
        """R11.2: what a seat would score if the game ended now, by god."""
        player = self.players[seat]
        goods = [self.token[city] for city in player.houses]
        worth = player.money + sum(player.goods[good] * self.cards.price[good] for good in GOODS)
        provinces = {self.board.province_of[city] for city in player.houses}
        a_card = {
            "vesta": worth // 10,
            "jupiter": min(15, sum(1 for good in goods if good != "brick")),
            "saturnus": len(provinces),
            "mercurius": 2 * len(set(goods)),
            "mars": 2 * len(player.colonists),
        }
        points = dict.fromkeys(GODS, 0)
        for face in player.hand + player.discard:
            god = self.cards.god[face]
            if god == "minerva":
                number, good = self.cards.specialist[face]
                points["minerva"] += number * goods.count(good)
            else:
                points[god] += a_card[god]
        points["concordia"] = self.cards.concordia if self.concordia == seat else 0
        points["total"] = sum(points.values())
        return points

    def winner(self) -> int:
        """R11.3"""
        totals = [self.points(seat)["total"] for seat in range(self.seats)]
        for offset in range(self.seats):
            seat = (self.magnus - offset) % self.seats
            if totals[seat] == max(totals):
                return seat
        raise AssertionError("somebody has the most points")

    def result(self) -> dict[str, Any]:
        return {
            "points": [self.points(seat)["total"] for seat in range(self.seats)],
            "winner": self.winner(),
        }

    def document(self) -> dict[str, Any]:
        """The state document, between turns."""
        document: dict[str, Any] = {
            "turn": self.turns,
            "to_play": None if self.finished else self.to_play,
            "phase": "finished" if self.finished else "play",
            "finished": self.finished,
            "praefectus_magnus": self.magnus,
            "concordia": self.concordia,
            "markers": {
                province: "goods" if side else "coins" for province, side in self.goods_side.items()
            },
            "display": list(self.display),
            "deck": len(self.deck),
            "players": [
                {
                    "money": player.money,
                    "goods": dict(player.goods),
                    "storehouse": dict(player.storehouse),
                    "colonists": sorted(f"{kind} {place}" for kind, place in player.colonists),
                    "houses": sorted(player.houses),
                    "hand": sorted(player.hand),
                    "discard": list(player.discard),
                    "points": self.points(seat),
                }
                for seat, player in enumerate(self.players)
            ],
        }
        if self.intermediate_scoring:
            document["intermediate"] = list(self.intermediate)
        return document
