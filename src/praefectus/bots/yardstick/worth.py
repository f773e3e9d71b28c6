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

from praefectus.bots.yardstick.indices import (
    BESIDE,
    BUILD_KIT,
    CARD_GROWTH,
    CLUMP,
    COLONIST_KIT,
    DEMAND,
    FULL,
    GOOD_CURVE,
    GOOD_WORTH,
    HAND_CARD,
    LAST_TURN,
    MAGNUS,
    MONEY_HIGH,
    MONEY_LOW,
    MONEY_MIDDLE,
    NEAR,
    PRODUCTION,
    SOON,
    VALUE_GROWTH,
)
from praefectus.rules.cards.architect import cities_beside
from praefectus.rules.facts import (
    BIT,
    CONCORDIA_POINTS,
    FACE_GOD,
    FACE_GOOD,
    FACE_POINTS,
    PRICE,
    house_goods,
)
from praefectus.rules.ids import (
    AMOUNTS_PER_GOOD,
    AT_CONCORDIA,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_PLAYERS,
    AT_PRAEFECTUS_MAGNUS,
    AT_SEAT,
    BRICK,
    CLOTH,
    COLONISTS_PER_KIND,
    FACE_COUNT,
    FOOD,
    GOOD_COUNT,
    HOUSES_PER_PLAYER,
    JUPITER,
    KIND_COUNT,
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
    PHASE_PLAY,
    PLAYER_SIZE,
    SATURNUS,
    STOREHOUSE_SPACES,
    TOOL,
    VESTA,
    WINE,
)
from praefectus.rules.market import cards_to_buy
from praefectus.rules.scoring import POINTS_PER_COLONIST, POINTS_PER_GOOD, SESTERTII_PER_POINT
from praefectus.rules.state import (
    IN_STOREHOUSE,
    Deal,
    State,
    block,
    colonists_on_board,
    colonists_stored,
)

MOST_MONEY: Final = 400
LITTLE_MONEY: Final = 10  # up to here a sestertius is worth `MONEY_LOW`
MUCH_MONEY: Final = 25  # and from here on `MONEY_HIGH`
LOST_TO_TENS: Final = 0.45  # what is lost on average because Vesta counts full tens


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
        self.house_good: vec[i64] = _goods_for_houses()
        # What n units of a good, and n sestertii, are worth while there is time to use them.
        units: vec[float] = vec[float]([0.0] * (GOOD_COUNT * AMOUNTS_PER_GOOD))
        good: i64
        n: i64
        for good in range(GOOD_COUNT):
            step: float = weights[GOOD_WORTH + good]
            least: float = step * 0.25
            for n in range(1, AMOUNTS_PER_GOOD):
                units[good * AMOUNTS_PER_GOOD + n] = units[good * AMOUNTS_PER_GOOD + n - 1] + step
                step = max(least, step - weights[GOOD_WORTH + good] * weights[GOOD_CURVE])
        self.units: vec[float] = units
        money: vec[float] = vec[float]([0.0] * (MOST_MONEY + 1))
        for n in range(1, MOST_MONEY + 1):
            worth: float = weights[MONEY_HIGH]
            if n <= LITTLE_MONEY:
                worth = weights[MONEY_LOW]
            elif n <= MUCH_MONEY:
                worth = weights[MONEY_MIDDLE]
            money[n] = money[n - 1] + worth
        self.money: vec[float] = money
        # Filled by `count_cards` for one seat.
        self.cards: vec[i64] = vec[i64]([0] * MINERVA)
        self.minerva: vec[i64] = vec[i64]([0] * GOOD_COUNT)
        self.specialists: i64 = 0
        # Intermediate results of `seat_worth`, for the features of the network.
        self.of_good: vec[i64] = vec[i64]([0] * GOOD_COUNT)
        self.provinces: i64 = 0
        self.beside: i64 = 0
        self.in_reach: i64 = 0

    def remaining(self, s: State) -> float:
        """Return how much of the game is still to come: 1 at the start, 0 once the end is set off."""
        cells = s.cells
        if cells[AT_LAST_TURNS] >= 0:
            return 0.0
        by_cards: float = float(cards_to_buy(s)) / float(self.cards_for_sale)
        houses: i64 = HOUSES_PER_PLAYER
        at: i64 = AT_PLAYERS + OF_HOUSES_LEFT
        seat: i64
        for seat in range(self.players):
            if cells[at] < houses:
                houses = cells[at]
            at += PLAYER_SIZE
        by_houses: float = float(houses) / float(HOUSES_PER_PLAYER)
        return by_cards if by_cards < by_houses else by_houses

    def soon(self, remaining: float) -> float:
        """Return how useful goods, money and tempo still are: 1 with much time left, 0 at the end."""
        part: float = remaining / self.weights[SOON]
        return part if part < 1.0 else 1.0

    def count_cards(self, s: State, p: i64) -> None:
        """Fill `cards` (by god) and `minerva` (points per house, by good) for the player at `p`."""
        cells = s.cells
        cards = self.cards
        minerva = self.minerva
        at: i64
        for at in range(MINERVA):
            cards[at] = 0
        for at in range(GOOD_COUNT):
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
            cells[p + OF_MONEY], cells, p + OF_GOODS, colonists_stored(cells, p), reach
        )

    def resources_of(
        self, money: i64, goods: vec[i64], first: i64, stored: i64, reach: i64
    ) -> float:
        """Return the same as `resources` for the units goods[first:] and `stored` colonists."""
        units = self.units
        w = self.weights
        brick: i64 = goods[first + BRICK]
        food: i64 = goods[first + FOOD]
        tool: i64 = goods[first + TOOL]
        wine: i64 = goods[first + WINE]
        cloth: i64 = goods[first + CLOTH]
        if money > MOST_MONEY:
            money = MOST_MONEY
        worth: float = (
            self.money[money]
            + units[BRICK * AMOUNTS_PER_GOOD + brick]
            + units[FOOD * AMOUNTS_PER_GOOD + food]
            + units[TOOL * AMOUNTS_PER_GOOD + tool]
            + units[WINE * AMOUNTS_PER_GOOD + wine]
            + units[CLOTH * AMOUNTS_PER_GOOD + cloth]
        )
        kits: i64 = tool + wine + cloth
        if brick < kits:
            kits = brick
        worth += w[BUILD_KIT] * float(kits)
        if stored > 0 and food > 0 and tool > 0:
            worth += w[COLONIST_KIT]
        demand: i64 = 0
        good: i64
        for good in range(GOOD_COUNT):
            if reach & self.good_cities[good] != 0 and goods[first + self.house_good[good]] > 0:
                demand += 1
        worth += w[DEMAND] * float(demand)
        free: i64 = STOREHOUSE_SPACES - stored - brick - food - tool - wine - cloth
        if free < 2:
            worth -= w[FULL] * float(2 - free)
        return worth

    def house_worth(self, s: State, p: i64, city: i64, remaining: float) -> float:
        """Return what a house in `city` adds, without its cost. Call `count_cards` first."""
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
            worth += POINTS_PER_GOOD * (
                float(self.cards[MERCURIUS]) + w[VALUE_GROWTH + MERCURIUS] * remaining
            )
        return worth

    def reach(self, s: State, p: i64) -> i64:
        """Return the mask of cities without an own house within one move of the colonists at `p`."""
        cells = s.cells
        board = self.board
        mask: i64 = 0
        kind: i64
        at: i64
        for kind in range(KIND_COUNT):
            first: i64 = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
            for at in range(first, first + COLONISTS_PER_KIND):
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
        built: i64 = HOUSES_PER_PLAYER - cells[p + OF_HOUSES_LEFT]
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
        colonists: i64 = colonists_on_board(cells, p)
        jupiter: float = float(built - brick_houses)
        saturnus: float = float(provinces)
        mercurius: float = float(POINTS_PER_GOOD * kinds)
        mars: float = float(POINTS_PER_COLONIST * colonists)
        vesta: float = float(wealth) * (1.0 / SESTERTII_PER_POINT)
        if remaining > 0.0:
            vesta -= LOST_TO_TENS
        else:
            vesta = float(wealth // SESTERTII_PER_POINT)
        worth: float = (
            vesta * float(cards[VESTA])
            + jupiter * float(cards[JUPITER])
            + saturnus * float(cards[SATURNUS])
            + mercurius * float(cards[MERCURIUS])
            + mars * float(cards[MARS])
            + float(minerva)
        )
        if cells[AT_CONCORDIA] == seat:
            worth += float(CONCORDIA_POINTS)
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

        # What is useful while a few turns are left.
        beside: i64 = cities_beside(s, p) & self.not_capital & ~houses
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
    near: vec[i64] = vec[i64]([0] * (KIND_COUNT * board.places))
    kind: i64
    place: i64
    for kind in range(KIND_COUNT):
        for place in range(board.places):
            mask: i64 = board.beside[place]
            lines: i64 = board.lines_within(kind, place, 1)
            line: i64 = board.first_line[kind]
            while lines != 0:
                if lines & 1 != 0:
                    mask |= board.beside[board.place_on(line)]
                lines >>= 1
                line += 1
            near[kind * board.places + place] = mask
    return near


def _goods_for_houses() -> vec[i64]:
    """Return for the good of a city the dearest good that a house there costs (R5.7)."""
    dearest: vec[i64] = vec[i64]([0] * GOOD_COUNT)
    city_good: i64
    good: i64
    for city_good in range(GOOD_COUNT):
        for good in range(GOOD_COUNT):
            if house_goods(city_good, good) > 0:
                dearest[city_good] = good
    return dearest
