"""Find the tutorial's prepared positions: the beginnings of games that bots have played, one per lesson.

.venv/bin/python -m scripts.lessons

Writes `src/praefectus/data/lessons/*.json`, records of unfinished games. In each, the player to move can do what the lesson is about.
"""

import json
from collections.abc import Callable
from pathlib import Path

import praefectus
from praefectus import record
from praefectus.bots import Position, registry
from praefectus.game import Game
from praefectus.options import RULE_OPTIONS
from praefectus.rules.ids import GOOD_NAMES
from praefectus.wire.position import PlayerDocument

FOLDER = Path(__file__).parent.parent / "src/praefectus/data/lessons"
PLAYERS = ("Livia", "Cato")
SEEDS = range(400)
Suits = Callable[[Game], bool]


def player(game: Game) -> PlayerDocument:
    """Return the player to move."""
    return game.state()["players"][game.seat]


def goods(game: Game, seat: int) -> list[int]:
    """Return how many of each good a player has."""
    held = game.state()["players"][seat]["goods"]
    return [held[good] for good in GOOD_NAMES]


def after(game: Game, *decisions: str) -> Game | None:
    """Return the game after some decisions, each the first legal one that starts like this; None if there is none."""
    game = game.copy()
    for decision in decisions:
        found = [text for text in game.legal_actions.texts() if text.startswith(decision)]
        if not found:
            return None
        game.play(found[0])
    return game


def can(game: Game, *decisions: str) -> bool:
    """Tell whether decisions that start like this can be taken one after another."""
    return after(game, *decisions) is not None


def choices(game: Game, card: str, kind: str) -> list[str]:
    """Return what a card would offer of one kind."""
    played = after(game, f"play {card}")
    texts = played.legal_actions.texts() if played else []
    return [text for text in texts if text.startswith(kind)]


def houses_by_good(game: Game) -> dict[str, int]:
    """Return how many houses the player to move has in cities of each good."""
    goods: dict[str, int] = {}
    for city in player(game)["houses"]:
        good = game.setup.cities[city]
        goods[good] = goods.get(good, 0) + 1
    return goods


def architect(game: Game) -> bool:
    """Tell whether two houses near Roma can be paid for, as in the first turn of a lucky deal."""
    cities = game.setup.cities
    return game.turn == 0 and cities["cosa"] == "brick" and cities["neapolis"] == "food"


def prefect(game: Game) -> bool:
    return (
        game.turn < 14
        and len(player(game)["houses"]) >= 2
        and any(_brings(game, province) >= 3 for province in choices(game, "prefect", "produce"))
        and not _overflows(game)
    )


def _brings(game: Game, produce: str) -> int:
    before = sum(goods(game, game.seat))
    produced = after(game, "play prefect", produce)
    if produced is None or produced.phase == "keep":
        return 0
    return sum(goods(produced, game.seat)) - before


def _overflows(game: Game) -> bool:
    return any(
        (produced := after(game, "play prefect", province)) is not None and produced.phase == "keep"
        for province in choices(game, "prefect", "produce")
    )


def mercator(game: Game) -> bool:
    return (
        8 <= game.turn < 24
        and player(game)["money"] < 8
        and max(goods(game, game.seat)) >= 3
        and can(game, "play mercator-3", "sell")
    )


def senator(game: Game) -> bool:
    return 6 <= game.turn < 24 and len(choices(game, "senator", "purchase")) >= 2


def tribune(game: Game) -> bool:
    me = player(game)
    return (
        len(me["discard"]) >= 5
        and me["goods"]["food"] > 0
        and me["goods"]["tool"] > 0
        and me["storehouse"]["land"] > 0
        and me["storehouse"]["sea"] > 0
        and can(game, "play tribune", "colonist")
    )


def diplomat(game: Game) -> bool:
    other = game.state()["players"][1 - game.seat]
    return (
        game.turn > 6
        and bool(other["discard"])
        and other["discard"][-1] in ("mercator-3", "mercator-5", "senator")
        and any(can(game, f"play {card}", "copy") for card in _held(game, "diplomat"))
    )


def _held(game: Game, start: str) -> list[str]:
    return [card for card in player(game)["hand"] or [] if card.startswith(start)]


SPECIALISTS = {
    "mason": "brick",
    "farmer": "food",
    "smith": "tool",
    "vintner": "wine",
    "weaver": "cloth",
}


def specialist(game: Game) -> bool:
    houses = houses_by_good(game)
    return any(
        houses.get(good, 0) >= 2 and can(game, f"play {card}") for card, good in SPECIALISTS.items()
    )


def colonist(game: Game) -> bool:
    return len(choices(game, "colonist", "settle")) >= 2


def consul(game: Game) -> bool:
    return len(choices(game, "consul", "purchase")) >= 2


def storehouse(game: Game) -> bool:
    return _overflows(game)


def magnus(game: Game) -> bool:
    return (
        game.turn > 3
        and game.state()["praefectus_magnus"] == game.seat
        and any(_brings(game, province) >= 3 for province in choices(game, "prefect", "produce"))
    )


def gods(game: Game) -> bool:
    """Tell whether several cards can be bought that bring different points now."""
    before = player(game)["points"]["total"]
    found = [
        bought.state()["players"][game.seat]["points"]["total"] - before
        for slot in choices(game, "senator", "purchase")
        if (bought := after(game, "play senator", slot)) is not None
    ]
    return game.turn > 30 and len(found) >= 3 and max(found) >= min(found) + 4


def end(game: Game) -> bool:
    """Tell whether the last house can be built at once, beside a line where a colonist stands."""
    return len(player(game)["houses"]) == 14 and can(game, "play architect", "build")


LESSONS: dict[str, Suits] = {
    "architect": architect,
    "prefect": prefect,
    "mercator": mercator,
    "senator": senator,
    "tribune": tribune,
    "diplomat": diplomat,
    "specialist": specialist,
    "colonist": colonist,
    "consul": consul,
    "storehouse": storehouse,
    "magnus": magnus,
    "gods": gods,
    "end": end,
}


def main() -> None:
    found: dict[str, Game] = {}
    for seed in SEEDS:
        look_through(seed, found)
        if found.keys() == LESSONS.keys():
            break
    FOLDER.mkdir(exist_ok=True)
    for lesson, game in found.items():
        document = json.loads(record.dumps(game, PLAYERS))
        for option in RULE_OPTIONS:
            # A record that doesn't name an option has its default.
            if document[option.name] == option.default:
                del document[option.name]
        text = json.dumps(document, separators=(",", ":"))
        (FOLDER / f"{lesson}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{lesson}: turn {game.turn}, seat {game.seat}, {len(text)} bytes")


def look_through(seed: int, found: dict[str, Game]) -> None:
    """Let bots play a game, and keep the positions that a lesson has waited for."""
    game = praefectus.Game.new(map="italia", players=2, seed=seed)
    bots = [registry.make("greedy", seed=seed + n) for n in range(2)]
    while not game.is_over:
        if game.phase == "play":
            for lesson, suits in LESSONS.items():
                if lesson not in found and suits(game):
                    found[lesson] = game.copy()
        game.push(bots[game.seat].choose(Position(game), game.legal_actions))


if __name__ == "__main__":
    main()
