"""Bots at tables whose workers are killed at random: every turn is played once, and every game ends.

`python -m tests.server.killed_workers --tables 50 --kills 100 --service postgres` runs it at any size.
"""

import argparse
import random
import sqlite3
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import httpx

from praefectus import Game, Setup
from praefectus.rules.options import Options
from tests.server.browser import Browser
from tests.server.process import serving
from tests.server.services import postgres_service, redis_service
from tests.server.workers import Worker

SERVICES = {"redis": redis_service, "postgres": postgres_service}
WORKERS = 3
# It thinks for long enough to be killed in the middle.
LEVEL = "easy"


@dataclass
class Size:
    """How much is played, and how often a worker dies meanwhile."""

    tables: int
    kills: int
    patience: float = 600.0


@dataclass
class Outcome:
    """What the server's database and its metrics say at the end."""

    finished: int
    actions: int
    actions_counted: int
    random_turns: int
    kills: int


def play(service: str, size: Size, folder: Path, seed: int = 1) -> Outcome:
    """Play tables of bots to their end, and return what came of it. Raises AssertionError if a game does not replay."""
    rng = random.Random(seed)
    with ExitStack() as stack:
        queue = stack.enter_context(SERVICES[service]())
        url = queue.url.replace("+asyncpg", "")
        workers = [stack.enter_context(Worker(url)) for _ in range(WORKERS)]
        db = folder / "tables.db"
        server = stack.enter_context(serving(db, env={"PRAEFECTUS_JOBS": url}))
        browser = stack.enter_context(closing(Browser(server.url)))
        ids = [browser.create("bot", "bot", level=LEVEL)["id"] for _ in range(size.tables)]
        end = time.monotonic() + size.patience
        kills = 0
        while kills < size.kills or any(not is_finished(browser, each) for each in ids):
            assert time.monotonic() < end, f"{count(db)} after {kills} kills"
            time.sleep(rng.uniform(0.2, 2.0))
            if kills < size.kills:
                victim = rng.randrange(WORKERS)
                workers[victim].process.kill()
                workers[victim] = stack.enter_context(Worker(url, wait=False))
                kills += 1
        text = httpx.get(f"{server.url}/api/metrics").text
        finished, actions = check(db)
        return Outcome(
            finished,
            actions,
            metric(text, 'praefectus_actions_total{by="bot"}'),
            metric(text, "praefectus_bot_safe_turns_total"),
            kills,
        )


def is_finished(browser: Browser, table_id: str) -> bool:
    return bool(browser.view(table_id, after=9999)["status"] == "finished")


def metric(text: str, name: str) -> int:
    """Return the sum of the series of a metric."""
    lines = [line for line in text.splitlines() if line.startswith(name)]
    return int(sum(float(line.rpartition(" ")[2]) for line in lines))


def count(db: Path) -> dict[str, int]:
    with closing(sqlite3.connect(db)) as database:
        return dict(database.execute("SELECT status, count(*) FROM game_table GROUP BY status"))


def check(db: Path) -> tuple[int, int]:
    """Replay every game of the database to its end; return the numbers of games and of actions."""
    import json

    actions = 0
    with closing(sqlite3.connect(db)) as database:
        tables = database.execute("SELECT id, options, setup FROM game_table").fetchall()
        for table_id, options, setup in tables:
            game = Game.from_setup(
                Setup.from_json(Options(**json.loads(options)), json.loads(setup))
            )
            query = "SELECT number, text FROM action WHERE table_id = ? ORDER BY number"
            for expected, (number, words) in enumerate(database.execute(query, (table_id,))):
                assert number == expected, f"table {table_id} has a gap at action {expected}"
                game.play(words)
                actions += 1
            assert game.is_over, f"the game of table {table_id} does not end"
    return len(tables), actions


def main() -> None:
    """Play at the size that the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=3600.0)
    parser.add_argument("--service", choices=SERVICES, default="redis")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        size = Size(given.tables, given.kills, given.patience)
        print(play(given.service, size, Path(folder), given.seed))


if __name__ == "__main__":
    main()
