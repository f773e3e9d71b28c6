"""Write ui/src/lib/guide/examples.json: the worked examples of the rules page, played by the engine.

.venv/bin/python -m scripts.guide_examples

Each example is a position (docs/position.md) and the decisions of a turn. Its pictures and every number in its
words are read from the game, so that the page cannot say what the engine does not do.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast, get_args

from praefectus import Game
from praefectus.rules.facts import card_file, map_file
from praefectus.rules.ids import AT_POINTS, HOUSES_PER_PLAYER, STOREHOUSE_SPACES
from praefectus.view import board_view
from praefectus.wire.table import Color

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "ui/src/lib/guide/examples.json"
COLORS = get_args(Color)
CARDS = card_file()
GOODS: dict[str, dict[str, Any]] = {good["id"]: good for good in CARDS["goods"]}
RED, GREEN, YELLOW = 0, 1, 2

POSITIONS = {
    "start": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwftbfbwctb 0:play 2 - - ckijoeb - 5:12111:aa:aa::abccdgn: 6:12111:aa:aa::abccdgn: 7:12111:aa:aa::abccdgn:",
    "tribune": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwftbfbwctb 30:play 2 - - ckijoeb - 5:01100:aa:aa::agn:bcdc 6:12111:aa:aa::abccdgn: 7:12111:aa:aa::abccdgn:",
    "architect": "concordia-position/1 imperium:3 -bcftcwfbwtwfbtbfbfctwftbfbwctb 30:play 2 - - ckijoeb - 40:41111:aaa2:aa:j:abccdgn: 6:12111:aa:aa:m:abccdgn: 7:12111:aa:aa:m:abccdgn:",
    "prefect": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwbtbffcwtb 30:play 2 - - ckijoeb - 5:00000:aK:aa:A:abccdgn: 6:00000:aa:bs:A:abccdgn: 7:00000:bi:aa:B:abccdgn:",
    "magnus": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwbtbffcwtb 30:play 0 - - ckijoeb - 5:00000:aK:aa:A:abccdgn: 6:00000:aa:bs:A:abccdgn: 7:00000:bi:aa:B:abccdgn:",
    "collect": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwftbfbwctb 30:play 2 - hjkl ckijoeb - 5:12111:aa:aa:A:abccdgn: 6:12111:aa:aa:A:abccdgn: 7:12111:aa:aa:B:abccdgn:",
    "settle": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwftbfbwctb 30:play 2 - - bceoijk - 5:02300:aa:aa:fm:abccdfgn: 6:12111:aa:aa::abccdgn: 7:12111:aa:aa::abccdgn:",
    "settle-first": "concordia-position/1 imperium:3:edition=first -bcfttwfbtwbcwcbfbfftwftbfbwctb 30:play 2 - - bceoijk - 5:02300:aa:aa:fm:abccdfgn: 6:12111:aa:aa::abccdgn: 7:12111:aa:aa::abccdgn:",
    "mercator": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwftbfbwctb 30:play 2 - - ckijoeb - 2:01131:aa:aa::abccdgn: 6:12111:aa:aa::abccdgn: 7:12111:aa:aa::abccdgn:",
    "diplomat": "concordia-position/1 imperium:5 -bcfttwfbtwbcwcbfbfftwftbfbwctb 34:play 4 - - ckijoeb - 5:12111:aa:aa::abccdn:g 6:12111:aa:aa::accdgn:b 7:12111:aa:aa::abcdgn:c 8:12111:aa:aa::abccdg:n 9:12111:aa:aa::abccdgn:",
    "senator": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwftbfbwctb 30:play 2 - - ecbjkfi - 5:31111:aa:aa::abccdgn: 6:12111:aa:aa::abccdgn: 7:12111:aa:aa::abccdgn:",
    "consul": "concordia-position/1 imperium:3 -bcfttwfbtwbcwcbfbfftwftbfbwctb 30:play 2 - - bjkoefc - 5:02001:aa:aa::abccdghn: 6:12111:aa:aa::abccdgin: 7:12111:aa:aa::abccdgn:",
    "specialist": "concordia-position/1 imperium:3 -wcftwtfbtbbctcbfbffwbftbfbtcww 30:play 2 - - bcefojk - 5:00000:aa:aa:bfDE:abccdgln: 6:00000:aa:aa:uE:abccdgin: 7:00000:aa:aa::abccdgn:",
    "score": "concordia-position/1 imperium:3 -bfttbwbffctfwfcbtwcbwwbtbfbctf 90:play 2 - - f------ - 13:11301:aaa3a9:bnbF:bcdefjkoxyAC:abccccdefgjn: 6:12111:aa:aa::abbbccdeghiklno: 7:12111:aa:aa::abbcccdefghmno:",
}  # fmt: skip

Example = dict[str, Any]


def at(name: str, *steps: str) -> Game:
    """Return the game of a position after these decisions."""
    game = Game.from_position(POSITIONS[name])
    for step in steps:
        game.play(step)
    return game


def player(game: Game, seat: int = RED) -> Any:
    return game.state()["players"][seat]


def more(before: Game, after: Game, seat: int = RED) -> dict[str, int]:
    """Return the goods that a seat has more of, or with a change of order, has paid."""
    had, has = player(before, seat)["goods"], player(after, seat)["goods"]
    return {good: has[good] - had[good] for good in GOODS if has[good] > had[good]}


def gain(before: Game, after: Game, seat: int = RED) -> int:
    return int(player(after, seat)["money"] - player(before, seat)["money"])


def refusal(game: Game, step: str) -> str:
    """Return the rule that a decision would break."""
    return str(game.explain(game.parse(step)[0]).rule)


def picture(game: Game) -> Example:
    """Return what lies on the board, as ui/src/lib/board/types.ts says."""
    state, laid = game.state(), board_view(game)
    colors = COLORS[: len(state["players"])]
    pieces = list(zip(colors, state["players"], strict=True))
    built = sorted({city for _, one in pieces for city in one["houses"]})
    return {
        "map": game.map,
        "players": list(colors),
        "cities": laid["cities"],
        "houses": {
            city: [color for color, one in pieces if city in one["houses"]] for city in built
        },
        "colonists": [
            {"color": color, "kind": colonist.split()[0], "at": colonist.split()[1]}
            for color, one in pieces
            for colonist in one["colonists"]
        ],
        "markers": {
            province: {
                "side": side,
                "good": laid["markers"][province],
                "coins": GOODS[laid["markers"][province]]["marker_coins"],
            }
            for province, side in state["markers"].items()
        },
    }


# What a value of a message stands for; the page puts it into words.
def place(name: str) -> dict[str, str]:
    return {"place": name}


def good(name: str) -> dict[str, str]:
    return {"good": name}


def goods(counted: dict[str, int]) -> dict[str, dict[str, int]]:
    return {"goods": {name: count for name, count in counted.items() if count}}


def card(face: str) -> dict[str, str]:
    return {"card": face}


def marker() -> Example:
    game = at("start")
    laid = board_view(game)
    made = [laid["cities"][city] for city in ("byzantium", "sinope", "attalia")]
    return {
        "values": {
            "province": place("asia"),
            "goods": {"list": made},
            "good": good(laid["markers"]["asia"]),
        },
        "board": picture(game),
        "look": ["byzantium", "sinope", "attalia"],
    }


def storehouse() -> Example:
    has = player(at("start"))
    used = sum(has["goods"].values()) + sum(has["storehouse"].values())
    return {
        "values": {
            "used": used,
            "spaces": int(STOREHOUSE_SPACES),
            "free": int(STOREHOUSE_SPACES) - used,
        },
        "player": has,
    }


def tribune() -> Example:
    before = at("tribune")
    played = at("tribune", "play tribune")
    after = at("tribune", "play tribune", "colonist land")
    return {
        "values": {
            "played": len(player(before)["discard"]),
            "cards": len(player(played)["hand"]) - len(player(before)["hand"]) + 1,
            "money": gain(before, played),
            "colonists": len(player(after)["colonists"]),
        },
        "cards": [*player(before)["discard"], "tribune"],
    }


def architect() -> Example:
    start = at("architect", "play architect")
    sea, land = "massilia~roma", "aquileia~vindobona"
    sailed = at("architect", "play architect", f"move sea roma {sea}")
    moved = at("architect", "play architect", f"move sea roma {sea}", f"move land roma {land}")
    offers = {city: priced(moved, city) for city in ("massilia", "novaria", "vindobona")}
    third = priced(moved, "aquileia")
    standing = sum("aquileia" in one["houses"] for one in moved.state()["players"])
    beside = {
        city
        for colonist in player(moved)["colonists"]
        for city in colonist.split()[1].split("~")
        if city != "roma"
    }
    return {
        "move": {
            "steps": points(start),
            "sea": place(sea),
            "seaCost": points(start) - points(sailed),
            "land": place(land),
            "landCost": points(sailed) - points(moved),
        },
        "build": {"cities": len(beside), "own": place(player(start)["houses"][0])},
        "prices": list(offers.values()),
        "third": {
            **third,
            "houses": standing,
            "base": GOODS[third["good"]["good"]]["house"]["money"],
            "times": standing + 1,
        },
        "board": picture(start),
        "after": picture(moved),
        "look": ["massilia", "colonia-a", "vindobona", "roma", "aquileia"],
    }


def points(game: Game) -> int:
    """Return the steps that are left to the Architect."""
    return int(game.position.cells[AT_POINTS])


def priced(game: Game, city: str) -> Example:
    """Return what a house in the city would cost red now."""
    built = game.copy()
    built.play(f"build {city}")
    return {
        "city": place(city),
        "good": good(board_view(game)["cities"][city]),
        "money": -gain(game, built),
        "goods": goods(more(built, game)),
    }


def prefect() -> Example:
    turn = ("play prefect", "produce syria", "end")
    before, after = at("prefect"), at("prefect", *turn)
    doubled = at("magnus", *turn)
    assert [more(at("magnus"), doubled, seat) for seat in (GREEN, YELLOW)] == [
        more(before, after, seat) for seat in (GREEN, YELLOW)
    ]
    return {
        "values": {
            "province": place("syria"),
            "good": good(board_view(before)["markers"]["syria"]),
            "red": goods(more(before, after, RED)),
            "green": goods(more(before, after, GREEN)),
            "yellow": goods(more(before, after, YELLOW)),
        },
        "magnus": {"red": goods(more(at("magnus"), doubled, RED))},
        "board": picture(before),
        "after": picture(after),
        "look": ["antiochia", "tyros"],
    }


def collect() -> Example:
    before = at("collect")
    after = at("collect", "play prefect", "cash")
    return {
        "values": {
            "markers": sum(side == "coins" for side in before.state()["markers"].values()),
            "money": gain(before, after),
        },
        "board": picture(before),
        "look": ["dyrrhachium", "sinope", "petra", "memphis"],
    }


def settle() -> Example:
    before = at("settle")
    after = at("settle", "play colonist", "settle sea roma", "settle land massilia")
    assert refusal(at("settle", "play colonist"), "settle land novaria") == "R7.1"
    had = player(before)["goods"]
    income = {
        name: gain(at(name), at(name, "play colonist", "income"))
        for name in ("settle", "settle-first")
    }
    return {
        "values": {
            "food": goods({"food": had["food"]}),
            "tool": goods({"tool": had["tool"]}),
            "count": len(player(after)["colonists"]) - len(player(before)["colonists"]),
            "sea": place("roma"),
            "land": place("massilia"),
            "no": place("novaria"),
        },
        "income": {
            "revised": income["settle"],
            "first": income["settle-first"],
            "colonists": len(player(before)["colonists"]),
        },
        "board": picture(before),
        "after": picture(after),
        "look": ["massilia", "novaria", "aquileia", "roma"],
    }


def mercator() -> Example:
    before = at("mercator")
    played = at("mercator", "play mercator-3")
    sold = at("mercator", "play mercator-3", "sell wine 3")
    bought = at("mercator", "play mercator-3", "sell wine 3", "buy brick 4")
    assert refusal(bought, "buy food 1") == "R8.1"
    most = max(n for n in range(1, 13) if f"buy brick {n}" in sold.legal_actions.texts())
    assert refusal(sold, f"buy brick {most + 1}") == "R3.1"
    return {
        "values": {
            "money": player(before)["money"],
            "income": gain(before, played),
            "sold": goods(more(sold, played)),
            "gain": gain(played, sold),
            "total": player(sold)["money"],
            "could": goods({"brick": player(sold)["money"] // GOODS["brick"]["price"]}),
            "room": most,
            "bought": goods(more(sold, bought)),
            "left": player(bought)["money"],
        },
        "player": player(before),
        "then": player(bought),
    }


def specialist() -> Example:
    before = at("specialist")
    after = at("specialist", "play vintner", "end")
    wine = [city for city, made in board_view(before)["cities"].items() if made == "wine"]
    assert set(wine) & set(player(before, GREEN)["houses"])
    assert more(before, after, GREEN) == {}
    return {
        "values": {
            "houses": sum(city in wine for city in player(before)["houses"]),
            "goods": goods(more(before, after)),
        },
        "card": "vintner",
    }


def diplomat() -> Example:
    before = at("diplomat")
    game = at("diplomat", "play diplomat-jupiter")
    piles = [one["discard"][-1] for one in before.state()["players"] if one["discard"]]
    can = [f"copy {seat}" in game.legal_actions.texts() for seat in range(len(piles))]
    return {
        "values": {"count": sum(can)},
        "cards": piles,
        "can": can,
    }


def senator() -> Example:
    before = at("senator", "play senator")
    first = at("senator", "play senator", "purchase 1")
    second = at("senator", "play senator", "purchase 1", "purchase 3 brick")
    after = at("senator", "play senator", "purchase 1", "purchase 3 brick", "end")
    shown, filled = before.state()["display"], after.state()["display"]
    stayed = [one for one in shown if one not in (shown[0], shown[2])]
    assert filled[: len(stayed)] == stayed
    return {
        "values": {
            "first": card(str(shown[0])),
            "firstPlace": 1,
            "firstGoods": goods(more(first, before)),
            "second": card(str(shown[2])),
            "secondPlace": 3,
            "secondGoods": goods(more(second, first)),
            "any": good("brick"),
            "mover": card(str(filled[0])),
            "fresh": len(filled) - len(stayed),
        },
        "display": shown,
        "bought": [1, 3],
    }


def consul() -> Example:
    before = at("consul", "play consul")
    after = at("consul", "play consul", "purchase 6")
    shown = before.state()["display"]
    return {
        "values": {
            "card": card(str(shown[5])),
            "place": 6,
            "goods": goods(more(after, before)),
            "more": {"list": CARDS["display_cost"][5]},
        },
        "display": shown,
        "bought": [6],
    }


def score() -> Example:
    turn = ("play senator", "purchase 1", "end")
    last = ("play tribune", "end", "play tribune", "end")
    game = at("score", *turn, *last)
    outcome = game.outcome()
    assert outcome.winner == RED
    scored = cast("dict[str, int]", outcome.points[RED])
    has, made = player(game), board_view(game)["cities"]
    built = {name: sum(made[city] == name for city in has["houses"]) for name in GOODS}
    owned = [face_god(face) for face in has["hand"] + has["discard"]]
    worth = sum(GOODS[name]["price"] * count for name, count in has["goods"].items())
    provinces = {
        province["id"]
        for province in map_file(game.map)["topology"]["provinces"]
        for city in province["cities"]
        if city in has["houses"]
    }
    rows = {
        "vesta": {"money": has["money"], "goods": worth, "sum": has["money"] + worth},
        "jupiter": {"count": len(has["houses"]) - built["brick"]},
        "saturnus": {"count": len(provinces)},
        "mercurius": {"count": sum(count > 0 for count in built.values())},
        "mars": {"count": len(has["colonists"])},
        "minerva": {"count": built["food"], "points": farmer_points()},
        "concordia": {},
    }
    return {
        "values": {
            "houses": len(has["houses"]),
            **{name: built[name] for name in ("brick", "food", "tool", "cloth")},
            "colonists": len(has["colonists"]),
            "goods": goods(has["goods"]),
        },
        "rows": [
            {
                "god": god,
                "values": values,
                "cards": 1 if god == "concordia" else owned.count(god),
                "points": scored[god],
            }
            for god, values in rows.items()
        ],
        "total": scored["total"],
    }


def for_sale() -> list[dict[str, Any]]:
    return [one for deck in CARDS["for_sale"].values() for one in deck]


def face_god(face: str) -> str:
    """Return the god of a card in a hand."""
    name, _, rest = face.partition("-")
    if name == "diplomat":
        return rest
    cards = [*CARDS["starting_hand"], *for_sale()]
    return str(next(one["god"] for one in cards if one["card"] == name))


def farmer_points() -> int:
    return int(next(one["points"] for one in for_sale() if one["card"] == "farmer"))


def start() -> Example:
    """Return what set-up gives every player, for the sheets: `money` is the first player's, `more` each further one's."""
    state = at("start").state()
    first, second = state["players"][RED], state["players"][GREEN]
    return {
        "player": first,
        "houses": int(HOUSES_PER_PLAYER),
        "money": first["money"],
        "more": second["money"] - first["money"],
    }


EXAMPLES: dict[str, Callable[[], Example]] = {
    "start": start,
    "marker": marker,
    "storehouse": storehouse,
    "tribune": tribune,
    "architect": architect,
    "prefect": prefect,
    "collect": collect,
    "settle": settle,
    "mercator": mercator,
    "specialist": specialist,
    "diplomat": diplomat,
    "senator": senator,
    "consul": consul,
    "score": score,
}


def written() -> str:
    """Return the text of the file."""
    lines = [f'  "{name}": {json.dumps(make())}' for name, make in EXAMPLES.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(written(), encoding="utf-8")
