"""Messages in seven languages: the catalogues that the page and the command line share, formatted by ICU.

The catalogues stand in `data/messages`, one file per language; `terminal/` beside them has what only the command line
says, `places/` the names of places where a language has its own. docs/translate.md tells how to add a language.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from praefectus.errors import PraefectusError, short
from praefectus.messages import title

if TYPE_CHECKING:
    from datetime import date, datetime
    from decimal import Decimal

    from icu4py.messageformat import MessageFormat

Name = TypeVar("Name", bound=str)

FOLDER: Final = Path(__file__).parent / "data" / "messages"
SOURCE: Final = "en"  # the language that the others are translated from, and fall back on
RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur"})
LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
# What a select chooses by is compared, not shown.
_SELECTED: Final = re.compile(r"\{\s*(\w+)\s*,\s*select\b")
PHASE_FACES: Final = {"mercator": "mercator-3"}  # of a card with several faces


def card_key(face: str) -> str:
    """Return the key of a card's name by its face."""
    return "card.diplomat" if face.startswith("diplomat") else f"card.{face}"


class LanguageError(PraefectusError):
    """A language that there is no catalogue for."""


def languages() -> list[str]:
    """Return the languages that there are catalogues for, by their codes; English comes first."""
    found = sorted(path.stem for path in FOLDER.glob("*.json") if len(path.stem) == 2)
    return sorted(found, key=lambda language: language != SOURCE)


def environment_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the environment's locale, or English if there is no catalogue for it."""
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    language = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in languages() else SOURCE


def read(part: str) -> dict[str, str]:
    """Return a file of messages by its path below the folder, without `.json`; empty if there is none."""
    path = FOLDER / f"{part}.json"
    messages: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return messages


class Catalogue:
    """The messages of one language. A message that it lacks is English."""

    def __init__(self, language: str = SOURCE) -> None:
        if language not in languages():
            known = ", ".join(languages())
            raise LanguageError(f"the language must be one of {known}, not {short(language)}")
        self.language = language
        self.right_to_left = language in RIGHT_TO_LEFT
        self._messages = {
            **read(SOURCE),
            **read(f"terminal/{SOURCE}"),
            **read(language),
            **read(f"terminal/{language}"),
        }
        self._places = read(f"places/{language}")
        self._formats: dict[str, MessageFormat] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def text(self, key: str, **values: str | float) -> str:
        """Return a message with its values, as the language counts and writes numbers.

        In a sentence from right to left a name keeps its own direction: it is isolated, as `<bdi>` does in the page.
        """
        # ICU's library takes a while to load; whoever asks for no message goes without it.
        from icu4py.messageformat import MessageFormat

        if key not in self._formats:
            self._formats[key] = MessageFormat(self._messages[key], self.language)
        given: dict[str, int | float | str | Decimal | date | datetime] = {**values}
        if self.right_to_left:
            compared = set(_SELECTED.findall(self._messages[key]))
            for name, value in values.items():
                if isinstance(value, str) and name not in compared:
                    given[name] = f"\u2068{value}\u2069"
        return self._formats[key].format(given)

    def number(self, number: float) -> str:
        """Return a number in the digits of the language."""
        return self.text("number", n=number)

    def listed(self, items: Iterable[str]) -> str:
        """Return items one after another, with the commas of the language; empty if there are none."""
        *others, last = [*items] or [""]
        return reduce(
            lambda rest, first: self.text("terminal.list", first=first, rest=rest),
            reversed(others),
            last,
        )

    def good(self, good: str) -> str:
        """Return the name of a good inside a sentence."""
        return self.text(f"good.{good}.in")

    def goods(self, goods: Mapping[Name, int]) -> str:
        """Return goods with their numbers, such as "2 bricks, 1 wine"; those of which there are none are left out."""
        counted = {good: units for good, units in goods.items() if units}
        return self.listed(
            self.text(f"good.{good}.count", count=abs(units)) for good, units in counted.items()
        )

    def card(self, face: str) -> str:
        """Return the name of a card by its face; Diplomats share one, whatever their god and price."""
        return self.text(card_key(face))

    def phase(self, phase: str) -> str:
        """Return the name of a phase: its card's, if it belongs to one."""
        own = f"terminal.phase.{phase}"
        return self.text(own) if own in self else self.card(PHASE_FACES.get(phase, phase))

    def place(self, place: str) -> str:
        """Return the name of a city, a province, a board or a line inside a sentence, by its id."""
        return "–".join(self._places.get(part) or title(part) for part in place.split("~"))


@cache
def catalogue(language: str = SOURCE) -> Catalogue:
    """Return the catalogue of a language, which is read once."""
    return Catalogue(language)
