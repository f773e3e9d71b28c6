"""The crew: workers that die are replaced and their work is done again."""

import os
import signal
import time
from pathlib import Path

import pytest

from praefectus import PraefectusError
from praefectus.training.crew import Processes


def double(number: int) -> int:
    return 2 * number


def double_slowly(number: int) -> int:
    time.sleep(0.2)
    return 2 * number


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError("three is too many")
    return number


def die(folder: str) -> str:
    """Die at the first two tries."""
    tries = len(list(Path(folder).iterdir()))
    Path(folder, str(tries)).touch()
    if tries < 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return folder


def always_die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.fixture
def crew():
    made = Processes(2)
    yield made
    made.close()


def test_all_items_are_done_once(crew):
    assert sorted(crew.do(double, range(20))) == [2 * n for n in range(20)]
    assert list(crew.do(double, [])) == []


def test_a_killed_worker_is_replaced(crew):
    before = crew.pids
    results = crew.do(double_slowly, range(8))
    found = [next(results)]
    os.kill(crew.pids[0], signal.SIGKILL)
    found += results
    assert sorted(found) == [2 * n for n in range(8)]
    assert crew.pids[0] != before[0]


def test_work_that_kills_its_worker_is_tried_again_but_not_for_ever(crew, tmp_path):
    assert list(crew.do(die, [str(tmp_path)])) == [str(tmp_path)]
    with pytest.raises(PraefectusError, match="3 processes died of 7"):
        list(crew.do(always_die, [7]))
    assert sorted(crew.do(double, range(3))) == [0, 2, 4]


def test_an_error_in_the_work_comes_back(crew):
    with pytest.raises(PraefectusError, match="three is too many"):
        list(crew.do(refuse, range(5)))
    assert sorted(crew.do(double, range(3))) == [0, 2, 4]


def refuse_in_a_sentence(number: int) -> int:
    raise PraefectusError(f"{number} is no number of a game")


def test_an_error_of_ours_comes_back_as_its_sentence(crew):
    with pytest.raises(PraefectusError, match=r"^a worker failed: 3 is no number of a game$"):
        list(crew.do(refuse_in_a_sentence, [3]))


def test_who_leaves_early_gets_a_crew_that_works(crew):
    for _ in crew.do(double_slowly, range(10)):
        break
    assert sorted(crew.do(double, range(3))) == [0, 2, 4]
