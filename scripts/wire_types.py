"""Write the page's wire types from the server's OpenAPI, and lists that both share; with --check, only tell whether they are stale."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from praefectus.server.app import create_app
from praefectus.server.lobby import COLORS
from praefectus.server.settings import Settings

ROOT = Path(__file__).parent.parent
API = ROOT / "ui/src/lib/api"
HEAD = "/** Lists that the page shares with the server, in the server's order. Made by scripts/wire_types.py. */\n"


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
    return f"{HEAD}export const COLORS = [{items}] as const;\n"


def main() -> int:
    """Write the files, or compare them; 1 if they were to be compared and one differs."""
    stale = False
    for path, made in ((API / "wire.d.ts", types()), (API / "lists.ts", lists())):
        if "--check" not in sys.argv:
            path.write_text(made, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != made:
            sys.stderr.write(f"{path.name} is stale: run python scripts/wire_types.py\n")
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
