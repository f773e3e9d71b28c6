"""Styles: what a character likes more than the evaluation does. The weights it names are multiplied."""

from __future__ import annotations

from praefectus.bots.registry import BotError
from praefectus.bots.weights import NAMES

# A name that ends in a dot or underscore stands for all weights that begin with it.
STYLES: dict[str, dict[str, float]] = {
    "builder": {
        "value_growth.jupiter": 1.3,
        "value_growth.minerva": 1.3,
        "card_growth.jupiter": 1.15,
        "production.": 1.2,
        "build_kit": 1.4,
        "beside": 1.5,
    },
    "trader": {
        "money_": 1.15,
        "good.": 1.1,
        "value_growth.mercurius": 1.3,
        "card_growth.mercurius": 1.2,
        "card_growth.vesta": 1.3,
        "hand.mercator-": 1.6,
    },
    "seafarer": {
        "value_growth.saturnus": 1.3,
        "value_growth.mars": 1.4,
        "card_growth.saturnus": 1.15,
        "card_growth.mars": 1.25,
        "colonist_kit": 1.6,
        "near": 1.8,
    },
    "collector": {
        "card_growth.": 1.15,
        "hand.": 1.1,
        "good.wine": 1.15,
        "good.cloth": 1.15,
    },
}


def styled(weights: tuple[float, ...], style: str) -> tuple[float, ...]:
    """Return the weights as a character of that style sees them; as they are if there is none."""
    if not style:
        return weights
    if style not in STYLES:
        raise BotError(f"there is no style {style!r}, only {', '.join(STYLES)}")
    factors = STYLES[style]
    return tuple(
        value * next((by for start, by in factors.items() if _names(start, name)), 1.0)
        for name, value in zip(NAMES, weights, strict=True)
    )


def _names(start: str, name: str) -> bool:
    return name == start or (start[-1] in "._-" and name.startswith(start))
