"""The planner knows every phase and every card; what it does not know it says by name."""

import random

import pytest
from librt.vecs import vec

import praefectus
from praefectus.bots import turns, weights
from praefectus.bots.evaluation import Evaluator
from praefectus.bots.turns import Generator, Turns
from praefectus.rules.actions import played_face
from praefectus.rules.ids import (
    ARCHITECT,
    AT_PHASE,
    FACE_COUNT,
    FACE_NAMES,
    FOOD,
    OF_GOODS,
    OF_HAND,
    OF_PILE,
    OF_PILE_SIZE,
    PHASE_BEGIN,
    PHASE_FINISHED,
    PHASE_NAMES,
    SENATOR,
)
from praefectus.rules.state import block


def planned(game: praefectus.Game) -> list[list[int]]:
    """Return the turns that the planner finds, after having carried each of them out."""
    state = game.position
    evaluator = Evaluator(state.deal, vec[float](list(weights.load("greedy"))))
    found = Turns()
    Generator(evaluator).generate(state, found)
    plans = [found.turn(number) for number in range(found.count)]
    for plan in plans:
        trial = praefectus.Game(state.copy())
        for action in plan:
            trial.play(action)
    return plans


def games_by_phase() -> dict[str, praefectus.Game]:
    """Return a position for every phase, out of random games."""
    found: dict[str, praefectus.Game] = {}
    for seed in range(40):
        game = praefectus.Game.new(map="italia", players=2, seed=seed)
        rng = random.Random(seed)
        while not game.is_over and game.turn < 80:
            game.push(rng.choice(list(game.legal_actions)))
            if game.phase not in found:
                found[game.phase] = game.copy()
        if len(found) == len(PHASE_NAMES):
            break
    return found


def test_every_phase_is_planned_to_its_end():
    games = games_by_phase()
    assert set(games) >= set(PHASE_NAMES) - {"finished"}
    for phase, game in games.items():
        if phase != "finished":
            assert planned(game), phase


@pytest.mark.parametrize("face", range(FACE_COUNT), ids=lambda face: FACE_NAMES[face])
def test_every_card_in_the_hand_is_planned(face):
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    cells = game.position.cells
    mine, other = int(block(0)), int(block(1))
    for each in range(FACE_COUNT):
        cells[mine + OF_HAND + each] = int(each == face)
    cells[other + OF_PILE_SIZE] = 1
    cells[other + OF_PILE] = SENATOR
    cells[mine + OF_GOODS + FOOD] = 3
    plans = planned(game)
    assert plans
    assert {played_face(plan[0]) for plan in plans} == {face}


@pytest.mark.parametrize(
    ("phase", "name"), [(PHASE_FINISHED, "finished"), (PHASE_BEGIN, str(PHASE_BEGIN))]
)
def test_an_unknown_phase_raises_and_is_named(phase, name):
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    game.position.cells[AT_PHASE] = phase
    with pytest.raises(praefectus.PraefectusError, match=f"does not know the phase '{name}'"):
        planned(game)


def test_an_unknown_card_raises_and_is_named():
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    known = turns.PLANNED_FACES
    known[ARCHITECT] = 0
    try:
        with pytest.raises(praefectus.PraefectusError, match="does not know the card 'architect'"):
            planned(game)
    finally:
        known[ARCHITECT] = 1
    assert planned(game)
