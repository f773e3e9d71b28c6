"""Which turns are worth telling: of those that come to nearly the same, only the best."""

from collections.abc import Sequence

# How a thing is done is left out, and how much of it is bought, sold or paid with what.
WAYS = frozenset({"move", "to", "end"})
AMOUNTS = frozenset({"sell", "buy", "purchase"})


def gist(texts: Sequence[str]) -> frozenset[str]:
    """Return what a turn comes to: two ways to build the same houses have the same gist."""
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
