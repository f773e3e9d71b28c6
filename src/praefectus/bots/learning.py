"""The file of a trained network: reading, checking, writing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import isfinite

from librt.vecs import vec

from praefectus.bots import files
from praefectus.bots.indices import INPUTS
from praefectus.bots.net import Net
from praefectus.bots.registry import BotError

FORMAT = "praefectus-net/1"


@cache
def load(name: str) -> Net | None:
    """Return the network called `name`, a file of the package or a path; None for an empty name.

    Raises BotError if there is no such file, or it is not a network.
    """
    if not name:
        return None
    return parse(*files.read(name, "a network", FORMAT))


def parse(text: str, where: str) -> Net:
    """Return the network that a file describes. Raises BotError."""
    try:
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise BotError(f"{where}: expected the format {FORMAT!r}, not {document['format']!r}")
        hidden = int(document["hidden"])
        parts = [
            [float(value) for value in document[name]]
            for name in ("first", "biases", "second", "linear")
        ]
    except KeyError as missing:
        raise BotError(f"{where}: the network lacks {missing.args[0]!r}") from None
    except BotError:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise BotError(f"{where}: not a file of a network") from None
    sizes = [INPUTS * hidden, hidden, hidden, INPUTS]
    if hidden < 1 or [len(part) for part in parts] != sizes:
        raise BotError(f"{where}: expected layers of {sizes} numbers")
    if not all(isfinite(value) for part in parts for value in part):
        raise BotError(f"{where}: the network's numbers must be finite")
    first, biases, second, linear = (vec[float](part) for part in parts)
    return Net(hidden, first, biases, second, linear)


def dump(
    hidden: int,
    first: list[float],
    biases: list[float],
    second: list[float],
    linear: list[float],
    provenance: Mapping[str, object],
) -> str:
    """Return the text of a network's file."""
    layers = {"first": first, "biases": biases, "second": second, "linear": linear}
    document = {
        "format": FORMAT,
        "provenance": provenance,
        "hidden": hidden,
        **{name: [round(value, 5) for value in layer] for name, layer in layers.items()},
    }
    return json.dumps(document) + "\n"
