"""Boards drawn with characters: names for cities, dots along the lines."""

from collections.abc import Mapping
from math import cos, radians
from typing import Literal, TypedDict

from rich.console import Console
from rich.table import Table
from rich.text import Text

from praefectus import Game
from praefectus.catalogue import Catalogue
from praefectus.diagram import SEAT_MARKS
from praefectus.rules.facts import map_file
from praefectus.rules.ids import GOOD_NAMES

Kind = Literal["land", "sea"]


class City(TypedDict):
    """A city of a map file, with the fields that are drawn."""

    id: str
    name: str
    letter: str | None
    lat: float
    lon: float


class Province(TypedDict):
    """A province of a map file."""

    name: str
    cities: list[str]


class Line(TypedDict):
    """A line between two cities."""

    kind: Kind
    between: tuple[str, str]


class Topology(TypedDict):
    """What lies where on a board."""

    capital: str
    cities: list[City]
    provinces: list[Province]
    lines: list[Line]


class Meta(TypedDict):
    """What a board is called."""

    name: str


class MapFile(TypedDict):
    """The file of a board, with the fields that are drawn."""

    meta: Meta
    topology: Topology


STYLES: dict[Kind, str] = {"land": "yellow", "sea": "blue"}
DOTS: dict[Kind, str] = {"land": "·", "sea": "~"}
HIGHEST = 40  # rows
LEFT_MARGIN = 6
CELL_HEIGHT = 2.0  # a character is about twice as tall as wide


class Canvas:
    """A grid of characters, each with a style; cells that are written are not overwritten."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, x: int, y: int, text: str, style: str) -> bool:
        """Write a text to the right of a cell if all of it is free and inside."""
        spots = [(x + offset, y) for offset in range(len(text))]
        if any(
            spot in self.cells or not (0 <= spot[0] < self.width and 0 <= spot[1] < self.height)
            for spot in spots
        ):
            return False
        self.cells.update({spot: (letter, style) for spot, letter in zip(spots, text, strict=True)})
        return True

    def dots(self, start: tuple[int, int], end: tuple[int, int], dot: str, style: str) -> None:
        """Draw a dotted straight line between two cells, over free cells only."""
        steps = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
        for step in range(1, steps):
            x = round(start[0] + (end[0] - start[0]) * step / steps)
            y = round(start[1] + (end[1] - start[1]) * step / steps)
            self.cells.setdefault((x, y), (dot, style))

    def text(self) -> Text:
        """Return the drawing."""
        drawing = Text()
        left = min(x for x, _ in self.cells)
        for y in range(self.height):
            row = Text()
            for x in range(left, self.width):
                row.append(*self.cells.get((x, y), (" ", "")))
            row.rstrip()
            drawing.append(row).append("\n")
        return drawing


def read_map(name: str) -> MapFile:
    """Return the file of a board."""
    board: MapFile = map_file(name)
    return board


def draw_map(name: str, width: int, notes: Mapping[str, str]) -> Text:
    """Draw a board; `notes` adds a few letters to the names of cities (goods, houses)."""
    topology = read_map(name)["topology"]
    cities = topology["cities"]
    labels = {city["id"]: f"{city['name']} {notes.get(city['id'], '')}".strip() for city in cities}
    south = min(city["lat"] for city in cities)
    north = max(city["lat"] for city in cities)
    west = min(city["lon"] for city in cities)
    east = max(city["lon"] for city in cities)
    breadth = (east - west) * cos(radians((south + north) / 2))
    # Labels stand to the right of their city if there is room, so the free space is on that side.
    margin = max(len(label) for label in labels.values()) + 2
    across = max(30, min(width, 140) - margin - LEFT_MARGIN)
    across = min(across, int(HIGHEST * CELL_HEIGHT * breadth / (north - south)))
    down = round(across * (north - south) / breadth / CELL_HEIGHT)
    canvas = Canvas(LEFT_MARGIN + across + margin, down + 2)
    places = {
        city["id"]: (
            LEFT_MARGIN + round((city["lon"] - west) / (east - west) * across),
            round((north - city["lat"]) / (north - south) * down),
        )
        for city in cities
    }
    for place in places.values():
        canvas.write(*place, "●", "bold")
    for city, label in labels.items():
        x, y = places[city]
        style = "bold" if city == topology["capital"] else ""
        spots = [(x + 2, y), (x - 1 - len(label), y)]
        for away in (1, 2):
            for shift in (2, 0, -len(label) // 2, -len(label)):
                spots += [(x + shift, y + away), (x + shift, y - away)]
        any(canvas.write(*spot, label, style) for spot in spots)
    for line in topology["lines"]:
        start, end = (places[city] for city in line["between"])
        canvas.dots(start, end, DOTS[line["kind"]], STYLES[line["kind"]])
    return canvas.text()


def list_cities(name: str, words: Catalogue) -> Table:
    """List the cities of a board by province, with their letter and their lines."""
    board = read_map(name)
    topology = board["topology"]
    names = {city["id"]: city["name"] for city in topology["cities"]}
    table = Table(title=board["meta"]["name"])
    for column in ("province", "city", "id", "letter", "land", "sea"):
        table.add_column(words.text(f"terminal.column.{column}"))

    def neighbours(city: str, kind: Kind) -> str:
        return ", ".join(
            names[other]
            for line in topology["lines"]
            if line["kind"] == kind and city in line["between"]
            for other in line["between"]
            if other != city
        )

    groups = [("", [topology["capital"]])]
    groups += [(province["name"], province["cities"]) for province in topology["provinces"]]
    letters = {city["id"]: city["letter"] or "" for city in topology["cities"]}
    for province, cities in groups:
        for position, city in enumerate(cities):
            table.add_row(
                "" if position else province,
                names[city],
                city,
                letters[city],
                Text(neighbours(city, "land"), STYLES["land"]),
                Text(neighbours(city, "sea"), STYLES["sea"]),
            )
        table.add_section()
    return table


def draw_board(name: str, console: Console, words: Catalogue) -> None:
    """Draw a board and list its cities."""
    console.print(draw_map(name, console.width, {}), no_wrap=True, crop=True, overflow="crop")
    console.print(list_cities(name, words))


def draw_game(game: Game, console: Console, words: Catalogue) -> None:
    """Draw the board; beside each city its good, and the seats that have a house there."""
    owners: dict[str, str] = {}
    for seat, player in enumerate(game.state()["players"]):
        for city in player["houses"]:
            owners[city] = owners.get(city, "") + SEAT_MARKS[seat]
    notes = {
        city: f"{good[0]} [{owners[city]}]" if city in owners else good[0]
        for city, good in game.setup.cities.items()
    }
    console.print(draw_map(game.map, console.width, notes), no_wrap=True, overflow="crop")
    legend = words.text(
        "terminal.legend",
        letters=" ".join(good[0] for good in GOOD_NAMES),
        goods=words.listed(words.good(good) for good in GOOD_NAMES),
        houses="[AB]",
    )
    console.print(legend, highlight=False, markup=False)
