"""What the environments have in common: spaces, dtypes, and the view of one game."""

from __future__ import annotations

from typing import Any, Literal

from praefectus.errors import PraefectusError
from praefectus.extras import need

need("rl", "numpy", "gymnasium")

import numpy as np  # noqa: E402 - only after the extra is known to be there
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from praefectus.envs.layout import Layout  # noqa: E402
from praefectus.envs.mask import Masks  # noqa: E402
from praefectus.envs.observation import Observer  # noqa: E402
from praefectus.envs.rewards import add_final, leads, reward_number  # noqa: E402
from praefectus.errors import IllegalActionError  # noqa: E402
from praefectus.game import Game  # noqa: E402
from praefectus.rules.state import State  # noqa: E402

Form = Literal["float32", "int8"]
Reward = Literal["place", "win", "margin"]
Array = NDArray[Any]


def is_floats(dtype: str) -> bool:
    """Tell whether a form of observations is float32. Raises PraefectusError unless it is float32 or int8."""
    if dtype not in ("float32", "int8"):
        raise PraefectusError(f"the dtype must be float32 or int8, not {dtype!r}")
    return dtype == "float32"


def check_turns(max_turns: int | None) -> int:
    """Return the limit of turns as a number, 0 for none. Raises PraefectusError below 1."""
    if max_turns is None:
        return 0
    if max_turns < 1:
        raise PraefectusError(f"max_turns must be 1 or more, or None, not {max_turns}")
    return max_turns


def shared(buffer: Any, dtype: str) -> Array:
    """Return a read-only array over memory that compiled code writes."""
    return np.frombuffer(buffer, dtype)


def read_only(array: Array) -> Array:
    """Return the same array for reading."""
    seen = array.view()
    seen.flags.writeable = False
    return seen


def tops(layout: Layout) -> Array:
    """Return the top of every number of an observation; 1 for those between parts."""
    values = np.ones(int(layout.size), np.float32)
    for part in layout.parts.values():
        values[part.slice] = part.top
    return values


def observation_box(layout: Layout, dtype: str) -> spaces.Box:
    """Return the space of one observation vector."""
    size = int(layout.size)
    if is_floats(dtype):
        return spaces.Box(0.0, 1.0, (size,), np.float32)
    return spaces.Box(np.zeros(size, np.int8), tops(layout).astype(np.int8), (size,), np.int8)


class LegalDiscrete(spaces.Discrete):
    """The numbered actions of a board; `sample()` without a mask draws from those allowed now.

    After it is seeded, and until `follow` is called again, it knows no position and draws from
    what is allowed at the start of every game: a caller that seeds a space then resets the environment.
    """

    def __init__(self, mask: Array, at_start: Array) -> None:
        """Take the mask that the environment updates, and the mask of a game's start."""
        super().__init__(len(mask))
        self._mask = mask
        self._at_start = at_start
        self._follows = False

    def follow(self) -> None:
        """Draw from what the mask shows from now on."""
        self._follows = True

    def seed(self, seed: int | None = None) -> Any:
        """Seed the generator that `sample` draws from."""
        self._follows = False
        return super().seed(seed)

    def sample(self, mask: Array | None = None, probability: Array | None = None) -> np.int64:
        """Draw an action."""
        if mask is None and probability is None:
            mask = self._mask if self._follows and self._mask.any() else self._at_start
        return super().sample(mask, probability)


class Eye:
    """Observations, mask and rewards of one game at a time, as NumPy arrays."""

    def __init__(self, layout: Layout, dtype: str, reward: str) -> None:
        self._observer = Observer(layout.board, 1)
        self._masks = Masks(layout.board, 1)
        self._reward = reward_number(reward)
        self._vector = shared(self._observer.cells, "int8")
        self._tops = tops(layout) if is_floats(dtype) else None
        self.mask = shared(self._masks.cells, "int8")

    def begin(self, game: Game) -> None:
        """Look at another game."""
        self._observer.begin(0, game.position)

    def vector(self, state: State, seat: int) -> Array:
        """Return what `seat` knows, as an array that the caller owns."""
        self._observer.write(0, state, seat, True)
        if self._tops is None:
            return self._vector.copy()
        vector: Array = self._vector.astype(np.float32)
        vector /= self._tops
        return vector

    def update_mask(self, state: State) -> None:
        """Let `mask` show the actions allowed now."""
        self._masks.update(0, state)

    def allows(self, action: int) -> bool:
        """Tell whether an action is allowed according to the current mask."""
        return self._masks.allows(0, action)

    def final_rewards(self, state: State) -> list[float]:
        """Return the reward of each seat for the end, or for the standing."""
        out = _floats(state)
        add_final(state, self._reward, out, 0)
        return list(out)

    def leads(self, state: State) -> list[float]:
        """Return every seat's points less the mean of all."""
        out = _floats(state)
        leads(state, out, 0)
        return list(out)


def _floats(state: State) -> Any:
    from librt.vecs import vec

    return vec[float]([0.0] * int(state.deal.players))


def refuse(game: Game, action: int) -> None:
    """Raise the error that says why an action is not allowed."""
    if not 0 <= action < game.action_count:
        raise PraefectusError(
            f"the action must be a number from 0 to {game.action_count - 1}, not {action}"
        )
    raise IllegalActionError(game.text(action), game.explain(action))
