"""Counting positions: how many sequences of decisions lead on from a position, by depth.

`counts.json` beside this file has the counts that are right. When a rule changes on purpose,
`python -m tests.perft.perft` writes them anew; the difference belongs to the same commit.
"""

from __future__ import annotations

import json
from pathlib import Path

from praefectus import Game
from praefectus.rules.phase import Actions
from praefectus.rules.state import State
from praefectus.rules.turn import apply, legal
from tests.support import TABLES, make_game, random_position

COUNTS = Path(__file__).parent / "counts.json"
LARGEST = 12_000  # nodes at the deepest level that is counted

OUT = ["land roma"] * 2 + ["sea roma"] * 2 + ["land massilia", "sea massilia"]


def positions() -> dict[str, Game]:
    """Return the positions that are counted, by name."""
    found = {f"start {map} {players}": Game.new(map, players, 1) for map, players in TABLES}
    for map, players in TABLES:
        for decisions in (40, 120, 260):
            game = random_position(map, players, players + 20, decisions)
            if not game.is_over:
                found[f"random {map} {players} after {decisions}"] = game
    found["six colonists to move"] = make_game(colonists={0: OUT}, hand={0: ["architect"]})
    found["goods for many cards"] = make_game(
        hand={0: ["senator"]},
        colonists={0: OUT},
        goods={0: {"brick": 2, "food": 3, "tool": 2, "wine": 2, "cloth": 3}},
    )
    found["two traders"] = make_game(hand={0: ["mercator-5"], 1: ["mercator-3"]}, money={0: 30})
    found["everybody must choose what to keep"] = make_game(
        tokens={"alexandria": "cloth", "petra": "brick", "memphis": "wine"},
        houses={seat: ["alexandria", "petra", "memphis"] for seat in range(3)},
        goods={seat: {"tool": 6} for seat in range(3)},
        hand={0: ["prefect"]},
        magnus=0,
    )
    found["settlers"] = make_game(
        hand={0: ["colonist"]},
        houses={0: ["massilia", "novaria", "carthago"]},
        goods={0: {"food": 4, "tool": 4}},
    )
    found["builders"] = make_game(
        hand={0: ["architect"]},
        colonists={0: ["land burdigala~massilia", "sea carthago~roma", "land aquileia~novaria"]},
        goods={0: {"brick": 3, "food": 2, "tool": 1, "wine": 1, "cloth": 1}},
        money={0: 40},
    )
    found["last turns"] = make_game(
        "italia", 2, display=["mason"], deck=[], goods={0: {"food": 2}, 1: {"food": 2}}
    )
    return found


def perft(state: State, depth: int) -> list[int]:
    """Return how many sequences of 1, 2, ... `depth` decisions there are from `state`."""
    out = Actions(int(state.board.action_count))
    counts: list[int] = []
    level = [state]
    for _ in range(depth):
        following = []
        for at in level:
            legal(at, out)
            for action in [int(n) for n in out.numbers[: out.count]]:
                after = at.copy()
                apply(after, action)
                following.append(after)
        counts.append(len(following))
        level = following
    return counts


def depth_for(state: State) -> int:
    """Return how deep LARGEST lets one count, at most 6."""
    for depth in range(1, 6):
        if perft(state, depth)[-1] * 9 > LARGEST:
            return depth
    return 6


def main() -> None:
    """Write the counts."""
    lines = []
    for name, game in positions().items():
        counts = perft(game.position, depth_for(game.position))
        lines.append(f"  {json.dumps(name)}: {json.dumps(counts)}")
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
