"""Many games at once, stepped inside compiled code, in arrays that are allocated once.

A step takes one decision in every game. Without opponents every decision of every seat is the
caller's (self-play): `infos["seat"]` says whose it is, and the observation is that seat's. With
opponents="random" the caller plays one seat per game and the others choose uniformly in compiled code.

The conventions are those of `gymnasium.vector.VectorEnv` with autoreset in the same step: when a
game ends, the arrays show the start of the next one, and `infos["final_obs"]` the end of the last.
The arrays returned are always the same ones, overwritten by every step; copy what you want to keep,
or pass copy=True.
"""

from __future__ import annotations

import secrets
from typing import Any

from praefectus.envs.interface import Info
from praefectus.envs.spaces import (
    Array,
    Form,
    Reward,
    check_turns,
    is_floats,
    observation_box,
    read_only,
    shared,
    tops,
)

import gymnasium  # isort: skip - only after the extra is known to be there
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymVectorEnv
from gymnasium.vector.utils import batch_space

from praefectus.envs.batch import ROTATING, Batch, Common
from praefectus.envs.layout import layout_of
from praefectus.envs.rewards import reward_number
from praefectus.errors import IllegalActionError, PraefectusError
from praefectus.game import Game
from praefectus.options import make, spell_out
from praefectus.rules.facts import load_board

ROTATE = "rotate"
MOST_SEED = 2**62
PIECE = 256  # rows


class VectorEnv(GymVectorEnv[Array, Array, Array]):
    """`n` games of Concordia; see the module's docstring.

    `reward`, `shaping`, `max_turns`, `skip_forced` and `seat` are as in `ConcordiaEnv`; `seat`
    counts only with opponents. `rewards` holds what the seat that acted received, and
    `infos["rewards"]` what every seat did. int8 is the form that compiled code writes; making
    float32 of it takes longer than the steps themselves. With `workers`, that many processes share the games and
    write into shared memory; the results are the same.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium has it

    @spell_out
    def __init__(
        self,
        n: int,
        map: str = "imperium",
        players: int = 4,
        *,
        opponents: str | None = None,
        seat: int | str = ROTATE,
        reward: Reward = "place",
        shaping: float = 0.0,
        max_turns: int | None = None,
        skip_forced: bool = False,
        dtype: Form = "int8",
        workers: int = 0,
        copy: bool = False,
        **rules: str | bool,
    ) -> None:
        if n < 1:
            raise PraefectusError(f"the number of games must be 1 or more, not {n}")
        if not 0 <= workers <= n:
            raise PraefectusError(f"workers must be 0 to {n}, not {workers}")
        if opponents not in (None, "random"):
            raise PraefectusError(
                f"opponents must be None (self-play) or 'random', not {opponents!r}; "
                "for other bots there is praefectus.envs.ConcordiaEnv"
            )
        if seat != ROTATE and (isinstance(seat, str) or not 0 <= seat < players):
            raise PraefectusError(
                f"the seat must be {ROTATE!r} or 0 to {players - 1}, not {seat!r}"
            )
        options = make(map, players, rules)
        self.num_envs = n
        self.map = map
        self.players = players
        self._copy = copy
        common = Common(
            options=options,
            reward=reward_number(reward),
            shaping=float(shaping),
            max_turns=check_turns(max_turns),
            against_random=opponents is not None,
            learner=ROTATING if isinstance(seat, str) else seat,
            skip_forced=skip_forced,
        )
        self.single_observation_space = observation_box(layout_of(map), dtype)
        self.single_action_space = spaces.Discrete(int(load_board(map).action_count))
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._is_reset = False
        self._rows: Rows
        if workers:
            from praefectus.envs.workers import SharedRows

            self._rows = SharedRows(common, n, workers, dtype)
        else:
            self._rows = OwnRows(common, n, dtype)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Info | None = None,  # noqa: ARG002
    ) -> tuple[Array, Info]:
        """Restart all games. Game r is drawn by seed + r, independent of the number of games."""
        self._check_open()
        if seed is None:
            seed = secrets.randbelow(MOST_SEED)
        elif not 0 <= seed < MOST_SEED:
            raise PraefectusError(f"the seed must be 0 to {MOST_SEED - 1}, not {seed}")
        self._rows.reset(seed)
        self._is_reset = True
        return self._own(self._rows.observations), self._infos(0)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        """Take one action in every game.

        Raises IllegalActionError, before anything has changed, if one of them is not allowed.
        """
        self._check_open()
        if not self._is_reset:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise PraefectusError(
                f"the actions must be {self.num_envs} whole numbers, "
                f"not an array of {numbers.dtype} with shape {numbers.shape}"
            )
        rows = self._rows
        ended = rows.step(numbers)
        if ended < 0:
            row = -ended - 1
            raise self._refusal(row, int(numbers[row]))
        return (
            self._own(rows.observations),
            self._own(rows.acted),
            self._own(rows.terminated),
            self._own(rows.truncated),
            self._infos(ended),
        )

    def sample_actions(self) -> Array:
        """Return an allowed action for every game, chosen uniformly; reset() seeds the choice."""
        return self._rows.sample()

    def action_masks(self) -> Array:
        """Return which actions are allowed in each game, one row per game."""
        return self._own(self._rows.masks)

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002
        """End the worker processes."""
        self._rows.close()

    def _own(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _infos(self, ended: int) -> Info:
        rows = self._rows
        infos: Info = {
            "action_mask": self._own(rows.masks),
            "seat": self._own(rows.seats),
            "rewards": self._own(rows.rewards),
            "game_seed": self._own(rows.seeds),
        }
        if ended:
            infos["final_obs"] = self._own(rows.final)
            infos["_final_obs"] = rows.terminated | rows.truncated
        return infos

    def _refusal(self, row: int, action: int) -> PraefectusError:
        """Make the error that says why the action of a row is not allowed."""
        count = self._rows.masks.shape[1]
        if not 0 <= action < count:
            return PraefectusError(
                f"game {row}: the action must be a number from 0 to {count - 1}, not {action}"
            )
        cells = self._rows.position(row)
        if cells is None:
            return PraefectusError(f"game {row}: the action {action} is not allowed")
        game = Game(cells)
        return IllegalActionError(f"game {row}: {game.text(action)}", game.explain(action))

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")


class Rows:
    """The arrays of the games, and how they are stepped."""

    observations: Array
    final: Array
    masks: Array
    seats: Array
    seeds: Array
    rewards: Array
    acted: Array
    terminated: Array
    truncated: Array

    def reset(self, seed: int) -> None:
        """Begin all games anew."""
        raise NotImplementedError

    def step(self, actions: Array) -> int:
        """Step all games and return how many ended, or -1 - the row of an illegal action."""
        raise NotImplementedError

    def sample(self) -> Array:
        """Return an allowed action of every row."""
        raise NotImplementedError

    def position(self, row: int) -> Any:
        """Return the position of a row, or None if it is out of reach."""
        raise NotImplementedError

    def close(self) -> None:
        """Release processes and memory."""


class OwnRows(Rows):
    """Games in this process: the arrays lie over the memory that compiled code writes."""

    def __init__(self, common: Common, n: int, dtype: str, first_row: int = 0) -> None:
        self._batch = Batch(common, n, first_row, 0)
        batch = self._batch
        self._raw = shared(batch.observer.cells, "int8").reshape(n, -1)
        self._raw_final = shared(batch.final.cells, "int8").reshape(n, -1)
        self._tops = tops(layout_of(common.options.map)) if is_floats(dtype) else None
        self.observations = self._raw
        self.final = self._raw_final
        if self._tops is not None:
            self._floats = np.zeros(self._raw.shape, np.float32)
            self._final_floats = np.zeros(self._raw.shape, np.float32)
            self.observations = read_only(self._floats)
            self.final = read_only(self._final_floats)
        self.masks = shared(batch.masks.cells, "int8").reshape(n, -1)
        self.seats = shared(batch.seats, "int64")
        self._sampled = shared(batch.sampled, "int64")
        self.seeds = shared(batch.seeds, "int64")
        self.rewards = shared(batch.rewards, "float64").reshape(n, -1)
        self.acted = shared(batch.acted, "float64")
        self.terminated = shared(batch.terminated, "bool")
        self.truncated = shared(batch.truncated, "bool")

    def reset(self, seed: int) -> None:
        """Begin all games anew."""
        self._batch.reset(seed)
        self._show(0)

    def step(self, actions: Array) -> int:
        """Step all games."""
        numbers: list[int] = actions.tolist()
        row = self._batch.first_illegal(numbers)
        if row >= 0:
            return -row - 1
        ended = self._batch.step(numbers)
        self._show(ended)
        return ended

    def _show(self, ended: int) -> None:
        """Bring the float32 arrays up to date, if there are any."""
        if self._tops is not None:
            # In two steps, since NumPy is slow where types differ, and in pieces that fit a cache.
            for first in range(0, len(self._raw), PIECE):
                piece = self._floats[first : first + PIECE]
                np.copyto(piece, self._raw[first : first + PIECE])
                np.divide(piece, self._tops, out=piece)
            if ended:
                rows = np.flatnonzero(self.terminated | self.truncated)
                self._final_floats[rows] = self._raw_final[rows] / self._tops

    def check(self, actions: Array) -> int:
        """Return the first row whose action is not allowed, or -1."""
        return self._batch.first_illegal(actions.tolist())

    def sample(self) -> Array:
        """Return an allowed action of every row."""
        self._batch.sample()
        return self._sampled.copy()

    def position(self, row: int) -> Any:
        """Return the position of a row."""
        return self._batch.states[row]
