"""Processes that share the games of a `VectorEnv` and write into memory the parent reads.

Each process has rows of its own and copies what they show into its part of shared arrays. A step is
two messages over a pipe to each process: first all check their actions, then all take them, so that
an illegal action changes nothing anywhere.
"""

from __future__ import annotations

from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np

from praefectus.envs.batch import Common
from praefectus.envs.layout import layout_of
from praefectus.envs.spaces import Array, read_only
from praefectus.envs.vector import OwnRows, Rows
from praefectus.errors import PraefectusError
from praefectus.parallel import SPAWN
from praefectus.rules.facts import load_board

NAMES = (
    "observations",
    "final",
    "masks",
    "seats",
    "seeds",
    "rewards",
    "acted",
    "terminated",
    "truncated",
    "actions",
)
WAIT_SECONDS = 5.0
# Message to a worker: (word, number); answer: a number, or None when done.
CHECK, STEP, RESET, SAMPLE, CLOSE = "check", "step", "reset", "sample", "close"


def shapes(common: Common, n: int, dtype: str) -> dict[str, tuple[tuple[int, ...], str]]:
    """Return the shape and dtype of every shared array."""
    options = common.options
    size = int(layout_of(options.map).size)
    actions = int(load_board(options.map).action_count)
    return {
        "observations": ((n, size), dtype),
        "final": ((n, size), dtype),
        "masks": ((n, actions), "int8"),
        "seats": ((n,), "int64"),
        "seeds": ((n,), "int64"),
        "rewards": ((n, options.players), "float64"),
        "acted": ((n,), "float64"),
        "terminated": ((n,), "bool"),
        "truncated": ((n,), "bool"),
        "actions": ((n,), "int64"),
    }


def lay_out(
    memory: SharedMemory, wanted: dict[str, tuple[tuple[int, ...], str]]
) -> dict[str, Array]:
    """Return the arrays, one after the other in the memory."""
    arrays: dict[str, Array] = {}
    offset = 0
    for name, (shape, dtype) in wanted.items():
        arrays[name] = np.ndarray(shape, dtype, memory.buf, offset)
        offset += aligned(arrays[name].nbytes)
    return arrays


def aligned(size: int) -> int:
    """Return the size, rounded up to whole cache lines."""
    return -(-size // 64) * 64


class SharedRows(Rows):
    """Games in other processes."""

    def __init__(self, common: Common, n: int, workers: int, dtype: str) -> None:
        self._is_closed = False
        wanted = shapes(common, n, dtype)
        total = sum(
            aligned(int(np.prod(shape)) * np.dtype(kind).itemsize)
            for shape, kind in wanted.values()
        )
        self._memory = SharedMemory(create=True, size=total)
        self._arrays = lay_out(self._memory, wanted)
        self._actions = self._arrays["actions"]
        for name, array in self._arrays.items():
            setattr(self, name, read_only(array))
        bounds = [n * worker // workers for worker in range(workers + 1)]
        self._starts = bounds[:-1]
        self._pipes: list[Connection] = []
        self._processes = []
        for first, last in pairwise(bounds):
            here, there = SPAWN.Pipe()
            process = SPAWN.Process(
                target=work,
                args=(there, self._memory.name, common, n, first, last, dtype),
                daemon=True,
            )
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)
        self._ask("ready", 0)

    def _ask(self, word: str, number: int) -> list[int]:
        """Send a message to all workers and return their replies."""
        try:
            for pipe in self._pipes:
                pipe.send((word, number))
            return [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError):
            self.close()
            raise PraefectusError("a worker process of the environment has died") from None

    def reset(self, seed: int) -> None:
        """Begin all games anew."""
        self._ask(RESET, seed)

    def step(self, actions: Array) -> int:
        """Step all games."""
        self._actions[:] = actions
        for start, row in zip(self._starts, self._ask(CHECK, 0), strict=True):
            if row >= 0:
                return -(start + row) - 1
        return sum(self._ask(STEP, 0))

    def sample(self) -> Array:
        """Return an allowed action of every row."""
        self._ask(SAMPLE, 0)
        return self._actions.copy()

    def position(self, row: int) -> Any:  # noqa: ARG002
        """Return None: positions are in other processes."""
        return None

    def close(self) -> None:
        """End the processes and free the memory."""
        for pipe in self._pipes:
            try:
                pipe.send((CLOSE, 0))
            except OSError:
                continue
        for process in self._processes:
            process.join(WAIT_SECONDS)
            if process.is_alive():
                process.terminate()
                process.join()
        for pipe in self._pipes:
            pipe.close()
        self._pipes = []
        self._processes = []
        if self._is_closed:
            return
        self._is_closed = True
        self._arrays = {}
        for name in (*NAMES, "_actions"):
            vars(self).pop(name, None)
        self._memory.unlink()
        try:
            self._memory.close()
        except BufferError:
            # The caller still holds arrays over it; the memory is freed with them.
            self._memory.close = lambda: None  # type: ignore[method-assign]


def work(
    pipe: Connection,
    memory_name: str,
    common: Common,
    n: int,
    first: int,
    last: int,
    dtype: str,
) -> None:
    """Step the rows first..last-1 as the parent asks; the body of a worker process."""
    memory = SharedMemory(memory_name)
    arrays = lay_out(memory, shapes(common, n, dtype))
    parts = {name: array[first:last] for name, array in arrays.items()}
    rows = OwnRows(common, last - first, dtype, first)
    while True:
        try:
            word, number = pipe.recv()
        except (EOFError, OSError):
            break
        answer = 0
        if word == CHECK:
            answer = rows.check(parts["actions"])
        elif word == STEP:
            answer = rows.step(parts["actions"])
        elif word == RESET:
            rows.reset(number)
        elif word == SAMPLE:
            parts["actions"][:] = rows.sample()
        elif word == CLOSE:
            break
        if word in (STEP, RESET):
            for name in NAMES[:-1]:
                if name != "final" or answer:
                    np.copyto(parts[name], getattr(rows, name))
        pipe.send(answer)
    del arrays, parts
    memory.close()
