"""Gymnasium: one learner against bots. Importing this registers `praefectus/Concordia-v0`.

    gymnasium.make("praefectus/Concordia-v0", map="italia", opponents="greedy")

A step is one decision of the learner; then the bots decide until the learner has to decide again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from praefectus.envs.interface import Info
from praefectus.envs.spaces import (
    Array,
    Eye,
    Form,
    LegalDiscrete,
    Reward,
    check_turns,
    observation_box,
    refuse,
)

import gymnasium  # isort: skip - only after the extra is known to be there
import numpy as np

from praefectus import bots
from praefectus.envs.layout import layout_of
from praefectus.errors import PraefectusError
from praefectus.game import Game
from praefectus.options import make, spell_out
from praefectus.rules.scoring import ranking

ENV_ID = "praefectus/Concordia-v0"
ROTATE = "rotate"


class ConcordiaEnv(gymnasium.Env[Array, np.int64]):
    """A game seen by one seat.

    `opponents` names a bot for all other seats, or one for each of them in turn order from the
    learner on. `seat` is the learner's; "rotate" takes the next seat with every game. `reward` and
    `shaping` are those of `praefectus.envs.rewards`. After `max_turns` turns the game is truncated
    and its standing is rewarded. With `skip_forced`, decisions without a choice are taken
    automatically. An action that is not allowed raises IllegalActionError. The info of the last step
    has the learner's `place`, from 1.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    @spell_out
    def __init__(
        self,
        map: str = "imperium",
        players: int = 4,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | str = ROTATE,
        reward: Reward = "place",
        shaping: float = 0.0,
        max_turns: int | None = None,
        skip_forced: bool = False,
        dtype: Form = "float32",
        render_mode: str | None = None,
        **rules: str | bool,
    ) -> None:
        self._options = make(map, players, rules)
        self.game = Game.new(self._options, seed=0)
        self._opponents = name_opponents(opponents, players)
        for name in self._opponents:
            bots.make(name, seed=0)
        if seat != ROTATE and (isinstance(seat, str) or not 0 <= seat < players):
            raise PraefectusError(
                f"the seat must be {ROTATE!r} or 0 to {players - 1}, not {seat!r}"
            )
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PraefectusError(
                f"the render_mode must be ansi, human or None, not {render_mode!r}"
            )
        self.render_mode = render_mode
        self._seat = seat
        self._games = 0
        self._max_turns = check_turns(max_turns)
        self._shaping = shaping
        self._skip_forced = skip_forced
        self.seat = 0
        self._bots: dict[int, bots.Bot] = {}
        layout = layout_of(map)
        self._eye = Eye(layout, dtype, reward)
        self.observation_space = observation_box(layout, dtype)
        at_start = np.frombuffer(self.game.mask(), np.int8)
        self.action_space: LegalDiscrete = LegalDiscrete(self._eye.mask, at_start)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Info | None = None,  # noqa: ARG002
    ) -> tuple[Array, Info]:
        """Begin a new game; a seed determines it, the bots, and all later games without a seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        while True:
            rng = random.Random(int(self.np_random.integers(2**62)))
            self.game = Game.new(self._options, seed=rng.getrandbits(62))
            players = self.game.players
            self.seat = self._games % players if self._seat == ROTATE else int(self._seat)
            self._games += 1
            self._bots = {
                (self.seat + 1 + n) % players: bots.make(name, seed=rng.getrandbits(62))
                for n, name in enumerate(self._opponents)
            }
            if self._advance():
                break
        self._eye.begin(self.game)
        if self._shaping:
            self._lead = self._eye.leads(self.game.position)[self.seat]
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, Info]:
        """Take the learner's decision, and the others' until the learner is asked again."""
        game = self.game
        if self._is_over():
            raise PraefectusError("the game is over: call reset() before the next step()")
        number = int(action)
        if not self._eye.allows(number):
            refuse(game, number)
        game.push(number)
        going_on = self._advance()
        reward = 0.0
        if self._shaping:
            lead = self._eye.leads(game.position)[self.seat]
            reward = self._shaping * (lead - self._lead)
            self._lead = lead
        if not going_on:
            reward += self._eye.final_rewards(game.position)[self.seat]
        terminated = game.is_over
        return self._observe(), reward, terminated, not going_on and not terminated, self._info()

    def action_masks(self) -> Array:
        """Return which actions are allowed now, in the form that sb3-contrib's MaskablePPO needs."""
        return self._eye.mask.astype(bool)

    def render(self) -> str | None:
        """Return the position as text (ansi), or print it (human)."""
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "human":
            print(self.game)
        return None

    def _is_over(self) -> bool:
        game = self.game
        return game.is_over or (0 < self._max_turns <= game.turn and game.phase == "play")

    def _advance(self) -> bool:
        """Let the others decide until the learner has to; tell whether the game continues."""
        game = self.game
        while not self._is_over():
            legal = game.legal_actions
            if game.seat != self.seat:
                game.play(self._bots[game.seat].choose(bots.Position(game), legal))
            elif self._skip_forced and len(legal) == 1:
                game.push(legal[0])
            else:
                break
        self._eye.update_mask(game.position)
        self.action_space.follow()
        return not self._is_over()

    def _observe(self) -> Array:
        if self.render_mode == "human":
            self.render()
        return self._eye.vector(self.game.position, self.seat)

    def _info(self) -> Info:
        info: Info = {
            "action_mask": self._eye.mask.copy(),
            "seat": self.seat,
            "turn": self.game.turn,
        }
        if self._is_over():
            info["place"] = ranking(self.game.position).index(self.seat) + 1
        return info


def name_opponents(opponents: str | Sequence[str], players: int) -> list[str]:
    """Return a bot's name for each of the others. Raises PraefectusError for a wrong number."""
    if isinstance(opponents, str):
        return [opponents] * (players - 1)
    if len(opponents) != players - 1:
        raise PraefectusError(
            f"opponents must be one bot or {players - 1} for {players} players, not {len(opponents)}"
        )
    return list(opponents)


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point="praefectus.envs.gym:ConcordiaEnv")
