"""Playing by several processes."""

from collections.abc import Iterator, Sequence

import pytest

from praefectus import Options, record
from praefectus.arena import Contest, GameResult, Keep, Progress, by_processes, hold, run
from praefectus.arena.runner import Batch, Crew, share_out


def without_times(result):
    return (result.index, result.seating, result.points, result.ranking, result.turns)


def test_the_same_seed_gives_the_same_games_with_any_number_of_workers():
    contest = Contest(
        Options("italia", 3), ("greedy", "greedy", "random"), seed=4, every_seating=True
    )
    alone = [without_times(result) for result in run(contest, range(3))]
    shared = [without_times(result) for result in run(contest, range(3), workers=2)]
    assert sorted(alone) == sorted(shared)


def test_a_game_depends_on_the_contest_and_its_number_alone():
    contest = Contest(Options("italia", 2), ("greedy", "random"), seed=4)
    every = {result.index: without_times(result) for result in run(contest, range(4))}
    (third,) = run(contest, [2])
    assert without_times(third) == every[2]


def test_decisions_and_records_are_kept_if_they_are_wanted(tmp_path):
    contest = Contest(Options("italia", 2), ("greedy", "random"), seed=4)
    (result,) = run(contest, [0], keep=Keep(actions=True, records=tmp_path / "new"))
    (path,) = (tmp_path / "new").iterdir()
    kept = record.load(path)
    assert kept.players == ["greedy", "random"]
    assert tuple(kept.game.actions) == result.actions
    assert len(result.actions) == result.decisions
    (plain,) = run(contest, [0])
    assert plain.actions == ()
    assert plain.decisions == result.decisions


def test_times_are_kept_unless_nobody_wants_them():
    contest = Contest(Options("italia", 2), ("greedy", "random"), seed=4)
    (timed,) = run(contest, [0])
    (untimed,) = run(contest, [0], keep=Keep(times=False))
    assert timed.seconds[0] > 0
    assert untimed.seconds == [0.0, 0.0]
    assert sum(untimed.turns_taken) == untimed.turns
    assert without_times(timed) == without_times(untimed)


def square(number: int) -> int:
    return number * number


@pytest.mark.parametrize("workers", [1, 2])
def test_any_work_by_number_is_shared_out(workers):
    assert sorted(by_processes(square, range(50), workers)) == [n * n for n in range(50)]


class Recorder(Crew[int]):
    """A crew that notes its batches and takes the same time for each number."""

    def __init__(self, seconds_each: float) -> None:
        self.most = 2
        self.seconds = 1.0
        self.each = seconds_each
        self.begun: list[int] = []
        self.waiting: list[Sequence[int]] = []

    def __len__(self) -> int:
        return len(self.waiting)

    def begin(self, numbers: Sequence[int]) -> None:
        assert len(self.waiting) < self.most
        self.begun.append(len(numbers))
        self.waiting.append(numbers)

    def finished(self) -> Iterator[Batch[int]]:
        numbers = self.waiting.pop()
        yield self.each * len(numbers), list(numbers)


def test_batches_grow_with_short_work_and_stay_small_with_long():
    quick, slow = Recorder(0.01), Recorder(2.0)
    assert sorted(share_out(quick, range(1000))) == list(range(1000))
    assert max(quick.begun) == 64
    assert len(quick.begun) < 30
    assert sorted(share_out(slow, range(20))) == list(range(20))
    assert set(slow.begun) == {1}


def test_numbers_are_taken_only_when_there_is_somebody_for_them():
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            yield taken
            taken += 1

    results = share_out(Recorder(2.0), endless())
    assert [next(results) for _ in range(3)]
    assert taken < 8
    results.close()


def test_a_session_tells_progress_and_hands_on_every_result():
    contest = Contest(Options("italia", 2), ("random", "random"), seed=4)
    steps: list[Progress] = []
    handed: list[GameResult] = []
    session = hold(contest, 4, each=[handed.append], progress=steps.append)
    assert [step.done for step in steps] == [0, 1, 2, 3, 4]
    assert {step.games for step in steps} == {4}
    assert [result.index for result in handed] == [0, 1, 2, 3]
    assert session.summary.games == 4
    assert not session.stopped


def test_a_session_can_be_held_in_another_thread():
    from threading import Thread

    contest = Contest(Options("italia", 2), ("random", "random"), seed=4)
    held = []
    thread = Thread(target=lambda: held.append(hold(contest, 2)))
    thread.start()
    thread.join()
    assert held[0].summary.games == 2
