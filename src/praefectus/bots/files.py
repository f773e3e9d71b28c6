"""The files that bots read: those of the package by name, others by path."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from praefectus.bots.registry import BotError


def read(name: str, what: str, *formats: str) -> tuple[str, str]:
    """Return the text of the file called `name`, and its name for messages.

    `name` is a path if it ends in `.json`, else the name of a file of the package; `what` and
    `formats` describe the expected file in messages. Raises BotError if there is no such file.
    """
    if name.endswith(".json"):
        path: Path | Traversable = Path(name)
        others = ""
    else:
        path = files("praefectus") / "data" / "bots" / f"{name}.json"
        others = f", only {', '.join(shipped(*formats))} and paths that end in .json"
    try:
        return path.read_text(encoding="utf-8"), name
    except FileNotFoundError:
        raise BotError(f"there is no file of {what} {name!r}{others}") from None
    except UnicodeDecodeError:
        raise BotError(f"{name}: not a file of {what}") from None
    except (OSError, ValueError) as error:
        raise BotError(f"the file of {what} {name!r} cannot be read: {error}") from None


def shipped(*formats: str) -> list[str]:
    """Return the names of the package's files in some formats."""
    folder = files("praefectus") / "data" / "bots"
    texts = {
        file.name.removesuffix(".json"): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".json")
    }
    return sorted(
        name for name, text in texts.items() if any(f'"{format}"' in text for format in formats)
    )
