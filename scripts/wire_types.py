"""Write the UI's wire types from the server's OpenAPI; with --check, only tell whether they are stale."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from praefectus.server.app import create_app
from praefectus.server.settings import Settings

ROOT = Path(__file__).parent.parent
TYPES = ROOT / "ui/src/lib/api/wire.d.ts"


def generate() -> str:
    """Return the TypeScript that openapi-typescript makes of the server's description."""
    description = create_app(Settings(database_url="sqlite+aiosqlite://")).openapi()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "wire.d.ts"
        source.write_text(json.dumps(description), encoding="utf-8")
        npm = [str(ROOT / "scripts/npm"), "exec", "--offline", "--"]
        command = [*npm, "openapi-typescript", str(source), "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True)
        return target.read_text(encoding="utf-8")


def main() -> int:
    """Write the types, or compare them; 1 if they were to be compared and differ."""
    types = generate()
    if "--check" not in sys.argv:
        TYPES.write_text(types, encoding="utf-8")
        return 0
    if TYPES.read_text(encoding="utf-8") == types:
        return 0
    sys.stderr.write(f"{TYPES.name} is stale: run python scripts/wire_types.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
