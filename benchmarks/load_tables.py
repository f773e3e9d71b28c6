"""Stored tables for `server_load.py`, written to a database before its server starts."""

import asyncio
import json
import random
import secrets
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import praefectus
from praefectus import record
from praefectus.rules import RULES_VERSION
from praefectus.server.lobby import COLORS, NAMES
from praefectus.server.settings import sqlite_url
from praefectus.server.store import Store
from praefectus.server.stored import Seat, StoredTable

# Different games; each is stored many times.
_GAMES = 20
_AT_ONCE = 200


def plant(db: Path, tables: int, *, turns: int, kind: str) -> list[str]:
    """Store running tables of four after some turns, all seats of one kind; return their ids."""
    games = [_game(number, turns) for number in range(min(_GAMES, tables))]

    async def write() -> list[str]:
        store = await Store.open(sqlite_url(db))
        try:
            ids: list[str] = []
            for start in range(0, tables, _AT_ONCE):
                part = range(start, min(start + _AT_ONCE, tables))
                ids += await asyncio.gather(
                    *(_plant_one(store, games[n % len(games)], kind) for n in part)
                )
            return ids
        finally:
            await store.close()

    return asyncio.run(write())


def finished_game(seed: int) -> dict[str, Any]:
    """Return the record of a game of four that was played to its end."""
    game = _game(seed, turns=1_000_000)
    document: dict[str, Any] = json.loads(record.dumps(game))
    return document


def _game(seed: int, turns: int) -> praefectus.Game:
    rng = random.Random(seed)
    game = praefectus.Game.new(map="imperium", players=4, seed=seed)
    while not game.is_over and (game.turn < turns):
        game.push(rng.choice(list(game.legal_actions)))
    return game


async def _plant_one(store: Store, game: praefectus.Game, kind: str) -> str:
    owner = None if kind == "bot" else "somebody"
    seats = tuple(
        Seat("bot" if kind == "bot" else "human", NAMES[n], COLORS[n], owner, "random")
        for n in range(4)
    )
    stored = StoredTable(
        id=secrets.token_urlsafe(9),
        name="Planted",
        status="playing",
        options=game.options,
        hands="open",
        hints=False,
        host="somebody",
        invitation=secrets.token_urlsafe(9),
        rules_version=RULES_VERSION,
        seats=seats,
        created=time.time(),
        updated=time.time(),
        turn=game.turn,
        decider=game.seat,
        setup=game.setup.as_json(),
    )
    await store.create(stored)
    actions = [game.text(action) for action in game.actions]
    number = len(actions)
    await store.save(replace(stored, version=1, number=number), seen=stored, actions=actions)
    return stored.id
