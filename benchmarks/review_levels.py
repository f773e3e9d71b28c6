"""Measure what the levels lose per turn, by the review: the limits of the grades, and whether accuracy orders the levels.

    .venv/bin/python -m benchmarks.review_levels --games 100 --out losses.jsonl          # plays, reviews, prints the table
    .venv/bin/python -m benchmarks.review_levels --games 100 --out losses.jsonl --write  # and sets the limits of the grades

Tables of one level each, in turn; with `--mixed` all levels sit at one table, in every seating. Of every `--rounds` rounds one
is reviewed, another one in each game. The same command goes on where it stopped.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, quantiles
from typing import TypedDict

from praefectus import __version__, arena
from praefectus.arena.game import Keep
from praefectus.options import Options
from praefectus.review import Depth, Reviewing
from praefectus.review.grades import FILE, FORMAT, GRADES, accuracy, loss

# Those that sit at one table.
LEVELS = ("easy", "medium", "hard", "expert")
# The highest loss of a grade is what a level loses at most in so many quarters of its turns.
LIMIT_OF = dict(zip(GRADES[1:-1], (("expert", 2), ("expert", 3), ("easy", 3)), strict=True))


class Line(TypedDict):
    """What one player lost in a game, turn by turn: the chance that the turn gave, and what it cost."""

    game: int
    level: str
    turns: list[tuple[float, float]]


def main() -> None:
    """Play, review, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--map", default="imperium")
    parser.add_argument(
        "--expert", default="expert", help="the spec of the level expert, such as expert:sims=8000"
    )
    parser.add_argument(
        "--sims", type=int, default=Depth.simulations, help="simulations per position of the review"
    )
    parser.add_argument("--mixed", action="store_true", help="all levels at one table")
    parser.add_argument("--rounds", type=int, default=1, help="one of so many is reviewed")
    parser.add_argument(
        "--out", type=Path, required=True, help="where losses are kept, a line per player and game"
    )
    parser.add_argument("--write", action="store_true", help="set the limits of the grades")
    args = parser.parse_args()
    specs = {level: args.expert if level == "expert" else level for level in LEVELS}
    lines = _read(args.out)
    done = {line["game"] for line in lines}
    with args.out.open("a", encoding="utf-8") as file:
        for number in range(args.games):
            if number not in done:
                for line in _measure(number, specs, args):
                    lines.append(line)
                    file.write(json.dumps(line) + "\n")
                file.flush()
    _tell(lines)
    if args.write:
        _write(lines, args, specs)


def _read(path: Path) -> list[Line]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _measure(number: int, specs: dict[str, str], args: argparse.Namespace) -> Iterator[Line]:
    """Play and review one game; give every player's losses."""
    levels = {spec: level for level, spec in specs.items()}
    options = Options(args.map, players=len(specs))
    seated = tuple(specs.values())
    if not args.mixed:
        seated = (seated[number % len(seated)],) * len(specs)
    # A seed per game: with one seed all seatings would be played on one set-up.
    contest = arena.Contest(options, seated, seed=args.seed + number, every_seating=args.mixed)
    [played] = arena.run(contest, [number], keep=Keep(actions=True, times=False))
    game = contest.new_game(number)
    for action in played.actions or ():
        game.push(action)
    depth = Depth(simulations=args.sims, outcomes=1, deals=1)
    found: list[list[tuple[float, float]]] = [[] for _ in specs]
    reviewing = Reviewing(game, depth=depth)
    for which in range(number % args.rounds, reviewing.length // len(specs), args.rounds):
        for turn in reviewing.run(1 + which * len(specs), len(specs)):
            chance = next(each["win_chance"] for each in turn["candidates"] if each["played"])
            found[turn["seat"]].append((chance, round(turn["cost"], 5)))
    for seat, spec in enumerate(played.seating):
        yield {"game": number, "level": levels[spec], "turns": found[seat]}


def losses(line: Line) -> list[float]:
    """Return what each turn lost, as grades measure it."""
    return [loss(chance + cost, chance) for chance, cost in line["turns"]]


def by_game(lines: Sequence[Line], level: str) -> list[list[float]]:
    """Return what the players of a level lost in each game: those of one table are not independent."""
    games: dict[int, list[float]] = {}
    for line in lines:
        if line["level"] == level:
            games.setdefault(line["game"], []).extend(losses(line))
    return [each for each in games.values() if each]


def _tell(lines: Sequence[Line]) -> None:
    """Print what each level loses, and its accuracy with a 95 % interval over games."""
    print(
        "| level | games | turns | turns that lose | half lose at most | 3 of 4 | accuracy | 95 % |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for level in LEVELS:
        games = by_game(lines, level)
        if len(games) < 2:
            continue
        turns = [each for game in games for each in game]
        low, high = interval([accuracy(game) for game in games])
        _, half, most = quantiles(turns, n=4)
        print(
            f"| {level} | {len(games)} | {len(turns)} | {mean(each > 0 for each in turns):.0%} | "
            f"{half:.2f} | {most:.2f} | {accuracy(turns):.1f} | {low:.1f}–{high:.1f} |"
        )


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return a 95 % interval of the mean, by the bootstrap."""
    rng = random.Random(1)
    means = sorted(mean(rng.choices(values, k=len(values))) for _ in range(1000))
    return means[25], means[974]


def _write(lines: Sequence[Line], args: argparse.Namespace, specs: dict[str, str]) -> None:
    lost = {
        level: [each for line in lines if line["level"] == level for each in losses(line)]
        for level in specs
    }
    document = {
        "format": FORMAT,
        "provenance": {
            "script": "benchmarks/review_levels.py",
            "version": __version__,
            "games": len({line["game"] for line in lines}),
            "map": args.map,
            "seed": args.seed,
            "levels": specs,
            "tables": "all levels at one table, every seating" if args.mixed else "one level each",
            "simulations": args.sims,
            "rounds": f"one of {args.rounds}",
            "limits": "what expert loses at most in half and in three quarters of its turns, and easy in three quarters",
            "turns": {level: len(each) for level, each in lost.items()},
            "accuracy": {level: round(accuracy(each), 1) for level, each in lost.items()},
        },
        "limits": {
            grade: round(quantiles(lost[level], n=4)[quarters - 1], 3)
            for grade, (level, quarters) in LIMIT_OF.items()
        },
    }
    FILE.write_text(json.dumps(document, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
