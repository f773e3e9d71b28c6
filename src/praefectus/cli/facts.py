"""What the terminal shows of the data files beyond what the rules need: texts and places."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read(name: str) -> Any:
    """Give a data file, `cards/base` say, as parsed JSON."""
    return json.loads((files("praefectus") / "data" / f"{name}.json").read_text(encoding="utf-8"))


def card_text(face: str) -> str:
    """Say in a sentence or two what a card does, by its face: `architect`, `mercator-3`."""
    name = face.partition("-")[0]
    texts: dict[str, str] = {card["id"]: card["text"] for card in read("cards/base")["cards"]}
    return texts[name]
