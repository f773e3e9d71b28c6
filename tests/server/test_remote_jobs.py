"""Jobs for `praefectus worker` through Redis and PostgreSQL: done once for whoever waits, whatever dies meanwhile."""

import asyncio
import signal
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from saq.job import Job, Status

from praefectus import bots
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.job_service import JobService, Lane
from praefectus.server.jobs import JobTimeoutError, TooManyJobsError
from praefectus.server.remote_jobs import RemoteJobs
from praefectus.server.supervision import Supervisor
from praefectus.server.thinking import give_hints, safe_turn, take_turn
from praefectus.server.worker_pool import PoolLimits
from tests.server.services import postgres_service, redis_service
from tests.server.test_bots import task
from tests.server.workers import Worker

pytestmark = pytest.mark.slow

PATIENCE = 120
SERVICES = [
    pytest.param(redis_service, id="redis", marks=pytest.mark.redis),
    pytest.param(postgres_service, id="postgres", marks=pytest.mark.postgres),
]


@pytest.fixture(scope="module", params=SERVICES)
def service(request):
    with request.param() as service:
        service.url = service.url.replace("+asyncpg", "")
        yield service


@pytest.fixture(scope="module")
def worker(service):
    """A worker that lives as long as the module's service."""
    with Worker(service.url) as worker:
        yield worker


@asynccontextmanager
async def serving_jobs(url, limits=None):
    """Yield what a server runs its jobs with."""
    jobs, supervisor = RemoteJobs(url, limits), Supervisor()
    jobs.start(supervisor)
    try:
        yield jobs
    finally:
        await supervisor.stop()
        await jobs.close()


def with_jobs(service, play, limits=None):
    """Run `play(jobs)`."""

    async def run():
        async with serving_jobs(service.url, limits) as jobs:
            return await asyncio.wait_for(play(jobs), PATIENCE)

    return asyncio.run(run())


async def until(claim):
    while not claim():
        await asyncio.sleep(0.02)


@pytest.mark.usefixtures("worker")
def test_a_worker_elsewhere_does_what_an_embedded_one_does(service):
    given = task(decisions=30)

    async def play(jobs):
        await until(lambda: jobs.size)
        turn = await jobs.run(take_turn, given, seconds=60)
        assert turn.decisions == take_turn(given).decisions
        assert await jobs.run(safe_turn, given, seconds=60) == safe_turn(given)
        adviser = task(f"{bots.levels()[-1]}:time=0.1", decisions=30)
        hints = await jobs.run(
            give_hints, adviser, 3, seconds=60, priority=Priority.PERSON_WAITS, owner=Owner("livia")
        )
        assert all(isinstance(hint, bots.Candidate) for hint in hints)
        assert jobs.counts.by_work == {"take_turn": 1, "safe_turn": 1, "give_hints": 1}
        assert (jobs.waiting, jobs.busy, jobs.size, jobs.fault) == (0, 0, 1, None)

    with_jobs(service, play)


@pytest.mark.usefixtures("worker")
def test_a_late_job_is_given_up_and_the_next_one_done(service):
    async def play(jobs):
        with pytest.raises(JobTimeoutError):
            await jobs.run(take_turn, task("champion"), seconds=0.01)
        assert jobs.counts.timeouts == 1
        return await jobs.run(safe_turn, task(), seconds=60)

    assert with_jobs(service, play) == safe_turn(task())


@pytest.mark.usefixtures("worker")
def test_a_work_that_raises_is_told(service):
    async def play(jobs):
        with pytest.raises(RuntimeError, match="no bot"):
            await jobs.run(give_hints, task("nobody"), 3, seconds=60)

    with_jobs(service, play)


@pytest.mark.usefixtures("worker")
def test_a_person_who_waits_passes_the_bots(service):
    order = []

    async def note(jobs, name, given, **options):
        await jobs.run(take_turn, given, seconds=60, **options)
        order.append(name)

    async def play(jobs):
        slow = task("champion:time=0.5")
        tasks = [asyncio.create_task(note(jobs, f"bot {n}", slow)) for n in range(4)]
        await until(lambda: jobs.busy)
        await note(jobs, "person", task(), priority=Priority.PERSON_WAITS)
        await asyncio.gather(*tasks)

    with_jobs(service, play)
    assert order.index("person") <= 2, order


@pytest.mark.usefixtures("worker")
def test_a_result_that_nobody_waits_for_is_dropped(service):
    async def play(jobs):
        late = asyncio.create_task(jobs.run(take_turn, task("champion:time=1"), seconds=60))
        await until(lambda: jobs.busy)
        late.cancel()
        await jobs.run(safe_turn, task(), seconds=60)
        assert (jobs.waiting, jobs.busy) == (0, 0)
        assert jobs.counts.by_work == {"safe_turn": 1}

    with_jobs(service, play)


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(
    ("function", "kwargs", "kind"),
    [
        ("system", {"args": ["true"], "seconds": 1, "priority": 0}, "unknown"),
        ("__import__", {}, "unknown"),
        ("take_turn", {}, "malformed"),
        ("take_turn", {"args": [{}], "seconds": 1, "priority": 0}, "malformed"),
        ("take_turn", {"args": "x", "seconds": "soon", "priority": 99}, "malformed"),
    ],
)
def test_a_worker_does_nothing_but_its_works(service, function, kwargs, kind):
    async def run():
        queues = JobService(service.url)
        await queues.connect()
        queue = queues.lanes[Lane.TURNS]
        job = Job(function=function, kwargs=kwargs, timeout=0)
        await queue.enqueue(job)
        while (stored := await queue.job(job.key)) is not None:
            if stored.status is Status.COMPLETE:
                break
            await asyncio.sleep(0.02)
        await queues.close()
        return stored

    stored = asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert stored is not None
    assert stored.result["error"] == kind


@pytest.mark.usefixtures("worker")
def test_jobs_wait_for_their_service(service):
    async def play(jobs):
        await jobs.run(safe_turn, task(), seconds=60)
        await asyncio.to_thread(service.stop)
        waiting = asyncio.create_task(jobs.run(safe_turn, task(), seconds=60))
        await until(lambda: jobs.fault is not None)
        assert not waiting.done()
        await asyncio.to_thread(service.start)
        return await waiting

    assert with_jobs(service, play) == safe_turn(task())


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("make", SERVICES)
def test_the_job_of_a_worker_that_ends_is_done_by_another(make, end):
    async def play(jobs, url):
        async with AsyncExitStack() as stack:
            first = stack.enter_context(await asyncio.to_thread(Worker, url))
            job = asyncio.create_task(
                jobs.run(take_turn, task("champion:time=4", seed=3), seconds=60)
            )
            await until(lambda: jobs.busy)
            await asyncio.sleep(1)  # so that the worker has begun
            await asyncio.to_thread(first.end, end)
            assert not job.done()
            stack.enter_context(await asyncio.to_thread(Worker, url))
            turn = await job
        assert turn.decisions[-1] == "end"
        assert turn.troubles == []

    with make() as service:
        url = service.url.replace("+asyncpg", "")

        async def run():
            async with serving_jobs(url) as jobs:
                await asyncio.wait_for(play(jobs, url), PATIENCE)

        asyncio.run(run())


@pytest.mark.redis
def test_without_workers_jobs_wait_within_their_owners_quota():
    async def play(jobs):
        await until(lambda: jobs.fault == "there are none")

        def ask(owner):
            return asyncio.create_task(jobs.run(safe_turn, task(), seconds=60, owner=Owner(owner)))

        tasks = [ask("livia")]
        await until(lambda: jobs.busy == 1)
        tasks += [ask("livia"), ask("livia")]
        await asyncio.sleep(0)
        assert jobs.waiting == 2
        with pytest.raises(TooManyJobsError):
            await jobs.run(safe_turn, task(), seconds=60, owner=Owner("livia"))
        tasks.append(ask("cato"))
        await asyncio.sleep(0)
        assert jobs.waiting == 3
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (jobs.waiting, jobs.busy) == (0, 0)

    with redis_service() as service:
        with_jobs(service, play, PoolLimits(jobs_per_owner=2))
