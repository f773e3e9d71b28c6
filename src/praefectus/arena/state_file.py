"""Finished games on disk, so that a contest continues where it stopped."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from praefectus.arena.contest import Contest
from praefectus.arena.game import GameResult
from praefectus.errors import PraefectusError
from praefectus.options import RULE_OPTIONS

FORMAT = "praefectus-tournament/1"
LONGEST_LINE = 1_000_000  # characters; the line of a foreign file may be as long as the file
FIELDS = [field.name for field in fields(GameResult) if field.name != "actions"]


class StateFile:
    """The finished games of a contest: a head that identifies it, then one JSON document per line.

    Results are read and added one at a time; only their numbers are held in memory. A file that
    belongs to something else is refused before a byte of it is changed.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open the file, or begin it. Raises PraefectusError if it belongs to another contest."""
        self.path = path
        self.contest = contest
        if path.exists():
            if read_head(path) != head(contest):
                raise PraefectusError(f"{path} is not the state of this tournament")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(head(contest)) + "\n", encoding="utf-8")
        self.numbers = {result.index for result in self._read()}
        self._torn = not ends_with_newline(path)

    def results(self) -> Iterator[GameResult]:
        """Give the finished games, each once, in the order they finished in."""
        seen: set[int] = set()
        for result in self._read():
            if result.index not in seen:
                seen.add(result.index)
                yield result

    def add(self, result: GameResult) -> None:
        """Keep one more game; it is on disk when this returns."""
        document = {name: getattr(result, name) for name in FIELDS}
        with self.path.open("a", encoding="utf-8") as file:
            # After an incomplete line, the next result begins a new line.
            file.write(f"{chr(10) if self._torn else ''}{json.dumps(document)}\n")
        self._torn = False
        self.numbers.add(result.index)

    def _read(self) -> Iterator[GameResult]:
        with self.path.open(encoding="utf-8", errors="replace") as file:
            next(file)
            for number, line in enumerate(file, 2):
                document = json_or_none(line)
                if document is None:
                    continue  # the line during which an earlier run was killed
                result = self._result(document)
                if result is None:
                    raise PraefectusError(f"{self.path}, line {number}: not a game's result")
                yield result

    def _result(self, document: object) -> GameResult | None:
        """Return the game on a line, or None if it is not a game of this contest."""
        if not isinstance(document, dict) or not document.keys() <= set(FIELDS):
            return None
        index = document.get("index")
        if not isinstance(index, int) or index < 0:
            return None
        seating = self.contest.seating(index)
        if document.get("seating") != list(seating):
            return None
        try:
            return GameResult(**document | {"seating": seating})
        except TypeError:
            return None


def head(contest: Contest) -> dict[str, object]:
    """Return the first line of a contest's state file."""
    return {
        "format": FORMAT,
        "map": contest.options.map,
        "bots": list(contest.bots),
        "seed": contest.seed,
        "edition": contest.options.edition,
        **newer(contest),
    }


def newer(contest: Contest) -> dict[str, object]:
    """Return what version 0.1 lacked, as far as it differs from the defaults: so its files stay valid."""
    rules = contest.options.rules()
    found: dict[str, object] = {
        option.name: rules[option.name]
        for option in RULE_OPTIONS
        if option.name != "edition" and rules[option.name] != option.default
    }
    return found if contest.every_seating else found | {"every_seating": False}


def user_cache() -> Path:
    """Return the folder of praefectus in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "praefectus"


def cache_path(contest: Contest) -> Path:
    """Return the state file of a contest in the user's cache."""
    options = contest.options
    what = (options.map, contest.bots, contest.seed, options.edition, *newer(contest).items())
    name = hashlib.blake2b(repr(what).encode(), digest_size=10).hexdigest()
    return user_cache() / "tournaments" / f"{name}.jsonl"


def read_head(path: Path) -> object:
    """Return the JSON value of the first line of a file, or None if it is not JSON."""
    with path.open(encoding="utf-8", errors="replace") as file:
        line = file.readline(LONGEST_LINE)
    return json_or_none(line)


def remove(path: Path) -> None:
    """Delete the state file of any contest; refuse to delete other files."""
    if not path.exists():
        return
    found = read_head(path)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise PraefectusError(f"{path} is not the state of a tournament: delete it yourself")
    path.unlink()


def ends_with_newline(path: Path) -> bool:
    """Tell whether the last line of a file is complete."""
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read() == b"\n"


def json_or_none(text: str) -> object:
    """Return the JSON value of a text, or None if it is not JSON."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found
