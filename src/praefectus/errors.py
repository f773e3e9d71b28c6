"""What can go wrong, as exceptions a caller can tell apart.

    ValueError
    └── PraefectusError
        ├── MapError             a map file that cannot be read or is not a valid board
        ├── SetupError           a game that cannot be set up: map, players, tokens, cards, options
        ├── NotationError        a text that cannot be read as an action
        ├── IllegalActionError   an action that can be read but is not allowed now
        ├── PositionError        a text that is not a possible position
        └── RecordError          a record that cannot be read or is not a legal game
            └── OtherRulesError  a record of another version of the rules, which is not replayed

Each message is one sentence that says what was expected and what was given. An error can be pickled with all it
holds, so that it also comes out of another process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from praefectus.explanation import Explanation


LONGEST = 60  # characters of a value that a message repeats


def short(value: object) -> str:
    """Return a value for a one-line message: its repr, shortened if it is long."""
    try:
        text = repr(value)
    except RecursionError:
        return "..."
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


class PraefectusError(ValueError):
    """Anything that is wrong with what the caller gave."""


class MapError(PraefectusError):
    """A map file that cannot be read or is not a valid board."""


class SetupError(PraefectusError):
    """A game that cannot be set up."""


class NotationError(PraefectusError):
    """A text that cannot be read as an action; `reason` says what was expected.

    `key` and `values` say the same as data, for a caller that words it in another language: what the
    English words of `key` in `praefectus.messages.UNREADABLE` name in braces. Without a key there is only English.
    """

    def __init__(
        self, text: str, reason: str, key: str = "", values: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(f"cannot read {short(text)}: {reason}")
        self.text = text
        self.reason = reason
        self.key = key
        self.values = values or {}

    def __reduce__(self) -> tuple[type[NotationError], tuple[object, ...]]:
        return type(self), (self.text, self.reason, self.key, self.values)


class IllegalActionError(PraefectusError):
    """An action that is not allowed now; `explanation` says why, as data."""

    def __init__(self, text: str, explanation: Explanation) -> None:
        super().__init__(f"illegal action {short(text)}: {explanation}")
        self.text = text
        self.explanation = explanation

    def __reduce__(self) -> tuple[type[IllegalActionError], tuple[object, ...]]:
        return type(self), (self.text, self.explanation)


class PositionError(PraefectusError):
    """A text that cannot be read as a position, or a position that no game can reach.

    In the second case `explanation` says why, as data.
    """

    def __init__(self, message: str, explanation: Explanation | None = None) -> None:
        super().__init__(message)
        self.explanation = explanation

    def __reduce__(self) -> tuple[type[PositionError], tuple[object, ...]]:
        return type(self), (str(self), self.explanation)


class RecordError(PraefectusError):
    """A record that cannot be read, or whose game is not legal."""


class OtherRulesError(RecordError):
    """A record of a game that was played by another version of the rules; it is not checked.

    `rules` is the version it names, `ours` the one that would check it, and `result` what the record says of the end,
    as it stands (None if nothing).
    """

    def __init__(self, rules: str, ours: str, result: object) -> None:
        stated = (
            "it states no result" if result is None else f"it states the result {short(result)}"
        )
        super().__init__(
            f"the game was played by rules version {short(rules)} and is not replayed by version"
            f" {ours!r}; {stated} (RECORD 2.6)"
        )
        self.rules = rules
        self.ours = ours
        self.result = result

    def __reduce__(self) -> tuple[type[OtherRulesError], tuple[object, ...]]:
        return type(self), (self.rules, self.ours, self.result)
