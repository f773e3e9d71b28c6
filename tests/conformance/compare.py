"""The engine and the reference side by side: the engine's small decisions put together to whole RECORD steps."""

from __future__ import annotations

import random
import re
from typing import Any

import praefectus
from praefectus import record as records
from praefectus.errors import RecordError
from praefectus.wire.position import StateDocument
from tests.conformance.players import MAX_TURNS, choose_play, choose_step
from tests.conformance.position import GOODS, IllegalError
from tests.conformance.reference import Referee, positions


class Difference(AssertionError):  # noqa: N818 - it is an assertion that failed
    """The two implementations do not agree."""


def check(condition: bool, message: str, *values: object) -> None:
    if not condition:
        raise Difference(message + "".join(f"\n  {value!r}" for value in values))


def engine_game(record: dict[str, Any]) -> praefectus.Game:
    """The start of a record in the engine."""
    options = praefectus.Options(
        map=record["map"],
        players=len(record["players"]),
        edition=record["edition"],
        intermediate_scoring=record["intermediate_scoring"],
    )
    return praefectus.Game.from_setup(praefectus.Setup(options, **record["setup"]))


def whole_steps(game: praefectus.Game) -> dict[str, list[int]]:
    """What the engine offers now, as RECORD steps (and `play CARD`, `end`), each with its decisions."""
    steps: dict[str, list[int]] = {}
    for action in game.legal_actions:
        text = game.text(action)
        if text.startswith("move "):
            after = game.copy()
            after.push(action)
            for line in after.legal_actions:
                verb, kind, name = after.text(line).split(" ")
                check((verb, kind) == ("to", text.split(" ")[1]), "a line is asked for", text)
                steps[f"{text} {name}"] = [action, line]
        elif text.startswith("keep "):
            for goods, actions in keeps(game, action):
                steps[f"keep {game.seat} {' '.join(goods)}"] = actions
        else:
            steps[text] = [action]
    return steps


def keeps(game: praefectus.Game, action: int) -> list[tuple[list[str], list[int]]]:
    """All whole keep choices that begin with `action`, goods ascending, with their decisions."""
    seat, foreign = game.seat, game.seat != game.turn_seat
    good = game.text(action).split(" ")[1]
    after = game.copy()
    after.push(action)
    texts = [after.text(following) for following in after.legal_actions]
    if after.phase == "keep" and after.seat == seat and texts != ["end"]:
        found = []
        for following in after.legal_actions:
            for goods, actions in keeps(after, following):
                check(GOODS.index(good) <= GOODS.index(goods[0]), "goods are kept in order", goods)
                found.append(([good, *goods], [action, *actions]))
        return found
    if foreign:
        check(texts == ["end"], "another seat's choice is ended by itself", texts)
        return [([good], [action, next(iter(after.legal_actions))])]
    return [([good], [action])]


def compare(referee: Referee, game: praefectus.Game) -> dict[str, list[int]]:
    """Check that both offer the same, here; return the steps with the engine's decisions.

    The engine asks other seats what they keep only after the acting seat's `end`, which is pushed here.
    """
    turn = referee.turn
    if turn is None:
        check(
            game.state() == referee.document(),
            "the states differ",
            game.state(),
            referee.document(),
        )
        check(game.is_over == referee.finished, "the game is over for one of them")
        steps = {} if game.is_over else whole_steps(game)
        plays = [] if referee.finished else [f"play {card}" for card in referee.legal_plays()]
        check(sorted(steps) == plays, "the cards that may be played differ", sorted(steps), plays)
        if not game.is_over:
            check(game.seat == game.turn_seat == referee.to_play, "the seat to play differs")
        check(game.turn == referee.turns, "the number of turns differs")
        return steps
    check(game.turn_seat == turn.seat, "the seat whose turn it is differs")
    if turn.keeps and turn.keeps[0].seat != turn.seat:
        if game.seat == turn.seat:
            steps = whole_steps(game)
            check(list(steps) == ["end"], "only `end` is left before others choose", sorted(steps))
            game.push(steps["end"][0])
        check(game.seat == turn.keeps[0].seat, "the seat that chooses differs", game.seat)
    else:
        check(game.seat == turn.seat, "the seat that decides differs", game.seat)
        engine, reference = (
            game.state()["players"][turn.seat],
            referee.document()["players"][turn.seat],
        )
        check(engine == reference, "the acting player differs inside the turn", engine, reference)
    steps = whole_steps(game)
    wanted = referee.legal_steps() + (["end"] if referee.may_end() else [])
    check(sorted(steps) == sorted(wanted), "the legal steps differ", *differences(steps, wanted))
    return steps


def differences(engine: dict[str, list[int]], reference: list[str]) -> list[str]:
    return [
        f"only the engine: {sorted(set(engine) - set(reference))}",
        f"only the reference: {sorted(set(reference) - set(engine))}",
    ]


def lockstep(
    record: dict[str, Any], styles: list[str], rng: random.Random, max_turns: int = MAX_TURNS
) -> dict[str, Any]:
    """Play a game from a record's start in both; return its record. See `lockstep_from`."""
    referee, game = Referee.from_record(record), engine_game(record)
    played = {**record, "turns": lockstep_from(referee, game, styles, rng, max_turns)}
    if referee.finished:
        played["result"] = referee.result()
    return played


def lockstep_from(
    referee: Referee,
    game: praefectus.Game,
    styles: list[str],
    rng: random.Random,
    max_turns: int = MAX_TURNS,
) -> list[dict[str, Any]]:
    """Play on in both from the same position, comparing all that is legal at every step; return the turns."""
    turns: list[dict[str, Any]] = []
    while not referee.finished and referee.turns < max_turns:
        steps = compare(referee, game)
        play = choose_play(referee, styles, rng)
        referee.begin(referee.to_play, play)
        push(game, steps[f"play {play}"])
        turn: dict[str, Any] = {"seat": game.turn_seat, "play": play, "steps": []}
        turns.append(turn)
        while referee.turn is not None:
            turn["steps"] += lockstep_step(referee, game, styles, rng)
    compare(referee, game)
    if referee.finished:
        outcome = game.outcome()
        result = referee.result()
        check([points["total"] for points in outcome.points] == result["points"], "points differ")
        check(outcome.winner == result["winner"], "the winners differ", outcome.winner, result)
        check(outcome.ranking[0] == outcome.winner, "the first of the ranking is the winner")
        check(outcome.reason == referee.reason, "the reasons differ", outcome.reason)
    return turns


def lockstep_step(
    referee: Referee, game: praefectus.Game, styles: list[str], rng: random.Random
) -> list[str]:
    """One step, or the end of the turn, in both."""
    steps = compare(referee, game)
    text = choose_step(referee, styles, rng)
    foreign = game.seat != game.turn_seat
    push(game, steps[text or "end"])
    if text:
        referee.step(text)
    turn = referee.turn
    assert turn is not None
    if not text or (foreign and not turn.keeps):
        referee.end()
    return [text] if text else []


def push(game: praefectus.Game, actions: list[int]) -> None:
    for action in actions:
        game.push(action)


def states_of_engine(record: dict[str, Any]) -> list[StateDocument]:
    """The engine's state after every turn of a record."""
    states: list[StateDocument] = []
    records.replay(record, lambda game: states.append(game.state()))
    return states


def engine_record(
    record: dict[str, Any], rng: random.Random
) -> tuple[dict[str, Any], list[StateDocument]]:
    """A random game of the engine's own decisions from a record's start, and its states."""
    game = engine_game(record)
    states = []
    while not game.is_over:
        turn = game.turn
        game.push(rng.choice(list(game.legal_actions)))
        if game.turn > turn:
            states.append(game.state())
    return {**records.dump(game, record["players"])}, states


Refusal = tuple[str, int | None, int | None] | None
REFUSAL = re.compile(
    r"(?:turn (\d+)(?:, step (\d+)(?: .*)?)?: )?.*\((R\d+\.\d+|RECORD)(?: \d\.\d)?\)", re.DOTALL
)


# Steps that break two rules at once: either citation is right.
EITHER = (
    {"R5.1", "R5.3"},  # too far, and the line is taken
)


def agree(engine: Refusal, reference: Refusal) -> bool:
    """Whether both accept, or both refuse the same turn and step for the same reason."""
    if engine is None or reference is None:
        return engine is reference
    same_rule = engine[0] == reference[0] or {engine[0], reference[0]} in EITHER
    return same_rule and engine[1:] == reference[1:]


def refusals(record: dict[str, Any]) -> tuple[Refusal, Refusal]:
    """How the engine and the reference refuse a record: rule, turn and step; None if they accept it."""
    engine: Refusal = None
    reference: Refusal = None
    try:
        records.replay(record)
    except RecordError as error:
        engine = read_refusal(str(error))
    try:
        for _ in positions(record):
            pass
    except IllegalError as error:
        reference = (error.rule, error.turn, error.step)
    return engine, reference


def read_refusal(message: str) -> Refusal:
    """Rule, turn and step of the engine's one-line message."""
    found = REFUSAL.fullmatch(message)
    check(found is not None, "a refusal does not have the form of RECORD.md", message)
    assert found is not None
    turn, step, rule = found.groups()
    return rule, int(turn) if turn else None, int(step) if step else None
