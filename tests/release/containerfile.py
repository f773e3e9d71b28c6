"""Reads a Containerfile into its stages: enough of the format for the one we have."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Stage:
    """One FROM with its instructions, in order, as (word, rest)."""

    base: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def all(self, word: str) -> list[str]:
        """Return what follows a word, for each of its instructions."""
        return [rest for found, rest in self.steps if found == word]

    def last(self, word: str) -> str:
        """Return what follows a word's last instruction."""
        return self.all(word)[-1]


def read(path: Path) -> list[Stage]:
    """Return the stages of a Containerfile."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    stages: list[Stage] = []
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            stages.append(Stage(rest))
        elif word and stages:
            stages[-1].steps.append((word, rest.strip()))
    return stages


def command(text: str) -> list[str]:
    """Return the words of a command written as a JSON list, wherever it begins."""
    words: list[str] = json.loads(text[text.index("[") :])
    return words
