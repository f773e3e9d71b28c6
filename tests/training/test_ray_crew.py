"""The crew on Ray: an actor whose process is killed is restarted, and its work is done again."""

import os
import signal

import pytest

pytest.importorskip("ray")

from praefectus.training.ray_crew import RayCrew
from tests.training.test_crew import double, double_slowly


@pytest.mark.slow
def test_actors_do_all_items_even_if_one_is_killed():
    crew = RayCrew("local", workers=2)
    try:
        assert sorted(crew.do(double, range(6))) == [2 * n for n in range(6)]
        results = crew.do(double_slowly, range(8))
        found = [next(results)]
        os.kill(crew.pids[0], signal.SIGKILL)
        found += results
        assert sorted(found) == [2 * n for n in range(8)]
    finally:
        crew.close()
