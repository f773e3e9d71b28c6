"""Game records: `concordia-record/1` of docs/record.md, written and read strictly.

`loads` and `load` read a record and replay it, checking every step; `dump` writes one. An invalid
record raises a RecordError of one line, which names turn, step and rule; an error of form cites a
section of docs/record.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from praefectus.errors import (
    IllegalActionError,
    NotationError,
    OtherRulesError,
    PraefectusError,
    RecordError,
    SetupError,
    short,
)
from praefectus.game import Game
from praefectus.messages import word
from praefectus.opening import Setup
from praefectus.options import RULE_OPTIONS, fault, make
from praefectus.rules import RULES_VERSION
from praefectus.rules.actions import play_action
from praefectus.rules.facts import FACE_NUMBER, map_names
from praefectus.rules.ids import ACTION_END, MAX_PLAYERS
from praefectus.wire.record import RecordDocument, ResultDocument, TurnDocument

FORMAT: Final = "concordia-record/1"
# A finished game takes about 20 kB; no record comes near this limit.
MOST_BYTES: Final = 4_000_000
OnTurn = Callable[[Game], None]
Push = Callable[[Game, int], None]
_KINDS: Final[dict[type, str]] = {
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    int: "a whole number",
}


@dataclass
class Record:
    """A record that was read: the game it leads to, the names, and whether its last turn is open."""

    game: Game
    players: list[str]
    is_open: bool
    result: ResultDocument | None = None


def load(path: str | Path, on_turn: OnTurn | None = None, push: Push | None = None) -> Record:
    """Read and replay the record in a file. Raises RecordError; see `loads`."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(
            f"the file cannot be read: {error.strerror or error} (RECORD 2.1)"
        ) from None
    return loads(data, on_turn, push)


def loads(data: str | bytes, on_turn: OnTurn | None = None, push: Push | None = None) -> Record:
    """Read and replay a record; `on_turn` is called with the game after every completed turn.

    `push` is called for each decision, which is checked but not taken yet, and must take it:
    it sees the game before and after.
    Raises RecordError with the first thing that is wrong, in the order of the file, and OtherRulesError
    for a game of other rules, which is not replayed.
    """
    if len(data) > MOST_BYTES:
        raise RecordError(f"a record has at most {MOST_BYTES:,} bytes (RECORD 2.1)")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        document = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except RecordError:
        raise
    except UnicodeDecodeError:
        raise RecordError("the file is not UTF-8 text (RECORD 2.1)") from None
    except RecursionError:
        raise RecordError(
            "the file is not a record: it is nested too deeply (RECORD 2.1)"
        ) from None
    except ValueError as error:
        reason = str(error).split("\n")[0]
        raise RecordError(f"the file is not JSON: {reason} (RECORD 2.1)") from None
    return replay(document, on_turn, push)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of the file; duplicate keys are refused, since readers treat them differently."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f"{short(key)} is there twice in one object (RECORD 2.1)")
        found[key] = value
    return found


def _no_number(text: str) -> None:
    raise RecordError(f"the file is not JSON: {text} is no number (RECORD 2.1)")


def replay(document: object, on_turn: OnTurn | None = None, push: Push | None = None) -> Record:
    """Replay a record that is parsed already; otherwise like `loads`."""
    record = _Reader(document)
    game = record.start()
    last_is_open = False
    for number, turn in enumerate(record.turns, 1):
        if last_is_open:
            raise RecordError(f"turn {number - 1}: only the last turn may be open (RECORD 3.4)")
        last_is_open = _play_turn(game, number, turn, push)
        if on_turn is not None and not last_is_open:
            on_turn(game)
    result = record.check_result(game)
    return Record(game, record.players, last_is_open, result)


def dump(game: Game, players: Iterable[str] = ()) -> RecordDocument:
    """Return the record of a game, as data to be written as JSON; `players` are their names."""
    names = [*players] or [""] * game.players
    if len(names) != game.players:
        raise PraefectusError(f"{game.players} names are expected, not {len(names)}")
    turns = _turns(game)
    head = {"format": FORMAT, "rules": RULES_VERSION, "map": game.map, **game.options.rules()}
    document = cast(
        "RecordDocument",
        {**head, "players": names, "setup": game.setup.as_json(), "turns": turns},
    )
    if game.is_over:
        outcome = game.outcome()
        document["result"] = {
            "points": [points["total"] for points in outcome.points],
            "winner": outcome.winner,
        }
    return document


def dumps(game: Game, players: Iterable[str] = ()) -> str:
    """Return the record of a game as JSON text with one line per turn."""
    document = dump(game, players)
    lines: list[str] = []
    for key, value in document.items():
        text = json.dumps(value, ensure_ascii=False)
        if key == "turns" and value:
            each = [json.dumps(turn, ensure_ascii=False) for turn in document["turns"]]
            turns = ",\n".join(f"    {turn}" for turn in each)
            text = f"[\n{turns}\n  ]"
        lines.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


class _Reader:
    """The parts of a record outside its turns, checked for form."""

    def __init__(self, document: object) -> None:
        if not isinstance(document, dict):
            raise RecordError("the file is not a record: expected an object (RECORD 2.1)")
        self.document: dict[str, object] = document
        given = self._get("format", str)
        if given != FORMAT:
            raise RecordError(f"the format must be {FORMAT!r}, not {short(given)} (RECORD 2.2)")
        self._check_rules()
        self.map: str = self._get("map", str)
        if self.map not in map_names():
            known = ", ".join(map_names())
            raise RecordError(f"the map must be one of {known}, not {short(self.map)} (RECORD 2.3)")
        self.rules: dict[str, object] = {}
        for option in RULE_OPTIONS:
            value = document.get(option.name, option.default)
            wrong = fault(option, value)
            if wrong is not None:
                raise RecordError(f"{wrong} (RECORD 2.3)")
            self.rules[option.name] = value
        self.players: list[str] = self._get("players", list)
        if len(self.players) > MAX_PLAYERS or not all(isinstance(n, str) for n in self.players):
            raise RecordError("'players' must be a list of up to 5 names (RECORD 2.4)")
        if any(0xD800 <= ord(letter) <= 0xDFFF for name in self.players for letter in name):
            raise RecordError("'players' must be names of whole characters (RECORD 2.4)")
        self.setup: dict[str, object] = self._get("setup", dict)
        self.turns: list[Any] = self._get("turns", list)

    def _get(self, key: str, kind: type, default: object = None) -> Any:
        return _get(self.document, key, kind, "", default)

    def _check_rules(self) -> None:
        """Raise OtherRulesError if the record names another version of the rules."""
        if "rules" not in self.document:
            return
        rules = self._get("rules", str)
        if not rules:
            raise RecordError("'rules' must name a version (RECORD 2.6)")
        if rules != RULES_VERSION:
            raise OtherRulesError(rules, RULES_VERSION, self.document.get("result"))

    def start(self) -> Game:
        """Return the game before its first turn."""
        try:
            options = make(self.map, len(self.players), self.rules)
            return Game.from_setup(Setup.from_json(options, self.setup))
        except SetupError as error:
            raise RecordError(f"setup: {error}") from None

    def check_result(self, game: Game) -> ResultDocument | None:
        """Return the result, which must be correct, and present exactly if the game is over."""
        given = self.document.get("result")
        if not game.is_over:
            if "result" in self.document:
                raise RecordError("'result' is given, but the game is not over (RECORD 2.7)")
            return None
        if given is None:
            raise RecordError("the game is over, but 'result' is missing (RECORD 2.7)")
        if not isinstance(given, dict):
            raise RecordError("'result' must be an object (RECORD 2.7)")
        outcome = game.outcome()
        points = [points["total"] for points in outcome.points]
        if not _is_list_of_ints(given.get("points")) or given["points"] != points:
            raise RecordError(
                f"result: the points are {points}, not {short(given.get('points'))} (R11.2)"
            )
        winner = given.get("winner")
        if winner != outcome.winner or type(winner) is not int:
            raise RecordError(
                f"result: the winner is {outcome.winner}, not {short(winner)} (R11.3)"
            )
        return {"points": points, "winner": outcome.winner}


def _get(
    within: dict[str, object], key: str, kind: type, where: str, default: object = None
) -> Any:
    # A key of the whole record, or of one of its turns.
    section = "3.1" if where else "2.2"
    value = within.get(key, default)
    if value is None:
        raise RecordError(f"{where}'{key}' is missing (RECORD {section})")
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise RecordError(
            f"{where}'{key}' must be {_KINDS[kind]}, not {short(value)} (RECORD {section})"
        )
    return value


def _is_list_of_ints(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is int for item in value)


def _play_turn(game: Game, number: int, turn: object, push: Push | None) -> bool:
    """Play one turn of a record; return whether it stays open."""
    if not isinstance(turn, dict):
        raise RecordError(
            f"turn {number}: a turn must be an object, not {short(turn)} (RECORD 3.1)"
        )
    where = f"turn {number}: "
    seat = _get(turn, "seat", int, where)
    card = _get(turn, "play", str, where)
    steps = _get(turn, "steps", list, where)
    is_open = _get(turn, "open", bool, where, False)
    before = game.turn
    _check_turn(game, where, seat, card)
    try:
        _play_all(game, [play_action(FACE_NUMBER[card])], push)
    except IllegalActionError as error:
        raise RecordError(f"{where}{error.explanation}") from None
    for at, step in enumerate(steps, 1):
        _play_step(game, before, step, number, at, push)
    if is_open:
        _play_unfinished(game, turn, where, push)
        if game.turn != before:
            raise RecordError(f"{where}the turn is complete but marked as open (RECORD 3.4)")
        return True
    try:
        while game.turn == before:
            _play_all(game, [ACTION_END], push)
    except IllegalActionError:
        missing = _missing(game)
        raise RecordError(f"turn {number}, step {len(steps) + 1}: {missing}") from None
    return False


def _play_all(game: Game, actions: list[int], push: Push | None) -> None:
    """Take decisions one by one, each checked before. Raises IllegalActionError."""
    for action in actions:
        if push is None:
            game.play(action)
        elif action in game.legal_actions:
            push(game, action)
        else:
            raise IllegalActionError(game.text(action), game.explain(action))


def _check_turn(game: Game, where: str, seat: int, card: str) -> None:
    """Check that it is this seat's turn and that there is such a card."""
    if game.is_over:
        raise RecordError(f"{where}{word('turn.finished', {})} (R11.1)")
    if not 0 <= seat < game.players:
        raise RecordError(f"{where}there is no seat {short(seat)} (RECORD 1.1)")
    if seat != game.turn_seat:
        wrong = word("turn.wrong-seat", {"turn_seat": game.turn_seat, "seat": seat})
        raise RecordError(f"{where}{wrong} (R2.1)")
    if card not in FACE_NUMBER:
        raise RecordError(f"{where}there is no card {short(card)} (RECORD 1.4)")


def _play_step(
    game: Game, turn: int, step: object, number: int, at: int, push: Push | None
) -> None:
    """Play step `at` of turn `number`, the turn after `turn` completed ones."""
    try:
        if not isinstance(step, str):
            raise NotationError(str(step), "expected a text")
        if game.turn != turn:
            raise NotationError(step, "the turn is complete already")
        _play_all(game, game.parse_step(step), push)
    except NotationError as error:
        where = f"turn {number}, step {at} {short(step)}"
        raise RecordError(f"{where}: {error.reason} (RECORD 3.2)") from None
    except IllegalActionError as error:
        where = f"turn {number}, step {at} {short(step)}"
        raise RecordError(f"{where}: {error.explanation}") from None


def _play_unfinished(game: Game, turn: dict[str, object], where: str, push: Push | None) -> None:
    """Take the decisions of an open turn that do not make a whole step yet."""
    for text in _get(turn, "unfinished", list, where, []):
        if not isinstance(text, str):
            raise RecordError(f"{where}unfinished {short(text)}: expected a text (RECORD 3.4)")
        try:
            _play_all(game, game.parse(text), push)
        except NotationError as error:
            raise RecordError(
                f"{where}unfinished {short(text)}: {error.reason} (RECORD 3.4)"
            ) from None
        except IllegalActionError as error:
            raise RecordError(f"{where}unfinished {short(text)}: {error.explanation}") from None


def _missing(game: Game) -> str:
    """Return what a turn that stops too early still has to say."""
    if game.phase == "keep":
        return f"seat {game.seat} has to choose what to keep (R6.4)"
    return f"{word('turn.decide-first', {})} (R2.2)"


def _turns(game: Game) -> list[TurnDocument]:
    """Return the turns of a game as they stand in a record."""
    actions = game.actions
    at = game.copy()
    for _ in actions:
        at.pop()
    if at.turn > 0 or at.phase != "play":
        raise PraefectusError("a game that began in the middle has no record")
    turns: list[TurnDocument] = []
    half: list[str] = []  # decisions that do not make a whole step yet
    for action in actions:
        text = at.text(action)
        verb, _, rest = text.partition(" ")
        seat, phase = at.seat, at.phase
        at.push(action)
        if phase == "play":
            turns.append({"seat": seat, "play": rest, "steps": []})
            half = []
        elif verb in ("end", "move"):
            half.append(text)
        elif verb == "to":
            turns[-1]["steps"].append(f"{half.pop()} {rest.split(' ')[1]}")
        elif verb == "keep":
            half.append(text)
            if at.phase != "keep":
                goods = [kept.removeprefix("keep ") for kept in half if kept != "end"]
                turns[-1]["steps"].append(f"keep {seat} {' '.join(goods)}")
                half = []
        else:
            turns[-1]["steps"].append(text)
    if turns and at.turn < len(turns):
        turns[-1]["open"] = True
        if half:
            turns[-1]["unfinished"] = half
    return turns
