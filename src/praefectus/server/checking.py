"""Checks all stored games: each is replayed, and what was stored of it is compared with what the rules say."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import select

from praefectus import record as records
from praefectus.errors import RecordError
from praefectus.rules import RULES_VERSION
from praefectus.server.errors import ApiError
from praefectus.server.live_table import LiveTable, beginning_of
from praefectus.server.models import game_table
from praefectus.server.results import Result
from praefectus.server.store import Store
from praefectus.server.stored import StoredTable


@dataclass
class Findings:
    """How many tables there are by status, how many are of other rules, and what is wrong, by table."""

    by_status: Counter[str] = field(default_factory=Counter)
    other_rules: int = 0
    faults: dict[str, str] = field(default_factory=dict)


def check_all(url: str) -> Findings:
    """Replay all games of a database; it may be in use."""

    async def check() -> Findings:
        store = await Store.open(url)
        try:
            return await _check(store)
        finally:
            await store.close()

    return asyncio.run(check())


async def _check(store: Store) -> Findings:
    findings = Findings()
    async with store.reading() as connection:
        ids = list((await connection.execute(select(game_table.c.id))).scalars())
    for table_id in ids:
        found = await store.load(table_id)
        if found is None:
            continue  # deleted meanwhile
        stored, actions = found
        findings.by_status[stored.status] += 1
        if stored.setup is not None and stored.rules_version != RULES_VERSION:
            findings.other_rules += 1
            if stored.status == "finished" and not _is_kept(stored, await store.result(table_id)):
                findings.faults[table_id] = "it is finished by other rules, and no result was kept"
            continue
        fault = await _fault(store, stored, actions)
        if fault:
            findings.faults[table_id] = fault
    return findings


def _is_kept(stored: StoredTable, result: Result | None) -> bool:
    """Tell whether the result of a finished game is there, if it has one to keep."""
    return result is not None or beginning_of(stored).is_position


async def _fault(store: Store, stored: StoredTable, actions: list[str]) -> str | None:
    """Return what is wrong with a table, or None."""
    if len(actions) != stored.number:
        return f"it has {len(actions)} of {stored.number} decisions"
    try:
        table = await LiveTable.load(stored, actions)
    except ApiError as error:
        return f"it cannot be replayed: {error.__cause__ or error}"
    game = table.game
    if game is None:
        return None if stored.status == "lobby" else "it has begun, but has no set-up"
    decider = None if game.is_over else game.seat
    if (stored.turn, stored.decider, stored.status == "finished") != (
        game.turn,
        decider,
        game.is_over,
    ):
        return f"it says turn {stored.turn} of seat {stored.decider}, the game says turn {game.turn} of seat {decider}"
    if not game.is_over:
        return None
    kept, made = await store.result(stored.id), table.result()
    if made is None:
        return None
    if kept is None:
        return "it is finished, and no result was kept"
    if kept.outcome != made.outcome:
        return "the result that was kept is not that of the game"
    try:
        recorded = records.loads(kept.record).game.actions
    except RecordError as error:
        return f"the record that was kept cannot be read: {error}"
    if recorded != list(table.actions):
        return "the record that was kept is not that of the game"
    return None
