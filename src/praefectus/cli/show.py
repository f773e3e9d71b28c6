"""`praefectus show`: draw a board, or a position of a record or of a new game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from praefectus.cli.options import (
    MapOption,
    PlayersOption,
    Rules,
    SeedOption,
    new_seed,
    players_on,
    with_rule_options,
)

if TYPE_CHECKING:
    from rich.console import Console

    from praefectus import Game


@with_rule_options
def show(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|MAP", show_default="a new game", help="A record, or a board's name."
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", metavar="N", help="The position after turn N of the record."),
    ] = None,
    map: MapOption = "imperium",
    players: PlayersOption = None,
    seed: SeedOption = None,
    *,
    rules: Rules,
) -> None:
    """Draw a position or a board in the terminal.

    `praefectus show game.concordia.json --turn 20` draws a position of a record, `praefectus show
    italia` the board, and `praefectus show --map italia --players 3 --seed 7` how that game starts.
    """
    from praefectus.rules.facts import map_names

    if what in map_names():
        show_board(what)
        return
    if what is not None:
        from praefectus.cli.replay import check_is_file, go_to_turn, load

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
    show_position(game)


def show_board(name: str) -> None:
    """Draw a board and list its cities."""
    from rich.console import Console

    from praefectus.cli.drawing import draw_map, table_of_cities

    console = Console()
    console.print(draw_map(name, console.width, {}), no_wrap=True, crop=True, overflow="crop")
    console.print(table_of_cities(name))


def show_position(game: "Game") -> None:
    """Draw the board with goods and houses, then everything else about the position."""
    from rich.console import Console

    console = Console()
    show_map(game, console)
    console.print(str(game), highlight=False, markup=False, soft_wrap=True)


def show_map(game: "Game", console: "Console") -> None:
    """Draw the board; beside each city its good, and the seats that have a house there."""
    from praefectus.cli.drawing import draw_map
    from praefectus.diagram import SEAT_MARKS

    owners: dict[str, str] = {}
    for seat, player in enumerate(game.state()["players"]):
        for city in player["houses"]:
            owners[city] = owners.get(city, "") + SEAT_MARKS[seat]
    notes = {
        city: f"{good[0]} [{owners[city]}]" if city in owners else good[0]
        for city, good in game.setup.cities.items()
    }
    console.print(draw_map(game.map, console.width, notes), no_wrap=True, overflow="crop")
    console.print(
        "● city, b f t w c: its good (brick, food, tool, wine, cloth), [AB]: houses; · land, ~ sea",
        highlight=False,
        markup=False,
    )
