"""The data files as the reference reads them: one board, and the cards with prices and tokens."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "src" / "praefectus" / "data"

KINDS = ("land", "sea")
TIERS = ("I", "II", "III", "IV", "V")


class Board:
    """One board: cities, provinces, and lines as (kind, "a~b")."""

    def __init__(self, facts: dict[str, Any]):
        self.id: str = facts["id"]
        self.counts: list[int] = facts["players"]
        self.capital: str = facts["capital"]
        self.provinces: dict[str, list[str]] = {p["id"]: p["cities"] for p in facts["provinces"]}
        self.letter: dict[str, str | None] = {c["id"]: c["letter"] for c in facts["cities"]}
        self.cities: list[str] = list(self.letter)
        self.lines: dict[str, dict[str, tuple[str, str]]] = {kind: {} for kind in KINDS}
        for line in facts["lines"]:
            a, b = sorted(line["between"])
            self.lines[line["kind"]][f"{a}~{b}"] = (a, b)
        self.line_ids: set[str] = set(self.lines["land"]) | set(self.lines["sea"])
        self._distances: dict[tuple[str, str], dict[str, int]] = {}
        self.province_of = {city: p for p, cities in self.provinces.items() for city in cities}

    def lines_of(self, kind: str, city: str) -> list[str]:
        return [line for line, ends in self.lines[kind].items() if city in ends]

    def distances(self, kind: str, place: str) -> dict[str, int]:
        """Points from a place (city or line) to every line of that kind that can be reached (R5.2)."""
        if (kind, place) not in self._distances:
            self._distances[kind, place] = self._spread(kind, place)
        return self._distances[kind, place]

    def _spread(self, kind: str, place: str) -> dict[str, int]:
        if place in self.lines[kind]:
            distance = {place: 0}
            edge = [place]
        else:
            edge = self.lines_of(kind, place)
            distance = dict.fromkeys(edge, 1)
        while edge:
            following = []
            for line in edge:
                for city in self.lines[kind][line]:
                    for other in self.lines_of(kind, city):
                        if other not in distance:
                            distance[other] = distance[line] + 1
                            following.append(other)
            edge = following
        return distance


class Cards:
    """Prices, tokens and cards."""

    def __init__(self, facts: dict[str, Any]):
        self.price = {g["id"]: g["price"] for g in facts["goods"]}
        self.house_money = {g["id"]: g["house"]["money"] for g in facts["goods"]}
        self.house_goods = {g["id"]: g["house"]["goods"] for g in facts["goods"]}
        self.marker_coins = {g["id"]: g["marker_coins"] for g in facts["goods"]}
        self.tokens: dict[str, dict[str, int]] = facts["city_tokens"]
        self.slot_cost: list[list[str]] = facts["display_cost"]
        self.concordia: int = facts["concordia_points"]
        self.god: dict[str, str] = {}
        self.specialist: dict[str, tuple[int, str]] = {}
        self.starting_hand = [self._face(card) for card in facts["starting_hand"]]
        self.cost: dict[str, list[str]] = {}
        self.tiers: list[list[str]] = []
        for tier in TIERS:
            ids = []
            for card in facts["for_sale"][tier]:
                ids.append(self._sale_id(card))
                self.cost[ids[-1]] = card["cost"]
            self.tiers.append(ids)
        self.faces = set(self.god)

    def _face(self, card: dict[str, Any]) -> str:
        name = str(card["card"])
        if name == "mercator":
            name += f"-{card['income']}"
        if name == "diplomat":
            name += f"-{card['god']}"
        self.god[name] = card["god"]
        if card["god"] == "minerva":
            self.specialist[name] = (card["points"], card["good"])
        return name

    def _sale_id(self, card: dict[str, Any]) -> str:
        face = self._face(card)
        if face == "diplomat-saturnus":
            return f"{face}-{card['cost'][0]}"
        return face

    @staticmethod
    def face_of(sale_id: str) -> str:
        return "diplomat-saturnus" if sale_id.startswith("diplomat-saturnus") else sale_id


def _facts(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if "topology" in document:  # a board; its drawing does not matter here
        document = {**document["meta"], **document["topology"]}
    return document


@functools.cache
def board(name: str) -> Board:
    return Board(_facts(DATA / "maps" / f"{name}.json"))


@functools.cache
def cards() -> Cards:
    return Cards(_facts(DATA / "cards" / "base.json"))
