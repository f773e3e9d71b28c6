"""What a worker does for somebody's statistics: it replays their games. JSON comes out."""

import json

from praefectus import record as records
from praefectus.errors import RecordError
from praefectus.game import Game
from praefectus.statistics import Sums, profile


def sum_up(games: list[tuple[str, list[int]]]) -> str:
    """Return the Statistics of finished games, each a record and the seats that count."""
    sums = Sums()
    for record, seats in games:
        try:
            game = records.loads(record).game
        except RecordError:
            continue  # its board is no longer there
        sums.add(profile(Game.from_setup(game.setup), game.actions), seats)
    return json.dumps(sums.as_json())
