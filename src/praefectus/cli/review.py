"""`praefectus review`: what every turn of a finished game did to everybody's chances, and what would have been better."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from praefectus.cli.options import JsonOption, LanguageOption, at_least, words_of

if TYPE_CHECKING:
    from praefectus.catalogue import Catalogue
    from praefectus.review import Reviewing
    from praefectus.wire.review import Review

MOST_SIMULATIONS = 100_000


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game.")],
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Write the review as one page that needs nothing else."
        ),
    ] = None,
    sims: Annotated[
        int,
        typer.Option(
            "--sims", metavar="N", help="Simulations per position: more are slower and surer."
        ),
    ] = 2000,
    json_: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Review a finished game turn by turn, with what each turn cost, and luck apart from skill.

    A game of four takes less than a minute.
    """
    at_least("--sims", sims, 1)
    if sims > MOST_SIMULATIONS:
        raise typer.BadParameter(f"--sims must be at most {MOST_SIMULATIONS:,}, not {sims:,}")
    words = words_of(language)
    from praefectus.cli.record_file import check_is_file, load
    from praefectus.review import Depth, Reviewing

    check_is_file(file)
    if html is not None and not html.resolve().parent.is_dir():
        raise typer.BadParameter(f"{html}: there is no such directory")
    if html is not None and html.is_dir():
        raise typer.BadParameter(f"{html}: expected a file to write, this is a directory")
    names, game = load(file)
    document = _watched(Reviewing(game, names, Depth(simulations=sims)), words)
    if html is not None:
        from praefectus.cli.review_page import page

        html.write_text(page(document, game, words), encoding="utf-8")
    if json_:
        typer.echo(json.dumps(document, indent=1, ensure_ascii=False))
    elif html is not None:
        typer.echo(words.text("terminal.review.saved", file=str(html)))
    else:
        from praefectus.cli.review_report import report

        report(document, game, words)


def _watched(reviewing: "Reviewing", words: "Catalogue") -> "Review":
    """Review a game and show on standard error how far it is; nothing if that is not a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=reviewing.length)
        for turn in reviewing.run():
            said = words.text("review.running", done=turn["turn"], turns=reviewing.length)
            bar.update(task, completed=turn["turn"], description=said)
        return reviewing.finish()
