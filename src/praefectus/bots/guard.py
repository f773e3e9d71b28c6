"""Keeps a game going even if a bot fails.

A bot that raises, returns an illegal action or takes much longer than allowed is reported by name, and
a safe choice replaces its decision. A bot that fails repeatedly is no longer asked.
"""

from __future__ import annotations

import logging
import operator
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from praefectus.bots.base import Bot, Legal, Position
from praefectus.bots.registry import time_option
from praefectus.bots.uniform import Uniform
from praefectus.game import Game

log = logging.getLogger(__name__)

Report = Callable[[str], None]
MOST_FAULTS = 10
# Seconds per decision for a bot without a budget: a game must not stand still.
UNBUDGETED = 120.0
LONGEST_BUDGET = 86_400.0


class OverrunError(BaseException):
    """The bot took longer than its limit.

    Not an Exception, so that it also stops a bot that catches every Exception.
    """


class Guarded:
    """A bot behind a guard: `choose` never raises and always returns a legal action.

    The safe choice is a random one, drawn by `seed`: a fixed rule, such as the first legal action,
    could loop for ever if all bots at a table fail.

    `limit` is in seconds per decision; without one it follows from the bot's own `budget` (seconds per
    turn), or from the option `time` of its name, or is UNBUDGETED. In the main thread a bot written
    in Python is interrupted at the limit; compiled code and other threads can only be timed, and
    their late answer is not used.
    """

    def __init__(
        self,
        bot: Bot,
        name: str,
        *,
        seed: int = 0,
        limit: float | None = None,
        report: Report = log.warning,
    ) -> None:
        self.bot = bot
        self.name = name
        self.faults = 0
        self.troubles: list[str] = []
        self._safe = Uniform(seed=seed)
        self._report = report
        self._limit = limit if limit is not None else _limit(bot, name)

    def choose(self, position: Position | Game, legal: Legal) -> int:
        """Return the bot's choice if it is legal, else a safe choice."""
        if self.faults >= MOST_FAULTS:
            return self._safe.choose(position, legal)
        began = time.perf_counter()
        try:
            with _alarm(self._limit):
                action: object = self.bot.choose(Position.of(position), legal)
        except OverrunError:
            return self._fault(f"took longer than {self._limit:g} s", position, legal)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may fail in any way
            return self._fault(f"raised {error!r}", position, legal)
        took = time.perf_counter() - began
        if took > self._limit:
            return self._fault(f"took {took:.2f} s, more than {self._limit:g} s", position, legal)
        number = whole_number(action)
        if number is None or number not in legal:
            return self._fault(f"chose {action!r}, which is not legal", position, legal)
        return number

    def close(self) -> None:
        """Let the bot release its processes and files, if it has a `close`."""
        close = getattr(self.bot, "close", None)
        if close is None:
            return
        try:
            close()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - closing may fail in any way too
            self._report(f"bot {self.name} raised {error!r} when it was closed")

    def _fault(self, what: str, position: Position | Game, legal: Legal) -> int:
        self.faults += 1
        trouble = f"bot {self.name} {what}; a safe choice was made for it"
        if self.faults == MOST_FAULTS:
            trouble += f", as from now on: it has failed {self.faults} times"
        self.troubles.append(trouble)
        self._report(trouble)
        return self._safe.choose(position, legal)


def whole_number(action: object) -> int | None:
    """Return a bot's choice as a plain int, also if it is one of NumPy's; None if it is not a number."""
    if isinstance(action, bool):
        return None
    try:
        return operator.index(action)  # type: ignore[arg-type]  # what this tests
    except TypeError:
        return None


def _limit(bot: Bot, name: str) -> float:
    """Return the seconds a decision may take."""
    for budget in (getattr(bot, "budget", None), time_option(name)):
        if isinstance(budget, (int, float)) and 0 < budget <= LONGEST_BUDGET:
            # A bot plans with its budget; on a busy machine it may need twice as long.
            return 2.0 * budget + 1.0
    return UNBUDGETED


@contextmanager
def _alarm(limit: float) -> Iterator[None]:
    """Raise OverrunError in the block after `limit` seconds, if signals are available."""
    usable = (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, signal.SIG_IGN)
    )
    if not usable:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise OverrunError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
