"""Records made wrong in every way we can think of, for both implementations to refuse.

`mutants(record, rng)` takes a legal record and yields (what was done, a record that is most probably illegal). A
mutant can be legal by chance; then both have to accept it.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.conformance.facts import KINDS, board, cards
from tests.conformance.position import GOODS, SLOTS
from tests.conformance.reference import Referee

Record = dict[str, Any]


def truncated(record: Record, turns: int, steps: int) -> Record:
    """The record up to a step of turn number `turns` (from 0), that turn being open."""
    cut = {key: value for key, value in record.items() if key != "result"}
    cut["turns"] = copy.deepcopy(record["turns"][: turns + 1])
    cut["turns"][-1]["steps"] = cut["turns"][-1]["steps"][:steps]
    cut["turns"][-1]["open"] = True
    return cut


def random_step(map: str, players: int, rng: random.Random) -> str:
    """A step that reads well, about anything on the board."""
    facts = board(map)
    kind = rng.choice(KINDS)
    city = rng.choice(facts.cities)
    line = rng.choice(sorted(facts.line_ids))
    good = rng.choice(GOODS)
    slot = rng.randint(1, SLOTS)
    return rng.choice(
        [
            f"colonist {kind}",
            f"move {kind} {city} {line}",
            f"move {kind} {rng.choice(sorted(facts.line_ids))} {line}",
            f"build {city}",
            f"produce {rng.choice(list(facts.provinces))}",
            "cash",
            f"keep {rng.randrange(players)} {' '.join(rng.choices(GOODS, k=rng.randint(1, 3)))}",
            f"settle {kind} {city}",
            "income",
            f"sell {good} {rng.randint(1, 13)}",
            f"buy {good} {rng.randint(1, 13)}",
            f"purchase {slot}",
            f"purchase {slot} {good}",
            f"copy {rng.randrange(players)}",
        ]
    )


def fitting_step(referee: Referee, rng: random.Random) -> str:
    """A step of the kind that the card asks for, legal or not."""
    turn = referee.turn
    assert turn is not None
    facts = referee.board
    kind = rng.choice(KINDS)
    city = rng.choice(facts.cities)
    good = rng.choice(GOODS)
    player = referee.players[turn.seat]
    everywhere = sorted({place for other in referee.players for _, place in other.colonists})
    card = turn.card or ""
    if turn.keeps and rng.random() < 0.7:
        keep = turn.keeps[0]
        units = rng.choices(GOODS, k=max(1, keep.room + rng.choice([0, 0, 0, -1, 1])))
        return f"keep {rng.choice([keep.seat, rng.randrange(referee.seats)])} {' '.join(units)}"
    if card == "architect":
        place = rng.choice([*(place for _, place in player.colonists), *everywhere])
        near = [
            line
            for its_kind in KINDS
            for line, points in facts.distances(its_kind, place).items()
            if points <= turn.points + 1
        ]
        line = rng.choice(near or [rng.choice(sorted(facts.line_ids))])
        by_line = sorted({end for line in everywhere if "~" in line for end in line.split("~")})
        return rng.choice(
            [f"move {kind} {place} {line}", f"build {rng.choice([city, *by_line, 'roma'])}"]
        )
    if card == "prefect":
        return rng.choice(
            ["cash", f"produce {rng.choice(list(facts.provinces))}", f"keep 0 {good}"]
        )
    if card == "colonist":
        return rng.choice(["income", f"settle {kind} {rng.choice([city, 'roma', *player.houses])}"])
    if card.startswith("mercator"):
        return f"{rng.choice(['sell', 'buy'])} {good} {rng.randint(1, 7)}"
    if card in ("senator", "consul"):
        slot = rng.randint(1, SLOTS)
        return rng.choice([f"purchase {slot}", f"purchase {slot} {good}"])
    if card == "tribune":
        return f"colonist {kind}"
    return f"copy {rng.randrange(referee.seats)}"


def garbled(text: str, rng: random.Random) -> str:
    """A step that no longer reads well (or, by chance, reads as another)."""
    words = text.split(" ")
    at = rng.randrange(len(words))
    change: Callable[[], list[str]] = rng.choice(
        [
            lambda: words[:at] + words[at + 1 :],
            lambda: [*words[:at], words[at] + "x", *words[at + 1 :]],
            lambda: [*words[:at], "", *words[at + 1 :]],
            lambda: [*words, rng.choice([*GOODS, "1", "roma"])],
            lambda: [*words[:at], words[at].upper(), *words[at + 1 :]],
            lambda: ["~".join(reversed(word.split("~"))) for word in words],
            lambda: ["0" + word if word.isdigit() else word for word in words],
            lambda: ["-1" if word.isdigit() else word for word in words],
            lambda: ["0" if word.isdigit() else word for word in words],
            lambda: ["99999999999999999999" if word.isdigit() else word for word in words],
            lambda: ["+" + word if word.isdigit() else word for word in words],
            lambda: ["1_0" if word.isdigit() else word for word in words],
            lambda: ["٣" if word.isdigit() else word for word in words],
        ]
    )
    return " ".join(change())


def mutants(record: Record, rng: random.Random, count: int = 40) -> Iterator[tuple[str, Record]]:
    """Yield `count` wrong records."""
    kinds: list[Callable[[Record, random.Random], Record]] = [
        wrong_step,
        wrong_step,
        wrong_step,
        fitting_wrong_step,
        fitting_wrong_step,
        fitting_wrong_step,
        fitting_wrong_step,
        fitting_wrong_step,
        garbled_step,
        steps_missing,
        step_repeated,
        steps_swapped,
        other_card,
        other_seat,
        set_up_tokens,
        set_up_cards,
        other_result,
        another_turn,
    ]
    for _ in range(count):
        kind = rng.choice(kinds)
        mutant = kind(record, rng)
        yield kind.__name__, mutant


def any_turn(record: Record, rng: random.Random) -> int:
    return rng.randrange(len(record["turns"]))


def wrong_step(record: Record, rng: random.Random) -> Record:
    at = any_turn(record, rng)
    mutant = truncated(record, at, rng.randint(0, len(record["turns"][at]["steps"])))
    mutant["turns"][-1]["steps"].append(random_step(record["map"], len(record["players"]), rng))
    return mutant


def fitting_wrong_step(record: Record, rng: random.Random) -> Record:
    at = any_turn(record, rng)
    mutant = truncated(record, at, rng.randint(0, len(record["turns"][at]["steps"])))
    mutant["turns"][-1]["steps"].append(fitting_step(position(mutant), rng))
    return mutant


def position(record: Record) -> Referee:
    """The reference at the end of a legal record that stops inside a turn."""
    referee = Referee.from_record(record)
    for turn in record["turns"]:
        referee.begin(turn["seat"], turn["play"])
        for text in turn["steps"]:
            referee.step(text)
        if not turn.get("open"):
            referee.end()
    return referee


def with_steps(record: Record, rng: random.Random, at_least: int) -> int:
    return rng.choice(
        [at for at, turn in enumerate(record["turns"]) if len(turn["steps"]) >= at_least]
    )


def closed(record: Record, at: int) -> Record:
    mutant = truncated(record, at, len(record["turns"][at]["steps"]))
    del mutant["turns"][-1]["open"]
    return mutant


def garbled_step(record: Record, rng: random.Random) -> Record:
    mutant = closed(record, with_steps(record, rng, 1))
    steps = mutant["turns"][-1]["steps"]
    at = rng.randrange(len(steps))
    steps[at] = garbled(steps[at], rng)
    return mutant


def steps_missing(record: Record, rng: random.Random) -> Record:
    mutant = closed(record, with_steps(record, rng, 1))
    steps = mutant["turns"][-1]["steps"]
    del steps[rng.randrange(len(steps))]
    return mutant


def step_repeated(record: Record, rng: random.Random) -> Record:
    mutant = closed(record, with_steps(record, rng, 1))
    steps = mutant["turns"][-1]["steps"]
    steps.insert(rng.randint(0, len(steps)), rng.choice(steps))
    return mutant


def steps_swapped(record: Record, rng: random.Random) -> Record:
    mutant = closed(record, with_steps(record, rng, 2))
    steps = mutant["turns"][-1]["steps"]
    a, b = rng.sample(range(len(steps)), 2)
    steps[a], steps[b] = steps[b], steps[a]
    return mutant


def other_card(record: Record, rng: random.Random) -> Record:
    at = any_turn(record, rng)
    mutant = truncated(record, at, 0)
    mutant["turns"][-1]["play"] = rng.choice(
        [*sorted(cards().faces), "diplomat-saturnus-tool", "x"]
    )
    return mutant


def other_seat(record: Record, rng: random.Random) -> Record:
    mutant = truncated(record, any_turn(record, rng), 0)
    mutant["turns"][-1]["seat"] = rng.randint(-1, len(record["players"]))
    return mutant


def set_up_tokens(record: Record, rng: random.Random) -> Record:
    mutant = {**record, "turns": [], "setup": copy.deepcopy(record["setup"])}
    mutant.pop("result", None)
    cities = mutant["setup"]["cities"]
    first, second = rng.sample(sorted(cities), 2)
    if rng.random() < 0.5:
        cities[first], cities[second] = cities[second], cities[first]
    else:
        cities[first] = rng.choice(GOODS)
    return mutant


def set_up_cards(record: Record, rng: random.Random) -> Record:
    mutant = {**record, "turns": [], "setup": copy.deepcopy(record["setup"])}
    mutant.pop("result", None)
    sale = mutant["setup"]["cards"]
    a, b = rng.sample(range(len(sale)), 2)
    how = rng.randrange(4)
    if how == 0:
        sale[a], sale[b] = sale[b], sale[a]
    elif how == 1:
        sale[a] = sale[b]
    elif how == 2:
        del sale[a]
    else:
        sale.append(sale[a])
    return mutant


def other_result(record: Record, rng: random.Random) -> Record:
    mutant = copy.deepcopy(record)
    how = rng.randrange(4)
    if how == 0 or "result" not in record:
        mutant["turns"] = mutant["turns"][:-1]
    elif how == 1:
        del mutant["result"]
    elif how == 2:
        mutant["result"]["winner"] = rng.randrange(len(record["players"]))
    else:
        mutant["result"]["points"][0] += rng.choice([-1, 0, 1])
    return mutant


def another_turn(record: Record, rng: random.Random) -> Record:
    """A turn after the game was over, or an open turn that is not the last."""
    mutant = copy.deepcopy(record)
    if rng.random() < 0.5:
        mutant["turns"].append({**mutant["turns"][-len(record["players"])], "steps": []})
        mutant["turns"][-1]["play"] = "tribune"
    else:
        mutant["turns"][any_turn(record, rng)]["open"] = True
        mutant.pop("result", None)
    return mutant
