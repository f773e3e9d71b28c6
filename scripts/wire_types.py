"""Write the page's wire types from the server's OpenAPI, and what the page shares with server and rules; with --check, only tell whether they are stale."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from praefectus import Game
from praefectus.rules.cards.architect import house_price
from praefectus.rules.facts import BIT, FACE_GOOD, house_goods
from praefectus.rules.ids import (
    COLONISTS_PER_KIND,
    FACE_NAMES,
    GOOD_COUNT,
    GOOD_NAMES,
    HOUSES_PER_PLAYER,
    OF_HOUSES,
    STOREHOUSE_SPACES,
)
from praefectus.rules.state import block
from praefectus.server.app import create_app
from praefectus.server.lobby import COLORS
from praefectus.server.settings import Settings

ROOT = Path(__file__).parent.parent
API = ROOT / "ui/src/lib/api"
LISTS = "/** Lists that the page shares with the server, in the server's order. Made by scripts/wire_types.py. */\n"
FACTS = "/** What the rules say that the page shows, told by the engine. Made by scripts/wire_types.py. */\n"
PLAYERS = 5


def types() -> str:
    """Return the TypeScript that openapi-typescript makes of the server's description."""
    description = create_app(Settings(database_url="sqlite+aiosqlite://")).openapi()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "wire.d.ts"
        source.write_text(json.dumps(description), encoding="utf-8")
        npm = [str(ROOT / "scripts/npm"), "exec", "--offline", "--"]
        command = [*npm, "openapi-typescript", str(source), "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True)
        return target.read_text(encoding="utf-8")


def lists() -> str:
    """Return the TypeScript of the shared lists, in the formatter's shape."""
    items = ", ".join(f"'{color}'" for color in COLORS)
    return f"{LISTS}export const COLORS = [{items}] as const;\n"


def facts() -> str:
    """Return the TypeScript of what the rules say, in the formatter's shape."""
    specialists = "".join(
        f"  {face}: '{GOOD_NAMES[good]}',\n"
        for face, good in zip(FACE_NAMES, FACE_GOOD, strict=True)
        if good >= 0
    )
    houses = "".join(
        f"  {name}: {{ goods: [{_goods(good)}], money: {_money(good)} }},\n"
        for good, name in enumerate(GOOD_NAMES)
    )
    return (
        f"{FACTS}import type {{ Good }} from './types';\n\n"
        f"export const STOREHOUSE_SPACES = {STOREHOUSE_SPACES};\n"
        f"export const HOUSES_PER_PLAYER = {HOUSES_PER_PLAYER};\n"
        f"export const COLONISTS_PER_KIND = {COLONISTS_PER_KIND};\n"
        "/** The specialists, and the good that each brings. */\n"
        f"export const SPECIALISTS: Readonly<Record<string, Good>> = {{\n{specialists}}};\n"
        "/** What a house in a city of a good costs: the goods, and the sestertii where 0, 1, 2 houses stand, and so on. */\n"
        "export const HOUSE_PRICES: Readonly<Record<Good, { goods: readonly Good[]; money: readonly number[] }>> = {\n"
        f"{houses}}};\n"
    )


def _goods(city_good: int) -> str:
    paid = [GOOD_NAMES[good] for good in range(GOOD_COUNT) for _ in range(house_goods(city_good, good))]  # fmt: skip
    return ", ".join(f"'{good}'" for good in paid)


def _money(city_good: int) -> list[int]:
    """Return the price of a house while more and more players have one in the city, as the rules work it out."""
    position = Game.new("imperium", PLAYERS, seed=1).position
    city = list(position.deal.city_good).index(city_good)
    prices = []
    for seat in range(PLAYERS):
        prices.append(int(house_price(position, city)))
        position.cells[block(seat) + OF_HOUSES] |= BIT[city]
    return prices


def main() -> int:
    """Write the files, or compare them; 1 if they were to be compared and one differs."""
    stale = False
    for path, made in (
        (API / "wire.d.ts", types()),
        (API / "lists.ts", lists()),
        (API / "facts.ts", facts()),
    ):
        if "--check" not in sys.argv:
            path.write_text(made, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != made:
            sys.stderr.write(f"{path.name} is stale: run python scripts/wire_types.py\n")
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
