"""Options that several sub-commands share."""

from typing import Annotated

import typer

MapOption = Annotated[
    str, typer.Option("--map", "-m", metavar="MAP", help="The board: imperium or italia.")
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", "-p", metavar="N", help="Imperium is for 3-5, Italia for 2-4."),
]
EditionOption = Annotated[
    str,
    typer.Option("--edition", metavar="NAME", help="The rules of the revised or first edition."),
]
IntermediateOption = Annotated[
    bool,
    typer.Option(
        "--intermediate-scoring", metavar="", help="Score once at each player's first Tribune."
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", "-s", metavar="N", show_default="random", help="Same seed, same games."),
]
GamesOption = Annotated[
    int, typer.Option("--games", "-n", metavar="N", help="How many games to play.")
]
BotsOption = Annotated[
    str,
    typer.Option(
        "--bots", "-b", metavar="A,B,…", help="A bot for every seat, or one bot for all seats."
    ),
]
WorkersOption = Annotated[
    int, typer.Option("--workers", "-w", metavar="N", help="How many processes share the work.")
]
JsonOption = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON for machines.")]

DEFAULT_PLAYERS = {"imperium": 4, "italia": 3}


def new_seed() -> int:
    """Draw a seed for a command that was given none; short enough to be typed again."""
    import random

    return random.SystemRandom().randrange(1_000_000)


def at_least(name: str, value: int, least: int) -> None:
    """Refuse a number below the least that makes sense."""
    if value < least:
        raise typer.BadParameter(f"{name} must be {least} or more, not {value}")


def seat_bots(bots: str, players: int | None, map: str) -> tuple[str, ...]:
    """Give every seat its bot: one named bot sits everywhere, several sit in the order named."""
    from praefectus.bots import split_specs

    names = tuple(split_specs(bots))
    if not names:
        raise typer.BadParameter("--bots must name at least one bot")
    if len(names) == 1:
        count = DEFAULT_PLAYERS.get(map, 4) if players is None else players
        return names * max(count, 1)
    if players is not None and players != len(names):
        raise typer.BadParameter(
            f"--bots must name one bot or one for each of the {players} players, not {len(names)}"
        )
    return names
