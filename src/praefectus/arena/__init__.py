"""Games between bots, from a dozen to hundreds of thousands.

    options = praefectus.Options(map="italia", players=2)
    contest = arena.Contest(options, bots=("greedy", "random"), seed=1, every_seating=True)
    session = arena.hold(contest, games=400, workers=2)
    session.summary.bots["greedy"].interval

`run` gives the results one by one as games finish; `hold` plays a contest to its end, continues from a
`StateFile`, and sums up (`Summary`: wins with intervals, points by god, time per turn, ratings).
Game number i depends on the contest and i alone, so that any number of processes, working in any
order, give the same results.
"""

from praefectus.arena.contest import Contest, seatings
from praefectus.arena.game import GameResult, Keep, play_game
from praefectus.arena.rating import Rating
from praefectus.arena.runner import by_processes, run
from praefectus.arena.session import WHOLE, Portion, Progress, Session, hold
from praefectus.arena.state_file import StateFile
from praefectus.arena.summary import PARTS, Summary, Tally
from praefectus.intervals import Numbers, wilson

__all__ = [
    "PARTS",
    "WHOLE",
    "Contest",
    "GameResult",
    "Keep",
    "Numbers",
    "Portion",
    "Progress",
    "Rating",
    "Session",
    "StateFile",
    "Summary",
    "Tally",
    "by_processes",
    "hold",
    "play_game",
    "run",
    "seatings",
    "wilson",
]
