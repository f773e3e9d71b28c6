"""Many games stepped at once inside compiled code; `vector` makes an environment of them.

Row r of every array belongs to game r. Its games are drawn by the row's own generator, seeded with
the batch's seed + r, so that a row does not depend on the size of the batch.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from praefectus.envs.mask import Masks
from praefectus.envs.observation import Observer
from praefectus.envs.rewards import add_final, leads
from praefectus.rules.facts import Board, load_board
from praefectus.rules.ids import (
    ACTION_END,
    AT_DECIDER,
    AT_PHASE,
    AT_TURN,
    PHASE_FINISHED,
    PHASE_PLAY,
)
from praefectus.rules.options import Options
from praefectus.rules.rng import Rng
from praefectus.rules.setup import draw_city_goods, draw_stack, start
from praefectus.rules.state import Deal, State
from praefectus.rules.turn import apply

ROTATING: int = -1


class Common:
    """What all games of a batch have in common."""

    def __init__(
        self,
        options: Options,
        reward: int,
        shaping: float,
        max_turns: int,
        against_random: bool,
        learner: int,
        skip_forced: bool,
    ) -> None:
        self.options = options
        self.board: Board = load_board(options.map)
        self.players: i64 = options.players
        self.reward: i64 = reward
        self.shaping: float = shaping
        self.max_turns: i64 = max_turns  # 0: no limit
        self.against_random = against_random
        self.learner: i64 = learner  # a seat, or ROTATING; counts only against random
        self.skip_forced = skip_forced

    def __reduce__(self) -> tuple[object, ...]:
        values = (
            self.options,
            int(self.reward),
            self.shaping,
            int(self.max_turns),
            self.against_random,
            int(self.learner),
            self.skip_forced,
        )
        return Common, values


class Batch:
    """An endless series of games per row: a finished game is replaced by the next at once."""

    def __init__(self, common: Common, rows: int, first_row: int, seed: int) -> None:
        self.common = common
        self.rows: i64 = rows
        self.first_row: i64 = first_row
        self.observer = Observer(common.board, rows)
        self.final = Observer(common.board, rows)
        self.masks = Masks(common.board, rows)
        self.seats: vec[i64] = vec[i64]([0] * rows)  # who decides
        self.seeds: vec[i64] = vec[i64]([0] * rows)  # of the games
        self.games: vec[i64] = vec[i64]([0] * rows)  # games begun
        self.rewards: vec[float] = vec[float]([0.0] * (rows * players_of(common)))
        self.acted: vec[float] = vec[float]([0.0] * rows)  # the reward of the seat that acted
        self.leads: vec[float] = vec[float]([0.0] * (rows * players_of(common)))
        self.now: vec[float] = vec[float]([0.0] * players_of(common))
        self.terminated: vec[u8] = vec[u8]([0] * rows)
        self.truncated: vec[u8] = vec[u8]([0] * rows)
        self.sampled: vec[i64] = vec[i64]([0] * rows)
        self.sampler = Rng(seed)
        self.rngs: list[Rng] = []
        self.states: list[State] = []
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Restart all games from a seed."""
        self.sampler = Rng(seed + int(self.first_row))
        self.rngs = [Rng(seed + int(self.first_row) + row) for row in range(self.rows)]
        self.states = [self._draw(row) for row in range(self.rows)]
        row: i64
        n: i64
        for row in range(self.rows):
            self.games[row] = 0
            self.terminated[row] = 0
            self.truncated[row] = 0
            self.acted[row] = 0.0
            for n in range(self.common.players):
                self.rewards[row * self.common.players + n] = 0.0
            self._begin(row)

    def _draw(self, row: int) -> State:
        """Set up a game with the next seed of the row, as `Game.new` does with that seed."""
        common = self.common
        own = self.rngs[row]
        seed: int = int(own.next32()) * 2**31 + int(own.next32() >> 1)
        self.seeds[row] = seed
        rng = Rng(seed)
        goods: list[int] = draw_city_goods(common.board, rng)
        stack: list[int] = draw_stack(int(common.players), rng)
        return start(Deal(common.board, common.options, vec[i64](goods), vec[i64](stack)))

    def learner(self, row: i64) -> i64:
        """Return the learner's seat in the game of a row."""
        if self.common.learner >= 0:
            return self.common.learner
        return (row + self.first_row + self.games[row]) % self.common.players

    def _begin(self, row: i64) -> None:
        """Show the start of a row's new game, or where the learner first decides."""
        s = self.states[row]
        self.masks.clear(row)
        if not self._advance(row, s):
            self._begin_anew(row)
            return
        if self.common.shaping != 0.0:
            leads(s, self.leads, row * self.common.players)
        self.observer.begin(row, s)
        self._show(row, s, True)

    def _begin_anew(self, row: i64) -> None:
        """Replace a game that ended before the learner was asked anything."""
        self.states[row] = self._draw(row)
        self._begin(row)

    def _show(self, row: i64, s: State, all_changed: bool) -> None:
        """Show the position of a row and the actions that `_advance` found."""
        seat: i64 = s.cells[AT_DECIDER]
        self.seats[row] = seat
        self.observer.write(row, s, seat, all_changed)
        self.masks.show(row)

    def _is_over(self, s: State) -> bool:
        cells = s.cells
        if cells[AT_PHASE] == PHASE_FINISHED:
            return True
        most: i64 = self.common.max_turns
        return most > 0 and cells[AT_TURN] >= most and cells[AT_PHASE] == PHASE_PLAY

    def _advance(self, row: i64, s: State) -> bool:
        """Take all decisions that are not the caller's; tell whether the caller has to decide.

        Afterwards the allowed actions of the row are found, but not yet shown in its mask.
        """
        common = self.common
        masks = self.masks
        rng = self.rngs[row]
        learner: i64 = self.learner(row)
        while not self._is_over(s):
            count: i64 = masks.find(s)
            if common.against_random and s.cells[AT_DECIDER] != learner:
                apply(s, masks.pick(rng.below(count)))
            elif common.skip_forced and count == 1:
                apply(s, masks.pick(0))
            else:
                return True
        return False

    def sample(self) -> None:
        """Choose uniformly among the allowed actions of every row, into `sampled`."""
        rng = self.sampler
        masks = self.masks
        row: i64
        for row in range(self.rows):
            self.sampled[row] = masks.shown(row, rng.below(masks.counts[row]))

    def first_illegal(self, actions: list[int]) -> int:
        """Return the first row whose action is not allowed, or -1."""
        row: i64
        for row in range(self.rows):
            if not self.masks.allows(row, actions[row]):
                return row
        return -1

    def step(self, actions: list[int]) -> int:
        """Take an action, which must be allowed, in every row; return how many games ended."""
        common = self.common
        players: i64 = common.players
        simple: bool = not common.against_random and not common.skip_forced
        ended: i64 = 0
        row: i64
        n: i64
        for row in range(self.rows):
            s = self.states[row]
            seat: i64 = self.seats[row]
            action: i64 = actions[row]
            if self.terminated[row] != 0 or self.truncated[row] != 0 or common.shaping != 0.0:
                self.terminated[row] = 0
                self.truncated[row] = 0
                self.acted[row] = 0.0
                for n in range(row * players, (row + 1) * players):
                    self.rewards[n] = 0.0
            self.masks.clear(row)
            apply(s, action)
            going_on: bool = self._advance(row, s)
            if common.shaping != 0.0:
                self._shape(row, s, seat)
            if going_on:
                self._show(row, s, action == ACTION_END or not simple)
            else:
                self._finish(row, s, seat)
                ended += 1
        return ended

    def _shape(self, row: i64, s: State, seat: i64) -> None:
        """Reward every seat with the change of its lead."""
        now = self.now
        leads(s, now, 0)
        base: i64 = row * self.common.players
        n: i64
        for n in range(self.common.players):
            self.rewards[base + n] += self.common.shaping * (now[n] - self.leads[base + n])
            self.leads[base + n] = now[n]
        self.acted[row] = self.rewards[base + seat]

    def _finish(self, row: i64, s: State, seat: i64) -> None:
        """Reward a game that is over, keep its last observation, and begin the next one."""
        base: i64 = row * self.common.players
        add_final(s, self.common.reward, self.rewards, base)
        self.acted[row] = self.rewards[base + seat]
        if s.cells[AT_PHASE] == PHASE_FINISHED:
            self.terminated[row] = 1
        else:
            self.truncated[row] = 1
        self.final.begin(row, s)
        self.final.write(row, s, seat, True)
        self.games[row] += 1
        self.states[row] = self._draw(row)
        self._begin(row)


def players_of(common: Common) -> int:
    """Return the number of players."""
    return int(common.players)
