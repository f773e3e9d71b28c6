"""How the command line words a review, from the catalogues that the page has too."""

from praefectus.catalogue import Catalogue
from praefectus.cli.wording import Wording
from praefectus.game import Game
from praefectus.review.course import course
from praefectus.rules.facts import SALE_FACE, SALE_NUMBER
from praefectus.rules.ids import FACE_NAMES
from praefectus.wire.review import JudgedTurn, Review, ReviewedTurn, SeatReview


class ReviewWords:
    """The words of one review in one language."""

    def __init__(self, review: Review, game: Game, words: Catalogue) -> None:
        self.words = words
        self._wording = Wording(words, [seat["name"] for seat in review["seats"]])
        self._starts = [taken.start for taken in course(game)]

    def seat(self, seat: int) -> str:
        """Name a seat."""
        return self._wording.seat(seat)

    def turn(self, turn: ReviewedTurn) -> str:
        """Name a turn."""
        return self.words.text("review.turn", turn=turn["turn"], name=self.seat(turn["seat"]))

    def grade(self, turn: ReviewedTurn) -> str:
        """Name the grade of a turn."""
        return self.words.text(f"review.grade.{turn['grade']}")

    def steps(self, turn: ReviewedTurn, judged: JudgedTurn) -> str:
        """Word the decisions of a turn."""
        at = self._starts[turn["turn"] - 1].copy()
        said: list[str] = []
        for step in judged["steps"]:
            said.append(self._wording.decision(at, step))
            at.play(step["text"])
        return "; ".join(said)

    def expected(self, judged: JudgedTurn) -> str:
        """Word what a turn leads to: the chance, the points and those of each god."""
        text = self.words.text
        gods = self.words.listed(
            f"{text('hint.rest.short' if god == 'rest' else f'god.{god}')} {self.words.number(round(points))}"
            for god, points in judged["points"].items()
            if god != "total" and isinstance(points, float) and round(points)
        )
        total = text("hint.points", count=round(judged["points"]["total"]))
        return f"{self.percent(judged['win_chance'])}, {total} ({gods})"

    def cost(self, turn: ReviewedTurn) -> str:
        """Word what a turn cost; empty if it cost nothing."""
        if not turn["cost"]:
            return ""
        percent, points = 100 * turn["cost"], round(turn["cost_points"])
        if points > 0:
            return self.words.text("review.cost.points", percent=percent, count=points)
        return self.words.text("review.cost", percent=percent)

    def cards(self, turn: ReviewedTurn) -> str:
        """Word the cards that came into the display; empty if none came."""
        if not turn["cards"]:
            return ""
        faces = (FACE_NAMES[SALE_FACE[SALE_NUMBER[card]]] for card in turn["cards"])
        return self.words.text(
            "review.refill", cards=self.words.listed(map(self.words.card, faces))
        )

    def percent(self, chance: float) -> str:
        """Word a chance."""
        return self.words.text("review.percent", percent=100 * chance)

    def change(self, chance: float) -> str:
        """Word a change of a chance, with its sign."""
        return self.words.text("review.change", percent=100 * chance)

    def signed(self, amount: int) -> str:
        """Word a whole number with its sign."""
        sign, shown = "less" if amount < 0 else "more", self.words.number(abs(amount))
        return self.words.text("amount.signed", count=abs(amount), sign=sign, shown=shown)

    def parts(self, seat: SeatReview) -> list[tuple[str, str]]:
        """Word what made the result of a seat: the parts and their sum."""
        text = self.words.text
        others = sum(each for at, each in enumerate(seat["turns"]) if at != seat["seat"])
        return [
            (text("review.par"), self.percent(seat["par"])),
            (text("review.deal"), self.change(seat["deal"])),
            (text("review.refills"), self.change(seat["refills"])),
            (text("review.own"), self.change(seat["turns"][seat["seat"]])),
            (text("review.others"), self.change(others)),
            (text("review.result"), self.percent(seat["result"])),
        ]
