"""The evaluation: nobody gains by putting off the end of a game that is won."""

from librt.vecs import vec

import praefectus
from praefectus.bots import weights
from praefectus.bots.evaluation import CERTAIN, LONG_GAME, MOST_UNFINISHED, Evaluator
from praefectus.rules.ids import AT_TURN, OF_MONEY
from praefectus.rules.state import block

RICH = 2


def chances(game: praefectus.Game) -> list[float]:
    evaluator = Evaluator(game.position.deal, vec[float](list(weights.load("greedy"))))
    out = vec[float]([0.0] * game.players)
    evaluator.chances(game.position, out)
    return list(out)


def with_a_rich_player() -> praefectus.Game:
    game = praefectus.Game.new(map="imperium", players=4, seed=1)
    game.position.cells[block(RICH) + OF_MONEY] = 2000
    return game


def test_a_game_that_goes_on_is_never_as_good_as_one_that_is_won():
    assert 0.9 < chances(with_a_rich_player())[RICH] <= MOST_UNFINISHED < CERTAIN


def test_a_game_that_drags_on_is_worse_for_who_leads():
    game = with_a_rich_player()
    before = chances(game)
    game.position.cells[AT_TURN] = LONG_GAME * game.players
    assert chances(game) == before
    game.position.cells[AT_TURN] += 40
    after = chances(game)
    assert after[RICH] < 0.9 * before[RICH]
    assert after[:RICH] == before[:RICH]
