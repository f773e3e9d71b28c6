"""Statistics of many games: what `praefectus stats` prints and the page shows of one's own games."""

from typing import TypeAlias

from typing_extensions import TypedDict

from praefectus.wire.declare import closed


@closed
class Spread(TypedDict):
    """Mean, standard deviation and range of a number."""

    mean: float
    deviation: float
    min: int
    max: int


class _Rate(TypedDict):
    games: int
    """seats counted: a game counts once for each seat that did it"""
    wins: int
    rate: float
    low: float
    """of the 95 % interval (Wilson)"""
    high: float


@closed
class Rate(_Rate):
    """How often somebody won."""


@closed
class NamedRate(_Rate):
    """How often those won who did something."""

    name: str


@closed
class CardRate(_Rate):
    """How often the buyers of a card won, by when they bought it."""

    name: str
    first_round: int
    last_round: int | None
    """null: up to the end of the game"""


@closed
class LeadRate(_Rate):
    """How often the leader after some rounds won, by how many points ahead of the second."""

    round: int
    least: int
    most: int | None
    """null: any lead from `least` on"""


@closed
class GodMeans(TypedDict):
    """Mean points by god, for the Concordia card and in total."""

    vesta: float
    jupiter: float
    saturnus: float
    mercurius: float
    mars: float
    minerva: float
    concordia: float
    total: float


Openings: TypeAlias = list[NamedRate]


@closed
class GroupStatistics(TypedDict):
    """The statistics of games on one board with one number of players."""

    map: str
    players: int
    games: int
    turns: Spread
    winner_points: Spread
    houses: int
    """games that the fifteenth house ended"""
    cards: int
    """games that the last card ended"""
    everyone: GodMeans
    winners: GodMeans
    seats: list[Rate]
    first_cards: Openings
    """the first two cards played, in order"""
    first_goods: Openings
    """what the first two houses produce"""
    first_cities: Openings
    """the city of the first house"""
    first_purchases: Openings
    bought: list[CardRate]
    leads: list[LeadRate]


@closed
class Statistics(TypedDict):
    """Statistics of many games, by board and number of players."""

    groups: list[GroupStatistics]
