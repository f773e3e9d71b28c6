"""Puzzles at tables: a table at a position whose best turn is to be found, and judged before or after it ends."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache

import orjson

from praefectus import puzzles
from praefectus.rules.ids import ACTION_END
from praefectus.server.beginning import Beginning
from praefectus.server.branches import Cut, open_branch
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.jobs import NOT_DONE, Jobs
from praefectus.server.levels import Levels
from praefectus.server.live_table import LiveTable, beginning_of
from praefectus.server.puzzle_store import PuzzleStore, streaks
from praefectus.server.puzzle_work import clue_of, judge_answer
from praefectus.server.registry import TableRegistry
from praefectus.server.store import Store
from praefectus.server.stored import StoredTable
from praefectus.server.thinking import Task
from praefectus.wire.clue import PuzzleClue
from praefectus.wire.puzzles import PuzzleList, PuzzleVerdict

# Seconds until a judgement fails; somebody waits for it.
_PATIENCE_SECONDS = 20.0


@dataclass(frozen=True)
class Answer:
    """A turn that was tried at a puzzle's table; empty before the first decision."""

    beginning: Beginning
    before: list[int]
    turn: list[int]


class Puzzles:
    """Opens tables with puzzles, judges answers and keeps how people do."""

    def __init__(self, store: Store, tables: TableRegistry, jobs: Jobs, levels: Levels) -> None:
        self._answers = PuzzleStore(store)
        self._tables = tables
        self._jobs = jobs
        self._levels = levels

    async def all(self, client: str) -> PuzzleList:
        """Return the shipped puzzles, and how somebody is doing."""
        today = datetime.now(UTC).date()
        answered = await self._answers.of_client(client)
        solved = {each.puzzle for each in answered if each.solved}
        tried = {each.puzzle for each in answered}
        days = {each.day for each in answered if each.solved and each.day}
        streak, best = streaks(days, today)
        return {
            "puzzles": [
                {
                    "id": each.id,
                    "map": each.map,
                    "players": each.players,
                    "turn": len(each.history),
                    "solved": each.id in solved,
                    "tried": each.id in tried,
                }
                for each in puzzles.shipped().values()
            ],
            "daily": puzzles.of_day(today).id,
            "day": today.isoformat(),
            "solved_today": today.isoformat() in days,
            "streak": streak,
            "best_streak": best,
        }

    def open_shipped(self, key: str, client: str) -> tuple[StoredTable, list[str]]:
        """Return a table at a shipped puzzle, and the actions that led there."""
        puzzle = puzzles.find(key)
        if puzzle is None:
            raise ApiError("puzzle/not-found", f"there is no puzzle {key!r}")
        clue: PuzzleClue = {"id": key, "theme": puzzle.theme, "card": puzzle.card}
        part = _cut(key)
        return self._opened(part, clue, client, None), part.actions

    async def open_mistake(
        self, part: Cut, asker: Owner, original: StoredTable | None
    ) -> tuple[StoredTable, list[str]]:
        """Return a table at a turn of a finished game, to be taken better, and the actions that led there."""
        actions = await asyncio.to_thread(_numbers, part)
        clue = await self._job(clue_of, self._task(part.beginning, actions), owner=asker)
        return self._opened(part, orjson.loads(clue), asker.person, original), part.actions

    def _opened(
        self, part: Cut, clue: PuzzleClue, client: str, original: StoredTable | None
    ) -> StoredTable:
        stored = open_branch(
            part,
            client,
            seat=part.seat,
            level=self._levels.default,
            is_level=self._levels.exists,
            original=original,
        )
        assert stored.branch is not None
        # A hint would be the solution.
        return replace(stored, hints=False, branch={**stored.branch, "puzzle": clue})

    async def judge(self, table_id: str, asker: Owner, *, give_up: bool) -> PuzzleVerdict:
        """Judge the turn that somebody has tried at their puzzle's table, or show them the solution."""
        table = await self._tables.get(table_id)
        branch = table.stored.branch
        clue = None if branch is None else branch.get("puzzle")
        if branch is None or clue is None:
            raise ApiError("puzzle/none", "there is no puzzle at this table")
        if not table.stored.owned_by(asker.person):
            raise ApiError("seat/not-yours", "you have no seat at this table")
        answer = await asyncio.to_thread(answer_of, table, branch["turn"])
        if not give_up and ACTION_END not in answer.turn:
            raise ApiError("puzzle/unfinished", "the turn isn't finished")
        task = self._task(answer.beginning, answer.before)
        turn = [] if give_up else answer.turn
        found = await self._job(judge_answer, task, turn, clue["id"] or "", owner=asker)
        verdict: PuzzleVerdict = orjson.loads(found)
        if clue["id"] is not None:
            await self._note(asker.person, clue["id"], solved=verdict["solved"], shown=give_up)
        return verdict

    async def _note(self, client: str, key: str, *, solved: bool, shown: bool) -> None:
        today = datetime.now(UTC).date()
        day = today.isoformat() if puzzles.of_day(today).id == key else ""
        await self._answers.note(client, key, day, solved=solved, shown=shown)

    def _task(self, beginning: Beginning, actions: list[int]) -> Task:
        return Task(level=self._levels.default, seed=0, beginning=beginning, actions=actions)

    async def _job(self, work: Callable[..., str], *args: object, owner: Owner) -> str:
        job = self._jobs.run(
            work, *args, seconds=_PATIENCE_SECONDS, priority=Priority.PERSON_WAITS, owner=owner
        )
        try:
            return await asyncio.wait_for(job, _PATIENCE_SECONDS)
        except NOT_DONE as error:
            raise ApiError("server/busy", "there was no time for the puzzle, try again") from error


def answer_of(table: LiveTable, turn: int) -> Answer:
    """Return the turn that was taken, or is being tried, after `turn` turns of a table's game."""
    beginning = beginning_of(table.stored)
    game = beginning.game()
    before: list[int] = []
    taken: list[int] = []
    for action in table.tried_actions():
        if game.turn < turn:
            before.append(action)
        elif ACTION_END not in taken:
            taken.append(action)
        game.push(action)
    if taken and ACTION_END not in taken and ACTION_END in game.legal_actions:
        taken.append(ACTION_END)
    return Answer(beginning, before, taken)


@cache
def _cut(key: str) -> Cut:
    """Return the game of a shipped puzzle up to its position."""
    puzzle = puzzles.shipped()[key]
    game = puzzle.game()
    return Cut(
        beginning=Beginning.at_setup(game.setup),
        actions=[game.text(action) for action in game.actions],
        turn=game.turn,
        seat=game.seat,
        names=[],
        points=[*puzzle.points],
        winner=puzzle.winner,
    )


def _numbers(part: Cut) -> list[int]:
    game = part.beginning.game()
    for text in part.actions:
        game.play(text)
    return list(game.actions)
