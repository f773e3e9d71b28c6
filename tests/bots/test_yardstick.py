"""`learned-1` plays as it always did: whole games are as stored ones."""

import json
from pathlib import Path

import pytest

import praefectus
from praefectus import bots

GAMES = json.loads(
    (Path(__file__).parent.parent / "fixtures" / "bots" / "learned-1.json").read_text("utf-8")
)


@pytest.mark.parametrize("stored", GAMES, ids=lambda game: f"{game['map']}-{game['players']}")
def test_learned_1_decides_as_it_always_did(stored):
    game = praefectus.Game.new(map=stored["map"], players=stored["players"], seed=stored["seed"])
    bot = bots.make(f"learned-1:sims={stored['sims']}", seed=stored["seed"])
    while not game.is_over:
        game.push(bot.choose(bots.Position(game), game.legal_actions))
    assert list(game.actions) == stored["actions"]
