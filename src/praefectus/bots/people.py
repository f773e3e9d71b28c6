"""Players as people are: they think of some of their turns, and look only a little ahead.

`sight` is the share of the turns that come to mind: a card may be overlooked with all it can do, and so may single turns.
`foresight` says what counts: 0 is points if the game ended now, 1 is the whole evaluation, which sees houses, cards and goods
for what they will bring. Nothing is done at random that is not an oversight.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random

from praefectus.bots.base import Candidate, Planner, Position
from praefectus.bots.greedy import Thinker, describe
from praefectus.bots.registry import BotError
from praefectus.bots.turns import Generator
from praefectus.bots.variety import differing
from praefectus.game import Game
from praefectus.rules.facts import CONCORDIA_POINTS
from praefectus.rules.ids import ACTION_END, AT_DECIDER
from praefectus.rules.scoring import total_points
from praefectus.rules.state import State
from praefectus.rules.turn import apply

UNDECIDED = 0.2  # points: turns that differ by less look alike
DECISIVE = 1_000.0  # points: more than anything else a turn brings


@dataclass(frozen=True)
class Thought:
    """A turn, what it is worth to the evaluation, and whether it sets off the end."""

    turn: list[int]
    worth: float
    ends: bool


class Person(Planner):
    """Takes the best turn of those that come to mind, with a short view."""

    def __init__(
        self,
        *,
        seed: int = 0,
        sight: float = 1.0,
        foresight: float = 1.0,
        style: str = "",
        weights: str = "greedy",
    ) -> None:
        super().__init__()
        for name, value in (("sight", sight), ("foresight", foresight)):
            if not 0.0 <= value <= 1.0:
                raise BotError(f"{name} must be 0 to 1, not {value}")
        self._sight = sight
        self._foresight = foresight
        self._rng = Random(seed)
        self._thinker = Thinker(weights, style=style)

    def plan(self, position: Position) -> list[int]:
        """Return the turn that looks best."""
        state = position.determinize(self._rng).position
        return self._judged(state, self._seen(self._turns(state)))[0]

    def candidates(self, position: Position | Game, n: int = 3) -> list[Candidate]:
        """Return the best `n` turns that differ, with what they are expected to bring, best first."""
        here = Position.of(position)
        state = here.determinize(self._rng).position
        turns = self._judged(state, self._turns(state))
        texts = [[here.text(action) for action in turn] for turn in turns]
        generator = self._thinker.generator(state)
        return [
            describe(here, state, generator, turns[number], share=1.0 if number == 0 else 0.0)
            for number in differing(texts, n)
        ]

    def _turns(self, state: State) -> list[Thought]:
        """Return all turns worth considering."""
        generator: Generator = self._thinker.generator(state)
        found = generator.out
        generator.generate(state, found)
        return [
            Thought(found.turn(number), found.worth[number], bool(found.sets_off_end[number]))
            for number in range(found.count)
        ]

    def _seen(self, turns: list[Thought]) -> list[Thought]:
        """Return the turns that come to mind, at least one."""
        # A card and what is done with it are overlooked alike, so that `sight` is the share of turns seen.
        share = sqrt(self._sight)
        first_steps = sorted({one.turn[0] for one in turns})
        thought_of = {step for step in first_steps if self._rng.random() < share}
        seen = [one for one in turns if one.turn[0] in thought_of and self._rng.random() < share]
        return seen or [turns[self._rng.randrange(len(turns))]]

    def _judged(self, state: State, turns: list[Thought]) -> list[list[int]]:
        """Return the turns, the best for a short view first."""
        judged = [
            (self._value(state, one) + UNDECIDED * self._rng.random(), one.turn) for one in turns
        ]
        return [turn for _, turn in sorted(judged, key=lambda one: -one[0])]

    def _value(self, state: State, thought: Thought) -> float:
        """Return what a turn looks worth. The end is set off by those who are ahead, and by nobody else."""
        seat = state.cells[AT_DECIDER]
        after = state.copy()
        for action in thought.turn:
            if action != ACTION_END:
                apply(after, action)
        points = float(total_points(after, seat))
        if thought.ends:
            others = range(state.deal.players)
            best = float(max(total_points(after, other) for other in others if other != seat))
            wins = points + float(CONCORDIA_POINTS) > best
            return points + (DECISIVE if wins else -DECISIVE)
        return points + self._foresight * (thought.worth - points)
