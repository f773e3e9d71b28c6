"""One run: people play while faults happen; then everything is compared."""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tests.chaos.faults import FAULTS
from tests.chaos.ledger import Ledger, Truth, compare, read_truth
from tests.chaos.players import Player, Watcher
from tests.chaos.world import Patience, World

# Seats of the tables that players open: alone, and with bots.
_TABLES = (("me", "hotseat"), ("me", "bot"), ("me", "bot", "bot"))


@dataclass
class Report:
    """What happened in a run in which nothing was lost or doubled; otherwise there is none."""

    faults: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    # The decisions that were answered, by the way of their answers.
    ways: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    player_connects: int = 0
    watchers: int = 0
    connects: int = 0
    seconds: float = 0.0
    converged_seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"faults: {_in_words(self.faults)}\n"
            f"{self.ways.total()} answered decisions at {self.tables} tables: none lost, none doubled\n"
            f"their answers: {_in_words(self.ways)}\n"
            f"{self.watchers} watchers ({self.connects} connects) and the players' own sockets"
            f" ({self.player_connects} connects) saw the end of every table"
            f" {self.converged_seconds:.1f} s after the last fault\n"
            f"all answers: {_in_words(self.outcomes)}\n"
            f"{self.seconds:.0f} s in total"
        )


def _in_words(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def run_campaign(
    world: World,
    faults: Sequence[str],
    *,
    players: int,
    seed: int,
    pause: float = 1.0,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Let faults happen one after another while people play, and compare. Raises AssertionError if anything is wrong.

    `progress` is told how many have happened.
    """
    rng = random.Random(seed)
    began = time.monotonic()
    report = Report()
    urls = [server.url for server in world.servers]
    playing = [Player(n, urls, *_TABLES[n % len(_TABLES)]) for n in range(players)]
    watching: dict[str, list[Watcher]] = {}
    for player in playing:
        player.start()
    try:
        for done, name in enumerate(faults):
            progress(done)
            _wait_for_play(world, playing)
            _watch_new_tables(playing, watching, urls)
            time.sleep(rng.uniform(0, 1) * pause)
            FAULTS[name](world, rng)
            report.faults[name] += 1
        _wait_for_play(world, playing)
    finally:
        for player in playing:
            player.stop()
    for player in playing:
        patience = Patience()
        while player.is_alive() and not player.has_stopped.is_set():
            patience.pause(0.1, lambda: "somebody waits for an answer")
    quiet = time.monotonic()
    world.wait_until_all_answer()
    _watch_new_tables(playing, watching, urls)
    ledgers = [ledger for player in playing for ledger in player.ledgers]
    _compare_all(playing, ledgers, _settled(world, ledgers))
    _wait_for_views(world, ledgers, playing, watching)
    # What nobody waited for any more may have been stored meanwhile.
    _compare_all(playing, ledgers, _settled(world, ledgers))
    report.converged_seconds = time.monotonic() - quiet
    for watchers in watching.values():
        for watcher in watchers:
            watcher.stop()
            report.connects += watcher.connects
            report.watchers += 1
    for player in playing:
        player.leave()
        player.join()
        report.player_connects += player.connects
    report.tables = len(ledgers)
    report.ways = sum((ledger.ways for ledger in ledgers), Counter())
    report.outcomes = sum((player.outcomes for player in playing), Counter())
    report.seconds = time.monotonic() - began
    return report


def _wait_for_play(world: World, playing: Sequence[Player]) -> None:
    """Wait until everybody has been answered a decision since now: whatever has failed works again, and no hand was needed."""
    before = [player.answered for player in playing]
    patience = Patience()
    for player, answered in zip(playing, before, strict=True):
        while player.answered == answered and not player.wrong:
            world.check_running()
            patience.pause(0.02, lambda: f"{_late(playing, before)} can't play on\n{world.log()}")
    _check_answers(playing)


def _late(playing: Sequence[Player], before: Sequence[int]) -> str:
    late = [
        each for each, answered in zip(playing, before, strict=True) if each.answered == answered
    ]
    return ", ".join(f"{each.name} ({each.outcomes})" for each in late)


def _watch_new_tables(
    playing: Sequence[Player], watching: dict[str, list[Watcher]], urls: Sequence[str]
) -> None:
    """Have the tables that are played at now watched through every server."""
    for player in playing:
        for ledger in player.ledgers[-1:]:
            if ledger.table_id not in watching:
                watching[ledger.table_id] = [Watcher(ledger.table_id, url) for url in urls]
                for watcher in watching[ledger.table_id]:
                    watcher.start()


def _settled(world: World, ledgers: Sequence[Ledger]) -> dict[str, Truth]:
    """Return what the database holds once no table waits for a bot any more."""
    patience = Patience()
    while True:
        truth = read_truth(world.database_url, [ledger.table_id for ledger in ledgers])
        waiting = [table_id for table_id, each in truth.items() if each.awaits_bot]
        if not waiting:
            return truth
        patience.pause(0.2, lambda: f"bots stand still\n{world.log()}")


def _compare_all(
    playing: Sequence[Player], ledgers: Sequence[Ledger], truth: dict[str, Truth]
) -> None:
    _check_answers(playing)
    for ledger in ledgers:
        compare(ledger, truth[ledger.table_id])


def _check_answers(playing: Sequence[Player]) -> None:
    wrong = [f"{player.name}: {each}" for player in playing for each in player.wrong]
    assert not wrong, "\n".join(wrong[:10])


def _wait_for_views(
    world: World,
    ledgers: Sequence[Ledger],
    playing: Sequence[Player],
    watching: dict[str, list[Watcher]],
) -> None:
    """Wait until every watcher and every player on a socket sees the table as the database has it."""
    late = [ledger for ledger in ledgers if ledger.table_id in watching]
    patience = Patience()
    while late:
        # Read again: a request that its sender gave up may be stored only now.
        truth = _settled(world, late)
        eyes: dict[str, list[Player | Watcher]] = {
            each.table_id: [*watching[each.table_id], *playing] for each in late
        }
        late = [
            ledger
            for ledger in late
            if any(not each.sees(truth[ledger.table_id]) for each in eyes[ledger.table_id])
        ]
        differing = [(truth[each.table_id], eyes[each.table_id]) for each in late]
        patience.pause(0.5, partial(_views_differ, world, differing))


def _views_differ(
    world: World, differing: Sequence[tuple[Truth, Sequence[Player | Watcher]]]
) -> str:
    return "\n".join([*(_describe(*each) for each in differing), world.log()])


def _describe(truth: Truth, eyes: Sequence[Player | Watcher]) -> str:
    stored = truth.stored
    seen = ", ".join(each.describe() for each in eyes if not each.sees(truth))
    return f"table {stored.id} has version {stored.version}, but these see another one: {seen}"
