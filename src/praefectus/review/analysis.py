"""Looks at one position with the engine: chances and expected points of all seats, and the best turns.

The search knows no more than the players: whatever order a text gives the face-down cards, they are dealt anew. What is
found depends on the position and the number of simulations alone.
"""

from random import Random
from zlib import crc32

from librt.vecs import vec

from praefectus.bots.base import Position
from praefectus.bots.greedy import PARTS, Thinker
from praefectus.bots.search import Search
from praefectus.events import take
from praefectus.game import Game
from praefectus.review.chances import result, shown
from praefectus.review.turns import expected_points
from praefectus.rules.ids import ACTION_END
from praefectus.wire.analysis import AnalysedTurn, Analysis
from praefectus.wire.answers import ExpectedPoints
from praefectus.wire.events import Step

TURNS = 5  # shown, at most
NET = "learned"


def open_position(text: str) -> Game:
    """Return the game at a position; face-down cards of unknown order are drawn by the text alone.

    Raises PositionError.
    """
    return Game.from_position(text, Random(crc32(text.encode())))


def text_of(game: Game, given: str) -> str:
    """Return the position of a game, with the order of the face-down cards only if `given` has it."""
    return game.position_text(hidden=" deck:" in given)


def analyse(text: str, simulations: int) -> Analysis:
    """Search a position given as text. Raises PositionError."""
    game = open_position(text)
    over = result(game.position)
    points = _expected(game)
    if over is not None:
        return {
            "simulations": simulations,
            "seat": None,
            "chances": over,
            "points": points,
            "turns": [],
        }
    here = Position(game)
    search = Search(sims=simulations, net=NET, seed=crc32(here.position_text().encode()))
    findings = search.search(here)
    turns: list[AnalysedTurn] = [
        {
            "steps": _steps(game, candidate.actions),
            "win_chance": round(candidate.win_chance, 5),
            "points": expected_points(candidate.points),
            "share": round(candidate.share, 4),
            "position": text_of(_after(game, candidate.actions), text),
        }
        for candidate in search.described(here, findings, TURNS)
    ]
    return {
        "simulations": findings.simulations,
        "seat": game.seat,
        "chances": shown(findings.values, game.position),
        "points": points,
        "turns": turns,
    }


def _steps(game: Game, actions: list[int]) -> list[Step]:
    trial = game.copy()
    return [take(trial, action) for action in actions if action != ACTION_END]


def _after(game: Game, actions: list[int]) -> Game:
    after = game.copy()
    for action in actions:
        after.push(action)
    return after


def _expected(game: Game) -> list[ExpectedPoints]:
    """Return what the evaluation expects every seat to have at the end."""
    state = game.position
    evaluator = Thinker("greedy", NET).generator(state).evaluator
    found = []
    for seat in range(game.players):
        expected = vec[float]([0.0] * len(PARTS))
        evaluator.expected(state, seat, expected)
        points = dict(zip(PARTS, expected, strict=True))
        found.append(expected_points({**points, "total": sum(expected)}))
    return found
