"""The loop: self-play, training, match, promotion, generation after generation.

Everything a generation made is a file in its folder, and who is champion follows from the matches on disk. A
run that was ended, by a kill or a power cut, continues with the same command; a worker or learner that
dies while the loop runs is replaced (`crew.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from praefectus.errors import PraefectusError
from praefectus.training import gathering, samples, store
from praefectus.training.crew import Crew, Processes
from praefectus.training.duel import Duel, Verdict, VerdictDocument, fight
from praefectus.training.files import write
from praefectus.training.networks import Network
from praefectus.training.recipe import Recipe
from praefectus.training.selfplay import Plan
from praefectus.training.sequential import Bounds

TRIALS = 3  # turns of each full search that are learned from
Report = Callable[[str], None]
NEVER = Bounds(false_promotion=1e-12, false_refusal=1e-12)  # the match goes on to its last pair


class MatchDocument(VerdictDocument):
    """How the match of a generation went: the file `match.json`."""

    promoted: bool
    champion: str
    league: dict[str, VerdictDocument]


@dataclass(frozen=True)
class Course:
    """What a run does; the same course in the same folder continues the run."""

    seed: int = 1
    start: str = "learned"  # the first champion
    games: int = 1000  # per generation
    sims: int = 256
    quick: int = 48
    window: int = 3  # so many generations' games are learned from
    match_sims: int = 200
    pairs: int = 600  # of a match, at most
    league: int = 2  # so many older champions play some of the seats, and a match each
    league_pairs: int = 40
    recipe: Recipe = field(default_factory=Recipe)


class Run:
    """A course in its folder."""

    def __init__(self, course: Course, folder: Path, report: Report) -> None:
        """Begin a run, or continue it. Raises PraefectusError if the folder has another course."""
        self.course = course
        self.folder = folder
        self.report = report
        folder.mkdir(parents=True, exist_ok=True)
        head = folder / "course.json"
        if not head.exists():
            write(folder / "start.json", Network.of(course.start).text)
            write(head, json.dumps(asdict(course), indent=1) + "\n")
        elif json.loads(head.read_text(encoding="utf-8")) != asdict(course):
            raise PraefectusError(f"{folder} is the run of another course, see {head}")

    def place(self, generation: int) -> Path:
        """Return the folder of a generation."""
        return self.folder / f"{generation:03}"

    def champions(self, before: int) -> list[Network]:
        """Return the champions up to the beginning of a generation, the present one first."""
        found = [Network("start", (self.folder / "start.json").read_text(encoding="utf-8"))]
        for generation in range(1, before):
            match = self.match(generation)
            if match is not None and match["promoted"]:
                text = (self.place(generation) / "candidate.json").read_text(encoding="utf-8")
                found.insert(0, Network(f"{generation:03}", text))
        return found

    def match(self, generation: int) -> MatchDocument | None:
        """Return how the match of a generation went, if it was played."""
        path = self.place(generation) / "match.json"
        if not path.exists():
            return None
        found: MatchDocument = json.loads(path.read_text(encoding="utf-8"))
        return found

    def play(self, crew: Crew, generation: int) -> None:
        """Play the games of a generation."""
        course = self.course
        plan = Plan(
            seed=course.seed * 1000 + generation,
            nets=tuple(self.champions(generation)[: 1 + course.league]),
            sims=course.sims,
            quick=course.quick,
        )
        gathering.gather(crew, plan, course.games, self.place(generation) / "games", self.report)

    def learn(self, generation: int) -> None:
        """Train the candidate, in a process of its own."""
        path = self.place(generation) / "candidate.json"
        if path.exists():
            return
        learner = Processes(1)
        try:
            for lines in learner.do(partial(_learn, self.course, self.folder), [generation]):
                for line in lines:
                    self.report(line)
        finally:
            learner.close()

    def compare(self, crew: Crew, generation: int) -> bool:
        """Play the candidate's matches; tell whether it is promoted."""
        played = self.match(generation)
        if played is None:
            course = self.course
            champion, *older = self.champions(generation)[: 1 + course.league]
            text = (self.place(generation) / "candidate.json").read_text(encoding="utf-8")
            duel = Duel(
                Network(f"{generation:03}", text),
                champion,
                course.match_sims,
                course.seed * 1000 + generation,
            )
            verdict = fight(crew, duel, Bounds(), course.pairs, self.report)
            league: dict[str, Verdict] = {}
            if verdict.better:
                for rival in older:
                    duel = replace(duel, champion=rival)
                    league[rival.name] = fight(crew, duel, NEVER, course.league_pairs, self.report)
            # Better than the champion, and against no older one clearly worse.
            held = all(each.all.interval[1] >= 0.5 for each in league.values())
            played = {
                "promoted": verdict.better is True and held,
                "champion": champion.name,
                **verdict.as_json(),
                "league": {name: each.as_json() for name, each in league.items()},
            }
            write(self.place(generation) / "match.json", json.dumps(played, indent=1) + "\n")
        return bool(played["promoted"])

    def proceed(self, crew: Crew, generations: int, out: Path | None) -> None:
        """Run generations up to number `generations`; a promoted network is written to `out`."""
        for generation in range(1, generations + 1):
            self.report(f"generation {generation}")
            self.play(crew, generation)
            self.learn(generation)
            if self.compare(crew, generation):
                self.report(f"generation {generation} is promoted")
                if out is not None:
                    write(out, self.promoted_text(generation))

    def promoted_text(self, generation: int) -> str:
        """Return the file of a generation's network, with its match in the provenance."""
        path = self.place(generation) / "candidate.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        document["provenance"]["match"] = self.match(generation)
        return json.dumps(document) + "\n"


def _learn(course: Course, folder: Path, generation: int) -> list[str]:
    """Train the candidate of a generation; return what there is to tell."""
    import torch

    from praefectus.training.learner import train

    torch.set_num_threads(1)
    lines: list[str] = []
    known = [folder / f"{number:03}" for number in range(1, generation + 1)][-course.window :]
    shards = [path for each in known for path in store.shards(each / "games")]
    data, trials = samples.load_with_trials(shards, TRIALS)
    here = folder / f"{generation:03}"
    model, found = train(data, trials, course.recipe, here / "checkpoint.pt", lines.append)
    provenance = {
        "method": "praefectus.training: search self-play; winner mixed with the search's value",
        "seed": course.seed,
        "generation": generation,
        "games": int(data.games.max()) + 1,
        "positions": len(data),
        "tried_turns": len(trials),
        "recipe": asdict(course.recipe),
        "held_out": found.as_json(),
        "dead_units": model.dead_units(torch.from_numpy(data.inputs[data.exists > 0])),
    }
    write(here / "candidate.json", model.export(provenance))
    lines.append(f"held out: {found.as_json()}")
    return lines
