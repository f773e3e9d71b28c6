"""Engine and reference play the same games and have to agree on everything: states, legal steps, refusals.

`campaign.py` beside this file does the same for as many games as one likes.
"""

from __future__ import annotations

import random

import pytest

from praefectus import record as records
from praefectus.rules import RULES_VERSION
from tests.conformance.compare import (
    agree,
    engine_record,
    lockstep,
    lockstep_from,
    refusals,
    states_of_engine,
)
from tests.conformance.make_golden import TABLES, options
from tests.conformance.mutations import mutants
from tests.conformance.players import new_record, play_game, random_styles
from tests.conformance.positions import random_pair
from tests.conformance.reference import replay

SEEDS = (101, 204, 302)  # with `options`: first edition; neither; both editions' scoring
tables = pytest.mark.parametrize(("board", "players"), TABLES)


@tables
@pytest.mark.parametrize("seed", SEEDS)
def test_at_every_step_both_offer_the_same(board, players, seed):
    rng = random.Random(seed)
    start = new_record(board, players, seed, **options(seed))
    played = lockstep(start, random_styles(players, rng), rng, max_turns=150)
    assert records.dump(records.replay(played).game) == {**played, "rules": RULES_VERSION}


@tables
def test_the_reference_agrees_with_games_of_the_engine(board, players):
    start = new_record(board, players, 7, **options(7))
    record, states = engine_record(start, random.Random(7))
    assert list(replay(record)) == states


@tables
def test_the_engine_agrees_with_games_of_the_reference(board, players):
    record = play_game(board, players, 8, **options(8))
    assert states_of_engine(record) == list(replay(record))


@tables
def test_both_refuse_the_same_records_for_the_same_reason(board, players):
    record = play_game(board, players, 9, max_turns=60, **options(9))
    for kind, mutant in mutants(record, random.Random(f"{board} {players}"), 60):
        engine, reference = refusals(mutant)
        assert agree(engine, reference), (engine, reference, kind, mutant["turns"][-1:])


@tables
@pytest.mark.parametrize("seed", range(400, 408))
def test_both_go_on_alike_from_positions_that_games_rarely_reach(board, players, seed):
    referee, game = random_pair(board, players, seed, **options(seed))
    rng = random.Random(seed)
    lockstep_from(referee, game, random_styles(players, rng), rng, max_turns=12)
