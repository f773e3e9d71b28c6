"""Ratings by Plackett-Luce (openskill), which take whole rankings and not only who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from praefectus.intervals import Z_95


@dataclass(frozen=True)
class Rating:
    """The estimated strength of a bot: the mean and its uncertainty."""

    mu: float
    sigma: float

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval."""
        return Z_95 * self.sigma


def rate(games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating] | None:
    """Rate the bots of games in their order, each given by its seating and its ranking of seats.

    Returns None if openskill is not installed. Games of one bot alone rate nobody.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    ratings = {}
    for seating, ranking in games:
        bots = dict.fromkeys(seating)
        if len(bots) < 2:
            continue
        for bot in bots:
            if bot not in ratings:
                ratings[bot] = model.rating(name=bot)
        places = {seat: place for place, seat in enumerate(ranking)}
        rated = model.rate(
            [[ratings[bot]] for bot in seating],
            ranks=[float(places[seat]) for seat in range(len(seating))],
        )
        # The same bot in several seats: its rating changes by the mean over the seats.
        for bot in bots:
            new = [team[0] for team, seated in zip(rated, seating, strict=True) if seated == bot]
            ratings[bot].mu = sum(one.mu for one in new) / len(new)
            ratings[bot].sigma = sum(one.sigma for one in new) / len(new)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}
