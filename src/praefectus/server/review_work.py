"""What workers do for reviews, a few turns at a time: short jobs, so that urgent ones need not wait for long.

Texts go in and out: records, and reviewed turns as JSON. So all of it can be done on other machines.
"""

import json

from praefectus import record as records
from praefectus.errors import RecordError
from praefectus.review import Depth, ReviewError, Reviewing
from praefectus.server.names import readable_name


def check_record(data: bytes, most_turns: int) -> str:
    """Return the record of a game that can be reviewed, as we write it. Raises RecordError."""
    try:
        read = records.loads(data)
        length = Reviewing(read.game).length
    except (RecordError, ReviewError) as error:
        # Errors that hold more than their sentence cannot be sent from one process to another.
        raise RecordError(str(error)) from None
    if length > most_turns:
        raise RecordError(
            f"the game has {length} turns, and this server reviews games of at most {most_turns}"
        )
    return records.dumps(read.game, [readable_name(name) for name in read.players])


def review_turns(record: str, first: int, count: int, simulations: int) -> str:
    """Return some turns of a game, reviewed."""
    return json.dumps([*_reviewing(record, simulations).run(first, count)])


def review_seats(record: str, turns: str, simulations: int) -> str:
    """Return the summaries of the players, once all turns are reviewed."""
    reviewing = _reviewing(record, simulations)
    reviewing.turns = json.loads(turns)
    return json.dumps(reviewing.finish()["seats"])


def _reviewing(record: str, simulations: int) -> Reviewing:
    read = records.loads(record)
    return Reviewing(read.game, read.players, Depth(simulations=simulations))
