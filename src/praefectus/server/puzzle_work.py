"""What workers do for puzzles: find what a position's best turn is about, and judge answers. JSON comes out."""

import json

from praefectus.puzzles import Judge, find, theme_of
from praefectus.rules.ids import ACTION_END
from praefectus.server.thinking import Task
from praefectus.wire.clue import PuzzleClue
from praefectus.wire.puzzles import PuzzleVerdict


def clue_of(task: Task) -> str:
    """Return a PuzzleClue for a position of somebody's game."""
    game = task.game()
    turns, _ = Judge(game).best_turns()
    best = turns[0]
    clue: PuzzleClue = {
        "id": None,
        "theme": theme_of(game.position, best, turns[1:]),
        "card": game.text(best[0]).split()[-1],
    }
    return json.dumps(clue)


def judge_answer(task: Task, answer: list[int], puzzle: str) -> str:
    """Return a PuzzleVerdict on a turn; an empty one asks for the solution. `puzzle` is the id of a shipped one, or empty."""
    game = task.game()
    judge = Judge(game)
    known = find(puzzle)
    if known is None:
        turns, _ = judge.best_turns()
        solution = turns[0]
    else:
        solution = _parsed(task, known.solution)
    verdict: PuzzleVerdict
    if not answer:
        shown = judge.reveal(solution)
        verdict = {"solved": False, "answer": None, "cost": 0.0, "solution": shown}
    else:
        found = judge.judge(answer, solution)
        verdict = {
            "solved": found.solved,
            "answer": found.answer,
            "cost": found.cost,
            "solution": found.solution if found.solved else None,
        }
    return json.dumps(verdict)


def _parsed(task: Task, texts: tuple[str, ...]) -> list[int]:
    """Return a turn in numbers; it is played without its end, which would show the next cards."""
    trial = task.game()
    turn: list[int] = []
    for text in texts:
        (action,) = trial.parse(text)
        turn.append(action)
        if action != ACTION_END:
            trial.push(action)
    return turn
