"""Write the tables of docs/rules.md anew from the data files: goods, tokens, cards, prices, boards.

.venv/bin/python -m scripts.rules_tables
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules.md"
DATA = ROOT / "src" / "praefectus" / "data"
MARKS = re.compile(
    r"(<!-- (\w+): written by scripts/rules_tables.py -->\n).*?(<!-- end -->)", re.DOTALL
)
GODS = ("vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva")


def table(head: list[str], rows: list[list[Any]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(str(cell) for cell in line)} |\n" for line in lines)


def goods_text(goods: list[str]) -> str:
    return " + ".join(goods) or "nothing"


def face(card: dict[str, Any]) -> str:
    """Return the id of a card in hands and piles."""
    if card["card"] == "mercator":
        return f"mercator-{card['income']}"
    if card["card"] == "diplomat":
        return f"diplomat-{card['god']}"
    return str(card["card"])


def for_sale(card: dict[str, Any]) -> str:
    """Return the id of a card in the decks and the display."""
    name = face(card)
    return f"{name}-{card['cost'][0]}" if name == "diplomat-saturnus" else name


def god(card: dict[str, Any]) -> str:
    points = f", {card['points']} per {card['good']} house" if "points" in card else ""
    return f"{card['god'].capitalize()}{points}"


def goods(base: dict[str, Any]) -> str:
    return table(
        ["good", "price", "house: money", "house: goods", "coins on the marker"],
        [
            [
                good["id"],
                good["price"],
                good["house"]["money"],
                goods_text(good["house"]["goods"]),
                good["marker_coins"],
            ]
            for good in base["goods"]
        ],
    )


def tokens(base: dict[str, Any]) -> str:
    names = [good["id"] for good in base["goods"]]
    return table(
        ["letter", *names, "cities"],
        [
            [letter, *(counts[name] for name in names), sum(counts.values())]
            for letter, counts in base["city_tokens"].items()
        ],
    )


def hand(base: dict[str, Any]) -> str:
    names = {card["id"]: card["name"] for card in base["cards"]}
    counts = Counter(face(card) for card in base["starting_hand"])
    cards = {face(card): card for card in base["starting_hand"]}
    return table(
        ["card", "id", "copies", "god"],
        [
            [names[card["card"]], f"`{name}`", counts[name], god(card)]
            for name, card in cards.items()
        ],
    )


def decks(base: dict[str, Any]) -> str:
    names = {card["id"]: card["name"] for card in base["cards"]}
    return table(
        ["deck", "card", "id", "goods on the card", "god"],
        [
            [deck, names[card["card"]], f"`{for_sale(card)}`", goods_text(card["cost"]), god(card)]
            for deck, cards in base["for_sale"].items()
            for card in cards
        ],
    )


def slots(base: dict[str, Any]) -> str:
    costs = base["display_cost"]
    return table(
        ["slot", *(str(number) for number in range(1, len(costs) + 1))],
        [["goods under it", *(goods_text(cost) for cost in costs)]],
    )


def pantheon(base: dict[str, Any]) -> str:
    tiers = list(base["for_sale"].values())
    rows = []
    for players in range(2, len(tiers) + 1):
        counts = Counter(card["god"] for deck in tiers[:players] for card in deck)
        rows.append([players, *(counts[name] for name in GODS), sum(counts.values())])
    return table(["players", *(name.capitalize() for name in GODS), "cards for sale"], rows)


def boards(_: dict[str, Any]) -> str:
    parts = []
    for path in sorted(DATA.glob("maps/*.json")):
        board = json.loads(path.read_text(encoding="utf-8"))
        name, topology = board["meta"]["name"], board["topology"]
        city = {each["id"]: each for each in topology["cities"]}
        lines: dict[str, list[str]] = {"land": [], "sea": []}
        for line in topology["lines"]:
            lines[line["kind"]].append("~".join(sorted(line["between"])))
        players = board["meta"]["players"]
        parts.append(
            f"#### {name} (`{board['meta']['id']}`)\n"
            f"{min(players)} to {max(players)} players, {len(topology['provinces'])} provinces, {len(city) - 1} cities besides "
            f"{city[topology['capital']]['name']}, {len(lines['land'])} land lines, {len(lines['sea'])} sea lines.\n\n"
        )
        parts.append(
            table(
                ["province", "id", "cities and their letters"],
                [
                    [
                        province["name"],
                        f"`{province['id']}`",
                        ", ".join(
                            f"{city[each]['name']} `{each}` {city[each]['letter']}"
                            for each in province["cities"]
                        ),
                    ]
                    for province in topology["provinces"]
                ],
            )
        )
        for kind, found in lines.items():
            listed = ", ".join(f"`{line}`" for line in sorted(found))
            parts.append(f"\n{kind.capitalize()} lines: {listed}.\n")
        parts.append("\n")
    return "".join(parts)


def written(page: str) -> str:
    """Return the page with its tables written anew."""
    base = json.loads((DATA / "cards" / "base.json").read_text(encoding="utf-8"))
    makers = {make.__name__: make for make in (goods, tokens, hand, decks, slots, pantheon, boards)}
    missing = set(makers) - {name for _, name, _ in MARKS.findall(page)}
    if missing:
        raise SystemExit(f"docs/rules.md has no place for {', '.join(sorted(missing))}")
    return MARKS.sub(lambda mark: f"{mark[1]}\n{makers[mark[2]](base)}\n{mark[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
