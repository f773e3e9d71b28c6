"""What a position is worth to a seat: the points it can expect at the end.

A pure function of the position and of a flat vector of weights (`weights.py` names and reads them).
The worth of a seat is its points if the game ended now, and what is still to come: cards that will
count more, houses that will be counted by more cards, production, goods and money to be used, the
cards in the hand (tempo), cities within reach. What is to come fades with the time that remains:
`remaining` is 1 at the start and 0 when the last turn is done.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.facts import BIT, FACE_GOD, FACE_GOOD, FACE_POINTS, MOST_POINTS, PRICE
from praefectus.rules.ids import (
    AT_CONCORDIA,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_PLAYERS,
    AT_PRAEFECTUS_MAGNUS,
    AT_SEAT,
    BRICK,
    COLONISTS_A_KIND,
    DISPLAY_SLOTS,
    FACE_COUNT,
    GOOD_COUNT,
    HOUSES_A_PLAYER,
    JUPITER,
    MARS,
    MERCURIUS,
    MINERVA,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_PLAY,
    PLAYER_SIZE,
    SATURNUS,
    VESTA,
)
from praefectus.rules.state import IN_STOREHOUSE, Deal, State, block

# Where each weight stands in the vector; `weights.NAMES` has the same order.
CARD_GROWTH: Final = 0  # + god: how much more a card of that god will count
VALUE_GROWTH: Final = 6  # + god: by how many more cards a house, province, … will be counted
PRODUCTION: Final = 12  # + good: a house that produces it
CLUMP: Final = 17  # a second house in a province
GOOD_WORTH: Final = 18  # + good: the first unit in the storehouse
GOOD_CURVE: Final = 23  # how much less each further unit of the same good is worth
MONEY_LOW: Final = 24  # a sestertius up to 10
MONEY_MIDDLE: Final = 25  # up to 25
MONEY_HIGH: Final = 26  # beyond
BUILD_KIT: Final = 27  # a brick and a good to build with
COLONIST_KIT: Final = 28  # food and tool while colonists wait
DEMAND: Final = 29  # a good for which a city without an own house is within reach
HAND_CARD: Final = 30  # + face: a card in the hand rather than in the pile
BESIDE: Final = 47  # a city to build in beside an own colonist
NEAR: Final = 48  # one move away
FULL: Final = 49  # each free space below two in the storehouse
MAGNUS: Final = 50  # holding the Praefectus Magnus
LAST_TURN: Final = 51  # a last turn still to be played
SPREAD_END: Final = 52  # the spread of final points around the estimate, at the end
SPREAD_START: Final = 53  # what the start adds to it
RIVALS: Final = 54  # a good that a turn gives to an opponent, as a part of what it is worth
SOON: Final = 55  # from which remaining time on goods and tempo count fully
WEIGHT_COUNT: Final = 56

MOST_UNITS: Final = 13
MOST_MONEY: Final = 400
MINERVA_GOODS: Final = 5


def bits(mask: i64) -> i64:
    """Return how many bits of a mask of up to 62 are set."""
    x: i64 = mask
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


class Worth:
    """The worth of seats in the games of one board and set of city tokens, by its weights."""

    def __init__(self, deal: Deal, weights: vec[float]) -> None:
        board = deal.board
        self.board = board
        self.players: i64 = deal.players
        self.weights: vec[float] = weights
        self.cards_for_sale: i64 = len(deal.stack)
        self.good_cities: vec[i64] = vec[i64]([0] * GOOD_COUNT)
        city: i64
        for city in range(board.cities):
            if deal.city_good[city] >= 0:
                self.good_cities[deal.city_good[city]] |= BIT[city]
        self.not_capital: i64 = (BIT[board.cities] - 1) & ~BIT[board.capital]
        self.near: vec[i64] = _cities_near(deal)
        # What n units of a good, and n sestertii, are worth while there is time to use them.
        units: vec[float] = vec[float]([0.0] * (GOOD_COUNT * MOST_UNITS))
        good: i64
        n: i64
        for good in range(GOOD_COUNT):
            step: float = weights[GOOD_WORTH + good]
            least: float = step * 0.25
            for n in range(1, MOST_UNITS):
                units[good * MOST_UNITS + n] = units[good * MOST_UNITS + n - 1] + step
                step = max(least, step - weights[GOOD_WORTH + good] * weights[GOOD_CURVE])
        self.units: vec[float] = units
        money: vec[float] = vec[float]([0.0] * (MOST_MONEY + 1))
        for n in range(1, MOST_MONEY + 1):
            worth: float = weights[MONEY_HIGH]
            if n <= 10:
                worth = weights[MONEY_LOW]
            elif n <= 25:
                worth = weights[MONEY_MIDDLE]
            money[n] = money[n - 1] + worth
        self.money: vec[float] = money
        # Filled by `count_cards` for one seat.
        self.cards: vec[i64] = vec[i64]([0] * MINERVA)
        self.minerva: vec[i64] = vec[i64]([0] * MINERVA_GOODS)
        self.specialists: i64 = 0
        # What `seat_worth` found on its way, for the features of the network.
        self.of_good: vec[i64] = vec[i64]([0] * GOOD_COUNT)
        self.provinces: i64 = 0
        self.beside: i64 = 0
        self.in_reach: i64 = 0

    def remaining(self, s: State) -> float:
        """Return how much of the game is still to come: 1 at the start, 0 once the end is set off."""
        cells = s.cells
        if cells[AT_LAST_TURNS] >= 0:
            return 0.0
        cards: i64 = self.cards_for_sale - cells[AT_DECK_TOP]
        slot: i64
        for slot in range(DISPLAY_SLOTS):
            if cells[AT_DISPLAY + slot] >= 0:
                cards += 1
        by_cards: float = float(cards) / float(self.cards_for_sale)
        houses: i64 = HOUSES_A_PLAYER
        at: i64 = AT_PLAYERS + OF_HOUSES_LEFT
        seat: i64
        for seat in range(self.players):
            if cells[at] < houses:
                houses = cells[at]
            at += PLAYER_SIZE
        by_houses: float = float(houses) / float(HOUSES_A_PLAYER)
        return by_cards if by_cards < by_houses else by_houses

    def soon(self, remaining: float) -> float:
        """Return how far goods, money and tempo can still be used: 1 for long, 0 at the end."""
        part: float = remaining / self.weights[SOON]
        return part if part < 1.0 else 1.0

    def count_cards(self, s: State, p: i64) -> None:
        """Fill `cards` (by god) and `minerva` (points a house, by good) for the player at `p`."""
        cells = s.cells
        cards = self.cards
        minerva = self.minerva
        at: i64
        for at in range(MINERVA):
            cards[at] = 0
        for at in range(MINERVA_GOODS):
            minerva[at] = 0
        self.specialists = 0
        face: i64
        for face in range(FACE_COUNT):
            count: i64 = cells[p + OF_HAND + face]
            if count > 0:
                if FACE_GOD[face] == MINERVA:
                    minerva[FACE_GOOD[face]] += count * FACE_POINTS[face]
                    self.specialists += count
                else:
                    cards[FACE_GOD[face]] += count
        for at in range(p + OF_PILE, p + OF_PILE + cells[p + OF_PILE_SIZE]):
            face = cells[at]
            if FACE_GOD[face] == MINERVA:
                minerva[FACE_GOOD[face]] += FACE_POINTS[face]
                self.specialists += 1
            else:
                cards[FACE_GOD[face]] += 1

    def resources(self, s: State, p: i64, reach: i64) -> float:
        """Return what goods and money of the player at `p` are worth while there is time.

        `reach` is a mask of cities where they could build.
        """
        cells = s.cells
        return self.resources_of(
            cells[p + OF_MONEY],
            cells[p + OF_GOODS],
            cells[p + OF_GOODS + 1],
            cells[p + OF_GOODS + 2],
            cells[p + OF_GOODS + 3],
            cells[p + OF_GOODS + 4],
            cells[p + OF_STORE] + cells[p + OF_STORE + 1],
            reach,
        )

    def resources_of(
        self,
        money: i64,
        brick: i64,
        food: i64,
        tool: i64,
        wine: i64,
        cloth: i64,
        stored: i64,
        reach: i64,
    ) -> float:
        """Do what `resources` does for these amounts and `stored` colonists in the storehouse."""
        units = self.units
        w = self.weights
        good_cities = self.good_cities
        if money > MOST_MONEY:
            money = MOST_MONEY
        worth: float = (
            self.money[money]
            + units[brick]
            + units[MOST_UNITS + food]
            + units[2 * MOST_UNITS + tool]
            + units[3 * MOST_UNITS + wine]
            + units[4 * MOST_UNITS + cloth]
        )
        kits: i64 = tool + wine + cloth
        if brick < kits:
            kits = brick
        worth += w[BUILD_KIT] * float(kits)
        if stored > 0 and food > 0 and tool > 0:
            worth += w[COLONIST_KIT]
        demand: i64 = 0
        if food > 0 and reach & good_cities[0] != 0:
            demand += 1
        if food > 0 and reach & good_cities[1] != 0:
            demand += 1
        if tool > 0 and reach & good_cities[2] != 0:
            demand += 1
        if wine > 0 and reach & good_cities[3] != 0:
            demand += 1
        if cloth > 0 and reach & good_cities[4] != 0:
            demand += 1
        worth += w[DEMAND] * float(demand)
        free: i64 = 12 - stored - brick - food - tool - wine - cloth
        if free < 2:
            worth -= w[FULL] * float(2 - free)
        return worth

    def house_worth(self, s: State, p: i64, city: i64, remaining: float) -> float:
        """Return what a house in `city` adds, its cost left aside; after `count_cards`."""
        w = self.weights
        board = self.board
        houses: i64 = s.cells[p + OF_HOUSES]
        good: i64 = s.deal.city_good[city]
        worth: float = (
            float(self.minerva[good])
            + (w[VALUE_GROWTH + MINERVA] + w[PRODUCTION + good]) * remaining
        )
        if good != BRICK:
            worth += float(self.cards[JUPITER]) + w[VALUE_GROWTH + JUPITER] * remaining
        if houses & board.province_mask[board.city_province[city]] == 0:
            worth += float(self.cards[SATURNUS]) + w[VALUE_GROWTH + SATURNUS] * remaining
        else:
            worth += w[CLUMP] * remaining
        if houses & self.good_cities[good] == 0:
            worth += 2.0 * (float(self.cards[MERCURIUS]) + w[VALUE_GROWTH + MERCURIUS] * remaining)
        return worth

    def reach(self, s: State, p: i64) -> i64:
        """Return the mask of cities without an own house within one move of the colonists at `p`."""
        cells = s.cells
        board = self.board
        mask: i64 = 0
        kind: i64
        at: i64
        for kind in range(2):
            first: i64 = p + OF_COLONISTS + kind * COLONISTS_A_KIND
            for at in range(first, first + COLONISTS_A_KIND):
                if cells[at] == IN_STOREHOUSE:
                    break
                mask |= self.near[kind * board.places + cells[at]]
        return mask & self.not_capital & ~cells[p + OF_HOUSES]

    def seat_worth(self, s: State, seat: i64, remaining: float) -> float:
        """Return the points `seat` can expect at the end, with that much of the game to come."""
        cells = s.cells
        w = self.weights
        board = self.board
        p: i64 = block(seat)
        self.count_cards(s, p)
        cards = self.cards
        houses: i64 = cells[p + OF_HOUSES]
        built: i64 = HOUSES_A_PLAYER - cells[p + OF_HOUSES_LEFT]
        good: i64
        at: i64

        # Points now: `count` is what the god counts, `cards` by how many cards.
        wealth: i64 = cells[p + OF_MONEY]
        kinds: i64 = 0
        minerva: i64 = 0
        production: float = 0.0
        brick_houses: i64 = 0
        for good in range(GOOD_COUNT):
            wealth += cells[p + OF_GOODS + good] * PRICE[good]
            of_good: i64 = bits(houses & self.good_cities[good])
            self.of_good[good] = of_good
            if of_good > 0:
                kinds += 1
                minerva += of_good * self.minerva[good]
                production += w[PRODUCTION + good] * float(of_good)
                if good == BRICK:
                    brick_houses = of_good
        provinces: i64 = 0
        for at in range(board.provinces):
            if houses & board.province_mask[at] != 0:
                provinces += 1
        self.provinces = provinces
        colonists: i64 = 2 * COLONISTS_A_KIND - cells[p + OF_STORE] - cells[p + OF_STORE + 1]
        jupiter: float = float(built - brick_houses)
        saturnus: float = float(provinces)
        mercurius: float = float(2 * kinds)
        mars: float = float(2 * colonists)
        vesta: float = float(wealth) * 0.1
        if remaining > 0.0:
            vesta -= 0.45  # what is lost on average by counting full tens
        else:
            vesta = float(wealth // 10)
        worth: float = (
            vesta * float(cards[VESTA])
            + jupiter * float(cards[JUPITER])
            + saturnus * float(cards[SATURNUS])
            + mercurius * float(cards[MERCURIUS])
            + mars * float(cards[MARS])
            + float(minerva)
        )
        if cells[AT_CONCORDIA] == seat:
            worth += 7.0
        if cells[AT_LAST_TURNS] >= 0:
            if cells[AT_PHASE] == PHASE_PLAY:
                ahead: i64 = seat - cells[AT_SEAT]
                if ahead < 0:
                    ahead += self.players
                if ahead < cells[AT_LAST_TURNS]:
                    worth += w[LAST_TURN]
            return worth
        if remaining <= 0.0:
            return worth

        # What grows as long as the game lasts.
        growing: float = (
            w[CARD_GROWTH + VESTA] * float(cards[VESTA])
            + w[CARD_GROWTH + JUPITER] * float(cards[JUPITER])
            + w[CARD_GROWTH + SATURNUS] * float(cards[SATURNUS])
            + w[CARD_GROWTH + MERCURIUS] * float(cards[MERCURIUS])
            + w[CARD_GROWTH + MARS] * float(cards[MARS])
            + w[CARD_GROWTH + MINERVA] * float(self.specialists)
            + w[VALUE_GROWTH + VESTA] * vesta
            + w[VALUE_GROWTH + JUPITER] * jupiter
            + w[VALUE_GROWTH + SATURNUS] * saturnus
            + w[VALUE_GROWTH + MERCURIUS] * mercurius
            + w[VALUE_GROWTH + MARS] * mars
            + w[VALUE_GROWTH + MINERVA] * float(built)
            + w[CLUMP] * float(built - provinces)
            + production
        )
        if cells[AT_PRAEFECTUS_MAGNUS] == seat:
            growing += w[MAGNUS]

        # What is of use as long as a few turns are left.
        beside: i64 = 0
        for at in range(p + OF_COLONISTS, p + OF_COLONISTS + 2 * COLONISTS_A_KIND):
            if cells[at] != IN_STOREHOUSE:
                beside |= board.beside[cells[at]]
        beside &= self.not_capital & ~houses
        reach: i64 = self.reach(s, p)
        self.beside = bits(beside)
        self.in_reach = bits(reach)
        usable: float = (
            self.resources(s, p, reach)
            + w[BESIDE] * float(at_most(self.beside, 4))
            + w[NEAR] * float(at_most(self.in_reach, 8))
        )
        for at in range(FACE_COUNT):
            if cells[p + OF_HAND + at] > 0:
                usable += w[HAND_CARD + at] * float(cells[p + OF_HAND + at])
        return worth + growing * remaining + usable * self.soon(remaining)


def at_most(n: i64, most: i64) -> i64:
    """Return the lesser of two numbers."""
    return n if n < most else most


def _cities_near(deal: Deal) -> vec[i64]:
    """Return for each kind and place the mask of cities beside lines within one point."""
    board = deal.board
    near: vec[i64] = vec[i64]([0] * (2 * board.places))
    kind: i64
    place: i64
    for kind in range(2):
        for place in range(board.places):
            mask: i64 = board.beside[place]
            lines: i64 = board.reach[(kind * board.places + place) * (MOST_POINTS + 1) + 1]
            line: i64 = board.cities + board.first_line[kind]
            while lines != 0:
                if lines & 1 != 0:
                    mask |= board.beside[line]
                lines >>= 1
                line += 1
            near[kind * board.places + place] = mask
    return near
