"""The command line of the training: `python -m praefectus.training COMMAND`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from importlib.util import find_spec
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from praefectus import options
from praefectus.errors import PraefectusError
from praefectus.training import gathering
from praefectus.training.crew import Crew, Processes
from praefectus.training.files import write
from praefectus.training.networks import Network
from praefectus.training.selfplay import Plan

if TYPE_CHECKING:
    from praefectus.training.samples import Samples


# Options of the loop that may be 0.
ANY_NUMBER = frozenset({"seed", "league", "league_pairs"})


def above_zero(text: str) -> int:
    """Read a whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not {text!r}")
    return int(text)


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    number = _number(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, not {text!r}")
    return number


def rate(text: str) -> float:
    """Read a rate of learning."""
    number = _number(text)
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"expected a number above 0 and at most 1, not {text!r}")
    return number


def _number(text: str) -> float:
    """Read a number; nan, which is within no bounds, for what is none."""
    try:
        return float(text)
    except ValueError:
        return nan


def tables(text: str) -> tuple[tuple[str, int, int], ...]:
    """Read tables with how often each is played, as in imperium-5=2,italia-3; once, if that is not given."""
    found = []
    for each in text.split(","):
        name, _, often = each.partition("=")
        board, _, players = name.rpartition("-")
        if not players.isdecimal():
            raise argparse.ArgumentTypeError(f"expected a table, as in imperium-5=2, not {each!r}")
        try:
            options.check(options.make(board, int(players), {}))
        except PraefectusError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        found.append((board, int(players), above_zero(often or "1")))
    return tuple(found)


def report(text: str) -> None:
    """Print a line with the time."""
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


@contextmanager
def crew(arguments: argparse.Namespace) -> Iterator[Crew]:
    """Give the workers that the arguments ask for."""
    workers: Crew
    if arguments.cluster:
        from praefectus.training.ray_crew import RayCrew

        workers = RayCrew(arguments.cluster, arguments.workers)
    else:
        workers = Processes(arguments.workers or 1)
    try:
        yield workers
    finally:
        workers.close()


def loop(arguments: argparse.Namespace) -> None:
    """Play, train, match and promote, generation after generation."""
    from praefectus.training.loop import Course, Run
    from praefectus.training.recipe import Recipe

    if find_spec("torch") is None:
        raise PraefectusError(
            "training needs PyTorch: pip install torch, or make build/stamps/torch"
        )

    recipe = Recipe(**{each.name: getattr(arguments, each.name) for each in fields(Recipe)})
    parts = {
        each.name: getattr(arguments, each.name) for each in fields(Course) if each.name != "recipe"
    }
    run = Run(Course(**parts, recipe=recipe), arguments.run_folder, report)
    with crew(arguments) as workers:
        run.proceed(workers, arguments.generations, arguments.out)


def play(arguments: argparse.Namespace) -> None:
    """Play games and store them."""
    plan = Plan(
        seed=arguments.seed,
        nets=tuple(Network.of(name) for name in arguments.nets.split(",")),
        sims=arguments.sims,
        quick=arguments.quick,
        league=arguments.league,
        temperature=arguments.temperature,
        rivals=arguments.rivals,
        tables=arguments.tables,
    )
    with crew(arguments) as workers:
        gathering.gather(workers, plan, arguments.games, arguments.out, report)


def match(arguments: argparse.Namespace) -> None:
    """Let two networks play a match until the sequential test has decided."""
    from praefectus.training.duel import Duel, fight
    from praefectus.training.sequential import Bounds

    duel = Duel(
        Network.of(arguments.candidate),
        Network.of(arguments.champion),
        arguments.sims,
        arguments.seed,
    )
    with crew(arguments) as workers:
        report(str(fight(workers, duel, Bounds(), arguments.pairs, report).as_json()))


def compare(arguments: argparse.Namespace) -> None:
    """Let two bots play a match until the sequential test has decided."""
    from praefectus.training.duel import BotDuel, fight
    from praefectus.training.sequential import Bounds

    duel = BotDuel(arguments.candidate, arguments.champion, arguments.seed)
    with crew(arguments) as workers:
        report(str(fight(workers, duel, Bounds(), arguments.pairs, report).as_json()))


def blend(arguments: argparse.Namespace) -> None:
    """Write the mean of two networks as one network."""
    from praefectus.training.blending import mean, without_dead_units

    first, second = Network.of(arguments.first), Network.of(arguments.second)
    one, other = first.text, second.text
    if arguments.games:
        data = _stored(arguments.games)
        seats = data.inputs[data.exists > 0]
        one, other = without_dead_units(one, seats), without_dead_units(other, seats)
    provenance = {
        "method": "praefectus.training blend: the mean of two networks' corrections",
        "networks": [f"{each.name} {each.digest}" for each in (first, second)],
        "part": arguments.part,
        "note": arguments.note,
    }
    write(arguments.out, mean(one, other, arguments.part, provenance))


def distil(arguments: argparse.Namespace) -> None:
    """Write a small network that says what others say on average."""
    import torch

    from praefectus.bots import learning
    from praefectus.training import distilling

    torch.set_num_threads(1)
    teachers = _teachers(arguments.teachers)
    shards = _shards(arguments.games)
    nets = [(part, learning.parse(net.text, net.name)) for part, net in teachers]
    data = distilling.lessons(shards, nets, arguments.per_root, arguments.seed)
    report(f"{len(data.inputs)} positions")
    model, found = distilling.distil(
        data,
        arguments.hidden,
        arguments.wide,
        arguments.epochs,
        seed=arguments.seed,
        report=report,
    )
    provenance = {
        "method": "praefectus.training distil: says what other networks say on average",
        "networks": {f"{net.name} {net.digest}": part for part, net in teachers},
        "positions": len(data.inputs),
        "held_out": {name: round(value, 6) for name, value in found.items()},
        "note": arguments.note,
    }
    write(arguments.out, model.export(provenance))


def tune(arguments: argparse.Namespace) -> None:
    """Write a network that tells the turns of one position apart better than the one it begins with."""
    from dataclasses import asdict

    import torch

    from praefectus.bots import learning
    from praefectus.training import distilling, samples, tuning
    from praefectus.training.seat_model import SeatModel

    torch.set_num_threads(1)
    start = Network.of(arguments.net)
    model = SeatModel.of(start.text)
    teachers = _teachers(arguments.teachers or [arguments.net])
    nets = [(part, learning.parse(net.text, net.name)) for part, net in teachers]
    shards = _shards(arguments.games)
    data, trials = samples.load_with_trials(
        shards, arguments.trials, least_visits=tuning.LEAST_VISITS
    )
    lessons = distilling.lessons(shards, nets, arguments.per_root, arguments.seed)
    report(f"{len(data)} positions, {len(trials)} tried turns, {len(lessons.inputs)} lessons")
    recipe = tuning.TuningRecipe(epochs=arguments.epochs, seed=arguments.seed)
    found = tuning.tune(model, data, trials, lessons, recipe, report)
    provenance = {
        "method": "praefectus.training tune: search values, and differences between tried turns",
        "start": f"{start.name} {start.digest}",
        "teachers": {f"{net.name} {net.digest}": part for part, net in teachers},
        "games": int(data.games.max()) + 1,
        "positions": len(data),
        "tried_turns": len(trials),
        "recipe": asdict(recipe),
        "held_out": found.as_json(),
        "note": arguments.note,
    }
    write(arguments.out, model.export(provenance))


def policy(arguments: argparse.Namespace) -> None:
    """Write a network with a policy, which learns from the turns that searches tried most."""
    import torch

    from praefectus.bots import learning
    from praefectus.training import preferring
    from praefectus.training.seat_model import SeatModel

    torch.set_num_threads(1)
    net = Network.of(arguments.net)
    SeatModel.of(net.text)  # refuses other formats before games are read
    shards = _shards(arguments.games)
    choices = preferring.load(shards)
    report(f"{len(choices)} turns")
    model, found = preferring.train(
        choices,
        arguments.hidden,
        arguments.epochs,
        rate=arguments.rate,
        seed=arguments.seed,
        report=report,
    )
    provenance = {
        "method": "praefectus.training policy: the shares of tries of searches",
        "network": f"{net.name} {net.digest}",
        "games": int(choices.games.max()) + 1,
        "turns": len(choices),
        "held_out": found.as_json(),
        "note": arguments.note,
    }
    write(arguments.out, learning.with_policy(net.text, model.hidden, model.parts(), provenance))


def _teachers(specs: list[str]) -> list[tuple[float, Network]]:
    """Read networks with their parts, as in learned=0.2; a part that is not given is 1."""
    return [
        (float(part or 1), Network.of(name))
        for name, _, part in (each.partition("=") for each in specs)
    ]


def again(arguments: argparse.Namespace) -> None:
    """Search a few positions of each stored game again, with another network or budget."""
    from praefectus.training import store
    from praefectus.training.again import Probe, search_all

    probe = Probe(Network.of(arguments.net), arguments.sims, arguments.positions, arguments.seed)
    with crew(arguments) as workers:
        search_all(workers, probe, store.shards(arguments.games), arguments.out, report)


def calibrate(arguments: argparse.Namespace) -> None:
    """Fit the curves of shown chances to stored games, and write their file."""
    from praefectus.training import calibrating

    data = _stored(arguments.games)
    shown = calibrating.together(calibrating.best_turns(data), calibrating.all_seats(data))
    provenance = {
        "method": "praefectus.training calibrate: logistic regression by players and stage",
        "games": int(data.games.max()) + 1,
        "positions": len(shown.won),
        "note": arguments.note,
    }
    write(arguments.out, calibrating.dump(calibrating.fit(shown), provenance))


def reliability(arguments: argparse.Namespace) -> None:
    """Print how far shown chances are from what happened in stored games, and draw it."""
    from praefectus.bots import calibration
    from praefectus.training import calibrating
    from praefectus.training import reliability as measured

    data = _stored(arguments.games)
    for name, shown in (
        ("The best turn, as hints show it", calibrating.best_turns(data)),
        ("All seats, as reviews show them", calibrating.all_seats(data)),
    ):
        print(f"{name}:\n\n{measured.table(shown, calibration.curves())}")
    if arguments.plot is not None:
        measured.plot(calibrating.best_turns(data), calibration.curves(), arguments.plot)


def _stored(folders: list[Path]) -> Samples:
    from praefectus.training import samples

    return samples.load(_shards(folders))


def _shards(folders: list[Path]) -> list[Path]:
    from praefectus.training import store

    shards = [path for folder in folders for path in store.shards(folder)]
    if not shards:
        raise PraefectusError(f"there are no games in {', '.join(map(str, folders))}")
    return shards


def parser() -> argparse.ArgumentParser:
    """Describe the commands."""
    from praefectus.training.loop import Course
    from praefectus.training.recipe import Recipe

    top = argparse.ArgumentParser(prog="python -m praefectus.training")
    commands = top.add_subparsers(required=True)

    one = commands.add_parser("loop", help=loop.__doc__)
    one.set_defaults(run=loop)
    one.add_argument("run_folder", type=Path, help="the folder of the run")
    one.add_argument("--generations", type=above_zero, default=5)
    one.add_argument("--out", type=Path, help="where promoted networks are written")
    for group in (Course, Recipe):
        for each in fields(group):
            if each.name not in ("recipe", "seed") or (group, each.name) == (Course, "seed"):
                whole = int if each.name in ANY_NUMBER else above_zero
                kind = {"int": whole, "float": float, "str": str}[str(each.type)]
                option = f"--{each.name.replace('_', '-')}"
                one.add_argument(option, type=kind, default=each.default)
    _workers(one)

    one = commands.add_parser("play", help=play.__doc__)
    one.set_defaults(run=play)
    one.add_argument("--nets", default="learned", help="the champion, then older networks")
    one.add_argument("--games", type=above_zero, default=1000)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--sims", type=above_zero, default=Plan.sims)
    one.add_argument("--quick", type=above_zero, default=Plan.quick)
    one.add_argument("--league", type=share, default=Plan.league, help="share of older networks")
    one.add_argument("--temperature", type=float, default=Plan.temperature, help="of the search")
    one.add_argument("--rivals", type=above_zero, default=Plan.rivals, help="turns per opponent")
    one.add_argument(
        "--tables", type=tables, default=Plan.tables, help="how often, as in imperium-5=2,italia-3"
    )
    one.add_argument("--out", type=Path, required=True, help="the folder of the shards")
    _workers(one)

    one = commands.add_parser("match", help=match.__doc__)
    one.set_defaults(run=match)
    one.add_argument("candidate", help="a network: a name or a path that ends in .json")
    one.add_argument("champion")
    one.add_argument("--sims", type=above_zero, default=200)
    one.add_argument("--pairs", type=above_zero, default=600, help="at most")
    one.add_argument("--seed", type=int, default=1)
    _workers(one)

    one = commands.add_parser("compare", help=compare.__doc__)
    one.set_defaults(run=compare)
    one.add_argument("candidate", help="a bot, as in learned:sims=250,exploration=0.2")
    one.add_argument("champion")
    one.add_argument("--pairs", type=above_zero, default=600, help="at most")
    one.add_argument("--seed", type=int, default=1)
    _workers(one)

    one = commands.add_parser("blend", help=blend.__doc__)
    one.set_defaults(run=blend)
    one.add_argument("first", help="a network: a name or a path that ends in .json")
    one.add_argument("second")
    one.add_argument("--part", type=float, default=0.5, help="of the first")
    one.add_argument("--games", type=Path, nargs="*", help="in which dead units are looked for")
    one.add_argument("--note", default="", help="goes into the provenance")
    one.add_argument("--out", type=Path, required=True)

    one = commands.add_parser("distil", help=distil.__doc__)
    one.set_defaults(run=distil)
    one.add_argument("teachers", nargs="+", metavar="NET=PART", help="networks, and how they count")
    one.add_argument("--games", type=Path, nargs="+", required=True, help="folders of shards")
    one.add_argument("--per-root", type=float, default=1.6, help="positions around each stored one")
    one.add_argument("--hidden", type=above_zero, default=96)
    one.add_argument("--wide", type=above_zero, default=24)
    one.add_argument("--epochs", type=above_zero, default=20)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--note", default="", help="goes into the provenance")
    one.add_argument("--out", type=Path, required=True)

    one = commands.add_parser("tune", help=tune.__doc__)
    one.set_defaults(run=tune)
    one.add_argument("net", help="a network that distil made: a name or a path that ends in .json")
    one.add_argument("--teachers", nargs="*", metavar="NET=PART", help="itself, if not given")
    one.add_argument("--games", type=Path, nargs="+", required=True, help="folders of shards")
    one.add_argument("--trials", type=above_zero, default=8, help="turns of each full search")
    one.add_argument("--per-root", type=float, default=2.0, help="positions around each stored one")
    one.add_argument("--epochs", type=above_zero, default=2)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--note", default="", help="goes into the provenance")
    one.add_argument("--out", type=Path, required=True)

    one = commands.add_parser("policy", help=policy.__doc__)
    one.set_defaults(run=policy)
    one.add_argument("net", help="a network that distil or tune made")
    one.add_argument("--games", type=Path, nargs="+", required=True, help="folders of shards")
    one.add_argument("--hidden", type=above_zero, default=24)
    one.add_argument("--epochs", type=above_zero, default=6)
    one.add_argument("--rate", type=rate, default=5e-3, help="of learning, at the beginning")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--note", default="", help="goes into the provenance")
    one.add_argument("--out", type=Path, required=True)

    one = commands.add_parser("again", help=again.__doc__)
    one.set_defaults(run=again)
    one.add_argument("games", type=Path, help="a folder of shards")
    one.add_argument("--net", default="learned")
    one.add_argument("--sims", type=above_zero, default=256)
    one.add_argument("--positions", type=above_zero, default=2, help="per game")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--out", type=Path, required=True, help="the folder of the new shards")
    _workers(one)

    one = commands.add_parser("calibrate", help=calibrate.__doc__)
    one.set_defaults(run=calibrate)
    one.add_argument("games", type=Path, nargs="+", help="folders of shards")
    one.add_argument("--note", default="", help="goes into the provenance")
    one.add_argument("--out", type=Path, required=True)

    one = commands.add_parser("reliability", help=reliability.__doc__)
    one.set_defaults(run=reliability)
    one.add_argument("games", type=Path, nargs="+", help="folders of shards")
    one.add_argument("--plot", type=Path)
    return top


def _workers(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--workers",
        type=above_zero,
        help="processes (one by default) or actors (one per processor)",
    )
    command.add_argument("--cluster", default="", help="a Ray cluster: HOST:PORT, auto or local")


def main(arguments: list[str] | None = None) -> None:
    """Run a command."""
    parsed = parser().parse_args(arguments)
    try:
        parsed.run(parsed)
    except (PraefectusError, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
