"""A contest from its first game to its last, or to Ctrl-C: played, saved, counted, reported."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Self

from praefectus.arena.contest import Contest
from praefectus.arena.game import GameResult, Keep
from praefectus.arena.runner import run
from praefectus.arena.state_file import StateFile
from praefectus.arena.summary import Summary

INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Progress:
    """How far a session is."""

    done: int
    games: int
    per_second: float  # games, since the session began


@dataclass(frozen=True)
class Portion:
    """Every so many-th game of a contest: what one of several processes plays that share a state file."""

    first: int = 0
    step: int = 1

    def of(self, games: int) -> range:
        """Return the numbers of its games."""
        return range(self.first, games, self.step)


WHOLE = Portion()


@dataclass(frozen=True)
class Session:
    """The outcome of a session: the results, how long it took, and what stopped it early, if anything."""

    summary: Summary
    seconds: float
    stopped: str = ""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.stopped == INTERRUPTED


def hold(
    contest: Contest,
    games: int,
    *,
    workers: int = 1,
    cluster: str | None = None,
    keep: Keep = Keep(),  # noqa: B008
    state: StateFile | None = None,
    portion: Portion = WHOLE,
    each: Iterable[Callable[[GameResult], None]] = (),
    progress: Callable[[Progress], None] | None = None,
) -> Session:
    """Play games 0 to games - 1 and count them, including those that `state` already has.

    With a `portion`, only its games are played. Each new result goes to `state`, to the summary and to each function of `each`, as it comes.
    Ctrl-C, or the loss of a worker process, ends the session with the results so far.
    """
    summary = Summary(contest)
    receivers = [summary.add, *each]
    numbers: Iterable[int] = portion.of(games)
    if state is not None:
        for result in state.results():
            if result.index < games:
                summary.add(result)
        numbers = [index for index in portion.of(games) if index not in state.numbers]
        receivers.insert(0, state.add)
    before = summary.games
    began = time.perf_counter()
    stopped = ""

    def told() -> None:
        if progress is not None:
            rate = (summary.games - before) / max(time.perf_counter() - began, 1e-9)
            progress(Progress(summary.games, games, rate))

    told()
    try:
        playing = run(contest, numbers, workers=workers, cluster=cluster, keep=keep)
        with CtrlC() as ctrl_c, closing(playing) as results:
            for result in results:
                with ctrl_c.held():
                    for receive in receivers:
                        receive(result)
                    told()
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except BrokenProcessPool:
        stopped = "a worker process died"
    return Session(summary, time.perf_counter() - began, stopped)


class CtrlC:
    """Ctrl-C that raises KeyboardInterrupt, but never while a result is being counted."""

    def __init__(self) -> None:
        self.pressed = False
        self.holding = False
        # Only the main thread receives Ctrl-C, and only it may set the handler.
        self._usable = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        if self._usable:
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._usable:
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Give a block during which Ctrl-C waits."""
        self.holding = True
        try:
            yield
        finally:
            self.holding = False
        if self.pressed:
            raise KeyboardInterrupt

    def _press(self, *_: object) -> None:
        self.pressed = True
        if not self.holding:
            raise KeyboardInterrupt
