"""`praefectus show`: draw a board, or a position of a record or of a new game."""

from pathlib import Path
from typing import Annotated

import typer

from praefectus.cli.options import (
    LanguageOption,
    MapOption,
    PlayersOption,
    Rules,
    SeedOption,
    new_seed,
    players_on,
    with_rule_options,
    words_of,
)


@with_rule_options
def show(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|MAP", show_default="a new game", help="A record, or the name of a board."
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", metavar="N", help="The position after turn N of the record."),
    ] = None,
    map: MapOption = "imperium",
    players: PlayersOption = None,
    *,
    rules: Rules,
    seed: SeedOption = None,
    language: LanguageOption = None,
) -> None:
    """Draw a position or a board in the terminal.

    `praefectus show game.concordia.json --turn 20` draws a position of a record, `praefectus show
    italia` draws the board, and `praefectus show --map italia --players 3 --seed 7` draws the start
    of that game.
    """
    from rich.console import Console

    from praefectus.cli.drawing import draw_board, draw_game
    from praefectus.diagram import diagram
    from praefectus.rules.facts import map_names

    words = words_of(language)
    console = Console()
    if what in map_names():
        draw_board(what, console, words)
        return
    if what is not None:
        from praefectus.cli.record_file import check_is_file, go_to_turn, load

        if not Path(what).exists():
            raise typer.BadParameter(
                f"expected a record file or one of {', '.join(map_names())}, not {what!r}"
            )
        check_is_file(Path(what))
        _, game = load(Path(what))
        if turn is not None:
            go_to_turn(game, turn)
    elif turn is not None:
        raise typer.BadParameter("--turn needs a record file")
    else:
        import praefectus

        game = praefectus.Game.new(
            map=map,
            players=players_on(map, players),
            seed=new_seed() if seed is None else seed,
            **rules,
        )
    draw_game(game, console, words)
    console.print(diagram(game.position, words), highlight=False, markup=False, soft_wrap=True)
