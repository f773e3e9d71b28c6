"""Bots for people: they overlook turns and see less ahead; styles; the naive bot."""

from typing import Any

import pytest

import praefectus
from praefectus import bots
from praefectus.bots import weights
from praefectus.bots.styles import STYLES, styled
from praefectus.rules.ids import AT_CONCORDIA
from praefectus.rules.scoring import total_points


def games(specs: list[str], count: int) -> list[praefectus.Game]:
    played = []
    for seed in range(count):
        game = praefectus.Game.new(map="italia", players=len(specs), seed=seed)
        order = specs[seed % len(specs) :] + specs[: seed % len(specs)]
        seats = [bots.make(spec, seed=seed + seat) for seat, spec in enumerate(order)]
        while not game.is_over:
            game.play(seats[game.seat].choose(bots.Position(game), game.legal_actions))
        played.append(game)
    return played


def wins(specs: list[str], count: int) -> int:
    """Return how many games the first of the bots wins."""
    return sum(
        game.outcome().winner == -seed % len(specs) for seed, game in enumerate(games(specs, count))
    )


def test_more_sight_and_foresight_is_stronger():
    assert wins(["expert", "easy"], 12) >= 9


def test_naive_beats_random():
    assert wins(["naive", "random"], 6) == 6


def test_who_sees_little_still_has_a_turn():
    assert games(["beginner:sight=0", "beginner:sight=0.01"], 1)[0].is_over


def test_people_set_off_the_end_when_they_are_ahead():
    seen = 0
    for seed in range(8):
        game = praefectus.Game.new(map="italia", players=2, seed=seed)
        seats = [bots.make("medium", seed=seed + seat) for seat in range(2)]
        while game.position.cells[AT_CONCORDIA] < 0:
            seat = game.turn_seat
            game.play(seats[game.seat].choose(bots.Position(game), game.legal_actions))
        points = [int(total_points(game.position, each)) for each in range(2)]
        seen += points[seat] > points[1 - seat]
    assert seen >= 6


@pytest.mark.parametrize("spec", ["easy:sight=2", "easy:foresight=-1", "naive:tries=0"])
def test_values_that_make_no_sense_are_refused(spec):
    with pytest.raises(bots.BotError):
        bots.make(spec)


def test_an_unknown_style_lists_those_that_exist():
    with pytest.raises(bots.BotError, match="no style 'cato', only builder, trader, seafarer"):
        bots.make("hard:style=cato")


@pytest.mark.parametrize("style", STYLES)
def test_a_style_changes_what_it_names_and_nothing_else(style):
    before = weights.load("greedy")
    after = styled(before, style)
    changed = [
        name for name, one, other in zip(weights.NAMES, before, after, strict=True) if one != other
    ]
    assert changed
    for name in changed:
        assert any(name.startswith(start) for start in STYLES[style])
    for start in STYLES[style]:
        assert any(name.startswith(start) for name in weights.NAMES)
    assert styled(before, "") == before


def test_styles_play_differently():
    def turns(style: str) -> list[int]:
        bot: Any = bots.make(f"master:style={style}" if style else "master", seed=1)
        found = []
        for seed in range(6):
            game = praefectus.Game.new(map="imperium", players=4, seed=seed)
            while game.turn < 24:
                game.play(bot.choose(bots.Position(game), game.legal_actions))
            found += list(game.actions)
        return found

    assert len({tuple(turns(style)) for style in ("", *STYLES)}) == len(STYLES) + 1
