"""Complete turns worth considering, from any point of a turn to its `end`.

For every card in the hand there are its good continuations: the best Architect tours (`tours.py`), one or two
purchases with the cheapest payment, trades, provinces, settlements, copies. The width is bounded, so
that a position yields a few dozen turns at most. Each comes with what it is worth to the seat that
decides, as the evaluation sees it just before `end`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.evaluation import Evaluator
from praefectus.bots.indices import GOOD_WORTH, RIVALS
from praefectus.bots.shortlist import Shortlist
from praefectus.bots.tours import Tours
from praefectus.bots.trades import TRADES_KEPT, Trades
from praefectus.errors import PraefectusError
from praefectus.rules.actions import (
    bought_slot,
    colonist_action,
    copy_action,
    is_purchase,
    is_settle,
    keep_action,
    play_action,
    produce_action,
    produced_province,
    settled_city,
    settled_kind,
)
from praefectus.rules.cards.diplomat import can_copy
from praefectus.rules.cards.prefect import marker_units
from praefectus.rules.facts import BIT, CONCORDIA_POINTS, PRICE
from praefectus.rules.ids import (
    ACTION_CASH,
    ACTION_END,
    ACTION_INCOME,
    AMOUNTS_PER_GOOD,
    AT_CHOICES,
    AT_COINS,
    AT_DECIDER,
    AT_KEEP_ROOM,
    AT_LOT,
    AT_PHASE,
    AT_SEAT,
    DIPLOMAT_JUPITER,
    DISPLAY_SLOTS,
    FACE_COUNT,
    FACE_NAMES,
    GOOD_COUNT,
    KIND_COUNT,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_STORE,
    PHASE_ARCHITECT,
    PHASE_BUILD,
    PHASE_COLONIST,
    PHASE_CONSUL,
    PHASE_COPY,
    PHASE_END,
    PHASE_KEEP,
    PHASE_LINE,
    PHASE_MERCATOR,
    PHASE_NAMES,
    PHASE_PLAY,
    PHASE_PREFECT,
    PHASE_SENATOR,
    PHASE_SETTLE,
    PHASE_TRIBUNE,
)
from praefectus.rules.phase import Actions
from praefectus.rules.state import State, block, room, top_card
from praefectus.rules.storehouse import can_pay_colonist
from praefectus.rules.turn import apply, legal, would_set_off_end

MOST_TURNS: Final = 160
MOST_LENGTH: Final = 48
PROVINCES_KEPT: Final = 5
NOTHING: Final = -1e9
PAIRS: Final = (DISPLAY_SLOTS + 1) * DISPLAY_SLOTS  # one or two cards of the display
# The cards whose action is planned here, by the first word of a face.
PLANNED_CARDS: Final = (
    *("tribune", "architect", "prefect", "mercator", "colonist", "senator", "consul"),
    *("mason", "farmer", "smith", "vintner", "weaver", "diplomat"),
)
# PLANNED_FACES[face]: 1 for a face of these cards.
PLANNED_FACES: Final[vec[i64]] = vec[i64](
    [int(face.split("-")[0] in PLANNED_CARDS) for face in FACE_NAMES]
)


class Turns:
    """Turns in buffers that are reused."""

    def __init__(self, most: i64 = MOST_TURNS) -> None:
        self.most: i64 = most
        self.count: i64 = 0
        self.actions: vec[i64] = vec[i64]([0] * (most * MOST_LENGTH))
        self.length: vec[i64] = vec[i64]([0] * most)
        self.worth: vec[float] = vec[float]([0.0] * most)
        self.sets_off_end: vec[i64] = vec[i64]([0] * most)

    def add(
        self, path: vec[i64], origin: i64, length: i64, worth: float, sets_off_end: bool
    ) -> None:
        """Append the turn path[origin : origin + length]; it is dropped if the buffer is full."""
        if self.count == self.most:
            return
        first: i64 = self.count * MOST_LENGTH
        at: i64
        for at in range(length):
            self.actions[first + at] = path[origin + at]
        self.length[self.count] = length
        self.worth[self.count] = worth
        self.sets_off_end[self.count] = 1 if sets_off_end else 0
        self.count += 1

    def turn(self, number: i64) -> list[int]:
        """Return the actions of a turn."""
        first: i64 = number * MOST_LENGTH
        return list(self.actions[first : first + self.length[number]])


class Generator:
    """Finds the turns worth considering in positions of one deal."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.tours = Tours(evaluator)
        self.trades = Trades(evaluator, TRADES_KEPT)
        self.out = Turns()
        self.path: vec[i64] = vec[i64]([0] * MOST_LENGTH)
        self.seat: i64 = 0
        self.p: i64 = 0
        self.remaining: float = 0.0
        self.soon: float = 0.0
        self.loss: float = 0.0  # what the turn gives to the opponents
        capacity: i64 = evaluator.board.action_count
        self.first_choices = Actions(capacity)
        self.second_choices = Actions(capacity)
        self.provinces = Shortlist(PROVINCES_KEPT)
        self.chosen: vec[i64] = vec[i64]([0] * GOOD_COUNT)
        # The best payment for each card and for each two: pair (a, b) is at (a + 1) * DISPLAY_SLOTS + b.
        self.payments: vec[float] = vec[float]([NOTHING] * PAIRS)
        self.paid_first: vec[i64] = vec[i64]([0] * PAIRS)
        self.paid_second: vec[i64] = vec[i64]([0] * PAIRS)

    def generate(self, s: State, out: Turns) -> None:
        """Fill `out` with the turns the seat that must decide may take from here to `end`."""
        out.count = 0
        self.out = out
        self.seat = s.cells[AT_DECIDER]
        self.p = block(self.seat)
        self.remaining = self.evaluator.remaining(s)
        self.soon = self.evaluator.soon(self.remaining)
        self.loss = 0.0
        self.evaluator.begin_turns()
        self._expand(s.copy(), 0)

    def settle_keeps(self, s: State) -> None:
        """Let every seat that is asked choose what to keep, until a turn begins."""
        cells = s.cells
        while cells[AT_PHASE] == PHASE_KEEP:
            self._keep_best(s, 0)
            apply(s, ACTION_END)

    # From here on `s` belongs to the callee, which may change it.

    def _expand(self, s: State, depth: i64) -> None:
        phase: i64 = s.cells[AT_PHASE]
        if phase == PHASE_PLAY:
            self._play(s, depth)
        elif phase == PHASE_COPY:
            self._copy(s, depth)
        elif phase == PHASE_TRIBUNE:
            self._tribune(s, depth)
        elif phase == PHASE_ARCHITECT or phase == PHASE_BUILD:
            self._architect(s, depth)
        elif phase == PHASE_LINE:
            self._line(s, depth)
        elif phase == PHASE_PREFECT:
            self._prefect(s, depth)
        elif phase == PHASE_KEEP:
            self._finish_kept(s, depth)
        elif phase == PHASE_COLONIST or phase == PHASE_SETTLE:
            self._colonist(s, depth)
        elif phase == PHASE_MERCATOR:
            self._mercator(s, depth)
        elif phase == PHASE_SENATOR or phase == PHASE_CONSUL:
            self._purchase(s, depth)
        elif phase == PHASE_END:
            self._finish(s, depth)
        else:
            name: str = PHASE_NAMES[phase] if phase < len(PHASE_NAMES) else str(phase)
            raise PraefectusError(f"the planner of the bots does not know the phase {name!r}")

    def _finish(self, s: State, depth: i64) -> None:
        """End the turn here: judge it and keep it."""
        self.path[depth] = ACTION_END
        cells = s.cells
        ends: bool = cells[AT_DECIDER] == cells[AT_SEAT] and would_set_off_end(s)
        remaining: float = self.remaining
        worth: float = -self.loss
        if ends:
            remaining = 0.0
            worth += float(CONCORDIA_POINTS)
        worth += self.evaluator.turn_worth(s, self.seat, remaining)
        self.out.add(self.path, 0, depth + 1, worth, ends)

    def _try(self, s: State, depth: i64, action: i64) -> State:
        """Return a copy of `s` in which `action` was taken as number `depth` of the turn."""
        t = s.copy()
        apply(t, action)
        self.path[depth] = action
        return t

    def _play(self, s: State, depth: i64) -> None:
        hand: i64 = self.p + OF_HAND
        face: i64
        for face in range(DIPLOMAT_JUPITER):
            if s.cells[hand + face] > 0:
                self._play_face(s, depth, face)
        for face in range(DIPLOMAT_JUPITER, FACE_COUNT):
            # All Diplomats do the same.
            if s.cells[hand + face] > 0:
                seat: i64
                for seat in range(s.deal.players):
                    if can_copy(s, seat):
                        self._play_face(s, depth, face)
                        break
                break

    def _play_face(self, s: State, depth: i64, face: i64) -> None:
        if PLANNED_FACES[face] == 0:
            raise PraefectusError(
                f"the planner of the bots does not know the card {FACE_NAMES[face]!r}"
            )
        self._take(s, depth, play_action(face), face)

    def _take(self, s: State, depth: i64, action: i64, card: i64) -> None:  # noqa: ARG002 for Recall
        """Take an action that begins what `card` does, and find the turns from there."""
        self._expand(self._try(s, depth, action), depth + 1)

    def _copy(self, s: State, depth: i64) -> None:
        seen: i64 = 0
        seat: i64
        for seat in range(s.deal.players):
            if can_copy(s, seat):
                card: i64 = top_card(s.cells, block(seat))
                if seen & BIT[card] == 0:
                    seen |= BIT[card]
                    self._take(s, depth, copy_action(seat), card)

    def _tribune(self, s: State, depth: i64) -> None:
        kind: i64
        if can_pay_colonist(s.cells, self.p):
            for kind in range(KIND_COUNT):
                if s.cells[self.p + OF_STORE + kind] > 0:
                    self._finish(self._try(s, depth, colonist_action(kind)), depth + 1)
        self._finish(s, depth)

    def _architect(self, s: State, depth: i64) -> None:
        tours = self.tours
        tours.plan(s, self.p, self.remaining)
        tour: i64
        for tour in range(tours.count):
            t = s.copy()
            length: i64 = tours.carry_out(tour, t, self.p, self.path, depth)
            if length > depth or tours.count == 1:
                self._finish(t, length)
        if tours.count == 0:
            self._finish(s, depth)

    def _line(self, s: State, depth: i64) -> None:
        out = self.first_choices
        legal(s, out)
        lines: vec[i64] = out.numbers[: out.count]
        at: i64
        for at in range(len(lines)):
            self._architect(self._try(s, depth, lines[at]), depth + 1)

    def _prefect(self, s: State, depth: i64) -> None:
        cells = s.cells
        e = self.evaluator
        board = s.board
        if cells[AT_COINS] != 0:
            self._finish(self._try(s, depth, ACTION_CASH), depth + 1)
        kept = self.provinces
        kept.count = 0
        units: i64 = marker_units(cells, self.seat)
        free: i64 = room(cells, self.p)
        province: i64
        at: i64
        seat: i64
        for province in range(board.provinces):
            if cells[AT_COINS] & BIT[province] != 0:
                continue
            gain: float = 0.0
            loss: float = 0.0
            for seat in range(s.deal.players):
                q: i64 = block(seat)
                houses: i64 = cells[q + OF_HOUSES] & board.province_mask[province]
                if houses == 0 and seat != self.seat:
                    continue
                lot: i64 = 0
                worth: float = 0.0
                for at in range(board.province_start[province], board.province_start[province + 1]):
                    if houses & BIT[board.province_cities[at]] != 0:
                        lot += 1
                        worth += e.weights[GOOD_WORTH + s.deal.city_good[board.province_cities[at]]]
                if seat == self.seat:
                    lot += units
                    worth += float(units) * e.weights[GOOD_WORTH + s.deal.marker_good[province]]
                    if lot > free:
                        worth *= float(free) / float(lot)
                    gain = worth
                elif room(cells, q) > 0:
                    loss += worth
            loss *= self.soon * e.weights[RIVALS]
            kept.put(gain - loss, produce_action(board, province), -1)
            # The loss is remembered by its action: recomputed below for the few that are kept.
        if kept.count == 0 and cells[AT_COINS] == 0:
            self._finish(self._try(s, depth, ACTION_CASH), depth + 1)
            return
        number: i64
        for number in range(kept.count):
            t = self._try(s, depth, kept.first[number])
            self.loss = self._rivals_gain(s, produced_province(board, kept.first[number]))
            if t.cells[AT_PHASE] == PHASE_KEEP:
                self._finish_kept(t, depth + 1)
            else:
                self._finish(t, depth + 1)
            self.loss = 0.0

    def _rivals_gain(self, s: State, province: i64) -> float:
        """Return what producing there gives to the opponents, weighted as a loss for the deciding seat."""
        cells = s.cells
        board = s.board
        w = self.evaluator.weights
        worth: float = 0.0
        seat: i64
        at: i64
        for seat in range(s.deal.players):
            q: i64 = block(seat)
            houses: i64 = cells[q + OF_HOUSES] & board.province_mask[province]
            if seat == self.seat or houses == 0 or room(cells, q) == 0:
                continue
            for at in range(board.province_start[province], board.province_start[province + 1]):
                if houses & BIT[board.province_cities[at]] != 0:
                    worth += w[GOOD_WORTH + s.deal.city_good[board.province_cities[at]]]
        return worth * self.soon * w[RIVALS]

    def _finish_kept(self, s: State, depth: i64) -> None:
        """End the turn after a choice of what to keep."""
        self._finish(s, self._keep_best(s, depth))

    def _keep_best(self, s: State, depth: i64) -> i64:
        """Keep the most useful units of the lot; return the depth after them."""
        cells = s.cells
        p: i64 = block(cells[AT_DECIDER])
        units = self.evaluator.units
        chosen = self.chosen
        good: i64
        for good in range(GOOD_COUNT):
            chosen[good] = 0
        number: i64
        for number in range(cells[AT_KEEP_ROOM]):
            best: i64 = -1
            best_gain: float = NOTHING
            for good in range(GOOD_COUNT):
                if cells[AT_LOT + good] > chosen[good]:
                    have: i64 = good * AMOUNTS_PER_GOOD + cells[p + OF_GOODS + good] + chosen[good]
                    # Prices decide between goods of equal worth, which is the case at the end.
                    gain: float = units[have + 1] - units[have] + 0.01 * float(PRICE[good])
                    if gain > best_gain:
                        best_gain = gain
                        best = good
            if best >= 0:
                chosen[best] += 1
        for good in range(GOOD_COUNT):
            count: i64 = chosen[good]
            for number in range(count):
                apply(s, keep_action(good))
                if depth < MOST_LENGTH - 1:
                    self.path[depth] = keep_action(good)
                    depth += 1
        return depth

    def _colonist(self, s: State, depth: i64) -> None:
        board = s.board
        e = self.evaluator
        if s.cells[AT_PHASE] == PHASE_COLONIST:
            self._finish(self._try(s, depth, ACTION_INCOME), depth + 1)
        elif s.cells[AT_PHASE] == PHASE_SETTLE:
            self._finish(s.copy(), depth)
        out = self.first_choices
        while depth < MOST_LENGTH - 2:
            legal(s, out)
            best: i64 = -1
            best_gain: float = NOTHING
            at: i64
            before: i64 = e.reach(s, self.p)
            for at in range(out.count):
                if not is_settle(board, out.numbers[at]):
                    continue
                kind: i64 = settled_kind(board, out.numbers[at])
                city: i64 = settled_city(board, out.numbers[at])
                new: i64 = e.near[kind * board.places + city] & e.not_capital
                new &= ~s.cells[self.p + OF_HOUSES]
                gain: float = self.tours.appeal(s, self.p, new & ~before, self.remaining)
                gain += 0.3 * self.tours.appeal(s, self.p, new & before, self.remaining)
                if gain > best_gain:
                    best_gain = gain
                    best = out.numbers[at]
            if best < 0:
                return
            apply(s, best)
            self.path[depth] = best
            depth += 1
            self._finish(s.copy(), depth)

    def _purchase(self, s: State, depth: i64) -> None:
        """Every card that can be bought and every two of them, each with the cheapest payment."""
        self._finish(s.copy(), depth)
        best = self.payments
        at: i64
        for at in range(PAIRS):
            best[at] = NOTHING
        self._pay_each(s, depth, -1, -1, self.first_choices)
        for at in range(PAIRS):
            if best[at] > NOTHING:
                t = self._try(s, depth, self.paid_first[at])
                if self.paid_second[at] < 0:
                    self._finish(t, depth + 1)
                else:
                    self._finish(self._try(t, depth + 1, self.paid_second[at]), depth + 2)

    def _pay_each(self, s: State, depth: i64, after: i64, first: i64, out: Actions) -> None:
        """Compare the payments for a card, or for a second one besides that in slot `after`."""
        legal(s, out)
        at: i64
        for at in range(out.count):
            action: i64 = out.numbers[at]
            slot: i64 = bought_slot(action)
            if not is_purchase(action) or slot <= after:
                continue
            t = s.copy()
            apply(t, action)
            pair: i64 = slot if after < 0 else (after + 1) * DISPLAY_SLOTS + slot
            left: float = self.evaluator.resources(t, self.p, 0)
            if left > self.payments[pair]:
                self.payments[pair] = left
                self.paid_first[pair] = action if after < 0 else first
                self.paid_second[pair] = -1 if after < 0 else action
            if t.cells[AT_CHOICES] > 0 and t.cells[AT_PHASE] == PHASE_SENATOR:
                self._pay_each(t, depth + 1, slot, action, self.second_choices)

    def _mercator(self, s: State, depth: i64) -> None:
        kept = self.trades.plan(s, self.p)
        number: i64
        for number in range(kept.count):
            t = s.copy()
            length: i64 = depth
            if kept.first[number] >= 0:
                apply(t, kept.first[number])
                self.path[length] = kept.first[number]
                length += 1
            if kept.second[number] >= 0:
                apply(t, kept.second[number])
                self.path[length] = kept.second[number]
                length += 1
            self._finish(t, length)
