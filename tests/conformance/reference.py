"""A second referee of the game, written from RULES.md and RECORD.md alone.

It is slow and plain on purpose: dictionaries and strings, the ids of the data files everywhere, every rule
checked where it is used and cited by its id. It shares no code with `praefectus`; the conformance tests play both
against each other, and whoever differs is wrong.

    referee = Referee.from_record(record)      # the start: turn 0
    referee.begin(0, "senator")                # play a card
    referee.legal_steps()                      # every whole RECORD step that is legal now
    referee.step("purchase 1")
    referee.may_end()                          # may the turn end here?
    referee.end()                              # the turn ends, the next seat is to play
    referee.document()                         # RECORD.md's state document

    for document in replay(record): ...        # the state after every turn; raises Illegal
"""

from __future__ import annotations

import copy
import functools
import itertools
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator

DATA = Path(__file__).resolve().parents[2] / "src" / "praefectus" / "data"

GOODS = ("brick", "food", "tool", "wine", "cloth")
KINDS = ("land", "sea")
GODS = ("vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva")
SPECIALISTS = {"mason": "brick", "farmer": "food", "smith": "tool", "vintner": "wine", "weaver": "cloth"}
TIERS = ("I", "II", "III", "IV", "V")
SPACES = 12
HOUSES = 15
SLOTS = 7


class Illegal(Exception):
    """A record that is malformed (rule `RECORD`) or breaks a rule; says where, as far as that is known."""

    def __init__(self, rule: str, message: str, turn: int | None = None, step: int | None = None, text: str = ""):
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
        raise Illegal(rule, message)


# --- the data: boards and cards ------------------------------------------------------------------------------------


class Board:
    """One board: cities, provinces, and lines as (kind, "a~b")."""

    def __init__(self, facts: dict[str, Any]):
        self.id: str = facts["id"]
        self.counts: list[int] = facts["players"]
        self.capital: str = facts["capital"]
        self.provinces: dict[str, list[str]] = {p["id"]: p["cities"] for p in facts["provinces"]}
        self.letter: dict[str, str | None] = {c["id"]: c["letter"] for c in facts["cities"]}
        self.cities: list[str] = list(self.letter)
        self.lines: dict[str, dict[str, tuple[str, str]]] = {kind: {} for kind in KINDS}
        for line in facts["lines"]:
            a, b = sorted(line["between"])
            self.lines[line["kind"]][f"{a}~{b}"] = (a, b)
        self.line_ids: set[str] = set(self.lines["land"]) | set(self.lines["sea"])
        self.province_of = {city: p for p, cities in self.provinces.items() for city in cities}

    def lines_of(self, kind: str, city: str) -> list[str]:
        return [line for line, ends in self.lines[kind].items() if city in ends]

    @functools.lru_cache(maxsize=None)
    def distances(self, kind: str, place: str) -> dict[str, int]:
        """Points from a place (city or line) to every line of that kind that can be reached (R5.2)."""
        if place in self.lines[kind]:
            distance = {place: 0}
            edge = [place]
        else:
            edge = self.lines_of(kind, place)
            distance = {line: 1 for line in edge}
        while edge:
            following = []
            for line in edge:
                for city in self.lines[kind][line]:
                    for other in self.lines_of(kind, city):
                        if other not in distance:
                            distance[other] = distance[line] + 1
                            following.append(other)
            edge = following
        return distance


class Cards:
    """Prices, tokens and cards."""

    def __init__(self, facts: dict[str, Any]):
        self.price = {g["id"]: g["price"] for g in facts["goods"]}
        self.house_money = {g["id"]: g["house"]["money"] for g in facts["goods"]}
        self.house_goods = {g["id"]: g["house"]["goods"] for g in facts["goods"]}
        self.marker_coins = {g["id"]: g["marker_coins"] for g in facts["goods"]}
        self.tokens: dict[str, dict[str, int]] = facts["city_tokens"]
        self.slot_cost: list[list[str]] = facts["display_cost"]
        self.concordia: int = facts["concordia_points"]
        self.god: dict[str, str] = {}
        self.specialist: dict[str, tuple[int, str]] = {}
        self.starting_hand = [self._face(card) for card in facts["starting_hand"]]
        self.cost: dict[str, list[str]] = {}
        self.tiers: list[list[str]] = []
        for tier in TIERS:
            ids = []
            for card in facts["for_sale"][tier]:
                ids.append(self._sale_id(card))
                self.cost[ids[-1]] = card["cost"]
            self.tiers.append(ids)
        self.faces = set(self.god)

    def _face(self, card: dict[str, Any]) -> str:
        name = str(card["card"])
        if name == "mercator":
            name += f"-{card['income']}"
        if name == "diplomat":
            name += f"-{card['god']}"
        self.god[name] = card["god"]
        if card["god"] == "minerva":
            self.specialist[name] = (card["points"], card["good"])
        return name

    def _sale_id(self, card: dict[str, Any]) -> str:
        face = self._face(card)
        if face == "diplomat-saturnus":
            return f"{face}-{card['cost'][0]}"
        return face

    @staticmethod
    def face_of(sale_id: str) -> str:
        return "diplomat-saturnus" if sale_id.startswith("diplomat-saturnus") else sale_id


def _facts(path: Path) -> dict[str, Any]:
    document = json.loads(path.read_text(encoding="utf-8"))
    if "topology" in document:  # data/maps: meta and topology side by side; the drawing is none of our business
        document = {**document["meta"], **document["topology"]}
    return document  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=None)
def board(name: str) -> Board:
    return Board(_facts(DATA / "maps" / f"{name}.json"))


@functools.lru_cache(maxsize=None)
def cards() -> Cards:
    return Cards(_facts(DATA / "cards" / "base.json"))


# --- the position ---------------------------------------------------------------------------------------------------


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
    magnus_used: bool = False


NUMBER = re.compile(r"[1-9][0-9]{0,8}|0")


class Referee:
    """A game in progress; see the head of this module."""

    def __init__(
        self, map: str, names: int, cities: dict[str, str], sale: list[str], edition: str, intermediate_scoring: bool
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
            province: max((cities[city] for city in its_cities), key=lambda good: self.cards.price[good])
            for province, its_cities in self.board.provinces.items()
        }
        self.goods_side = {province: True for province in self.board.provinces}
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
    def from_record(cls, record: dict[str, Any]) -> Referee:
        require(isinstance(record, dict), "RECORD", "a record is an object")
        require(record.get("format") == "concordia-record/1", "RECORD", "unknown format")
        require(record.get("map") in ("imperium", "italia"), "RECORD", "unknown map")
        edition = record.get("edition", "revised")
        require(edition in ("revised", "first"), "RECORD", "unknown edition")
        intermediate = record.get("intermediate_scoring", False)
        require(isinstance(intermediate, bool), "RECORD", "intermediate_scoring is true or false")
        players = record.get("players")
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            raise Illegal("RECORD", "players is a list of names")
        setup = record.get("setup")
        if not isinstance(setup, dict):
            raise Illegal("RECORD", "setup is missing")
        cities, sale = setup.get("cities"), setup.get("cards")
        if not isinstance(cities, dict) or not isinstance(sale, list):
            raise Illegal("RECORD", "setup has cities and cards")
        return cls(record["map"], len(players), cities, sale, edition, intermediate)

    def _check_tokens(self, cities: dict[str, str]) -> None:
        """R1.2"""
        expected = [city for city in self.board.cities if city != self.board.capital]
        require(set(cities) == set(expected), "R1.2", "every city but Roma has a token")
        for letter, tokens in self.cards.tokens.items():
            goods = sorted(str(cities[city]) for city in expected if self.board.letter[city] == letter)
            if goods:
                printed = sorted(good for good, count in tokens.items() for _ in range(count))
                require(goods == printed, "R1.2", f"the tokens of the {letter} cities are not those of the letter")

    def _check_decks(self, sale: list[str]) -> None:
        """R1.4"""
        at = 0
        for tier in self.cards.tiers[: self.seats]:
            require(
                sorted(map(str, sale[at : at + len(tier)])) == sorted(tier), "R1.4", "decks incomplete or out of order"
            )
            at += len(tier)
        require(at == len(sale), "R1.4", "too many cards")

    def copy(self) -> Referee:
        other = copy.copy(self)
        for name in ("goods_side", "display", "deck", "intermediate"):
            setattr(other, name, getattr(self, name).copy())
        other.players = copy.deepcopy(self.players)
        other.turn = copy.deepcopy(self.turn)
        return other

    # --- a turn: card, steps, end ---------------------------------------------------------------------------------

    def check_begin(self, seat: int, play: str) -> None:
        require(self.turn is None, "R2.1", "the turn before has not ended")
        require(not self.finished, "R11.1", "the game is over")
        require(type(seat) is int and 0 <= seat < self.seats, "RECORD", f"no such seat: {seat!r}")
        require(isinstance(play, str) and play in self.cards.faces, "RECORD", f"no such card: {play!r}")
        require(seat == self.to_play, "R2.1", f"it is seat {self.to_play}'s turn")
        require(play in self.players[seat].hand, "R2.1", f"{play} is not in the hand")
        if play.startswith("diplomat"):
            targets = [other for other in range(self.seats) if other != seat and self.copyable(other)]
            require(bool(targets), "R9.2", "no opponent offers a card to copy")

    def begin(self, seat: int, play: str) -> None:
        self.check_begin(seat, play)
        player = self.players[seat]
        player.hand.remove(play)
        player.discard.append(play)
        self.turn = Turn(seat, play, None)
        if not play.startswith("diplomat"):
            self._start(play)

    def copyable(self, seat: int) -> bool:
        """R9.2"""
        pile = self.players[seat].discard
        return bool(pile) and not pile[-1].startswith("diplomat")

    def _start(self, card: str) -> None:
        """What happens as soon as it is known whose action is carried out."""
        turn = self._turn()
        player = self.players[turn.seat]
        turn.card = card
        if card == "tribune":
            # R4.1
            back = len(player.discard)
            player.hand += player.discard
            player.discard = []
            player.money += max(0, back - 3)
        elif card == "architect":
            turn.points = len(player.colonists)  # R5.1
        elif card.startswith("mercator"):
            player.money += int(card.split("-")[1])  # R8.1
        elif card in SPECIALISTS:
            # R8.2; all the goods are of one kind, so there is never a choice (R3.2)
            good = SPECIALISTS[card]
            houses = sum(1 for city in player.houses if self.token[city] == good)
            player.goods[good] += min(houses, player.room())

    def _turn(self) -> Turn:
        if self.turn is None:
            raise Illegal("R2.1", "no turn has begun")
        return self.turn

    def check_end(self) -> None:
        turn = self._turn()
        if turn.card is None:
            raise Illegal("R2.2", "a Diplomat copies a card")
        if turn.card == "prefect":
            require(bool(turn.option), "R2.2", "a Prefect produces or takes cash")
        if turn.card == "colonist":
            require(bool(turn.option), "R2.2", "a Colonist settles or takes income")
        if turn.keeps:
            raise Illegal("R6.4", f"seat {turn.keeps[0].seat} has to choose what to keep")

    def may_end(self) -> bool:
        try:
            self.check_end()
        except Illegal:
            return False
        return True

    def end(self) -> None:
        self.check_end()
        turn = self._turn()
        player = self.players[turn.seat]
        # R10.1, R10.2: close up to the left and fill from the deck
        left = [card for card in self.display if card is not None]
        while len(left) < SLOTS and self.deck:
            left.append(self.deck.pop(0))
        self.display = left + [None] * (SLOTS - len(left))
        # R6.3
        if turn.magnus_used:
            self.magnus = (turn.seat - 1) % self.seats
        # R11.4
        if self.intermediate_scoring and turn.card == "tribune" and self.intermediate[turn.seat] is None:
            self.intermediate[turn.seat] = self.points(turn.seat)["total"]
            scored = [total for total in self.intermediate if total is not None]
            if len(scored) == self.seats:
                places = sorted(set(scored), reverse=True)
                for seat, total in enumerate(scored):
                    if total == places[0]:
                        self.players[seat].money += 2
                    elif total == places[1]:
                        self.players[seat].money += 1
        # R11.1
        if self.concordia is None:
            if len(player.houses) == HOUSES:
                self.concordia, self.reason = turn.seat, "houses"
            elif turn.bought and not left:
                self.concordia, self.reason = turn.seat, "cards"
        self.turns += 1
        self.to_play = (turn.seat + 1) % self.seats
        self.finished = self.concordia == self.to_play
        self.turn = None

    # --- steps ------------------------------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """Take one RECORD step, or raise `Illegal` and change nothing."""
        verb, words = self._read(text)
        self._check(verb, words)
        getattr(self, f"_do_{verb}")(*words)

    def why_not(self, text: str) -> Illegal | None:
        """Why a step is illegal now; None if it is legal."""
        try:
            self._check(*self._read(text))
        except Illegal as illegal:
            return illegal
        return None

    FORMS = {
        "colonist": "KIND",
        "move": "KIND PLACE LINE",
        "build": "CITY",
        "produce": "PROVINCE",
        "cash": "",
        "keep": "SEAT GOODS",
        "settle": "KIND CITY",
        "income": "",
        "sell": "GOOD NUMBER",
        "buy": "GOOD NUMBER",
        "purchase": "SLOT ANY",
        "copy": "SEAT",
    }

    def _read(self, text: str) -> tuple[str, list[Any]]:
        """The form of a step: its verb and ids that exist."""
        require(isinstance(text, str), "RECORD", "a step is a text")
        verb, *words = text.split(" ")
        require(verb in self.FORMS, "RECORD", f"unknown step {text!r}")
        read: list[Any] = []
        for form in self.FORMS[verb].split():
            if form in ("GOODS", "ANY"):
                require(all(word in GOODS for word in words), "RECORD", f"unknown good in {text!r}")
                require(bool(words) or form == "ANY", "RECORD", f"no goods in {text!r}")
                read.append(words)
                words = []
                continue
            require(bool(words), "RECORD", f"{text!r} is incomplete")
            word = words.pop(0)
            if form == "KIND":
                require(word in KINDS, "RECORD", f"{word!r} is neither land nor sea")
            elif form == "GOOD":
                require(word in GOODS, "RECORD", f"unknown good {word!r}")
            elif form == "CITY":
                require(word in self.board.letter, "RECORD", f"unknown city {word!r}")
            elif form == "PROVINCE":
                require(word in self.board.provinces, "RECORD", f"unknown province {word!r}")
            elif form == "PLACE":
                require(word in self.board.letter or word in self.board.line_ids, "RECORD", f"unknown place {word!r}")
            elif form == "LINE":
                require(word not in self.board.letter, "R5.4", "a move ends on a line, never in a city")
                require(word in self.board.line_ids, "RECORD", f"unknown line {word!r}")
            else:
                require(bool(NUMBER.fullmatch(word)), "RECORD", f"{word!r} is not a number")
                number = int(word)
                if form == "NUMBER":
                    require(number >= 1, "RECORD", "amounts are from 1 up")
                if form == "SLOT":
                    require(1 <= number <= SLOTS, "RECORD", f"slots are 1 to {SLOTS}")
                if form == "SEAT":
                    require(number < self.seats, "RECORD", f"no such seat: {number}")
                read.append(number)
                continue
            read.append(word)
        require(not words, "RECORD", f"{text!r} has words too many")
        return verb, read

    STEPS = {
        "tribune": ("colonist",),
        "architect": ("move", "build"),
        "prefect": ("produce", "cash", "keep"),
        "colonist": ("settle", "income"),
        "mercator-3": ("sell", "buy"),
        "mercator-5": ("sell", "buy"),
        "senator": ("purchase",),
        "consul": ("purchase",),
    }

    def _check(self, verb: str, words: list[Any]) -> None:
        turn = self._turn()
        allowed = ("copy",) if turn.card is None else self.STEPS.get(turn.card, ())
        require(verb in allowed, "RECORD", f"{verb!r} is no step of {turn.card or turn.played}")
        getattr(self, f"_check_{verb}")(*words)

    # Diplomat

    def _check_copy(self, seat: int) -> None:
        require(seat != self._turn().seat, "R9.1", "a Diplomat copies an opponent")
        require(self.copyable(seat), "R9.2", f"seat {seat} offers no card to copy")

    def _do_copy(self, seat: int) -> None:
        self._start(self.players[seat].discard[-1])

    # Tribune

    def _check_colonist(self, kind: str) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        require(not turn.recruited, "R4.2", "one colonist a Tribune")
        require(player.storehouse[kind] > 0, "R4.2", f"no {kind} colonist in the storehouse")
        require(player.has(["food", "tool"]), "R4.2", "a colonist costs 1 food and 1 tool")

    def _do_colonist(self, kind: str) -> None:
        self._turn().recruited = True
        self._place(kind, self.board.capital)

    def _place(self, kind: str, city: str) -> None:
        player = self.players[self._turn().seat]
        player.pay(["food", "tool"])
        player.storehouse[kind] -= 1
        player.colonists.append((kind, city))

    # Architect

    def _check_move(self, kind: str, place: str, line: str) -> None:
        turn = self._turn()
        require(not turn.built, "R5.5", "moving is done once a house is built")
        require((kind, place) in self.players[turn.seat].colonists, "R5.1", f"no own {kind} colonist at {place}")
        require(line in self.board.lines[kind], "R5.2", f"{line} is no {kind} line")
        require(line != place, "R5.1", "a move ends on another line")
        taken = any((kind, line) in player.colonists for player in self.players)
        require(not taken, "R5.3", f"{line} is occupied")
        distance = self.board.distances(kind, place).get(line)
        require(distance is not None, "R5.2", f"no way to {line}")
        require(distance is not None and distance <= turn.points, "R5.1", f"{line} is {distance} points away")

    def _do_move(self, kind: str, place: str, line: str) -> None:
        turn = self._turn()
        colonists = self.players[turn.seat].colonists
        colonists.remove((kind, place))
        colonists.append((kind, line))
        turn.points -= self.board.distances(kind, place)[line]

    def _check_build(self, city: str) -> None:
        player = self.players[self._turn().seat]
        require(city != self.board.capital, "R5.6", "no house can be built in Roma")
        require(city not in player.houses, "R5.6", f"an own house stands in {city} already")
        beside = any(
            place in self.board.lines[kind] and city in self.board.lines[kind][place]
            for kind, place in player.colonists
        )
        require(beside, "R5.5", f"no own colonist on a line of {city}")
        require(len(player.houses) < HOUSES, "R3.3", "all houses are built")
        require(player.has(self.cards.house_goods[self.token[city]]), "R5.7", f"not the goods for {city}")
        require(player.money >= self._house_money(city), "R5.7", f"not the money for {city}")

    def _house_money(self, city: str) -> int:
        """R5.7"""
        houses = sum(1 for player in self.players if city in player.houses) + 1
        return self.cards.house_money[self.token[city]] * houses

    def _do_build(self, city: str) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        turn.built = True
        player.money -= self._house_money(city)
        player.pay(self.cards.house_goods[self.token[city]])
        player.houses.append(city)

    # Prefect

    def _check_option(self) -> None:
        require(not self._turn().option, "R2.2", "one option a card")

    def _check_produce(self, province: str) -> None:
        self._check_option()
        require(self.goods_side[province], "R6.1", f"the marker of {province} shows coins")

    def _do_produce(self, province: str) -> None:
        turn = self._turn()
        turn.option = "produce"
        self.goods_side[province] = False
        # R6.1: one of the marker's good, R6.3: two with the Praefectus Magnus
        turn.magnus_used = self.magnus == turn.seat
        marker = 2 if turn.magnus_used else 1
        for offset in range(self.seats):  # R6.4: clockwise, the acting player first
            seat = (turn.seat + offset) % self.seats
            player = self.players[seat]
            lot = {good: 0 for good in GOODS}
            if offset == 0:
                lot[self.marker_good[province]] += marker
            for city in self.board.provinces[province]:
                if city in player.houses:
                    lot[self.token[city]] += 1
            room = player.room()
            if sum(lot.values()) <= room:
                for good in GOODS:
                    player.goods[good] += lot[good]
                continue
            selections = self.selections(lot, room)
            if len(selections) == 1:
                for good in selections[0]:
                    player.goods[good] += 1
            else:
                turn.keeps.append(Keep(seat, lot, room))

    @staticmethod
    def selections(lot: dict[str, int], room: int) -> list[tuple[str, ...]]:
        """R3.2: every way to fill the room from the lot, each with its goods in the order of the price list."""
        units = [good for good in GOODS for _ in range(lot[good])]
        return sorted(set(itertools.combinations(units, room)))

    def _check_cash(self) -> None:
        self._check_option()

    def _do_cash(self) -> None:
        turn = self._turn()
        turn.option = "cash"
        for province, goods_side in self.goods_side.items():
            if not goods_side:
                self.players[turn.seat].money += self.cards.marker_coins[self.marker_good[province]]
                self.goods_side[province] = True

    def _check_keep(self, seat: int, goods: list[str]) -> None:
        keeps = self._turn().keeps
        require(bool(keeps), "R6.4", "nobody has a choice of goods")
        require(seat == keeps[0].seat, "R6.4", f"it is for seat {keeps[0].seat} to choose")
        require(len(goods) == keeps[0].room, "R3.2", f"{keeps[0].room} goods are to be kept")
        require(
            all(goods.count(good) <= keeps[0].lot[good] for good in GOODS), "R3.2", "only goods received can be kept"
        )

    def _do_keep(self, seat: int, goods: list[str]) -> None:
        self._turn().keeps.pop(0)
        for good in goods:
            self.players[seat].goods[good] += 1

    # Colonist

    def _check_income(self) -> None:
        self._check_option()

    def _do_income(self) -> None:
        """R7.2"""
        turn = self._turn()
        turn.option = "income"
        player = self.players[turn.seat]
        on_board = len(player.colonists)
        player.money += 2 * on_board if self.edition == "first" else 5 + on_board

    def _check_settle(self, kind: str, city: str) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        require(turn.option != "income", "R2.2", "one option a card")
        require(city == self.board.capital or city in player.houses, "R7.1", f"no own house in {city}")
        require(bool(self.board.lines_of(kind, city)), "R7.1", f"no {kind} line touches {city}")
        require(player.storehouse[kind] > 0, "R7.1", f"no {kind} colonist in the storehouse")
        require(player.has(["food", "tool"]), "R7.1", "a colonist costs 1 food and 1 tool")

    def _do_settle(self, kind: str, city: str) -> None:
        self._turn().option = "settle"
        self._place(kind, city)

    # Mercator

    def _check_trade(self, good: str) -> None:
        traded = self._turn().traded
        require(len(traded) < 2, "R8.1", "two goods are traded at most")
        require(good not in traded, "R8.1", f"{good} has been traded already")

    def _check_sell(self, good: str, number: int) -> None:
        self._check_trade(good)
        require(self.players[self._turn().seat].goods[good] >= number, "R8.1", f"there are not {number} {good}")

    def _do_sell(self, good: str, number: int) -> None:
        turn = self._turn()
        turn.traded.append(good)
        self.players[turn.seat].goods[good] -= number
        self.players[turn.seat].money += number * self.cards.price[good]

    def _check_buy(self, good: str, number: int) -> None:
        self._check_trade(good)
        player = self.players[self._turn().seat]
        require(player.room() >= number, "R3.1", f"no room for {number} {good}")
        require(player.money >= number * self.cards.price[good], "R8.1", f"not the money for {number} {good}")

    def _do_buy(self, good: str, number: int) -> None:
        turn = self._turn()
        turn.traded.append(good)
        self.players[turn.seat].goods[good] += number
        self.players[turn.seat].money -= number * self.cards.price[good]

    # Senator and Consul

    def _check_purchase(self, slot: int, any_goods: list[str]) -> None:
        turn = self._turn()
        rule, limit = ("R10.1", 2) if turn.card == "senator" else ("R10.2", 1)
        require(len(turn.bought) < limit, rule, f"{limit} at most")
        card = self.display[slot - 1]
        if card is None:
            raise Illegal(rule, f"no card in slot {slot}")
        wanted = self.cards.slot_cost[slot - 1].count("any") if turn.card == "senator" else 0
        require(len(any_goods) == wanted, "RECORD", f"{wanted} goods are to be named for slot {slot}")
        require(self.players[turn.seat].has(self._price(slot, any_goods)), rule, f"not the goods for slot {slot}")

    def _price(self, slot: int, any_goods: list[str]) -> list[str]:
        """R10.1, R10.2"""
        card = self.display[slot - 1]
        assert card is not None
        price = list(self.cards.cost[card])
        if self._turn().card == "senator":
            price += [good for good in self.cards.slot_cost[slot - 1] if good != "any"] + any_goods
        return price

    def _do_purchase(self, slot: int, any_goods: list[str]) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        player.pay(self._price(slot, any_goods))
        card = self.display[slot - 1]
        assert card is not None
        player.hand.append(self.cards.face_of(card))
        self.display[slot - 1] = None
        turn.bought.append(slot)

    # --- what is legal ------------------------------------------------------------------------------------------------

    def legal_plays(self) -> list[str]:
        """The faces that may be played now, sorted; none inside a turn or when the game is over."""
        plays = []
        for face in sorted(set(self.players[self.to_play].hand)):
            try:
                self.check_begin(self.to_play, face)
            except Illegal:
                continue
            plays.append(face)
        return plays

    def legal_steps(self) -> list[str]:
        """Every whole step that is legal now, sorted; goods of a `keep` in the order of the price list."""
        return sorted(text for text in self._candidates() if self.why_not(text) is None)

    def _candidates(self) -> Iterator[str]:
        """All steps that could be written down for the card, but for colonists that are not there."""
        turn = self._turn()
        player = self.players[turn.seat]
        if turn.card is None:
            for seat in range(self.seats):
                yield f"copy {seat}"
            return
        for verb in self.STEPS.get(turn.card, ()):
            if verb in ("cash", "income"):
                yield verb
            elif verb == "colonist":
                for kind in KINDS:
                    yield f"colonist {kind}"
            elif verb == "move":
                for kind, place in sorted(set(player.colonists)):
                    for line in sorted(self.board.line_ids):
                        yield f"move {kind} {place} {line}"
            elif verb == "build":
                for city in self.board.cities:
                    yield f"build {city}"
            elif verb == "produce":
                for province in self.board.provinces:
                    yield f"produce {province}"
            elif verb == "keep" and turn.keeps:
                keep = turn.keeps[0]
                for goods in self.selections(keep.lot, keep.room):
                    yield f"keep {keep.seat} {' '.join(sorted(goods, key=GOODS.index))}"
            elif verb == "settle":
                for kind in KINDS:
                    for city in self.board.cities:
                        yield f"settle {kind} {city}"
            elif verb in ("sell", "buy"):
                for good in GOODS:
                    for number in range(1, SPACES + 1):
                        yield f"{verb} {good} {number}"
            elif verb == "purchase":
                for slot in range(1, SLOTS + 1):
                    yield f"purchase {slot}"
                    for good in GOODS:
                        yield f"purchase {slot} {good}"

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
        points = {god: 0 for god in GODS}
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
        return {"points": [self.points(seat)["total"] for seat in range(self.seats)], "winner": self.winner()}

    def document(self) -> dict[str, Any]:
        """The state document, between turns."""
        document: dict[str, Any] = {
            "turn": self.turns,
            "to_play": None if self.finished else self.to_play,
            "phase": "finished" if self.finished else "play",
            "finished": self.finished,
            "praefectus_magnus": self.magnus,
            "concordia": self.concordia,
            "markers": {province: "goods" if side else "coins" for province, side in self.goods_side.items()},
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


# --- whole records ---------------------------------------------------------------------------------------------------


def replay(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the state document after every turn that is complete; raise `Illegal` where the record breaks a rule."""
    for referee in positions(record):
        yield referee.document()


def positions(record: dict[str, Any]) -> Iterator[Referee]:
    """Yield the referee itself after every complete turn (the same object each time)."""
    referee = Referee.from_record(record)
    turns = record.get("turns")
    if not isinstance(turns, list):
        raise Illegal("RECORD", "turns is a list")
    for number, turn in enumerate(turns, 1):
        step, text = None, ""
        try:
            require(isinstance(turn, dict), "RECORD", "a turn is an object")
            is_open = turn.get("open", False)
            require(isinstance(is_open, bool), "RECORD", "open is true or false")
            require(not is_open or number == len(turns), "RECORD", "only the last turn may be open")
            require("seat" in turn and "play" in turn, "RECORD", "a turn has seat and play")
            steps = turn.get("steps")
            if not isinstance(steps, list):
                raise Illegal("RECORD", "steps is a list")
            referee.begin(turn["seat"], turn["play"])
            for step, text in enumerate(steps, 1):
                referee.step(text)
            if not is_open:
                step, text = len(steps) + 1, ""
                referee.end()
        except Illegal as illegal:
            illegal.turn, illegal.step, illegal.text = number, step, text
            raise
        if not is_open:
            yield referee
    if referee.finished:
        require("result" in record, "RECORD", "the game is over: a result is required")
        require(record["result"] == referee.result(), "RECORD", f"the result is {referee.result()}")
    else:
        require("result" not in record, "RECORD", "the game is not over: there is no result")
