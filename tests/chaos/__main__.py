"""Run chaos at any size: `python -m tests.chaos --kills 300`."""

import argparse
import random
import signal
import sys
import tempfile
from pathlib import Path

from tests.chaos.campaign import run_campaign
from tests.chaos.faults import FAULTS, NEEDS_SERVICES, find_faketime
from tests.chaos.world import running_world

# In a cluster, every so many kills, each of the others happens once.
_OTHERS_EVERY = 8


def main() -> int:
    """Run, and print what happened; anything lost, doubled or stuck ends with an AssertionError."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="how many servers are killed")
    parser.add_argument("--servers", type=int, default=1, help="2 and more need PostgreSQL, Redis")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--faults",
        default=None,
        help=f"others that happen among the kills, of {', '.join(sorted(set(FAULTS) - {'server'}))}",
    )
    options = parser.parse_args()
    # Whoever ends this ends its servers and services too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    usual = "worker,disk-slow" if options.servers == 1 else "worker,database,bus,network"
    others = [each for each in (options.faults or usual).split(",") if each]
    if not set(others) <= FAULTS.keys() or (options.servers == 1 and NEEDS_SERVICES & set(others)):
        parser.error(f"no such fault here: {', '.join(others)}")
    clock = find_faketime() if "clock" in others else None
    rng = random.Random(options.seed)
    faults = ["server"] * options.kills
    for name in others:
        faults += [name] * max(1, options.kills // _OTHERS_EVERY)
    rng.shuffle(faults)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_world(Path(folder), options.servers, clock=clock) as world,
    ):
        report = run_campaign(
            world,
            faults,
            players=options.players,
            seed=options.seed,
            progress=lambda done: print(
                f"\r{done} of {len(faults)} faults", end="", file=sys.stderr, flush=True
            ),
        )
        print(f"\n{report}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
