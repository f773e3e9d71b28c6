"""The mean of two networks, as one network: each errs in its own way, and the mean less than either.

The units of both stand side by side. A `Net` has rectified units and no second layer; a `TableNet` says the same with leaky
ones, since max(u, 0) = (leaky(u) - LEAK * u) / (1 - LEAK), and passes a sum through its second layer in
two units of opposite sign, since leaky(y) - leaky(-y) = (1 + LEAK) * y.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import numpy as np

from praefectus.bots import learning
from praefectus.bots.indices import INPUTS
from praefectus.bots.net import LEAK
from praefectus.training.store import Array

Parts = dict[str, Array]


def mean(first: str, second: str, part: float, provenance: Mapping[str, object]) -> str:
    """Return the file of the network whose corrections are `part` of the first's and the rest of the second's.

    Corrections are meant up to a constant that is the same for all seats.
    """
    one, other = (_table(json.loads(text)) for text in (first, second))
    hidden = one["biases"].size + other["biases"].size
    wide = one["wide_biases"].size + other["wide_biases"].size
    parts: Parts = {
        "first": np.concatenate([one["first"], other["first"]], 1),
        "biases": np.concatenate([one["biases"], other["biases"]]),
        "own": _beside(one["own"], other["own"]),
        "others": _beside(one["others"], other["others"]),
        "wide_biases": np.concatenate([one["wide_biases"], other["wide_biases"]]),
        "last": np.concatenate([part * one["last"], (1 - part) * other["last"]]),
        "linear": part * one["linear"] + (1 - part) * other["linear"],
    }
    flat = {name: [float(value) for value in each.ravel()] for name, each in parts.items()}
    return learning.dump(hidden, wide, flat, provenance)


def without_dead_units(text: str, inputs: Array) -> str:
    """Return the file of a `Net` without the units that answer nothing for any of these seats' inputs."""
    document = json.loads(text)
    if document["format"] != learning.FORMAT:
        return text
    first = np.array(document["first"]).reshape(INPUTS, -1)
    alive = ((inputs @ first + np.array(document["biases"])) > 0).any(0)
    kept = {
        "hidden": int(alive.sum()),
        "first": first[:, alive].ravel().tolist(),
        "biases": np.array(document["biases"])[alive].tolist(),
        "second": np.array(document["second"])[alive].tolist(),
    }
    return json.dumps(document | kept)


def _table(document: learning.NetDocument) -> Parts:
    """Return the layers of a network of either format as those of a `TableNet`."""
    hidden = int(document["hidden"])
    first = np.array(document["first"]).reshape(INPUTS, hidden)
    biases, linear = np.array(document["biases"]), np.array(document["linear"])
    if document["format"] == learning.TABLE_FORMAT:
        wide = int(document["wide"])
        return {
            "first": first,
            "biases": biases,
            "own": np.array(document["own"]).reshape(hidden, wide),
            "others": np.array(document["others"]).reshape(hidden, wide),
            "wide_biases": np.array(document["wide_biases"]),
            "last": np.array(document["last"]),
            "linear": linear,
        }
    second = np.array(document["second"])
    own = np.stack([second, -second], 1) / (1 - LEAK)
    return {
        "first": first,
        "biases": biases,
        "own": own,
        "others": np.zeros_like(own),
        "wide_biases": np.zeros(2),
        "last": np.array([1.0, -1.0]) / (1 + LEAK),
        "linear": linear - LEAK / (1 - LEAK) * (first @ second),
    }


def _beside(one: Array, other: Array) -> Array:
    """Return two matrices as blocks of one that is zero elsewhere."""
    rows, columns = one.shape
    both = np.zeros((rows + other.shape[0], columns + other.shape[1]))
    both[:rows, :columns] = one
    both[rows:, columns:] = other
    return both
