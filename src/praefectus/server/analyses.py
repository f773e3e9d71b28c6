"""The analysis board: positions searched by the workers, one slice of simulations per request.

A page asks for the next, larger slice once it has the last. Who goes away asks for nothing more, and what still waits for a
worker is taken back. So nothing needs to be kept, and any process of the server can answer.
"""

import asyncio
from collections import Counter, OrderedDict

from praefectus.server.analysis_work import analyse_position
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.jobs import NOT_DONE, Jobs
from praefectus.server.sending import as_sent
from praefectus.wire.analysis import Analysis

# Searches of one address that may be under way or wait at once.
_AT_ONCE = 3
# Seconds that a search may take, and that somebody waits for one.
_SECONDS = 30.0
_PATIENCE_SECONDS = 60.0
# What was found lately: people look at the same address, or go back and forth.
_KEPT = 300


class Analyses:
    """Has positions searched, within limits per address."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._running: Counter[str] = Counter()
        self._found: OrderedDict[tuple[str, int], str] = OrderedDict()

    async def analyse(self, position: str, simulations: int, owner: Owner) -> Analysis:
        """Return what a search of a position finds; the position has been checked."""
        key = (position, simulations)
        found = self._found.get(key)
        if found is None:
            found = await self._search(position, simulations, owner)
            self._found[key] = found
            if len(self._found) > _KEPT:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(key)
        return as_sent(found, Analysis)

    async def _search(self, position: str, simulations: int, owner: Owner) -> str:
        if self._running[owner.address] >= _AT_ONCE:
            raise ApiError("server/busy", f"{_AT_ONCE} positions of yours are searched already")
        self._running[owner.address] += 1
        job = self._jobs.run(
            analyse_position,
            position,
            simulations,
            seconds=_SECONDS,
            priority=Priority.BACKGROUND,
            owner=owner,
        )
        try:
            return await asyncio.wait_for(job, _PATIENCE_SECONDS)
        except NOT_DONE as error:
            raise ApiError("server/busy", "there was no time for the search; try again") from error
        finally:
            self._running[owner.address] -= 1
            self._running += Counter()  # forget those with none
