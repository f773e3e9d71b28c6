"""Which turns are worth showing: of turns that amount to nearly the same, only the best."""

from collections.abc import Sequence

# The details are left out: moves, units bought or sold, and what pays for them.
WAYS = frozenset({"move", "to", "end"})
AMOUNTS = frozenset({"sell", "buy", "purchase"})


def gist(texts: Sequence[str]) -> frozenset[str]:
    """Return the gist of a turn: two ways to build the same houses have the same gist."""
    parts = [text.split() for text in texts]
    return frozenset(
        " ".join(words[:2] if words[0] in AMOUNTS else words)
        for words in parts
        if words[0] not in WAYS
    )


def differing(turns: Sequence[Sequence[str]], count: int) -> list[int]:
    """Return the numbers of `count` of the turns (texts, best first), in their order.

    Turns with a gist that no better turn has go before the others.
    """
    seen: set[frozenset[str]] = set()
    new: list[int] = []
    old: list[int] = []
    for number, texts in enumerate(turns):
        what = gist(texts)
        (old if what in seen else new).append(number)
        seen.add(what)
    return sorted([*new, *old][:count])
