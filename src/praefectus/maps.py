"""Boards from files: finds map files, checks them, and offers them to everything that plays.

    praefectus.maps.add_folder("my-maps")
    game = praefectus.Game.new(map="hispania", players=3)

A board is one JSON file (`data/schema/map.schema.json`) in `data/maps`, in a folder that the environment
variable `PRAEFECTUS_MAPS` names (several are separated as in PATH), or in one given to `add_folder`. A
file that is not a valid board is refused with one sentence that names the file and the field.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

from praefectus.errors import MapError
from praefectus.rules.facts import (
    BIT,
    CITY_TOKENS,
    LETTERS,
    add_map,
    add_maps_later,
    map_files,
    map_names,
)
from praefectus.rules.ids import KIND_NAMES
from praefectus.schema import find_fault

VARIABLE: Final = "PRAEFECTUS_MAPS"
_DATA: Final = Path(__file__).parent / "data"
# Sets of cities and of lines of a kind are masks of a machine word.
MOST_BITS: Final = len(BIT)


def add_folder(folder: str | Path) -> list[str]:
    """Offer the boards of a folder, here and in processes started from now on; return their ids.

    Raises MapError if the folder or one of its files is not what it should be; then none is offered.
    """
    map_names()  # the boards known before it
    added = _add_all(Path(folder))
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    here = str(Path(folder).resolve())
    if here not in known:
        os.environ[VARIABLE] = os.pathsep.join([*filter(None, known), here])
    return added


def names() -> list[str]:
    """Return the ids of all boards in alphabetical order."""
    return map_names()


def read(path: Path) -> Any:
    """Return the contents of a map file. Raises MapError if it is not a valid board."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MapError(f"{path.name}: cannot be read ({error.strerror})") from error
    except ValueError as error:  # not UTF-8, or not JSON
        raise MapError(f"{path.name}: is not JSON ({error})") from error
    except RecursionError:
        raise MapError(f"{path.name}: is nested too deeply") from None
    fault = find_fault(data, _schema()) or _find_fault(data)
    if fault is None and data["meta"]["id"] != path.stem:
        fault = f"meta.id must be the file's name, {path.stem!r}, not {data['meta']['id']!r}"
    if fault is not None:
        raise MapError(f"{path.name}: {fault}")
    return data


def _add_all(folder: Path) -> list[str]:
    if not folder.is_dir():
        raise MapError(f"{folder}: is not a folder of map files")
    known = map_files()
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.json")):
        found[path.stem] = read(path)
        fault = _find_clash(found[path.stem], known)
        if fault is not None:
            raise MapError(f"{path.name}: {fault}")
        known[path.stem] = found[path.stem]
    for data in found.values():
        add_map(data)
    return list(found)


def _add_first() -> None:
    """Offer the boards of the package and those of the environment variable."""
    _add_all(_DATA / "maps")
    for folder in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        _add_all(Path(folder))


@cache
def _schema() -> Any:
    path = _DATA / "schema" / "map.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


def _find_fault(data: Any) -> str | None:
    """Return what is wrong with a board beyond what a schema can check, or None."""
    topology = data["topology"]
    for find in (_fault_of_ids, _fault_of_capital, _fault_of_provinces, _fault_of_letters):
        fault = find(topology)
        if fault is not None:
            return fault
    return _fault_of_lines(topology) or _fault_of_drawing(topology, data.get("drawing", {}))


def _fault_of_ids(topology: Any) -> str | None:
    for group in ("cities", "provinces"):
        count = Counter(each["id"] for each in topology[group])
        for id, times in count.items():
            if times > 1:
                return f"topology.{group} has {id!r} {times} times"
    if len(topology["cities"]) > MOST_BITS:
        return f"topology.cities must be at most {MOST_BITS}, not {len(topology['cities'])}"
    numbers = sorted(province["number"] for province in topology["provinces"])
    if numbers != list(range(1, len(numbers) + 1)):
        return f"topology.provinces must be numbered 1 to {len(numbers)}, each once"
    return None


def _fault_of_capital(topology: Any) -> str | None:
    capital = topology["capital"]
    if capital not in (city["id"] for city in topology["cities"]):
        return f"topology.capital is {capital!r}, which is not a city of the board"
    for number, city in enumerate(topology["cities"]):
        for field in ("province", "letter"):
            if (city[field] is None) != (city["id"] == capital):
                return f"topology.cities[{number}].{field} must be null for the capital, and only for it"
    return None


def _fault_of_provinces(topology: Any) -> str | None:
    listed = {city: p["id"] for p in topology["provinces"] for city in p["cities"]}
    total = sum(len(province["cities"]) for province in topology["provinces"])
    said = {c["id"]: c["province"] for c in topology["cities"] if c["province"] is not None}
    for city, province in said.items():
        if listed.get(city) != province:
            return f"topology.provinces must list {city!r} under {province!r}, as its city says"
    if total != len(said):
        return "topology.provinces must list each city but the capital once, and nothing else"
    return None


def _fault_of_letters(topology: Any) -> str | None:
    count = Counter(city["letter"] for city in topology["cities"] if city["letter"] is not None)
    for letter, tokens in zip(LETTERS, CITY_TOKENS, strict=True):
        if count[letter] not in (0, len(tokens)):
            return (
                f"topology.cities must have {len(tokens)} cities of letter {letter} or none, as there "
                f"are tokens, not {count[letter]}"
            )
    return None


def _fault_of_lines(topology: Any) -> str | None:
    cities = {city["id"] for city in topology["cities"]}
    touched: set[str] = set()
    for kind in KIND_NAMES:
        lines = [tuple(sorted(li["between"])) for li in topology["lines"] if li["kind"] == kind]
        for pair, times in Counter(lines).items():
            if times > 1:
                return f"topology.lines has {kind} {'~'.join(pair)} {times} times"
            for city in pair:
                if city not in cities:
                    return f"topology.lines has {city!r}, which is not a city of the board"
        if len(lines) > MOST_BITS:
            return f"topology.lines must have at most {MOST_BITS} lines by {kind}, not {len(lines)}"
        reached = _reached(topology["capital"], lines)
        for pair in lines:
            if pair[0] not in reached:
                return f"topology.lines: {kind} {'~'.join(pair)} cannot be reached from the capital by {kind}"
        touched.update(*lines)
        if len(reached) == 1:
            return f"topology.lines must lead from the capital by {kind}"
    for city in sorted(cities - touched):
        return f"topology.lines must touch {city!r}"
    return None


def _reached(start: str, lines: list[tuple[str, ...]]) -> set[str]:
    reached = {start}
    for _ in lines:
        for pair in lines:
            if not reached.isdisjoint(pair):
                reached.update(pair)
    return reached


def _fault_of_drawing(topology: Any, drawing: Any) -> str | None:
    known = {
        "cities": {city["id"] for city in topology["cities"]},
        "provinces": {province["id"] for province in topology["provinces"]},
        "lines": {f"{line['kind']} {'~'.join(line['between'])}" for line in topology["lines"]},
    }
    for group, ids in known.items():
        for id in drawing.get(group, {}):
            if id not in ids:
                return f"drawing.{group} has {id!r}, which topology.{group} lacks"
    return None


def _find_clash(data: Any, known: dict[str, Any]) -> str | None:
    """Return how a board contradicts the known ones, or None: an id has one meaning and one name."""
    name = data["meta"]["id"]
    for other, there in known.items():
        if other == name:
            if there != data:
                return f"meta.id is {name!r}, but another board has that id"
            continue
        for group in ("cities", "provinces"):
            titles = {each["id"]: each["name"] for each in there["topology"][group]}
            for number, each in enumerate(data["topology"][group]):
                if titles.get(each["id"], each["name"]) != each["name"]:
                    return (
                        f"topology.{group}[{number}].name must be {titles[each['id']]!r}, the name "
                        f"of {each['id']!r} on {other}, or have another id"
                    )
    return None


add_maps_later(_add_first)
