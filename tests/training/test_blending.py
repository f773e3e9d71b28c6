"""The mean of two networks corrects by the mean of their corrections."""

import json
from random import Random

import numpy as np
import pytest

from praefectus.bots import learning
from praefectus.bots.indices import INPUTS
from praefectus.training.blending import mean, without_dead_units


def network(format: str, seed: int) -> str:
    rng = Random(seed)
    sizes = learning.layers(format, 4, 3)
    parts = {name: [rng.uniform(-1, 1) for _ in range(size)] for name, size in sizes.items()}
    return json.dumps({"format": format, "hidden": 4, "wide": 3, **parts})


def corrections(text: str, x: list[float], players: int) -> list[float]:
    """Return the corrections of the seats, without what all have in common."""
    out = learning.parse(text, "here").corrections(x, players)
    middle = sum(out) / players
    return [each - middle for each in out]


def test_dead_units_are_left_out():
    text = json.dumps(json.loads(network("praefectus-net/1", 1)) | {"biases": [0.1, -99, 0.2, -99]})
    rng = Random(3)
    x = [rng.uniform(-1, 1) for _ in range(2 * INPUTS)]
    smaller = without_dead_units(text, np.array(x).reshape(2, INPUTS))
    assert json.loads(smaller)["hidden"] == 2
    assert corrections(smaller, x, 2) == pytest.approx(corrections(text, x, 2))


@pytest.mark.parametrize("formats", [(1, 2), (2, 2), (1, 1)])
@pytest.mark.parametrize("players", [2, 4])
def test_the_mean_is_the_mean(formats, players):
    one, other = (network(f"praefectus-net/{number}", seed) for seed, number in enumerate(formats))
    rng = Random(players)
    x = [rng.uniform(-1, 1) for _ in range(players * INPUTS)]
    both = corrections(mean(one, other, 0.3, {}), x, players)
    expected = [
        0.3 * a + 0.7 * b
        for a, b in zip(corrections(one, x, players), corrections(other, x, players), strict=True)
    ]
    assert both == pytest.approx(expected, abs=0.01)
