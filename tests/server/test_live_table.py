"""A table in memory is made from what is stored of it."""

import asyncio
import random

import praefectus
from praefectus.rules import RULES_VERSION
from praefectus.server.live_table import LiveTable
from praefectus.server.stored import Seat, StoredTable


def endless(turns):
    """Return a game in which nobody buys or builds anything."""
    rng = random.Random(1)
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    while game.turn < turns:
        legal = [game.text(action) for action in game.legal_actions]
        harmless = [words for words in legal if not words.startswith(("buy", "build"))]
        game.play("end" if "end" in legal else rng.choice(harmless or legal))
    return game


def test_a_long_game_is_replayed_while_others_are_served():
    game = endless(1500)
    stored = StoredTable(
        id="long",
        name="Long",
        status="playing",
        options=game.options,
        hands="open",
        hints=False,
        host="livia",
        invitation="token",
        rules_version=RULES_VERSION,
        seats=(Seat("human", "Livia", "red", "livia"), Seat("human", "Cato", "blue", "livia")),
        created=0,
        updated=0,
        setup=game.setup.as_json(),
    )
    served = 0

    async def serve():
        nonlocal served
        while True:
            served += 1
            await asyncio.sleep(0)

    async def load():
        serving = asyncio.create_task(serve())
        try:
            return await LiveTable.load(stored, [game.text(action) for action in game.actions])
        finally:
            serving.cancel()

    table = asyncio.run(load())
    assert list(table.actions) == game.actions
    assert table.game is not None
    assert table.game.position == game.position
    assert table.log_length == 1500
    assert served > 2
