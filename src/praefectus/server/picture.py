"""What the picture of a shared game shows."""

import json

from praefectus.server.errors import ApiError
from praefectus.server.live_table import LiveTable


def picture_of(table: LiveTable) -> str:
    """Return what a picture shows of a finished game, as JSON: names, colours, points, and what stands on the board."""
    game = table.game
    if game is None or not game.is_over:
        raise ApiError("table/not-finished", "only a finished game has a picture")
    outcome = game.outcome()
    stored = table.stored
    seats = [
        {
            "name": seat.name,
            "color": seat.color,
            "points": outcome.points[number]["total"],
            "houses": player["houses"],
            "colonists": player["colonists"],
        }
        for number, (seat, player) in enumerate(
            zip(stored.seats, game.state()["players"], strict=True)
        )
    ]
    document = {
        "map": stored.options.map,
        "name": stored.name,
        "seats": seats,
        "ranking": list(outcome.ranking),
    }
    return json.dumps(document)
