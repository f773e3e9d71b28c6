"""Who will win: the worth of all seats as chances to win, corrected by a network if there is one."""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.indices import (
    CARD_GROWTH,
    IN_ABOVE,
    IN_BESIDE,
    IN_BUILT,
    IN_CARDS,
    IN_COLONISTS,
    IN_CONCORDIA,
    IN_FOR_SALE,
    IN_GOODS,
    IN_HAND,
    IN_HOUSES,
    IN_HOUSES_LEFT,
    IN_LEAD,
    IN_MAGNUS,
    IN_MINERVA,
    IN_MONEY,
    IN_PILE,
    IN_PLAYERS,
    IN_PROVINCES,
    IN_REACH,
    IN_REMAINING,
    IN_RIVALS_HOUSES,
    IN_ROOM,
    IN_SCORE,
    IN_SOON,
    IN_WAIT,
    IN_WORTH,
    INPUTS,
    SPREAD_END,
    SPREAD_START,
    VALUE_GROWTH,
)
from praefectus.bots.keys import player_key
from praefectus.bots.net import Net, Policy
from praefectus.bots.worth import Worth, at_most, bits
from praefectus.rules.ids import (
    AT_CONCORDIA,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_PRAEFECTUS_MAGNUS,
    AT_SEAT,
    AT_TURN,
    BRICK,
    COLONISTS_PER_PLAYER,
    FACE_COUNT,
    GOD_COUNT,
    GOOD_COUNT,
    HOUSES_PER_PLAYER,
    JUPITER,
    MARS,
    MERCURIUS,
    MINERVA,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_MONEY,
    OF_PILE_SIZE,
    PHASE_FINISHED,
    SATURNUS,
)
from praefectus.rules.market import cards_to_buy
from praefectus.rules.scoring import (
    points_by_god,
    ranking,
    score_mars,
    score_mercurius,
    score_saturnus,
    total_points,
)
from praefectus.rules.state import Deal, State, block, colonists_on_board, room

NEARLY_WON: Final = 0.95  # chances above this count as nearly won
HURRY: Final = 0.02  # lowers the highest chance while the whole game is still to come
CERTAIN: Final = 0.98  # the chance of the winner of a finished game; the rest is shared by points
MOST_UNFINISHED: Final = 0.975  # the highest chance in an unfinished game, below CERTAIN
LONG_GAME: Final = 45  # turns per player; most games have about 26
MANY_CARDS: Final = 26.0  # for sale; as the networks were trained with it
IMPATIENCE: Final = 0.005  # what each turn beyond LONG_GAME takes from the leader's chance
KNOWN: Final = 4096  # players with certain cells that are remembered per seat; a search of a second meets thousands
PARTS: Final = 3  # of the worth: now, growing, usable


class Evaluator(Worth):
    """The evaluation of positions: the worth of every seat, and the chances that follow from it."""

    def __init__(self, deal: Deal, weights: vec[float], net: Net | None = None) -> None:
        super().__init__(deal, weights)
        self.net = net
        self.policy: Policy | None = None if net is None else net.policy
        self.worth: vec[float] = vec[float]([0.0] * deal.players)
        self.inputs: vec[float] = vec[float]([0.0] * (deal.players * INPUTS))
        # What is known of a player with certain cells, in a part for each seat: the parts of the worth, then what they
        # come to in the first layer of the network. Most positions of a search differ in one player only.
        self.keys: vec[i64] = vec[i64]([])
        self.known: vec[float] = vec[float]([])
        self.size: i64 = PARTS
        if net is not None:
            self.size = PARTS + net.size
        self.begin: vec[i64] = vec[i64]([0] * deal.players)

    def expected(self, s: State, seat: i64, out: vec[float]) -> None:
        """Fill `out` with the points `seat` can expect by god, for Concordia, and from the rest.

        The rest cannot be assigned to one god yet: production, goods, cards in the hand.
        """
        remaining: float = self.remaining(s)
        w = self.weights
        p: i64 = block(seat)
        total: float = self.seat_worth(s, seat, remaining)
        points: vec[i64] = points_by_god(s, seat)
        houses: i64 = s.cells[p + OF_HOUSES]
        built: float = float(HOUSES_PER_PLAYER - s.cells[p + OF_HOUSES_LEFT])
        god: i64
        for god in range(GOD_COUNT + 1):
            out[god] = float(points[god])
        if remaining > 0.0:
            for god in range(MINERVA):
                out[god] += w[CARD_GROWTH + god] * float(self.cards[god]) * remaining
            out[MINERVA] += w[CARD_GROWTH + MINERVA] * float(self.specialists) * remaining
            of_bricks: float = float(bits(houses & self.good_cities[BRICK]))
            out[JUPITER] += w[VALUE_GROWTH + JUPITER] * (built - of_bricks) * remaining
            out[SATURNUS] += w[VALUE_GROWTH + SATURNUS] * float(score_saturnus(s, seat)) * remaining
            out[MERCURIUS] += (
                w[VALUE_GROWTH + MERCURIUS] * float(score_mercurius(s, seat)) * remaining
            )
            out[MARS] += w[VALUE_GROWTH + MARS] * float(score_mars(s, seat)) * remaining
            out[MINERVA] += w[VALUE_GROWTH + MINERVA] * built * remaining
        rest: float = total
        for god in range(GOD_COUNT + 1):
            rest -= out[god]
        out[GOD_COUNT + 1] = rest

    def chances(self, s: State, out: vec[float]) -> None:
        """Fill `out` with the chance of each seat to win."""
        players: i64 = self.players
        seat: i64
        if s.cells[AT_PHASE] == PHASE_FINISHED:
            self.final_chances(s, out)
            return
        remaining: float = self.remaining(s)
        worth = self.worth
        net = self.net
        best: float = -1e9
        best_worth: float = -1e9
        for seat in range(players):
            if remaining > 0.0:
                self._recall(s, seat, remaining)
            else:
                worth[seat] = self.seat_worth(s, seat, remaining)
            if worth[seat] > best_worth:
                best_worth = worth[seat]
        spread: float = self.spread(remaining)
        total: float = 0.0
        for seat in range(players):
            out[seat] = worth[seat] / spread
        if net is not None and remaining > 0.0:
            self._shared_features(s, remaining)
            net.correct(self.inputs, self.known, self.begin, out)
        for seat in range(players):
            if out[seat] > best:
                best = out[seat]
        for seat in range(players):
            out[seat] = exp(out[seat] - best)
            total += out[seat]
        overdue: i64 = s.cells[AT_TURN] - LONG_GAME * players
        for seat in range(players):
            out[seat] /= total
            if out[seat] > NEARLY_WON:
                # A seat that has nearly won should end the game rather than collect points.
                part: float = (out[seat] - NEARLY_WON) / (1.0 - NEARLY_WON)
                most: float = MOST_UNFINISHED - HURRY * remaining
                out[seat] = NEARLY_WON + part * (most - NEARLY_WON)
            if overdue > 0 and worth[seat] >= best_worth and s.cells[AT_LAST_TURNS] < 0:
                # A game should not go on for ever because every seat prefers to wait.
                out[seat] *= max(0.1, 1.0 - IMPATIENCE * float(overdue))

    def begin_turns(self) -> None:
        """Be told that the turns of another position follow."""
        if self.policy is not None:
            self.policy.begin()

    def turn_worth(self, s: State, seat: i64, remaining: float) -> float:
        """Return what a turn is worth to `seat` that leads to `s`: the worth of `s`, corrected by the policy if there is one."""
        worth: float = self.seat_worth(s, seat, remaining)
        policy = self.policy
        if policy is not None and remaining > 0.0 and s.cells[AT_LAST_TURNS] < 0:
            self._own_features(s, seat)
            worth += policy.preference(self.inputs, seat * INPUTS, remaining, self.soon(remaining))
        return worth

    def features(self, s: State) -> list[float]:
        """Return the features of all seats, one after the other, each followed by its score.

        The score is the evaluation without a network; the chances are the softmax of the scores.
        """
        remaining: float = self.remaining(s)
        spread: float = self.spread(remaining)
        seat: i64
        for seat in range(self.players):
            self.worth[seat] = self.seat_worth(s, seat, remaining)
            self._own_features(s, seat)
        self._shared_features(s, remaining)
        found: list[float] = []
        for seat in range(self.players):
            found.extend(list(self.inputs[seat * INPUTS : (seat + 1) * INPUTS]))
            found.append(self.worth[seat] / spread)
        return found

    def _recall(self, s: State, seat: i64, remaining: float) -> None:
        """Fill `worth` and `begin` of `seat` by what is known of its cells; if nothing is, find it out."""
        if len(self.keys) == 0:
            self.keys = vec[i64]([-1] * (self.players * KNOWN))
            self.known = vec[float]([0.0] * (self.players * KNOWN * self.size))
        known = self.known
        p: i64 = block(seat)
        key: i64 = player_key(s.cells, p)
        number: i64 = seat * KNOWN + key % KNOWN
        at: i64 = number * self.size
        if self.keys[number] != key:
            self.keys[number] = key
            self.weigh(s, p)
            known[at] = self.now
            known[at + 1] = self.growing
            known[at + 2] = self.usable
            if self.net is not None:
                self._own_features(s, seat)
                self.net.begin(self.inputs, seat * INPUTS, known, at + PARTS)
        self.begin[seat] = at + PARTS
        self.worth[seat] = self.together(
            s, seat, known[at], known[at + 1], known[at + 2], remaining
        )

    def _own_features(self, s: State, seat: i64) -> None:
        """Fill the inputs of `seat` that depend on its cells alone. Call it directly after its `weigh`."""
        cells = s.cells
        x = self.inputs
        at: i64 = seat * INPUTS
        p: i64 = block(seat)
        n: i64
        for n in range(MINERVA):
            x[at + IN_CARDS + n] = float(self.cards[n]) * 0.25
        for n in range(GOOD_COUNT):
            x[at + IN_MINERVA + n] = float(self.minerva[n]) * 0.2
            x[at + IN_HOUSES + n] = float(self.of_good[n]) * 0.25
            x[at + IN_GOODS + n] = float(cells[p + OF_GOODS + n]) * 0.25
        x[at + IN_PROVINCES] = float(self.provinces) * 0.125
        x[at + IN_BUILT] = float(HOUSES_PER_PLAYER - cells[p + OF_HOUSES_LEFT]) / HOUSES_PER_PLAYER
        x[at + IN_COLONISTS] = float(colonists_on_board(cells, p)) / COLONISTS_PER_PLAYER
        x[at + IN_MONEY] = float(at_most(cells[p + OF_MONEY], 60)) / 30.0
        for n in range(FACE_COUNT):
            x[at + IN_HAND + n] = float(cells[p + OF_HAND + n])
        x[at + IN_PILE] = float(cells[p + OF_PILE_SIZE]) * 0.125
        x[at + IN_BESIDE] = float(self.beside) * 0.25
        x[at + IN_REACH] = float(self.in_reach) * 0.125
        x[at + IN_ROOM] = float(room(cells, p)) / 6.0

    def _shared_features(self, s: State, remaining: float) -> None:
        """Fill the inputs that depend on more than one seat's cells, from IN_REMAINING on."""
        cells = s.cells
        x = self.inputs
        worth = self.worth
        players: i64 = self.players
        spread: float = self.spread(remaining)
        soon: float = self.soon(remaining)
        cards: float = float(cards_to_buy(s))
        n: i64
        mean: float = 0.0
        for n in range(players):
            mean += worth[n]
        mean /= float(players)
        seat: i64
        for seat in range(players):
            best: float = -1e9
            houses: i64 = HOUSES_PER_PLAYER
            for n in range(players):
                if n != seat:
                    if worth[n] > best:
                        best = worth[n]
                    if cells[block(n) + OF_HOUSES_LEFT] < houses:
                        houses = cells[block(n) + OF_HOUSES_LEFT]
            at: i64 = seat * INPUTS
            x[at + IN_REMAINING] = remaining
            x[at + IN_SOON] = soon
            x[at + IN_WORTH] = worth[seat] * 0.01
            x[at + IN_LEAD] = (worth[seat] - best) * 0.05
            x[at + IN_ABOVE] = (worth[seat] - mean) * 0.05
            wait: i64 = seat - cells[AT_SEAT]
            if wait < 0:
                wait += players
            x[at + IN_WAIT] = float(wait) * 0.25
            x[at + IN_MAGNUS] = 1.0 if cells[AT_PRAEFECTUS_MAGNUS] == seat else 0.0
            x[at + IN_CONCORDIA] = 1.0 if cells[AT_CONCORDIA] == seat else 0.0
            x[at + IN_PLAYERS] = float(players) * 0.2
            x[at + IN_SCORE] = (worth[seat] - best) / spread
            x[at + IN_FOR_SALE] = cards / MANY_CARDS
            x[at + IN_HOUSES_LEFT] = float(cells[block(seat) + OF_HOUSES_LEFT]) / HOUSES_PER_PLAYER
            x[at + IN_RIVALS_HOUSES] = float(houses) / HOUSES_PER_PLAYER

    def spread(self, remaining: float) -> float:
        """Return the spread of final points around the estimate."""
        return self.weights[SPREAD_END] + self.weights[SPREAD_START] * remaining

    def final_chances(self, s: State, out: vec[float]) -> None:
        """Fill `out` for a finished game: nearly all to the winner, the rest by points."""
        players: i64 = self.players
        seat: i64
        total: float = 0.0
        for seat in range(players):
            out[seat] = float(total_points(s, seat)) + 1.0
            total += out[seat]
        for seat in range(players):
            out[seat] *= (1.0 - CERTAIN) / total
        out[ranking(s)[0]] += CERTAIN

    def advantage(self, s: State, seat: i64) -> float:
        """Return the lead of `seat` over all others together: the logarithm of the odds of its chance."""
        out: vec[float] = vec[float]([0.0] * self.players)
        self.chances(s, out)
        chance: float = min(max(out[seat], 1e-9), 1.0 - 1e-9)
        return log(chance / (1.0 - chance))
