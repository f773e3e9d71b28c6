"""Supervised tasks: started again after a fault, and ended for good."""

import asyncio

from praefectus.server.supervision import Supervisor


def test_a_task_that_swallows_a_cancellation_is_ended_too():
    async def deaf():
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                break
        await asyncio.Event().wait()

    async def run():
        supervisor = Supervisor()
        supervisor.run("deaf", deaf)
        await asyncio.sleep(0.01)
        await asyncio.wait_for(supervisor.stop(), 30)

    asyncio.run(run())
