"""No garbage is looked for while a server starts, and all that comes after is looked through."""

import asyncio
import gc

import pytest
import uvicorn
from fastapi import FastAPI

from praefectus.cli import serve
from praefectus.server import run


@pytest.fixture(autouse=True)
def _as_before():
    thresholds = gc.get_threshold()
    yield
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_garbage_is_looked_for_again_once_the_server_is_ready(capsys):
    async def tell() -> None:
        app = FastAPI()
        app.state.opened = opened = asyncio.Event()
        server = run._Server(uvicorn.Config(app), app, "http://here", browser=False)
        telling = asyncio.create_task(server._tell())
        await asyncio.sleep(0)
        assert not gc.isenabled()
        opened.set()
        await telling

    serve.skip_garbage()
    asyncio.run(tell())
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    assert capsys.readouterr().out == "praefectus is ready at http://here\n"
