"""Bots that think while a person does: their answers to the turns that the person is likely to take.

Only at tables that somebody watches, and only for bots that people would wait for. One worker is never used for it, so that what is urgent
begins at once. An answer is found as it would be later: from the position after the person's turn, with the bot's own budget. If the
person does something else it is forgotten.
"""

import asyncio
import secrets
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field

from praefectus.rules.ids import PHASE_NAMES, PHASE_PLAY
from praefectus.server.fair_queue import Priority
from praefectus.server.jobs import NOT_DONE, Jobs
from praefectus.server.levels import Levels
from praefectus.server.live_table import LiveTable, beginning_of
from praefectus.server.registry import TableRegistry
from praefectus.server.supervision import Supervisor
from praefectus.server.thinking import Task, Turn, give_hints, take_turn

# How many turns of the person are answered in advance.
_ANSWERED = 3
# Seconds that one job may take.
_MOST_SECONDS = 30.0
# Tables whose answers are kept; those that waited longest are forgotten first.
_MOST_TABLES = 1000
_PLAY = PHASE_NAMES[PHASE_PLAY]


@dataclass
class _Prospect:
    """A person's turn that begins after so many actions, and the bot's answers by the actions of that turn."""

    number: int
    level: str
    answers: dict[tuple[int, ...], Turn] = field(default_factory=dict)


class Foresight:
    """Which turns of people are thought about, and what was found."""

    def __init__(
        self, tables: TableRegistry, jobs: Jobs, levels: Levels, *, allowed: bool = True
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._levels = levels
        self._thinkers = max(jobs.size - 1, 0) if allowed else 0
        self._prospects: OrderedDict[str, _Prospect] = OrderedDict()
        self._wanted: OrderedDict[str, LiveTable] = OrderedDict()
        self._filled = asyncio.Event()

    def start(self, supervisor: Supervisor) -> None:
        """Begin to think, if it is allowed and there are workers enough."""
        for number in range(self._thinkers):
            supervisor.run(f"foresight {number}", self._think)

    def consider(self, table: LiveTable) -> None:
        """Think about a table that has changed, if a person's turn begins there and a slow bot comes next."""
        if not self._thinkers:
            return
        stored = table.stored
        known = self._prospects.get(stored.id)
        if known is not None and known.number == stored.number:
            return
        level = self._next_level(table)
        if level is None:
            return
        self._prospects[stored.id] = _Prospect(stored.number, level)
        self._prospects.move_to_end(stored.id)
        while len(self._prospects) > _MOST_TABLES:
            forgotten, _ = self._prospects.popitem(last=False)
            self._wanted.pop(forgotten, None)
        self._wanted[stored.id] = table
        self._filled.set()

    def answer(self, table: LiveTable, level: str) -> Turn | None:
        """Return the bot's turn if it was foreseen; it is forgotten then."""
        prospect = self._prospects.pop(table.stored.id, None)
        if prospect is None or prospect.level != level:
            return None
        return prospect.answers.get(tuple(table.actions[prospect.number :]))

    def _next_level(self, table: LiveTable) -> str | None:
        """Return the level of the bot that comes after the person whose turn begins; None if nobody waits for one."""
        stored, game = table.stored, table.game
        if game is None or stored.status != "playing" or stored.decider is None:
            return None
        if stored.seats[stored.decider].kind == "bot" or game.phase != _PLAY:
            return None
        after = stored.seats[(stored.decider + 1) % stored.players]
        if after.kind != "bot" or not self._tables.is_watched(stored.id):
            return None
        level = after.level or self._levels.default
        return level if self._levels.is_slow(level) else None

    async def _think(self) -> None:
        while True:
            while not self._wanted:
                self._filled.clear()
                await self._filled.wait()
            table_id, table = self._wanted.popitem(last=False)
            prospect = self._prospects.get(table_id)
            if prospect is not None:
                # What is not foreseen is thought about when it is the bot's turn.
                with suppress(*NOT_DONE):
                    await self._foresee(table, prospect)

    async def _foresee(self, table: LiveTable, prospect: _Prospect) -> None:
        """Find the person's likely turns, then the answers to them, until the person has decided."""
        stored, game = table.stored, table.game
        if game is None or stored.number != prospect.number:
            return
        actions = list(table.actions)
        seat = (game.seat + 1) % stored.players
        game = game.copy()
        beginning = beginning_of(stored)

        def task(level: str, more: list[int]) -> Task:
            return Task(level, secrets.randbits(63), beginning, actions + more)

        likely = await self._jobs.run(
            give_hints,
            task(self._levels.adviser, []),
            _ANSWERED,
            seconds=_MOST_SECONDS,
            priority=Priority.BACKGROUND,
            owner=stored.payer,
        )
        for turn in (candidate.actions for candidate in likely):
            after = game.copy()
            for action in turn:
                after.push(action)
            if after.is_over or after.seat != seat:
                continue  # others are asked something first
            if table.stored.number != prospect.number:
                return
            answer = await self._jobs.run(
                take_turn,
                task(prospect.level, turn),
                seconds=_MOST_SECONDS,
                priority=Priority.BACKGROUND,
                owner=stored.payer,
            )
            if not answer.troubles:
                prospect.answers[tuple(turn)] = answer
