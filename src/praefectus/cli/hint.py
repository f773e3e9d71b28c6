"""`praefectus hint`: what a bot would do in a saved game, and what it expects of it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from praefectus.cli.options import JsonOption, LanguageOption, at_least, words_of

if TYPE_CHECKING:
    from praefectus import Game
    from praefectus.bots import Candidate
    from praefectus.catalogue import Catalogue
    from praefectus.cli.wording import Wording

NAMES = {"rest": "hint.rest.short"}  # what a bot expects of no god


def hint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game, which is a record.")],
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", metavar="N", help="The position after turn N of the record."),
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", "-b", metavar="NAME", help="The bot that is asked.")
    ] = "search:time=1",
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", help="How many turns to print.")
    ] = 3,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The bot's seed.")] = 1,
    json_: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Print the best turns in a saved game, with expected points and the chance to win.

    The bot knows only what the seat may know: the order of the face-down cards stays hidden.
    """
    at_least("--count", count, 1)
    words = words_of(language)
    from praefectus import bots
    from praefectus.cli.record_file import check_is_file, go_to_turn, load

    check_is_file(file)
    names, game = load(file)
    if turn is not None:
        go_to_turn(game, turn)
    if game.is_over:
        raise typer.BadParameter(f"{file}: the game is over; --turn N goes back to an earlier turn")
    adviser = bots.make(bot, seed=seed)
    ask = getattr(adviser, "candidates", None)
    if ask is None:
        able = ", ".join(filter(gives_hints, bots.names()))
        raise typer.BadParameter(f"the bot {bot!r} gives no hints; {able} do")
    try:
        candidates: list[bots.Candidate] = ask(bots.Position(game), count)
    finally:
        bots.Guarded(adviser, bot).close()
    if json_:
        document = {
            "turn": game.turn,
            "seat": game.seat,
            "phase": game.phase,
            "bot": bot,
            "candidates": [candidate.as_json() for candidate in candidates],
        }
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    show(game, names, candidates, words)


def gives_hints(name: str) -> bool:
    """Tell whether a bot gives hints; one that cannot be made gives none."""
    from praefectus import bots

    try:
        return hasattr(bots.make(name), "candidates")
    except bots.BotError:
        return False


def show(game: "Game", names: list[str], candidates: "list[Candidate]", words: "Catalogue") -> None:
    """Print the candidates for people."""
    from rich.console import Console
    from rich.table import Table

    from praefectus.cli.wording import Wording

    wording = Wording(words, names)
    console = Console(highlight=False)
    head = words.text(
        "terminal.hint",
        turn=game.turn + 1,
        name=wording.seat(game.seat),
        phase=words.phase(game.phase),
    )
    console.print(head, markup=False)
    table = Table(show_header=False, show_lines=True)
    for number, candidate in enumerate(candidates, 1):
        gods = (
            f"{words.text(NAMES.get(god, f'god.{god}'))} {words.number(round(points))}"
            for god, points in candidate.points.items()
            if god != "total" and round(points)
        )
        table.add_row(
            words.number(number),
            "; ".join(steps(game, candidate, wording)),
            words.text("hint.win", chance=candidate.win_chance),
            words.text("hint.points", count=round(candidate.points["total"])),
            words.listed(gods),
        )
    console.print(table, markup=False)


def steps(game: "Game", candidate: "Candidate", wording: "Wording") -> list[str]:
    """Word the decisions of a turn; the end only if there is nothing else."""
    from praefectus.events import describe
    from praefectus.rules.ids import ACTION_END

    trial = game.copy()
    said: list[str] = []
    for action in candidate.actions:
        if action != ACTION_END or not said:
            said.append(wording.decision(trial, describe(trial, action)))
        trial.push(action)
    return said
