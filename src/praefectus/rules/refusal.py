"""Why something may not be done, as data that any language can word."""

from __future__ import annotations


class Refusal:
    """A rule that forbids an action: its id, a message key and the values of the message.

    The values are ids as in the data files (`massilia`, `wine`) or numbers, never prose.
    """

    def __init__(self, rule: str, key: str, values: dict[str, str | int]) -> None:
        self.rule = rule
        self.key = key
        self.values = values


def refusal(rule: str, key: str) -> Refusal:
    """Return a refusal whose message has no values."""
    return Refusal(rule, key, {})


def impossible(rule: str, key: str, **values: str | int) -> Refusal:
    """Return why no game can come to a position."""
    return Refusal(rule, f"position.{key}", dict(values))
