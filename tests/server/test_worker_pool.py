"""Worker processes: a job that is late or kills its worker harms no other job."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from praefectus.parallel import SPAWN
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.jobs import JobTimeoutError, TooManyJobsError, WorkerDiedError
from praefectus.server.worker_pool import PoolLimits, WorkerPool, serve

PATIENCE = 120.0


# What the workers do; they import this module to find it.


def double(number):
    return 2 * number


def complain(words):
    raise ValueError(words)


def sleep(seconds):
    time.sleep(seconds)
    return "slept"


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(marker):
    """Die, unless somebody has done so before."""
    path = Path(marker)
    if not path.exists():
        path.touch()
        die()
    return "alive"


def eat(size):
    return len(bytearray(size))


def note(path, word):
    with Path(path).open("a") as file:
        file.write(f"{word}\n")


def with_pool(workers, play, limits=None):
    """Run `play(pool)`."""

    async def run():
        pool = WorkerPool(workers, limits)
        try:
            return await asyncio.wait_for(play(pool), PATIENCE)
        finally:
            await pool.close()

    return asyncio.run(run())


def test_a_job_returns_what_it_returns_and_raises_what_it_raises():
    async def play(pool):
        assert await pool.run(double, 21, seconds=60) == 42
        with pytest.raises(ValueError, match="no bricks"):
            await pool.run(complain, "no bricks", seconds=60)
        return await pool.run(double, 4, seconds=60)

    assert with_pool(1, play) == 8


def test_a_late_job_ends_its_own_worker_and_no_other():
    async def play(pool):
        await asyncio.gather(*(pool.run(double, n, seconds=60) for n in range(2)))
        steady = asyncio.create_task(pool.run(sleep, 3.0, seconds=60))
        with pytest.raises(JobTimeoutError):
            await pool.run(sleep, 600.0, seconds=0.2)
        assert await pool.run(double, 5, seconds=60) == 10
        return await steady

    assert with_pool(2, play) == "slept"


def test_time_in_line_does_not_count():
    async def play(pool):
        return await asyncio.gather(
            pool.run(sleep, 5.0, seconds=60), pool.run(double, 21, seconds=4.0)
        )

    assert with_pool(1, play) == ["slept", 42]


def test_a_killed_worker_is_replaced_and_its_job_done_again(tmp_path):
    async def play(pool):
        return await pool.run(die_once, str(tmp_path / "died"), seconds=60)

    assert with_pool(1, play) == "alive"


def test_a_job_that_always_kills_its_worker_is_given_up():
    async def play(pool):
        with pytest.raises(WorkerDiedError):
            await pool.run(die, seconds=60)
        return await pool.run(double, 1, seconds=60)

    assert with_pool(1, play) == 2


def test_a_worker_says_nothing_when_its_server_was_killed_while_it_started(capfd):
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=serve, args=(theirs, PoolLimits().memory_bytes))
    ours.close()
    process.start()
    theirs.close()
    process.join(PATIENCE)
    assert process.exitcode == 0
    assert capfd.readouterr().err == ""


def test_a_job_cannot_eat_all_memory():
    async def play(pool):
        with pytest.raises((MemoryError, WorkerDiedError)):
            await pool.run(eat, 3 * 1024**3, seconds=60)
        return await pool.run(double, 1, seconds=60)

    assert with_pool(1, play) == 2


def test_urgent_jobs_go_first_and_owners_take_turns(tmp_path):
    async def play(pool):
        path = str(tmp_path / "order")
        first = asyncio.create_task(pool.run(sleep, 0.5, seconds=60))
        await asyncio.sleep(0)
        jobs = [("a1", "a"), ("a2", "a"), ("b1", "b")]
        tasks = [
            asyncio.create_task(pool.run(note, path, word, seconds=60, owner=Owner(owner)))
            for word, owner in jobs
        ]
        urgent = pool.run(note, path, "hint", seconds=60, priority=Priority.PERSON_WAITS)
        await asyncio.gather(first, *tasks, urgent)
        return (tmp_path / "order").read_text().split()

    assert with_pool(1, play) == ["hint", "a1", "b1", "a2"]


def test_one_owner_cannot_fill_the_line():
    async def play(pool):
        busy = [
            asyncio.create_task(pool.run(sleep, 0.5, seconds=60, owner=Owner("x")))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooManyJobsError):
            await pool.run(double, 1, seconds=60, owner=Owner("x"))
        assert await pool.run(double, 1, seconds=60, owner=Owner("y")) == 2
        await asyncio.gather(*busy)

    with_pool(1, play, PoolLimits(jobs_per_owner=2))


def test_a_job_that_nobody_waits_for_any_more_is_not_begun(tmp_path):
    async def play(pool):
        first = asyncio.create_task(pool.run(sleep, 0.5, seconds=60))
        gone = asyncio.create_task(pool.run(note, str(tmp_path / "order"), "gone", seconds=60))
        await asyncio.sleep(0.1)
        gone.cancel()
        await first
        await pool.run(double, 1, seconds=60)

    with_pool(1, play)
    assert not (tmp_path / "order").exists()
