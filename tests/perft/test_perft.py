"""The counts of positions are what they were."""

import json

import pytest

from tests.perft.perft import COUNTS, perft, positions

EXPECTED = json.loads(COUNTS.read_text(encoding="utf-8"))
POSITIONS = positions()


def test_every_position_is_counted():
    assert list(EXPECTED) == list(POSITIONS)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_counts_of_a_position(name):
    counts = EXPECTED[name]
    assert perft(POSITIONS[name].position, len(counts)) == counts
