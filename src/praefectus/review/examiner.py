"""Looks at positions and turns by search, always in the same way, so that what it finds can be compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from praefectus.bots.greedy import Thinker
from praefectus.bots.search import Settings, no_collecting, plant
from praefectus.review.chances import result, shown
from praefectus.rules.ids import AT_DECIDER
from praefectus.rules.state import State


@dataclass(frozen=True)
class Depth:
    """How thoroughly a game is reviewed."""

    simulations: int = 2000
    """per position"""
    repeats: int = 4
    """of a comparison of turns, whose scatter is the noise"""
    rivals: int = 3
    """turns that the played one is compared with"""
    outcomes: int = 8
    """refills of the display that are looked at, if more are possible"""
    deals: int = 12
    """other deals that the deal is compared with"""


@dataclass(frozen=True)
class Outlook:
    """A position: every seat's chance, and the turns that the search tried, the most tried first."""

    chances: list[float]
    turns: list[list[int]]


@dataclass(frozen=True)
class Comparison:
    """Turns judged by the same search: for each every seat's chances, and the noise of a difference of two of them."""

    chances: list[list[float]]
    noise: float


class Examiner:
    """Searches positions with a fixed number of simulations. What it finds depends on its arguments alone."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth
        # Without the enumeration at the root: few simulations would take the best of many turns for better than it is.
        self._settings = Settings(net="learned", exact=0)
        self.thinker = Thinker(self._settings.weights, self._settings.net)

    def outlook(self, state: State, seed: int) -> Outlook:
        """Look at a position between turns."""
        over = result(state)
        if over is not None:
            return Outlook(over, [])
        with no_collecting():
            tree = plant(state, self.thinker, self._settings, seed)
            tree.run(self.depth.simulations)
            turns, visits, totals = tree.turns(), tree.visits(), tree.totals()
            proven = tree.proven()
            order = sorted(range(len(turns)), key=lambda n: (n != proven, -visits[n], -totals[n]))
            return Outlook(shown(tree.chances(), state), [turns[n] for n in order])

    def compare(self, state: State, turns: Sequence[list[int]], seed: int) -> Comparison:
        """Judge turns of one position: each alone, with the same decks and the same number of simulations.

        Each repeat has decks of its own and goes deeper than the last: what changes with either is noise.
        """
        seat = int(state.cells[AT_DECIDER])
        sizes = self._sizes()
        found: list[list[list[float]]] = []
        with no_collecting():
            for repeat, simulations in enumerate(sizes):
                row = []
                for turn in turns:
                    tree = plant(state, self.thinker, self._settings, seed + repeat)
                    tree.confine(turn)
                    tree.run(simulations)
                    row.append(shown(tree.chances(), state))
                found.append(row)
        means = [_mean([row[n] for row in found], sizes) for n in range(len(turns))]
        return Comparison(means, _noise([[each[seat] for each in row] for row in found]))

    def _sizes(self) -> list[int]:
        """Return the simulations of each repeat, which together are those of a position."""
        repeats = range(1, self.depth.repeats + 1)
        return [max(self.depth.simulations * repeat // sum(repeats), 1) for repeat in repeats]


def _mean(rows: Sequence[Sequence[float]], weights: Sequence[int]) -> list[float]:
    """Return the weighted mean of rows, column by column."""
    total = sum(weights)
    return [
        sum(each * weight for each, weight in zip(column, weights, strict=True)) / total
        for column in zip(*rows, strict=True)
    ]


def _noise(rows: Sequence[Sequence[float]]) -> float:
    """Return the standard error of the difference of two turns' means, from repeated comparisons (rows).

    What all turns of a repeat share, such as a good deck, is no noise: what is left over by turn and repeat is.
    """
    repeats, count = len(rows), len(rows[0])
    if repeats < 2 or count < 2:
        return 0.0
    means = [sum(column) / repeats for column in zip(*rows, strict=True)]
    mean = sum(means) / count
    squares = 0.0
    for row in rows:
        shared = sum(row) / count - mean
        squares += sum((each - means[n] - shared) ** 2 for n, each in enumerate(row))
    variance = squares / ((repeats - 1) * (count - 1))
    return sqrt(2.0 * variance / repeats)
