"""Hints: the best turns for the seat that must decide, found by a bot in a worker process."""

import asyncio
import secrets
from typing import cast

from praefectus.bots import Candidate
from praefectus.events import take
from praefectus.game import Game
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.jobs import NOT_DONE, Jobs
from praefectus.server.levels import Levels
from praefectus.server.live_table import END, LiveTable, beginning_of
from praefectus.server.registry import TableRegistry
from praefectus.server.thinking import Task, give_hints
from praefectus.wire.answers import ExpectedPoints, Hint, HintList

_COUNT = 3
# Seconds until the request for a hint fails; the person who asked is waiting.
_PATIENCE_SECONDS = 20.0


class Hints:
    """Asks the bot that gives hints; changes nothing at the table."""

    def __init__(self, tables: TableRegistry, jobs: Jobs, levels: Levels) -> None:
        self._tables = tables
        self._jobs = jobs
        self._levels = levels

    async def give(self, table_id: str, asker: Owner, version: int) -> HintList:
        """Return hints for the client whose turn it is, continuing its tentative turn."""
        client = asker.person

        async def actors_table() -> LiveTable:
            table = await self._tables.get(table_id, at_least=version)
            self._tables.check_actor(table, client, version)
            return table

        table = await self._tables.surely(table_id, actors_table)
        if not table.stored.hints:
            raise ApiError("hint/off", "this table plays without hints")
        # The version that the hints are for; the table may change while they are computed.
        game = table.tried()
        candidates = await self._think(self._task(table), asker)
        return {"version": version, "hints": [_view(game, each) for each in candidates]}

    async def _think(self, task: Task, asker: Owner) -> list[Candidate]:
        job = self._jobs.run(
            give_hints,
            task,
            _COUNT,
            seconds=_PATIENCE_SECONDS,
            priority=Priority.PERSON_WAITS,
            owner=asker,
        )
        try:
            return await asyncio.wait_for(job, _PATIENCE_SECONDS)
        except NOT_DONE as error:
            raise ApiError("server/busy", "there was no time for a hint, try again") from error

    def _task(self, table: LiveTable) -> Task:
        return Task(
            level=self._levels.adviser,
            seed=secrets.randbits(63),
            beginning=beginning_of(table.stored),
            actions=table.tried_actions(),
        )


def _view(game: Game, candidate: Candidate) -> Hint:
    """Return a turn as a hint. Its steps are played in the game itself, which reveals nothing before `end`."""
    trial = game.copy()
    points = {god: round(points, 1) for god, points in candidate.points.items()}
    return {
        "steps": [take(trial, action) for action in candidate.actions if action != END],
        "win_chance": round(candidate.win_chance, 3),
        "points": cast("ExpectedPoints", points),
    }
