"""What watchers are sent: once, the same bytes where they see the same, and never what another seat hides."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from praefectus.server.delivery import Delivery
from praefectus.server.errors import ApiError
from praefectus.server.hub import Hub, Watcher
from praefectus.server.registry import TableRegistry
from praefectus.server.store import StoreUnavailableError
from tests.server.lines import FakeLine


class Tables:
    """A table of Livia's and Cato's, which may have to be read first; or cannot be."""

    def __init__(self) -> None:
        seats = [SimpleNamespace(owner="livia", kind="human"), SimpleNamespace(owner="cato")]
        stored = SimpleNamespace(id="table", host="livia", seats=seats, version=7 << 20)
        stored.decides = lambda client: client == "livia"
        stored.insider = lambda client: client if client in ("livia", "cato") else None
        self.table = SimpleNamespace(stored=stored, complete_turns=3)
        self.is_at_hand = True
        self.fault: Exception | None = None
        self.made: list[tuple[str | None, int | None, int]] = []

    def at_hand(self, _):
        return self.table if self.is_at_hand else None

    async def get(self, _):
        await asyncio.sleep(0)
        if self.fault:
            raise self.fault
        return self.table

    def update_text(self, _, client, seat, after):
        self.made.append((client, seat, after))
        return f'{{"for": "{client}", "after": {after}}}'.encode()

    def presence_text(self, _):
        self.made.append(("presence", None, 0))
        return b'{"type": "presence"}'


class World:
    """A hub with watchers of one table, and what delivers to them."""

    def __init__(self) -> None:
        self.hub, self.tables = Hub(), Tables()
        Delivery(self.hub, cast("TableRegistry", self.tables))

    def watcher(
        self, client: str | None = None, seat: int | None = None, after: int = 0
    ) -> tuple[Watcher, FakeLine]:
        line = FakeLine()
        watcher = Watcher(client, "address", line, seat, after)
        self.hub.add("table", watcher)
        return watcher, line


async def settle():
    for _ in range(5):
        await asyncio.sleep(0)


def run(work):
    async def limited():
        await asyncio.wait_for(work(World()), 30)

    asyncio.run(limited())


def test_strangers_are_sent_the_same_message():
    async def work(world):
        lines = [world.watcher(client)[1] for client in (None, "x", "y")]
        # A stranger who names a seat sees no more than others.
        lines.append(world.watcher("z", seat=0)[1])
        world.hub.notify("table")
        await settle()
        assert len({id(message) for line in lines for message in line.written}) == 1
        assert [len(line.written) for line in lines] == [1] * 4
        assert world.tables.made == [(None, None, 0)]

    run(work)


def test_players_and_those_who_know_more_of_the_log_are_sent_their_own():
    async def work(world):
        of = {
            (client, seat, after): world.watcher(client, seat=seat, after=after)[1]
            for client, seat, after in [
                ("livia", 0, 0),
                ("livia", 1, 0),
                ("cato", None, 0),
                (None, None, 0),
                (None, None, 2),
            ]
        }
        world.hub.notify("table")
        await settle()
        for (client, _, after), line in of.items():
            assert line.documents == [{"for": str(client), "after": after}]
        assert sorted(world.tables.made, key=str) == sorted(of, key=str)

    run(work)


def test_what_was_sent_is_noted():
    async def work(world):
        livia, _ = world.watcher("livia")
        stranger, _ = world.watcher()
        world.tables.table.stored.version += 2
        world.hub.notify("table")
        await settle()
        assert (livia.sent, livia.after) == ((7 << 20) + 2, 3)
        assert (stranger.sent, stranger.after) == (7 << 20, 3)
        assert not livia.has_news
        world.hub.notify_outdated("table", lambda _: 7 << 20)
        assert livia.table_changed
        assert not stranger.table_changed

    run(work)


def test_changes_of_one_moment_are_one_message():
    async def work(world):
        _, line = world.watcher()
        world.hub.notify("table")
        world.hub.notify_presence("table")
        world.hub.notify("table")
        await settle()
        assert len(line.written) == 1

    run(work)


def test_who_is_present_is_told_alone_if_only_that_has_changed():
    async def work(world):
        lines = [world.watcher(client)[1] for client in ("livia", None)]
        world.hub.notify_presence("table")
        await settle()
        assert [line.documents for line in lines] == [[{"type": "presence"}]] * 2
        assert len(world.tables.made) == 1

    run(work)


def test_who_reads_slowly_is_not_waited_for_and_sent_only_the_last():
    async def work(world):
        slow, slow_line = world.watcher()
        _, line = world.watcher()
        slow_line.is_ready = False
        for _ in range(3):
            world.hub.notify("table")
            await settle()
        assert len(line.written) == 3
        assert slow.table_changed
        slow_line.is_ready = True
        world.hub.tell("table", slow)
        await settle()
        assert len(slow_line.written) == 1

    run(work)


def test_nothing_is_sent_beside_an_answer():
    async def work(world):
        watcher, line = world.watcher("livia")
        watcher.is_answered = True
        world.hub.notify("table")
        await settle()
        assert not line.written
        watcher.is_answered = False
        watcher.note_sent(7 << 20, 3)
        world.hub.tell("table", watcher)
        await settle()
        assert not line.written, "the answer has said it"

    run(work)


def test_a_table_is_read_once_for_all_who_watch():
    async def work(world):
        lines = [world.watcher()[1] for _ in range(3)]
        world.tables.is_at_hand = False
        world.hub.notify("table")
        await settle()
        assert [len(line.written) for line in lines] == [1] * 3

    run(work)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (ApiError("table/not-found", "gone"), 4404),
        (StoreUnavailableError("away"), 1013),
        (ValueError("a bug"), 1011),
    ],
)
def test_a_table_that_cannot_be_read_closes_its_sockets(fault, code):
    async def work(world):
        lines = [world.watcher()[1] for _ in range(2)]
        world.tables.is_at_hand, world.tables.fault = False, fault
        world.hub.notify("table")
        await settle()
        assert [line.closed for line in lines] == [[code]] * 2

    run(work)


def test_a_view_that_cannot_be_made_closes_only_the_sockets_that_wait_for_it(monkeypatch):
    async def work(world):
        _, bad = world.watcher("livia")
        _, good = world.watcher()
        made = world.tables.update_text

        def fail(table, client, seat, after):
            if client == "livia":
                raise ValueError("a bug")
            return made(table, client, seat, after)

        monkeypatch.setattr(world.tables, "update_text", fail)
        world.hub.notify("table")
        await settle()
        assert (bad.closed, len(good.written)) == ([1011], 1)

    run(work)
