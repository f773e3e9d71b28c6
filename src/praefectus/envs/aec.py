"""PettingZoo: all seats are agents and decide one after the other (an AEC environment).

An agent keeps deciding until its turn is ended, so `agent_selection` often stays the same, and in a
choice of goods to keep (R6.4) it may differ from the agent whose turn it is.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from praefectus.envs.interface import Info
from praefectus.envs.spaces import (
    Array,
    Eye,
    Form,
    Reward,
    check_turns,
    observation_box,
    refuse,
)
from praefectus.errors import PraefectusError
from praefectus.extras import need

need("rl", "pettingzoo")

import numpy as np  # noqa: E402 - only after the extra is known to be there
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

from praefectus.envs.layout import layout_of  # noqa: E402
from praefectus.game import Game  # noqa: E402
from praefectus.options import make, spell_out  # noqa: E402

ILLEGAL = ("raise", "terminate")
ILLEGAL_REWARD = -1.0

Observation = dict[str, Array]


@spell_out
def aec_env(
    map: str = "imperium",
    players: int = 4,
    *,
    reward: Reward = "place",
    shaping: float = 0.0,
    max_turns: int | None = None,
    dtype: Form = "float32",
    illegal: str = "raise",
    render_mode: str | None = None,
    **rules: str | bool,
) -> AECEnv[str, Observation, int]:
    """Return the environment; it refuses calls in a wrong order itself, without a wrapper.

    `reward` and `shaping` are those of `praefectus.envs.rewards`. After `max_turns` turns the game
    is truncated and its standing is rewarded. An action that is not allowed raises
    IllegalActionError; with illegal="terminate", PettingZoo's TerminateIllegalWrapper ends the game
    with a reward of -1 for the agent that chose it.
    """
    if illegal not in ILLEGAL:
        raise PraefectusError(f"illegal must be one of {', '.join(ILLEGAL)}, not {illegal!r}")
    env: AECEnv[str, Observation, int] = ConcordiaAEC(
        map,
        players,
        reward=reward,
        shaping=shaping,
        max_turns=max_turns,
        dtype=dtype,
        render_mode=render_mode,
        **rules,
    )
    if illegal == "terminate":
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    return env


class ConcordiaAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """The environment without wrappers. Agents are player_0, player_1, … in turn order."""

    metadata: ClassVar[Info] = {
        "name": "concordia_v0",
        "render_modes": ["ansi", "human"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    @spell_out
    def __init__(
        self,
        map: str = "imperium",
        players: int = 4,
        *,
        reward: Reward = "place",
        shaping: float = 0.0,
        max_turns: int | None = None,
        dtype: Form = "float32",
        render_mode: str | None = None,
        **rules: str | bool,
    ) -> None:
        super().__init__()
        self._options = make(map, players, rules)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PraefectusError(
                f"the render_mode must be ansi, human or None, not {render_mode!r}"
            )
        self.render_mode = render_mode
        # A generator of its own, not the global one; it is unseeded, so games without a seed differ.
        self._random = random.Random()
        self.game = Game.new(self._options, seed=0)
        self._max_turns = check_turns(max_turns)
        self._shaping = shaping
        layout = layout_of(map)
        self._eye = Eye(layout, dtype, reward)
        self._no_mask = np.zeros(self.game.action_count, np.int8)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        box = observation_box(layout, dtype)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": box,
                    "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.game.action_count) for agent in self.possible_agents
        }

    def __getattr__(self, name: str) -> Any:
        # These attributes exist only after reset().
        raise AttributeError(f"{name} cannot be accessed before reset")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:  # noqa: ARG002
        """Begin a new game; the seed determines it and all later games without a seed."""
        if seed is not None:
            self._random.seed(seed)
        self.game = Game.new(self._options, seed=self._random.getrandbits(62))
        self._eye.begin(self.game)
        self._eye.update_mask(self.game.position)
        if self._shaping:
            self._leads = self._eye.leads(self.game.position)
        self.agents: list[str] = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows; its mask allows nothing while another agent decides."""
        seat = self.possible_agents.index(agent)
        decides = agent == self.agent_selection
        return {
            "observation": self._eye.vector(self.game.position, seat),
            "action_mask": self._eye.mask.copy() if decides else self._no_mask.copy(),
        }

    def step(self, action: int | None) -> None:
        """Take the decision of the selected agent; None for one that is terminated or truncated."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        number = -1 if action is None else int(action)
        if not self._eye.allows(number):
            refuse(game, number)
        self._cumulative_rewards[agent] = 0.0
        game.push(number)
        state = game.position
        self._eye.update_mask(state)
        is_over = game.is_over
        truncated = 0 < self._max_turns <= game.turn and game.phase == "play"
        if is_over or truncated or self._shaping:
            self._reward(is_over or truncated)
        elif self.rewards[agent]:
            self._clear_rewards()
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[game.seat]
        if self.render_mode == "human":
            self.render()

    def _reward(self, is_over: bool) -> None:
        """Pay the reward of the step, and of the end if the game is over."""
        state = self.game.position
        rewards = [0.0] * len(self.agents)
        if self._shaping:
            now = self._eye.leads(state)
            rewards = [self._shaping * (b - a) for a, b in zip(self._leads, now, strict=True)]
            self._leads = now
        if is_over:
            final = self._eye.final_rewards(state)
            rewards = [a + b for a, b in zip(rewards, final, strict=True)]
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as text (ansi), or print it (human)."""
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "human":
            print(self.game)
        return None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
