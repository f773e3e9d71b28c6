"""What things would bring whom now: for the page's previews, worked out by the rules."""

from typing_extensions import TypedDict

from praefectus.rules.ids import Good
from praefectus.wire.declare import closed


@closed
class Harvest(TypedDict):
    """What a seat would receive."""

    goods: dict[Good, int]
    fits: int
    """how many of them the storehouse has room for"""


@closed
class ProvinceProspect(TypedDict):
    """What a Prefect would bring here."""

    marker: Good | None
    """what lies on it for the player of the Prefect; null while it is turned"""
    houses: list[Harvest]
    """by seat: what it receives if somebody else plays the Prefect"""
    prefect: list[Harvest]
    """by seat: what it receives if it plays the Prefect itself"""


@closed
class CityProspect(TypedDict):
    """What the next house here costs, whoever builds it."""

    money: int
    goods: dict[Good, int]


@closed
class SeatProspect(TypedDict):
    """What a seat would get, and what it can do."""

    cards: dict[str, int]
    """by face: the points that one more such card brings now"""
    room: int
    """free spaces in the storehouse"""
    builds: list[str]
    """cities where its colonists could build now, and it could pay"""


@closed
class Prospects(TypedDict):
    """What things would bring whom, all of it open to everybody."""

    version: int
    """of the table"""
    provinces: dict[str, ProvinceProspect]
    cities: dict[str, CityProspect]
    seats: list[SeatProspect]
