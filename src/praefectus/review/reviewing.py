"""Reviews a game turn by turn: chances, costs against the best turns, and luck apart from both.

The chances telescope: each turn changes them from `before` to `after`, the cards that come into the display from `after`
to the `before` of the next turn, and the end is the result. So result = par + deal + turns + refills, exactly.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from praefectus.bots.variety import differing
from praefectus.document import points
from praefectus.game import Game
from praefectus.review.chances import exact
from praefectus.review.course import Taken, course
from praefectus.review.examiner import Comparison, Depth, Examiner, Outlook
from praefectus.review.grades import grade, loss
from praefectus.review.luck import other_deals, refills
from praefectus.review.summary import summary
from praefectus.review.turns import SURE, judged_turn, led_to
from praefectus.rules import RULES_VERSION
from praefectus.wire.answers import GameOptions
from praefectus.wire.review import Review, ReviewedTurn

_SEEDS = 1_000  # seeds of a turn: more than it needs


class Reviewing:
    """The review of one game, which grows while its turns are looked at."""

    def __init__(self, game: Game, names: Sequence[str] = (), depth: Depth | None = None) -> None:
        """Prepare the review of a finished game. Raises ReviewError if it cannot be reviewed."""
        self._course = course(game)
        self._game = game
        self._names = [*names] or [""] * game.players
        self._examiner = Examiner(depth or Depth())
        self.turns: list[ReviewedTurn] = []

    @property
    def length(self) -> int:
        """How many turns the game has."""
        return len(self._course)

    def run(self, first: int = 1, count: int | None = None) -> Iterator[ReviewedTurn]:
        """Give each turn as soon as it is judged; only `count` turns from number `first` on, if these are given.

        What is found of a turn does not depend on where one begins.
        """
        part = self._course[first - 1 :][:count]
        if not part:
            return
        outlook = self._examiner.outlook(part[0].start.position, (first - 1) * _SEEDS)
        for taken in part:
            then = self._examiner.outlook(taken.after, taken.number * _SEEDS)
            turn = self._judge(taken, outlook, then)
            self.turns.append(turn)
            outlook = then
            yield turn

    def finish(self) -> Review:
        """Return the whole review, once all turns were given."""
        depth = self._examiner.depth
        starts = other_deals(self._game.options, depth.deals, seed=1)
        chances = [self._examiner.outlook(start, n).chances for n, start in enumerate(starts)]
        par = exact([sum(column) for column in zip(*chances, strict=True)])
        return {
            "format": "praefectus-review/1",
            "rules": RULES_VERSION,
            "options": cast("GameOptions", self._game.options.as_json()),
            "simulations": depth.simulations,
            "turns": self.turns,
            "seats": summary(self.turns, self._names, par, self._game),
        }

    def _judge(self, taken: Taken, outlook: Outlook, then: Outlook) -> ReviewedTurn:
        turns = [taken.decisions, *self._rivals(taken, outlook)]
        comparison = self._examiner.compare(taken.start.position, turns, taken.number * _SEEDS)
        own = [chances[taken.seat] for chances in comparison.chances]
        cost, lead = _difference(own, comparison)
        best = own[0] + cost
        lost = loss(best, own[0])
        judged = [
            judged_turn(taken.start, self._examiner.thinker, turn, own[n], taken.number)
            for n, turn in enumerate(turns)
        ]
        judged[0]["played"] = True
        judged.sort(key=lambda each: (-each["win_chance"], not each["played"]))
        points_lost = judged[0]["points"]["total"] - next(
            each["points"]["total"] for each in judged if each["played"]
        )
        after = self._before_refill(taken, then)
        return {
            "turn": taken.number,
            "seat": taken.seat,
            "before": outlook.chances,
            "after": after,
            "luck": [now - was for now, was in zip(then.chances, after, strict=True)],
            "cards": taken.card_names,
            "candidates": judged,
            "cost": cost,
            "cost_points": round(points_lost, 1) if cost else 0.0,
            "noise": round(comparison.noise, 5),
            "loss": lost,
            "lead": lead,
            "grade": grade(lost, best),
            "points": [points(taken.after, seat) for seat in range(self._game.players)],
        }

    def _rivals(self, taken: Taken, outlook: Outlook) -> list[list[int]]:
        """Return the turns to compare the played one with: the most tried that lead elsewhere, and differ."""
        played = led_to(taken.start.position, taken.decisions)
        rivals = [turn for turn in outlook.turns if led_to(taken.start.position, turn) != played]
        texts = [[taken.start.text(action) for action in turn] for turn in rivals]
        return [rivals[n] for n in differing(texts, self._examiner.depth.rivals)]

    def _before_refill(self, taken: Taken, then: Outlook) -> list[float]:
        """Return the chances after a turn's decisions, over all cards that could have come into the display."""
        cards = taken.cards
        if not cards:
            return then.chances
        seed = taken.number * _SEEDS
        sums = [0.0] * self._game.players
        for after, drawn, probability in refills(
            taken.before_end, len(cards), self._examiner.depth.outcomes, seed
        ):
            found = then if drawn == cards else self._examiner.outlook(after, seed)
            for seat, chance in enumerate(found.chances):
                sums[seat] += probability * chance
        return exact(sums)


def _difference(own: Sequence[float], comparison: Comparison) -> tuple[float, float]:
    """Return what the first turn costs against the best, and its lead over the others; within the noise both are 0."""
    if len(own) == 1:
        return 0.0, 0.0
    difference = max(own[1:]) - own[0]
    if abs(difference) <= SURE * comparison.noise:
        return 0.0, 0.0
    return max(difference, 0.0), max(-difference, 0.0)


def review(game: Game, names: Sequence[str] = (), depth: Depth | None = None) -> Review:
    """Review a finished game. Raises ReviewError if it cannot be reviewed."""
    reviewing = Reviewing(game, names, depth)
    for _ in reviewing.run():
        pass
    return reviewing.finish()
