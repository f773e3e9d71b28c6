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
