"""A review for the terminal: a table of the players, their dearest and best turns, and all turns."""

from rich import box
from rich.console import Console
from rich.table import Table

from praefectus.catalogue import Catalogue
from praefectus.cli.review_words import ReviewWords
from praefectus.game import Game
from praefectus.review.grades import GRADES
from praefectus.wire.review import Review, ReviewedTurn, SeatReview

COLORS = {
    "best": "green",
    "good": "green",
    "slip": "yellow",
    "mistake": "red",
    "blunder": "bold red",
}


def report(review: Review, game: Game, words: Catalogue) -> None:
    """Print a review for people."""
    said = ReviewWords(review, game, words)
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(_players(review, said))
    console.print(words.text("review.accuracy.about", most=100))
    for seat in review["seats"]:
        _seat(review, seat, said, console)
    console.print()
    console.print(_turns(review, said))
    console.print(words.text("review.depth", count=review["simulations"]))


def _table(*heads: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head, overflow="fold")
    return table


def _players(review: Review, said: ReviewWords) -> Table:
    """Make a table with a column per player: points, accuracy, and what made the result."""
    text, number, seats = said.words.text, said.words.number, review["seats"]
    table = _table("", *(said.seat(seat["seat"]) for seat in seats))
    table.add_row(text("replay.tab.points"), *(number(seat["gods"]["total"]) for seat in seats))
    table.add_row(text("review.accuracy"), *(number(round(seat["accuracy"])) for seat in seats))
    for rows in zip(*(said.parts(seat) for seat in seats), strict=True):
        table.add_row(rows[0][0], *(amount for _, amount in rows))
    return table


def _seat(review: Review, seat: SeatReview, said: ReviewWords, console: Console) -> None:
    """Print a player's grades, strengths, dearest and best turns."""
    words = said.words
    grades = words.listed(
        f"{words.text(f'review.grade.{grade}')} {words.number(seat['grades'][grade])}"
        for grade in GRADES
        if seat["grades"][grade]
    )
    console.print()
    console.print(f"{said.seat(seat['seat'])}: {grades}", style="bold")
    gods = words.listed(
        f"{words.text(f'god.{god}')} {said.signed(round(points))}"
        for god, points in seat["strengths"].items()
        if round(points)
    )
    console.print(f"{words.text('review.strengths')}: {gods}")
    for key, numbers in (("review.dearest", seat["dearest"]), ("review.finest", seat["finest"])):
        if numbers:
            console.print(f"{words.text(key)}:")
        for number in numbers:
            _candidates(review["turns"][number - 1], said, console)


def _candidates(turn: ReviewedTurn, said: ReviewWords, console: Console) -> None:
    words = said.words
    console.print(f"  {said.turn(turn)}. {said.grade(turn)}. {said.cost(turn)}".rstrip())
    for place, judged in enumerate(turn["candidates"]):
        if not judged["played"] and place > 0:
            continue  # the played one, and the best
        key = "review.played" if judged["played"] else "review.better"
        console.print(f"    {words.text(key)}: {said.steps(turn, judged)}")
        console.print(f"      {said.expected(judged)}")


def _turns(review: Review, said: ReviewWords) -> Table:
    text = said.words.text
    names = [said.seat(seat["seat"]) for seat in review["seats"]]
    table = _table(text("terminal.review.turn"), text("review.player"), "", "", *names)
    for turn in review["turns"]:
        now = [a + b for a, b in zip(turn["after"], turn["luck"], strict=True)]
        [played] = [judged for judged in turn["candidates"] if judged["played"]]
        table.add_row(
            said.words.number(turn["turn"]),
            said.seat(turn["seat"]),
            f"{said.grade(turn)} {said.change(-turn['cost']) if turn['cost'] else ''}",
            said.steps(turn, played),
            *(said.percent(chance) for chance in now),
            style=COLORS[turn["grade"]] if turn["cost"] else None,
        )
    return table
