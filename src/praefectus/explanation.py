"""Why an action is allowed or not, for people and programs."""

from __future__ import annotations

from dataclasses import dataclass

from praefectus.messages import word


@dataclass(frozen=True)
class Explanation:
    """What the rules say of an action now.

    `rule` is an id of docs/rules.md, `key` and `values` are a message that any language can word;
    `str` words it in English.
    """

    legal: bool
    rule: str
    key: str
    values: dict[str, str | int]

    def __str__(self) -> str:
        return f"{word(self.key, self.values)} ({self.rule})"
