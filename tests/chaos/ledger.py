"""What players were answered, and its comparison with the database."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from praefectus.game import Game
from praefectus.server.live_table import new_game
from praefectus.server.store import Store
from praefectus.server.stored import StoredTable
from praefectus.view import Eyes, game_view


@dataclass
class Ledger:
    """The decisions of the people at one table, in order, as they were answered."""

    table_id: str
    decisions: list[str] = field(default_factory=list)
    # Sent but not answered: it may have been stored or not.
    pending: str | None = None
    # How many were answered which way.
    ways: Counter[str] = field(default_factory=Counter)

    def settle(self, way: str) -> None:
        """Note that the pending decision was answered, or seen to be stored."""
        assert self.pending is not None
        self.decisions.append(self.pending)
        self.pending = None
        self.ways[way] += 1


@dataclass(frozen=True)
class Truth:
    """What the database holds of one table."""

    stored: StoredTable
    # The decisions of people, those of the tentative turn included.
    decisions: list[str]
    game: Game

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot must play on."""
        decider = self.stored.decider
        return decider is not None and self.stored.seats[decider].kind == "bot"

    def public_state(self) -> Any:
        """Return the position as every spectator of a table with open hands must see it."""
        return game_view(self.game, Eyes(None, open_hands=True))["state"]


def read_truth(database_url: str, table_ids: Iterable[str]) -> dict[str, Truth]:
    """Return what the database holds of some tables, each replayed by the rules."""

    async def read() -> dict[str, Truth]:
        store = await Store.open(database_url)
        try:
            found = {}
            for table_id in table_ids:
                loaded = await store.load(table_id)
                assert loaded is not None, f"table {table_id} is lost"
                found[table_id] = _replay(*loaded)
            return found
        finally:
            await store.close()

    return asyncio.run(read())


def _replay(stored: StoredTable, actions: list[str]) -> Truth:
    assert len(actions) == stored.number, f"{stored.id}: {len(actions)} of {stored.number} actions"
    game = new_game(stored)
    decisions = []
    for text in actions:
        if stored.seats[game.seat].kind == "human":
            decisions.append(text)
        game.play(text)  # raises if it isn't legal, as after a lost or doubled action
    return Truth(stored, [*decisions, *stored.draft.decisions], game)


def compare(ledger: Ledger, truth: Truth) -> None:
    """Fail unless the database has exactly what was answered; an unanswered decision may be there or not."""
    may_be = [ledger.decisions]
    if ledger.pending is not None:
        may_be.append([*ledger.decisions, ledger.pending])
    if truth.decisions in may_be:
        return
    pairs = enumerate(zip(ledger.decisions, truth.decisions, strict=False))
    at = next(
        (n for n, (a, b) in pairs if a != b), min(len(ledger.decisions), len(truth.decisions))
    )
    raise AssertionError(
        f"table {ledger.table_id}, decision {at}: answered {ledger.decisions[at : at + 5]},"
        f" stored {truth.decisions[at : at + 5]}, pending {ledger.pending!r}"
    )
