"""The weights of the evaluation: their names, and the files they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import isfinite

from praefectus.bots import files
from praefectus.bots.indices import WEIGHT_COUNT
from praefectus.bots.registry import BotError
from praefectus.rules.ids import FACE_NAMES, GOD_NAMES, GOOD_NAMES

FORMAT = "praefectus-weights/1"

# In the order of the constants of `indices`.
NAMES: tuple[str, ...] = (
    *(f"card_growth.{god}" for god in GOD_NAMES),
    *(f"value_growth.{god}" for god in GOD_NAMES),
    *(f"production.{good}" for good in GOOD_NAMES),
    "clump",
    *(f"good.{good}" for good in GOOD_NAMES),
    "good_curve",
    "money_low",
    "money_middle",
    "money_high",
    "build_kit",
    "colonist_kit",
    "demand",
    *(f"hand.{face}" for face in FACE_NAMES),
    "beside",
    "near",
    "full",
    "magnus",
    "last_turn",
    "spread_end",
    "spread_start",
    "rivals",
    "soon",
)
assert len(NAMES) == WEIGHT_COUNT


@cache
def load(name: str) -> tuple[float, ...]:
    """Return the weights called `name`: a file of the package, or the path of one.

    Raises BotError if there is no such file, or it does not contain weights.
    """
    return parse(*files.read(name, "weights", FORMAT))


def parse(text: str, where: str) -> tuple[float, ...]:
    """Return the weights in a file, in the order of NAMES. Raises BotError."""
    try:
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise BotError(f"{where}: expected the format {FORMAT!r}, not {document['format']!r}")
        weights = document["weights"]
        values = tuple(float(weights[name]) for name in NAMES)
    except KeyError as missing:
        raise BotError(f"{where}: the weights lack {missing.args[0]!r}") from None
    except BotError:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise BotError(f"{where}: not a file of weights") from None
    if not all(isfinite(value) for value in values):
        raise BotError(f"{where}: weights must be finite numbers")
    return values


def dump(weights: tuple[float, ...], provenance: Mapping[str, object]) -> str:
    """Return the text of a file of weights."""
    document = {
        "format": FORMAT,
        "provenance": provenance,
        "weights": {name: round(value, 4) for name, value in zip(NAMES, weights, strict=True)},
    }
    return json.dumps(document, indent=2) + "\n"
