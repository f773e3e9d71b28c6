"""Games printed step by step, so that a change of a rule is a difference one can read.

`python -m tests.playthroughs.playthroughs` writes the texts beside this file anew.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from praefectus import Game

FOLDER = Path(__file__).parent
GAMES: dict[str, dict[str, Any]] = {
    "imperium-3": {"map": "imperium", "players": 3, "seed": 33},
    "italia-2-first": {
        "map": "italia",
        "players": 2,
        "seed": 32,
        "edition": "first",
        "intermediate_scoring": True,
    },
}


def choose(game: Game, rng: random.Random) -> int:
    """Return an action: rather one that does something than the end of the turn."""
    legal = list(game.legal_actions)
    builds = [action for action in legal if game.text(action).startswith(("build", "purchase"))]
    if builds and rng.random() < 0.7:
        return rng.choice(builds)
    if len(legal) > 1 and legal[0] == 0 and rng.random() < 0.7:
        legal = legal[1:]
    return rng.choice(legal)


def offered(game: Game) -> str:
    """Return the legal actions in words, those with one verb together."""
    verbs: dict[str, list[str]] = {}
    for text in game.legal_actions.texts():
        verb, _, rest = text.partition(" ")
        verbs.setdefault(verb, []).append(rest)
    return "; ".join(f"{verb} {', '.join(rest)}".strip() for verb, rest in verbs.items())


def lines(options: dict[str, Any]) -> list[str]:
    """Return a whole game as lines of text."""
    game = Game.new(**options)
    rng = random.Random(options["seed"])
    text = [", ".join(f"{key} {value}" for key, value in options.items()), ""]
    text += str(game).splitlines()
    while not game.is_over:
        if game.phase == "play":
            text += ["", f"turn {game.turn + 1}, seat {game.turn_seat}"]
        action = choose(game, rng)
        text.append(f"  {game.phase} [{game.seat}] {offered(game)}")
        text.append(f"    -> {game.text(action)}")
        game.push(action)
        if game.phase in ("play", "finished"):
            text += standing(game)
    outcome = game.outcome()
    text += [
        "",
        *str(game).splitlines(),
        "",
        f"ended by {outcome.reason}, winner seat {outcome.winner}",
    ]
    text += [f"seat {seat}: {points}" for seat, points in enumerate(outcome.points)]
    return text


def standing(game: Game) -> list[str]:
    """Return a line a player: what changes most."""
    state = game.state()
    return [
        f"  = {seat}: {player['money']} sestertii, "
        f"{' '.join(f'{n} {good}' for good, n in player['goods'].items() if n) or 'no goods'}, "
        f"{len(player['houses'])} houses, {', '.join(player['colonists'])}, "
        f"{player['points']['total']} points"
        for seat, player in enumerate(state["players"])
    ]


def main() -> None:
    """Write all playthroughs."""
    for name, options in GAMES.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(lines(options)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
