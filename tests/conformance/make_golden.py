"""Write the golden games in tests/golden/, played by the reference and its random players.

    python -m tests.conformance.make_golden              # write the chosen games and their README
    python -m tests.conformance.make_golden --search 200 # look for a better choice among many games

The choice is a table of seeds, so that the files can be made again at any time; they change only when a ruling or
the random players do.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tests.conformance.features import FEATURES, features
from tests.conformance.players import play_game

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
TABLES = [
    ("imperium", 3),
    ("imperium", 4),
    ("imperium", 5),
    ("italia", 2),
    ("italia", 3),
    ("italia", 4),
]
# Board, players, seed; the options follow from the seed.
CHOSEN: list[tuple[str, int, int]] = [
    ("imperium", 3, 34),
    ("imperium", 3, 151),
    ("imperium", 4, 137),
    ("imperium", 4, 149),
    ("imperium", 5, 27),
    ("imperium", 5, 62),
    ("italia", 2, 29),
    ("italia", 2, 151),
    ("italia", 3, 12),
    ("italia", 3, 125),
    ("italia", 4, 31),
    ("italia", 4, 32),
]


def options(seed: int) -> dict[str, Any]:
    return {
        "edition": "first" if seed % 3 == 2 else "revised",
        "intermediate_scoring": seed % 2 == 1,
    }


def make(map: str, players: int, seed: int) -> dict[str, Any]:
    return play_game(map, players, seed, max_turns=700, **options(seed))


def reason(found: set[str]) -> str:
    return "houses" if "the 15th house ends it" in found else "cards"


def dump(record: dict[str, Any]) -> str:
    """A record with a line a turn."""
    lines = []
    for key, value in record.items():
        if key == "turns":
            turns = ",\n    ".join(json.dumps(turn, ensure_ascii=False) for turn in value)
            lines.append(f'"turns": [\n    {turns}\n  ]')
        elif key == "setup":
            parts = ",\n    ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            lines.append(f'"setup": {{\n    {parts}\n  }}')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def write() -> None:
    for old in GOLDEN.glob("*.concordia.json"):
        old.unlink()
    covered: set[str] = set()
    entries = []
    numbers: dict[str, int] = {}
    for board, players, seed in CHOSEN:
        record = make(board, players, seed)
        found = features(record)
        stem = f"{board}-{players}-{reason(found)}"
        numbers[stem] = numbers.get(stem, 0) + 1
        name = stem + (f"-{numbers[stem]}" if numbers[stem] > 1 else "")
        (GOLDEN / f"{name}.concordia.json").write_text(dump(record), encoding="utf-8")
        new = [feature for feature in FEATURES if feature in found - covered]
        covered |= found
        totals = ", ".join(str(total) for total in record["result"]["points"])
        kinds = [record["edition"] + " edition"]
        if record["intermediate_scoring"]:
            kinds.append("intermediate scoring")
        entries.append(
            f"- `{name}` (seed {seed}): {', '.join(kinds)}; {len(record['turns'])} turns; "
            f"{totals}, seat {record['result']['winner']} wins."
            + (f" First to show: {'; '.join(new)}." if new else "")
        )
    (GOLDEN / "README.md").write_text(README.format(entries="\n".join(entries)), encoding="utf-8")
    for feature in sorted(set(FEATURES) - covered):
        print(f"not covered: {feature}")


README = """# Golden games

Whole games as records (`concordia-record/1`), played by random players of the reference in `tests/conformance/` and
refereed by it. `tests/conformance/test_golden.py` replays each in the engine to its exact points, and demands one
for every board, number of players and reason to end, and every feature named in `tests/conformance/features.py`.
Made by `python -m tests.conformance.make_golden`; a change in them has to be the consequence of a ruling.

{entries}
"""


def search(seeds: int) -> None:
    """Print a small choice that covers every table, ending and feature; short games are preferred."""
    games: dict[tuple[str, int, int], tuple[int, set[str]]] = {}
    for seed in range(seeds):
        for board, players in TABLES:
            record = make(board, players, seed)
            if "result" in record:
                found = features(record)
                found.add(f"{board} {players} {reason(found)}")
                found.add(f"{board} {record['edition']} {record['intermediate_scoring']}")
                games[board, players, seed] = (len(record["turns"]), found)
    print(json.dumps(choose(games)))


def choose(games: dict[tuple[str, int, int], tuple[int, set[str]]]) -> list[tuple[str, int, int]]:
    wanted = set().union(*(found for _, found in games.values()))
    rare = {
        feature: 1 / sum(1 for _, found in games.values() if feature in found) for feature in wanted
    }
    chosen = []
    while wanted:
        best = max(
            games,
            key=lambda key: sum(rare[f] for f in games[key][1] & wanted) / (100 + games[key][0]),
        )
        chosen.append(best)
        wanted -= games[best][1]
    return sorted(chosen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--search", type=int, metavar="SEEDS")
    arguments = parser.parse_args()
    if arguments.search:
        search(arguments.search)
    else:
        write()
