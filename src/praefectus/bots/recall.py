"""A generator that remembers what each card can do, for the inside of a tree.

What a card can do depends on a part of the position: a Mercator on nothing but what its player has, a Senator also on the
display, an Architect on houses and colonists of the others. In a tree most positions differ in other parts, so that most
lists are known already. The turns are the same as those that are found anew.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.evaluation import Evaluator
from praefectus.bots.keys import mix, player_key
from praefectus.bots.turns import MOST_LENGTH, Generator, Turns
from praefectus.rules.ids import (
    ARCHITECT,
    AT_COINS,
    AT_CONCORDIA,
    AT_DECIDER,
    AT_DISPLAY,
    AT_LAST_TURNS,
    AT_OCCUPIED,
    AT_PRAEFECTUS_MAGNUS,
    COLONIST,
    CONSUL,
    DIPLOMAT_JUPITER,
    DISPLAY_SLOTS,
    FACE_COUNT,
    HOUSES_PER_PLAYER,
    LAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    PREFECT,
    SEA,
    SENATOR,
)
from praefectus.rules.market import cards_to_buy
from praefectus.rules.state import State, block, room

REMEMBERED: Final = 32_768  # lists; a new one takes the place of one that is there
# What a card's turns depend on besides what its player has and the time that remains.
NOTHING_ELSE: Final = 0
THE_BOARD: Final = 1  # houses and colonists of the others
PROVINCES: Final = 2  # markers, houses of the others, and who of them is full
THE_DISPLAY: Final = 3
OTHER_CARDS: Final = 4  # too much to remember
# BY_FACE[face]: which of these.
BY_FACE: Final[vec[i64]] = vec[i64](
    [
        {
            ARCHITECT: THE_BOARD,
            COLONIST: THE_BOARD,
            PREFECT: PROVINCES,
            SENATOR: THE_DISPLAY,
            CONSUL: THE_DISPLAY,
        }.get(face, NOTHING_ELSE if face < DIPLOMAT_JUPITER else OTHER_CARDS)
        for face in range(FACE_COUNT)
    ]
)


class Known:
    """The turns that begin in a certain way, one after the other."""

    def __init__(self, key: i64, turns: Turns, first: i64) -> None:
        count: i64 = turns.count - first
        self.key: i64 = key
        self.count: i64 = count
        self.worth: vec[float] = turns.worth[first : first + count]
        self.sets_off_end: vec[i64] = turns.sets_off_end[first : first + count]
        self.length: vec[i64] = turns.length[first : first + count]
        decisions: i64 = 0
        number: i64
        for number in range(count):
            decisions += self.length[number]
        self.actions: vec[i64] = vec[i64]([0] * decisions)
        at: i64
        to: i64 = 0
        for number in range(count):
            begin: i64 = (first + number) * MOST_LENGTH
            for at in range(begin, begin + self.length[number]):
                self.actions[to] = turns.actions[at]
                to += 1

    def give(self, out: Turns) -> None:
        """Append the turns to `out`, as far as there is room."""
        origin: i64 = 0
        number: i64
        for number in range(self.count):
            length: i64 = self.length[number]
            ends: bool = self.sets_off_end[number] != 0
            out.add(self.actions, origin, length, self.worth[number], ends)
            origin += length


class Recall(Generator):
    """Finds the same turns as a Generator, and those it found lately without looking again."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self.known: list[Known | None] = [None] * REMEMBERED
        self.keys: vec[i64] = vec[i64]([0] * OTHER_CARDS)

    def generate(self, s: State, out: Turns) -> None:
        """Fill `out` with the turns the seat that must decide may take from here to `end`."""
        self._find_keys(s)
        super().generate(s, out)

    def _find_keys(self, s: State) -> None:
        cells = s.cells
        seat: i64 = cells[AT_DECIDER]
        own: i64 = player_key(cells, block(seat))
        least: i64 = HOUSES_PER_PLAYER
        houses: i64 = 0
        full: i64 = 0
        other: i64
        for other in range(s.deal.players):
            p: i64 = block(other)
            if cells[p + OF_HOUSES_LEFT] < least:
                least = cells[p + OF_HOUSES_LEFT]
            if other != seat:
                houses = mix(houses, cells[p + OF_HOUSES])
                full *= 2
                if room(cells, p) == 0:
                    full += 1
        # The time that remains, the last turns, and the two cards that somebody holds.
        time: i64 = cards_to_buy(s) * (HOUSES_PER_PLAYER + 1) + least
        time *= 8
        if cells[AT_LAST_TURNS] >= 0:
            time += 4
        if cells[AT_CONCORDIA] == seat:
            time += 2
        if cells[AT_PRAEFECTUS_MAGNUS] == seat:
            time += 1
        own = mix(own, time)
        display: i64 = 0
        slot: i64
        for slot in range(DISPLAY_SLOTS):
            display = display * 32 + cells[AT_DISPLAY + slot] + 1
        keys = self.keys
        keys[NOTHING_ELSE] = own
        keys[THE_BOARD] = mix(
            mix(mix(own, houses), cells[AT_OCCUPIED + LAND]), cells[AT_OCCUPIED + SEA]
        )
        keys[PROVINCES] = mix(mix(mix(own, houses), cells[AT_COINS]), full)
        keys[THE_DISPLAY] = mix(own, display)

    def _take(self, s: State, depth: i64, action: i64, card: i64) -> None:
        if BY_FACE[card] == OTHER_CARDS:
            super()._take(s, depth, action, card)
            return
        out = self.out
        key: i64 = mix(self.keys[BY_FACE[card]], action * FACE_COUNT + card)
        if depth > 0:
            key = mix(key, self.path[0])  # the Diplomat that copies this card
        known = self.known[key % REMEMBERED]
        if known is not None and known.key == key:
            known.give(out)
            return
        first: i64 = out.count
        super()._take(s, depth, action, card)
        if out.count < out.most:
            self.known[key % REMEMBERED] = Known(key, out, first)
