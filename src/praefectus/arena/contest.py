"""What is played: the options of the games, who sits where, and the seed that everything follows from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations

from praefectus.bots import Bot, Guarded, make
from praefectus.bots.guard import Report
from praefectus.errors import PraefectusError
from praefectus.game import Game
from praefectus.options import Options
from praefectus.parallel import derive_seed

# Bots of the package that cannot fail; a guard would cost them a third of their time.
SAFE = frozenset({"random"})


@dataclass(frozen=True)
class Contest:
    """A series of games between bots. Game number i depends on the contest and i alone.

    The bots sit in the seats as given. With `every_seating` each of their seatings is played equally
    often: block by block, each block on one set-up, so that neither seat nor set-up favours a bot.
    """

    options: Options
    bots: tuple[str, ...]
    seed: int
    every_seating: bool = False

    def __post_init__(self) -> None:
        if len(self.bots) != self.options.players:
            raise PraefectusError(
                f"{self.options.players} players need as many bots, not {len(self.bots)}"
            )

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The seatings that are played, in their order."""
        return seatings(self.bots) if self.every_seating else (self.bots,)

    def seating(self, index: int) -> tuple[str, ...]:
        """Return the bot of each seat in game number `index`."""
        orders = self.seatings
        return orders[index % len(orders)]

    def new_game(self, index: int) -> Game:
        """Set up game number `index`."""
        block = index // len(self.seatings)
        return Game.new(self.options, seed=derive_seed(self.seed, block, "setup"))

    def new_bots(self, index: int, report: Report) -> list[Bot]:
        """Make the bots of game number `index`, each with a seed of its own, under guard.

        `report` is called with what goes wrong with them.
        """
        made: list[Bot] = []
        for seat, spec in enumerate(self.seating(index)):
            seed = derive_seed(self.seed, index, f"seat {seat}")
            bot = make(spec, seed=seed)
            made.append(bot if spec in SAFE else Guarded(bot, spec, seed=seed, report=report))
        return made

    def check(self) -> None:
        """Raise PraefectusError for invalid bots or options now rather than in the first game."""
        self.new_game(0)
        for spec in dict.fromkeys(self.bots):
            make(spec, seed=0)


@cache
def seatings(bots: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return every different seating of the bots.

    All rotations of one seating are adjacent, so that any multiple of the number of seats is
    balanced by seat.
    """
    found: dict[tuple[str, ...], None] = {}
    for order in permutations(bots):
        for turn in range(len(order)):
            found.setdefault(order[turn:] + order[:turn])
    return tuple(found)
