"""Tournaments: every seating of a set of bots equally often, on common set-ups.

Game number i depends on the tournament and i alone. Seatings are played block by block, each block on
one set-up, so that no bot is favoured by seat or by luck of the draw. Finished games are lines of
a state file; a tournament that was broken off goes on where it stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

from praefectus.bots.base import Position
from praefectus.bots.guard import Guarded
from praefectus.bots.registry import make
from praefectus.errors import PraefectusError
from praefectus.game import Game
from praefectus.parallel import derive_seed, process_pool

FORMAT = "praefectus-tournament/1"


@dataclass(frozen=True)
class Tournament:
    """What is played: the board, the bots, the seed that everything follows from."""

    map: str
    bots: tuple[str, ...]
    seed: int
    edition: str = "revised"

    def check(self) -> None:
        """Raise a PraefectusError now rather than in the first game."""
        self.new_game(0)
        for spec in dict.fromkeys(self.bots):
            make(spec, seed=0)

    def new_game(self, index: int) -> Game:
        """Set up game number `index`; the games of one block have one set-up."""
        block = index // len(seatings(self.bots))
        return Game.new(
            map=self.map,
            players=len(self.bots),
            seed=derive_seed(self.seed, block, "setup"),
            edition=self.edition,
        )

    def seating(self, index: int) -> tuple[str, ...]:
        """Return the bot of each seat in game number `index`."""
        orders = seatings(self.bots)
        return orders[index % len(orders)]


@dataclass(frozen=True)
class GameResult:
    """What one game came to, by seat."""

    index: int
    seating: tuple[str, ...]
    points: list[dict[str, int]]
    ranking: list[int]
    turns: int
    reason: str
    turns_taken: list[int]
    seconds: list[float]
    troubles: list[str] = field(default_factory=list)


def seatings(bots: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return every different seating of the bots.

    All turns of one round table stand together, so that any multiple of the number of seats is
    balanced by seat.
    """
    found: dict[tuple[str, ...], None] = {}
    for order in permutations(bots):
        for turn in range(len(order)):
            found.setdefault(order[turn:] + order[:turn])
    return list(found)


def play_game(tournament: Tournament, index: int) -> GameResult:
    """Play game number `index` to its end."""
    game = tournament.new_game(index)
    seating = tournament.seating(index)
    troubles: list[str] = []
    seats: list[Guarded] = []
    for seat, spec in enumerate(seating):
        seed = derive_seed(tournament.seed, index, f"seat {seat}")
        seats.append(Guarded(make(spec, seed=seed), spec, seed=seed, report=troubles.append))
    seconds = [0.0] * len(seats)
    turns_taken = [0] * len(seats)
    position = Position(game)
    while not game.is_over:
        seat = game.seat
        turns_taken[seat] += game.phase == "play"
        legal = game.legal_actions
        began = time.perf_counter()
        action = seats[seat].choose(position, legal)
        seconds[seat] += time.perf_counter() - began
        game.push(action)
    for each in seats:
        each.close()
    outcome = game.outcome()
    return GameResult(
        index=index,
        seating=seating,
        points=outcome.points,
        ranking=outcome.ranking,
        turns=game.turn,
        reason=outcome.reason,
        turns_taken=turns_taken,
        seconds=[round(each, 4) for each in seconds],
        troubles=troubles,
    )


def run(tournament: Tournament, todo: list[int], workers: int) -> Generator[GameResult, None, None]:
    """Play the games of these numbers, giving each result as it comes.

    Closing the iterator, or an interrupt, ends the processes at once.
    """
    if workers == 1:
        for index in todo:
            yield play_game(tournament, index)
        return
    waiting: set[Future[GameResult]] = set()
    ahead = iter(todo)
    done = 0
    with process_pool(workers) as pool:
        while done < len(todo):
            while len(waiting) < 2 * workers and (number := next(ahead, None)) is not None:
                waiting.add(pool.submit(play_game, tournament, number))
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                done += 1
                yield future.result()


class StateFile:
    """The finished games of a tournament, one JSON document a line under a head line."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Read what is there. Raises PraefectusError if it belongs to another tournament."""
        self.path = path
        self.results: dict[int, GameResult] = {}
        head = json.dumps({"format": FORMAT, **asdict(tournament)})
        if path.exists():
            text = path.read_text(encoding="utf-8")
            if not text.endswith("\n"):  # torn off: what comes next gets a line of its own
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
            lines = text.splitlines()
            if not lines or json_or_none(lines[0]) != json.loads(head):
                raise PraefectusError(f"{path} is not the state of this tournament")
            for number, line in enumerate(lines[1:], 2):
                document = json_or_none(line)
                if document is None:
                    continue  # the line during which an earlier run was killed
                try:
                    result = GameResult(**document | {"seating": tuple(document["seating"])})
                except (TypeError, KeyError):
                    raise PraefectusError(f"{path}, line {number}: not a game's result") from None
                self.results[result.index] = result
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(head + "\n", encoding="utf-8")

    def add(self, result: GameResult) -> None:
        """Keep one more game; it is on disk when this returns."""
        self.results[result.index] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


def json_or_none(text: str) -> Any:
    """Return what a text says, or None if it is not JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None
