"""The works that can be done on other machines, and their arguments and results as plain JSON data.

Nothing that comes from the network is unpickled, and a worker calls no function but these.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from praefectus import bots
from praefectus.rules.options import Options
from praefectus.server.analysis_work import analyse_position
from praefectus.server.beginning import Beginning
from praefectus.server.picture_work import draw_picture
from praefectus.server.puzzle_work import clue_of, judge_answer
from praefectus.server.review_work import review_seats, review_turns
from praefectus.server.statistics_work import sum_up
from praefectus.server.thinking import Task, Turn, give_hints, safe_turn, take_turn

# Data that JSON can hold.
Plain = Any


@dataclass(frozen=True)
class Portable:
    """A work, and how its arguments and its result become plain data and come back."""

    work: Callable[..., Any]
    pack: Callable[..., list[Plain]]
    unpack: Callable[[Sequence[Plain]], tuple[Any, ...]]
    pack_result: Callable[[Any], Plain]
    unpack_result: Callable[[Plain], Any]

    @property
    def name(self) -> str:
        """Return the name that jobs carry."""
        return self.work.__name__


def _pack_task(task: Task, *more: Plain) -> list[Plain]:
    document = {
        "level": task.level,
        "seed": task.seed,
        "options": task.beginning.options.as_json(),
        "setup": task.beginning.document,
        "actions": task.actions,
    }
    return [document, *more]


def _task(document: Plain) -> Task:
    options = Options(**_of(dict, document["options"]))
    return Task(
        level=_of(str, document["level"]),
        seed=_of(int, document["seed"]),
        beginning=Beginning(options, _of(dict, document["setup"])),
        actions=_list_of(int, document["actions"]),
    )


def _unpack_task(args: Sequence[Plain]) -> tuple[Task]:
    (document,) = args
    return (_task(document),)


def _unpack_question(args: Sequence[Plain]) -> tuple[Task, int]:
    document, count = args
    return _task(document), _of(int, count)


def _pack_turn(turn: Turn) -> Plain:
    return {"decisions": turn.decisions, "seconds": turn.seconds, "troubles": turn.troubles}


def _turn(document: Plain) -> Turn:
    return Turn(
        decisions=_list_of(str, document["decisions"]),
        seconds=float(document["seconds"]),
        troubles=_list_of(str, document["troubles"]),
    )


def _pack_candidates(candidates: list[bots.Candidate]) -> Plain:
    return [
        {
            "actions": each.actions,
            "texts": each.texts,
            "win_chance": each.win_chance,
            "points": each.points,
            "share": each.share,
        }
        for each in candidates
    ]


def _candidates(documents: Plain) -> list[bots.Candidate]:
    return [
        bots.Candidate(
            actions=_list_of(int, each["actions"]),
            texts=_list_of(str, each["texts"]),
            win_chance=float(each["win_chance"]),
            points={str(god): float(points) for god, points in each["points"].items()},
            share=float(each["share"]),
        )
        for each in documents
    ]


def _of(kind: type[Any], value: Plain) -> Any:
    """Return a value of exactly one type. Raises TypeError."""
    if type(value) is not kind:
        raise TypeError(f"expected {kind.__name__}, not {type(value).__name__}")
    return value


def _list_of(kind: type[Any], values: Plain) -> list[Any]:
    return [_of(kind, value) for value in _of(list, values)]


def _list_of_texts(values: Plain) -> list[str]:
    return _list_of(str, values)


def _pack_texts(*args: Plain) -> list[Plain]:
    return [*args]


def _unpack_part(args: Sequence[Plain]) -> tuple[str, int, int, int]:
    record, first, count, simulations = args
    return _of(str, record), _of(int, first), _of(int, count), _of(int, simulations)


def _unpack_summary(args: Sequence[Plain]) -> tuple[str, str, int]:
    record, turns, simulations = args
    return _of(str, record), _of(str, turns), _of(int, simulations)


def _unpack_answer(args: Sequence[Plain]) -> tuple[Task, list[int], str]:
    document, answer, puzzle = args
    return _task(document), _list_of(int, answer), _of(str, puzzle)


def _unpack_games(args: Sequence[Plain]) -> tuple[list[tuple[str, list[int]]]]:
    (games,) = args
    return ([(_of(str, record), _list_of(int, seats)) for record, seats in games],)


def _unpack_text(args: Sequence[Plain]) -> tuple[str]:
    (text,) = args
    return (_of(str, text),)


def _unpack_position(args: Sequence[Plain]) -> tuple[str, int]:
    position, simulations = args
    return _of(str, position), _of(int, simulations)


def _text(value: Plain) -> str:
    return str(_of(str, value))


_ALL = (
    Portable(take_turn, _pack_task, _unpack_task, _pack_turn, _turn),
    Portable(safe_turn, _pack_task, _unpack_task, list, _list_of_texts),
    Portable(give_hints, _pack_task, _unpack_question, _pack_candidates, _candidates),
    Portable(clue_of, _pack_task, _unpack_task, str, _text),
    Portable(judge_answer, _pack_task, _unpack_answer, str, _text),
    Portable(sum_up, _pack_texts, _unpack_games, str, _text),
    Portable(review_turns, _pack_texts, _unpack_part, str, _text),
    Portable(draw_picture, _pack_texts, _unpack_text, str, _text),
    Portable(analyse_position, _pack_texts, _unpack_position, str, _text),
    Portable(review_seats, _pack_texts, _unpack_summary, str, _text),
)
PORTABLE: dict[Callable[..., Any], Portable] = {each.work: each for each in _ALL}
BY_NAME = {each.name: each for each in _ALL}
