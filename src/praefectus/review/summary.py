"""How each seat played: accuracy, dearest and finest turns, strengths by god, and what made the result."""

from collections.abc import Sequence

from praefectus.document import SCORED, points
from praefectus.game import Game
from praefectus.review.grades import GRADES, accuracy
from praefectus.wire.position import Points
from praefectus.wire.review import ReviewedTurn, SeatReview

SHOWN = 3  # dearest and finest turns


def summary(
    turns: Sequence[ReviewedTurn], names: Sequence[str], par: Sequence[float], game: Game
) -> list[SeatReview]:
    """Return the summary of every seat of a reviewed game."""
    ends = [points(game.position, seat) for seat in range(game.players)]
    winner = game.outcome().winner
    return [
        _seat(seat, names[seat], turns, par[seat], ends, seat == winner)
        for seat in range(game.players)
    ]


def _seat(
    seat: int,
    name: str,
    turns: Sequence[ReviewedTurn],
    par: float,
    ends: Sequence[Points],
    won: bool,
) -> SeatReview:
    own = [turn for turn in turns if turn["seat"] == seat]
    losses = [turn["loss"] for turn in own]
    given = [0.0] * len(ends)
    for turn in turns:
        given[turn["seat"]] += turn["after"][seat] - turn["before"][seat]
    others = [end for at, end in enumerate(ends) if at != seat]
    return {
        "seat": seat,
        "name": name,
        "accuracy": round(accuracy(losses), 1),
        "loss": sum(losses) / max(len(losses), 1),
        "grades": {grade: sum(turn["grade"] == grade for turn in own) for grade in GRADES},
        "dearest": _largest(own, "cost"),
        "finest": _largest(own, "lead"),
        "gods": ends[seat],
        "strengths": {
            god: round(ends[seat][god] - sum(end[god] for end in others) / len(others), 1)
            for god in SCORED
        },
        "par": par,
        "deal": turns[0]["before"][seat] - par,
        "refills": sum(turn["luck"][seat] for turn in turns),
        "turns": given,
        "result": 1.0 if won else 0.0,
    }


def _largest(turns: Sequence[ReviewedTurn], key: str) -> list[int]:
    """Return the numbers of the turns with the largest cost or lead, of those that have any."""
    amounts = {turn["turn"]: turn["cost"] if key == "cost" else turn["lead"] for turn in turns}
    return sorted((n for n in amounts if amounts[n] > 0), key=lambda n: -amounts[n])[:SHOWN]
