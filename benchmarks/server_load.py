"""How much the server carries: answer times, rate, spectators, memory, start. Prints each figure beside its target.

    python benchmarks/server_load.py                            # everything; some minutes
    python benchmarks/server_load.py --only tables-100,memory   # some of it
    python benchmarks/server_load.py --baseline ../old/.venv/bin/praefectus --write

Starts `praefectus serve` on a free port of this machine with a database of its own for every measurement. Tables are played by two browsers
each, the second by invitation, both on the WebSocket, where they decide and see what the other has done, as the page does. The clients run in this process, so on a small machine they
slow the server down too; for the highest rate the server has a core of its own. `--baseline` is the command of another checkout,
whose highest rate is measured in the same run. `--write` puts the table into benchmarks/results.md.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import uvloop
from load_clients import Browser, Socket, Table
from load_tables import finished_game, plant

RESULTS = Path(__file__).parent / "results.md"
HEADING = "# The server under load"
OURS = str(Path(sys.executable).with_name("praefectus"))
# No limit of the server's is met; clients share one address.
ENVIRONMENT = os.environ | {
    "PRAEFECTUS_RATE_FACTOR": "10000",
    "PRAEFECTUS_TABLES_PER_ADDRESS": "1000000",
}


@dataclass(frozen=True)
class Figure:
    """A measured value, and what it must be."""

    what: str
    value: float
    unit: str
    target: float
    more: bool = False  # the target is a minimum

    @property
    def is_reached(self) -> bool:
        """Whether the value is as it must be."""
        return self.value >= self.target if self.more else self.value <= self.target


@dataclass(frozen=True)
class Sizes:
    """How long and how large measurements are."""

    seconds: float
    spectators: int
    stored_tables: int
    memory_tables: int


@dataclass
class Server:
    """A running server."""

    port: int
    pid: int

    def memory_kb(self) -> int:
        """Return its resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def cpu_seconds(self) -> float:
        """Return the processor time it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(folder: str, command: str = OURS, *, own_core: bool = False) -> Iterator[Server]:
    """Run a server; with `own_core` on a core that this process keeps away from."""
    line = [command, "serve", "--port", "0", "--db", f"{folder}/db"]
    cores = sorted(os.sched_getaffinity(0))
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2])
        if own_core and len(cores) > 1:
            os.sched_setaffinity(process.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:])
        yield Server(port, process.pid)
    finally:
        os.sched_setaffinity(0, cores)
        process.terminate()
        process.wait(timeout=90)


def percentile(seconds: list[float], part: float) -> float:
    """Return milliseconds."""
    ordered = sorted(seconds) or [float("inf")]
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000, 1)


@dataclass(frozen=True)
class Played:
    """What some seconds of play brought."""

    p50: float
    p99: float
    per_second: float
    cpu_ms: float


async def set_up(port: int, tables: int) -> list[Table]:
    # A baseline may be of a time when decisions came by HTTP only.
    description = await Browser(port).send("GET", "/api/openapi.json")
    by_socket = "LiveDecide" in description["components"]["schemas"]
    playing = [Table(port, number, by_socket=by_socket) for number in range(tables)]
    for table in playing:
        await table.set_up()
    return playing


async def play(server: Server, playing: list[Table], seconds: float, pause: float) -> Played:
    for table in playing:
        table.answers.clear()
    began, busy = time.perf_counter(), server.cpu_seconds()
    await asyncio.gather(*(table.play(began + seconds, pause) for table in playing))
    took, busy = time.perf_counter() - began, server.cpu_seconds() - busy
    answers = [each for table in playing for each in table.answers]
    return Played(
        percentile(answers, 0.5),
        percentile(answers, 0.99),
        round(len(answers) / took, 1),
        round(busy / max(1, len(answers)) * 1000, 2),
    )


def paced(tables: int, p50: float, p99: float, sizes: Sizes, reviews: int = 0) -> list[Figure]:
    """Tables with half a second per decision, while some games of four are reviewed."""
    records = [finished_game(seed) for seed in range(reviews)]

    async def run(server: Server) -> Played:
        playing = await set_up(server.port, tables)
        asker = Browser(server.port)
        asked = [await asker.send("POST", "/api/reviews", record) for record in records]
        for each in asked:
            while not (await asker.send("GET", f"/api/reviews/{each['key']}"))["done"]:
                await asyncio.sleep(0.2)
        played = await play(server, playing, sizes.seconds, 0.5)
        for each in asked:
            now = await asker.send("GET", f"/api/reviews/{each['key']}")
            print(f"reviewed: {now['done']} of {now['length']} turns", file=sys.stderr)
            assert now["done"] < now["length"], "the review did not last for all of the time"
        for table in playing:
            await table.close()
        return played

    with tempfile.TemporaryDirectory() as folder, serving(folder) as server:
        played = uvloop.run(run(server))
    name = f"{tables:,} tables, a decision every half second"
    if reviews:
        name += f", {reviews} reviews beside"
    print(f"{name}: {asdict(played)}", file=sys.stderr)
    return [
        Figure(f"{name}: median answer", played.p50, "ms", p50),
        Figure(f"{name}: 99 of 100 answers", played.p99, "ms", p99),
    ]


def highest_rate(command: str, sizes: Sizes) -> Played:
    """Return the highest rate at which 99 of 100 answers come within 100 ms, on one core.

    A rate is tried twice, and three rates in a row must fail: once may be the machine's doing.
    """

    async def run(server: Server) -> Played:
        playing = await set_up(server.port, 60)
        best = Played(0, 0, 0, 0)
        wanted, failures = 60.0, 0
        while failures < 6:
            played = await play(server, playing, max(4, sizes.seconds / 3), len(playing) / wanted)
            print(f"{command}: {wanted:.0f}/s: {asdict(played)}", file=sys.stderr)
            is_held = played.p99 < 100 and played.per_second >= 0.5 * wanted
            failures = 0 if is_held else failures + 1
            if is_held and played.per_second > best.per_second:
                best = played
            if is_held or failures % 2 == 0:
                wanted *= 1.3
        for table in playing:
            await table.close()
        return best

    with tempfile.TemporaryDirectory() as folder, serving(folder, command, own_core=True) as server:
        return uvloop.run(run(server))


def rates(baseline: str | None, sizes: Sizes) -> list[Figure]:
    now = highest_rate(OURS, sizes)
    figures = [
        Figure("highest rate on one core, 99 of 100 within 100 ms", now.per_second, "/s", 0, True)
    ]
    if baseline is not None:
        before = highest_rate(baseline, sizes)
        figures.append(Figure("the same, baseline", before.per_second, "/s", 0, more=True))
        if not before.per_second:
            print("the baseline held no rate at all: nothing to compare", file=sys.stderr)
            return figures
        figures += [
            Figure(
                "the rate, times that of the baseline",
                round(now.per_second / before.per_second, 2),
                "",
                2.5,
                True,
            ),
            Figure(
                "processor time per action, baseline : now",
                round(before.cpu_ms / max(now.cpu_ms, 0.01), 2),
                "",
                2.5,
                True,
            ),
        ]
    return figures


def spectators(sizes: Sizes) -> list[Figure]:
    """Many sockets at one table."""
    number = sizes.spectators

    async def run(server: Server) -> list[Figure]:
        (table,) = await set_up(server.port, 1)
        watching = [Socket() for _ in range(number)]
        began = time.perf_counter()
        for start in range(0, number, 50):
            part = watching[start : start + 50]
            await asyncio.gather(*(each.open(server.port, table.id) for each in part))
        connected = time.perf_counter() - began
        place = await table.look()
        for _ in range(3):  # what is made once is made now
            place = await _turn(table, *place)
        await asyncio.sleep(1)
        busy, turns = server.cpu_seconds(), 20
        for _ in range(turns):
            place = await _turn(table, *place)
        await asyncio.sleep(1)
        busy = server.cpu_seconds() - busy
        memory = server.memory_kb() / 1024
        for each in watching:
            each.close()
        await table.close()
        name = f"{number:,} spectators at one table"
        return [
            Figure(f"{name}: connected", round(connected, 1), "s", 10),
            Figure(f"{name}: memory of the server", round(memory), "MB", 300),
            Figure(f"{name}: a turn", round(busy / turns * 1000, 1), "ms", 50),
        ]

    with tempfile.TemporaryDirectory() as folder, serving(folder) as server:
        return uvloop.run(run(server))


async def _turn(table: Table, actor: int, view: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    turn = view["table"]["game"]["turn"]
    while view["table"]["game"]["turn"] == turn:
        actor, view = await table.act(actor, view)
    return actor, view


def memory(sizes: Sizes) -> list[Figure]:
    """Tables of four after 60 turns: looked at once and left, and watched."""
    number = sizes.memory_tables

    async def look(server: Server, ids: list[str]) -> None:
        browser = Browser(server.port)
        await browser.open()
        for table_id in ids:
            await browser.send("GET", f"/api/tables/{table_id}?after=9999")

    async def watch(server: Server, ids: list[str]) -> int:
        watching = [Socket() for _ in ids]
        for each, table_id in zip(watching, ids, strict=True):
            await each.open(server.port, table_id)
        await asyncio.sleep(1)
        used = server.memory_kb()
        for each in watching:
            each.close()
        return used

    with tempfile.TemporaryDirectory() as folder:
        ids = plant(Path(folder) / "db", number, turns=60, kind="human")
        with serving(folder) as server:
            uvloop.run(look(server, ids[:20]))  # what is made once is made now
            empty = server.memory_kb()
            uvloop.run(look(server, ids))
            idle = (server.memory_kb() - empty) / number
        with serving(folder) as server:
            uvloop.run(look(server, ids[:20]))
            empty = server.memory_kb()
            active = (uvloop.run(watch(server, ids[:200])) - empty) / 200
    return [
        Figure(f"an idle table ({number:,} looked at once)", round(idle, 1), "kB", 20),
        Figure("an active table (200 watched after 60 turns)", round(active, 1), "kB", 200),
    ]


def start(sizes: Sizes) -> list[Figure]:
    """Start with many stored tables that all await a bot."""
    number = sizes.stored_tables
    with tempfile.TemporaryDirectory() as folder:
        plant(Path(folder) / "db", number, turns=2, kind="bot")
        began = time.perf_counter()
        with serving(folder) as server:
            url = f"http://127.0.0.1:{server.port}/api/tables"
            with urllib.request.urlopen(url, timeout=60) as answer:
                assert answer.status == 200
            took = time.perf_counter() - began
    name = f"start with {number:,} tables that await bots: the first answer"
    return [Figure(name, round(took, 2), "s", 2)]


def report(figures: list[Figure], baseline: str | None) -> str:
    cpu = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    lines = [
        HEADING,
        "",
        "Written by `python benchmarks/server_load.py --write`"
        + (", with the checkout of a baseline." if baseline else "."),
        "",
        f"- date: {time.strftime('%Y-%m-%d')}, praefectus at commit {commit}",
        f"- machine: {cpu}, {os.cpu_count()} cores, {platform.system()}; the clients run on it too",
        f"- Python {platform.python_version()}",
        f"- load average when begun: {LOAD:.1f}; niceness of server and clients: {os.nice(0)}",
        f"- processor time that the host gave to other machines meanwhile: {stolen():.1f} %",
        "",
        "| | target | measured | |",
        "| --- | ---: | ---: | --- |",
    ]
    for each in figures:
        target = f"{'≥' if each.more else '<'} {each.target:g} {each.unit}" if each.target else ""
        verdict = ("reached" if each.is_reached else "missed") if each.target else ""
        lines.append(f"| {each.what} | {target} | {each.value:g} {each.unit} | {verdict} |")
    return "\n".join(lines) + "\n"


LOAD = os.getloadavg()[0]


def processor_times() -> list[int]:
    """Return the times of all cores together, in ticks, as `man proc_stat` lists them."""
    return [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]


TIMES = processor_times()


def stolen() -> float:
    """Return the share of all processor time since the start that a virtual machine did not get, in per cent."""
    passed = [now - before for before, now in zip(TIMES, processor_times(), strict=True)]
    return 100 * passed[7] / max(1, sum(passed[:8]))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="parts to measure, separated by commas")
    parser.add_argument("--baseline", help="the `praefectus` command of another checkout")
    parser.add_argument("--seconds", type=float, default=20.0, help="of play per measurement")
    parser.add_argument("--reviews", type=int, default=2, help="that the part `reviews` has beside")
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--stored", type=int, default=10_000, help="tables at the start")
    parser.add_argument("--memory-tables", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="into benchmarks/results.md")
    options = parser.parse_args()
    sizes = Sizes(options.seconds, options.spectators, options.stored, options.memory_tables)
    parts: dict[str, Callable[[], list[Figure]]] = {
        "tables-100": lambda: paced(100, 10, 60, sizes),
        "tables-1000": lambda: paced(1000, 50, 300, sizes),
        "reviews": lambda: paced(100, 10, 60, sizes, options.reviews),
        "rate": lambda: rates(options.baseline, sizes),
        "spectators": lambda: spectators(sizes),
        "memory": lambda: memory(sizes),
        "start": lambda: start(sizes),
    }
    wanted = options.only.split(",") if options.only else list(parts)
    if not set(wanted) <= parts.keys():
        parser.error(f"the parts are {', '.join(parts)}")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    # Answers are many small objects; looking through them again and again for garbage would cost the clients most of their time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    figures = [figure for part in wanted for figure in parts[part]()]
    if options.json:
        print(json.dumps([asdict(figure) for figure in figures]))
        return 0
    text = report(figures, options.baseline)
    print(text)
    if options.write:
        kept = RESULTS.read_text(encoding="utf-8").partition(HEADING)[0].rstrip()
        RESULTS.write_text(f"{kept}\n\n{text}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
