"""Mine puzzles from strong self-play: positions in which one turn is clearly the best and has a theme.

    .venv/bin/python -m praefectus.training play --nets learned --games 640 --seed 5001 --out games
    .venv/bin/python -m scripts.mine_puzzles games --out src/praefectus/data/puzzles/puzzles.json

Of every turn that was searched with the full budget, the search's own findings say whether one turn stands out; a search of
500 simulations per turn, then one of 4,000, each in four repeats with other decks, must confirm it. The command goes on
where it stopped (`--found` keeps what was looked at), and with the same games it gives the same puzzles.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_args

from praefectus import __version__
from praefectus.bots.variety import gist
from praefectus.game import Game
from praefectus.puzzles.judging import Judge
from praefectus.puzzles.shipped import FORMAT, OF_GAME, STEP, Puzzle
from praefectus.puzzles.themes import theme_of
from praefectus.review.examiner import Depth
from praefectus.training import store
from praefectus.training.selfplay import PlayedGame, Root
from praefectus.wire.clue import Theme

QUICK, DEEP = Depth(simulations=500), Depth(simulations=4000)
# Turns that the best is compared with at first, and in the end.
RIVALS, LAST_RIVALS = 4, 2
# Lead of the best turn over the next that differs, in chance: as found in self-play, and as confirmed.
SEEN, CONFIRMED = 0.04, 0.04
# So many standard errors is the lead at least.
SURE = 4.0
# Games that are lost teach little.
LEAST_CHANCE = 0.15
# Of one game and theme.
PER_THEME = 2


@dataclass(frozen=True)
class Stage:
    """How a position is looked at: how deep, and what the lead must be."""

    depth: Depth
    lead: float
    sure: float


STAGES = (Stage(QUICK, SEEN, 2.0), Stage(DEEP, CONFIRMED, SURE))


def main() -> None:
    """Look at all games, then choose."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--found", type=Path, default=Path("puzzles-found.jsonl"))
    parser.add_argument("--most", type=int, default=240, help="how many are kept")
    parser.add_argument("--only-choose", action="store_true", help="look at no further games")
    args = parser.parse_args()
    lines = args.found.read_text("utf-8").splitlines() if args.found.exists() else []
    done = {json.loads(line)["game"] for line in lines}
    if not args.only_choose:
        with args.found.open("a", encoding="utf-8") as file:
            for played in store.read_all(store.shards(args.games)):
                if played.number in done:
                    continue
                found = [asdict(puzzle) for puzzle in mine(played)]
                lines.append(json.dumps({"game": played.number, "puzzles": found}))
                file.write(lines[-1] + "\n")
                file.flush()
                print(f"game {played.number}: {[each['theme'] for each in found]}", flush=True)
    every = [each for line in lines for each in json.loads(line)["puzzles"]]
    chosen = choose(every, args.most)
    provenance = {
        "script": "scripts/mine_puzzles.py",
        "version": __version__,
        "games": f"{len(lines)} games of praefectus.training play --nets learned --seed 5001",
        "search": f"as many simulations per turn as stand with each puzzle, in {DEEP.repeats} repeats with other decks",
        "lead": f"at least {CONFIRMED} of chance and {SURE:g} standard errors over the best turn that differs",
    }
    write(args.out, provenance, chosen)
    print(len(every), "found,", len(chosen), "kept:", Counter(each["theme"] for each in chosen))


def mine(played: PlayedGame) -> Iterator[Puzzle]:
    """Give the puzzles of a game, a few of each theme at most."""
    game = Game.new(map=played.map, players=played.players, seed=played.seed)
    counts: Counter[Theme] = Counter()
    done = 0
    for root in played.roots:
        for action in played.actions[done : root.at]:
            game.push(action)
        done = root.at
        turns = standing_out(game, root)
        if turns is None:
            continue
        theme = theme_of(game.position, turns[0], turns[1:])
        if theme is None or counts[theme] == PER_THEME:
            continue
        puzzle = confirmed(played, game.copy(), turns, theme)
        if puzzle is not None:
            counts[theme] += 1
            yield puzzle


def standing_out(game: Game, root: Root) -> list[list[int]] | None:
    """Return the best turn and its rivals if the search found one to stand out, else None."""
    if len(root.turns) < 2:
        return None
    order = sorted(range(len(root.turns)), key=lambda n: -root.visits[n])
    chances = {n: root.totals[n] / root.visits[n] for n in order if root.visits[n] > 0}
    best = order[0]
    own = gist([game.text(action) for action in root.turns[best]])
    # Of turns that amount to the same, only the most tried.
    rivals: dict[frozenset[str], int] = {}
    for n in order[1:]:
        what = gist([game.text(action) for action in root.turns[n]])
        if n in chances and what != own:
            rivals.setdefault(what, n)
    if not rivals:
        return None
    some = sorted(rivals.values(), key=lambda n: -chances[n])[:RIVALS]
    if chances[best] < LEAST_CHANCE or chances[best] - chances[some[0]] < SEEN:
        return None
    return [root.turns[n] for n in (best, *some)]


def confirmed(
    played: PlayedGame, game: Game, turns: list[list[int]], theme: Theme
) -> Puzzle | None:
    """Return the puzzle if deeper searches find the same."""
    chance = lead = noise = 0.0
    for number, stage in enumerate(STAGES):
        ranked, found = Judge(game, stage.depth).ranked(turns, seed=1000 * (number + 1))
        best, turns = turns[0], ranked[: LAST_RIVALS + 1]
        chance, second = (each[game.seat] for each in found.chances[:2])
        lead, noise = chance - second, found.noise
        if ranked[0] != best or lead < max(stage.lead, stage.sure * noise):
            return None
    texts = tuple(game.text(action) for action in turns[0])
    return Puzzle(
        id=f"{played.number}-{game.turn}",
        map=played.map,
        players=played.players,
        seed=played.seed,
        history=tuple(history(game)),
        position=game.position_text(),
        seat=game.seat,
        theme=theme,
        card=texts[0].split()[-1],
        solution=texts,
        chance=round(chance, 4),
        lead=round(lead, 4),
        noise=round(noise, 4),
        simulations=DEEP.simulations,
        points=tuple(sum(each) for each in played.points),
        winner=played.winner,
    )


def history(game: Game) -> Iterator[str]:
    """Give the turns of a game in words."""
    at = Game.from_setup(game.setup)
    words: list[str] = []
    for action in game.actions:
        words.append(at.text(action))
        turn = at.turn
        at.push(action)
        if at.turn > turn:
            yield STEP.join(words)
            words = []


def choose(every: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Return at most so many: of each theme alike as far as there are enough, the greatest leads first."""
    by_theme = {
        theme: sorted(
            (each for each in every if each["theme"] == theme),
            key=lambda each: -each["lead"],
        )
        for theme in get_args(Theme)
    }
    chosen: list[dict[str, Any]] = []
    while len(chosen) < most and any(by_theme.values()):
        for found in by_theme.values():
            if found and len(chosen) < most:
                chosen.append(found.pop(0))
    return sorted(chosen, key=lambda each: [int(part) for part in str(each["id"]).split("-")])


def write(path: Path, provenance: dict[str, str], puzzles: list[dict[str, Any]]) -> None:
    """Write the file: the games up to their last puzzle, and the puzzles, a line each."""
    games: dict[str, dict[str, Any]] = {}
    for each in puzzles:
        # Puzzles of one game share their beginning.
        game = games.setdefault(each["id"].split("-")[0], {"turns": []})
        game.update({part: each.pop(part) for part in OF_GAME})
        game["turns"] = max(game["turns"], each.pop("history"), key=len)
    head = json.dumps({"format": FORMAT, "provenance": provenance}, indent=1)[:-2]
    some = ",\n".join(f'"{number}":{_line(game)}' for number, game in games.items())
    lines = ",\n".join(_line(each) for each in puzzles)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{head},\n "games": {{\n{some}\n}},\n "puzzles": [\n{lines}\n]}}\n', "utf-8")


def _line(document: dict[str, Any]) -> str:
    return json.dumps(document, separators=(",", ":"))


if __name__ == "__main__":
    main()
