"""Goods and masks as numbers: what the rules' fast comparisons say, beside the plain way of saying it."""

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.bundle import HOUSE_BUNDLE, ONE_OF, SALE_BUNDLE, SLOT_BUNDLE, bundle, covers
from praefectus.rules.facts import card_goods, count_bits, house_goods, lowest, slot_goods
from praefectus.rules.ids import DISPLAY_SLOTS, GOOD_COUNT, SALE_COUNT, STOREHOUSE_SPACES
from praefectus.rules.phase import Actions


def amounts(rng):
    return [rng.randint(0, STOREHOUSE_SPACES) for _ in range(GOOD_COUNT)]


def packed(units):
    return bundle(vec[i64]([7, *units, 9]), 1)


def test_a_bundle_covers_what_has_no_more_of_any_good():
    rng = random.Random(1)
    for _ in range(2000):
        have, price = amounts(rng), [n // 3 for n in amounts(rng)]
        enough = all(mine >= asked for mine, asked in zip(have, price, strict=True))
        assert covers(packed(have), packed(price)) == enough, (have, price)
        assert covers(packed(have), packed(have))


@pytest.mark.parametrize("good", range(GOOD_COUNT))
def test_one_unit_more_of_a_good(good):
    full = [STOREHOUSE_SPACES] * GOOD_COUNT
    more = [n + (at == good) for at, n in enumerate(full)]
    assert packed(full) + ONE_OF[good] == packed(more)
    assert not covers(packed(full), packed(more))


@pytest.mark.parametrize(
    ("bundles", "goods", "rows"),
    [
        (SALE_BUNDLE, card_goods, SALE_COUNT),
        (SLOT_BUNDLE, slot_goods, DISPLAY_SLOTS),
        (HOUSE_BUNDLE, house_goods, GOOD_COUNT),
    ],
)
def test_prices_are_the_same_as_bundles(bundles, goods, rows):
    assert list(bundles) == [
        packed([goods(row, good) for good in range(GOOD_COUNT)]) for row in range(rows)
    ]


def test_bits_are_found_and_counted():
    rng = random.Random(1)
    masks = [2**n for n in range(62)] + [rng.getrandbits(62) for _ in range(500)] + [2**62 - 1]
    for mask in masks:
        numbers = [n for n in range(62) if mask >> n & 1]
        assert count_bits(mask) == len(numbers)
        assert lowest(mask) == numbers[0]
        out = Actions(70)
        out.add(3)
        out.add_mask(100, mask)
        assert list(out.numbers)[: int(out.count)] == [3, *(100 + n for n in numbers)]
    assert count_bits(0) == 0
