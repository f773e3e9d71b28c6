"""Finds the best turn of a position, and judges any answer against it, by the search of reviews."""

from collections.abc import Sequence
from dataclasses import dataclass

from praefectus.bots.variety import differing
from praefectus.errors import PraefectusError
from praefectus.game import Game
from praefectus.review.examiner import Comparison, Depth, Examiner
from praefectus.review.turns import SURE, judged_turn, led_to
from praefectus.wire.review import JudgedTurn

# Of an answer: half as deep again as a review, since only a few turns are looked at.
DEPTH = Depth(simulations=3000)


class NoPuzzleError(PraefectusError):
    """The position is no puzzle."""


@dataclass(frozen=True)
class Judgement:
    """What the search finds of an answer."""

    solved: bool
    answer: JudgedTurn
    solution: JudgedTurn
    cost: float


class Judge:
    """Judges turns of one position, always in the same way."""

    def __init__(self, game: Game, depth: Depth = DEPTH) -> None:
        """Take a position between turns. Raises NoPuzzleError for any other."""
        if game.is_over or game.phase != "play":
            raise NoPuzzleError("a puzzle begins where a turn begins")
        self._game = game
        self._examiner = Examiner(depth)

    def best_turns(self) -> tuple[list[list[int]], Comparison]:
        """Return the turns that the search tries most and that differ, the best first, compared."""
        start = self._game.position
        turns = self._examiner.outlook(start, 0).turns
        texts = [[self._game.text(action) for action in turn] for turn in turns]
        some = [turns[n] for n in differing(texts, self._examiner.depth.rivals + 1)]
        return self.ranked(some)

    def ranked(
        self, turns: Sequence[list[int]], seed: int = 1
    ) -> tuple[list[list[int]], Comparison]:
        """Return turns compared by the same search, the best first."""
        found = self._examiner.compare(self._game.position, turns, seed)
        seat = self._game.seat
        order = sorted(range(len(turns)), key=lambda n: -found.chances[n][seat])
        chances = [found.chances[n] for n in order]
        return [turns[n] for n in order], Comparison(chances, found.noise)

    def judge(self, answer: list[int], solution: list[int]) -> Judgement:
        """Judge a whole turn against the solution: within the noise it is as good."""
        start = self._game.position
        same = led_to(start, answer) == led_to(start, solution)
        turns = [answer] if same else [answer, solution]
        found = self._examiner.compare(start, turns, 1)
        seat = self._game.seat
        own, best = found.chances[0][seat], found.chances[-1][seat]
        lost = max(best - own, 0.0)
        cost = 0.0 if same or lost <= SURE * found.noise else lost
        return Judgement(
            cost == 0.0, self._shown(answer, own), self._shown(solution, best), round(cost, 5)
        )

    def reveal(self, solution: list[int]) -> JudgedTurn:
        """Return the solution with what it leads to."""
        found = self._examiner.compare(self._game.position, [solution], 1)
        return self._shown(solution, found.chances[0][self._game.seat])

    def _shown(self, turn: list[int], chance: float) -> JudgedTurn:
        return judged_turn(self._game, self._examiner.thinker, turn, chance)
