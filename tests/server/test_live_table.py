"""A table in memory is made from what is stored of it."""

import asyncio
import random

import praefectus
from praefectus.rules import RULES_VERSION
from praefectus.server.live_table import LiveTable
from praefectus.server.stored import Extent, Seat, StoredTable


def endless(turns):
    """Return a game in which nobody buys or builds anything."""
    rng = random.Random(1)
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    while game.turn < turns:
        legal = [game.text(action) for action in game.legal_actions]
        harmless = [words for words in legal if not words.startswith(("buy", "build"))]
        game.play("end" if "end" in legal else rng.choice(harmless or legal))
    return game


def table_of(game):
    """Return what is stored of a table whose game has the set-up of another."""
    return StoredTable(
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


def test_a_long_game_is_replayed_while_others_are_served():
    game = endless(1500)
    stored = table_of(game)
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


def test_only_the_last_turn_changes_more_than_a_turn_does():
    """What is stored of other turns leaves the status out."""
    rng = random.Random(2)
    game = praefectus.Game.new(map="italia", players=2, seed=2)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions))
    turns: list[list[str]] = [[]]
    for action in game.actions:
        turns[-1].append(game.text(action))
        if turns[-1][-1] == "end":
            turns.append([])
    table = LiveTable(table_of(game))
    extents = []
    for decisions in turns[:-1]:
        plan = table.turn(decisions)
        plan.stamp()
        extents.append((plan.extent, plan.stored.status))
        table.install(plan, {})
    assert extents[:-1] == [(Extent.TURN, "playing")] * (len(extents) - 1)
    assert extents[-1] == (Extent.ALL, "finished")
