"""Tell how complete each language is, and what its messages lack.

.venv/bin/python -m scripts.catalogues          # a table
.venv/bin/python -m scripts.catalogues fr       # and what French lacks, message by message
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from icu4py.messageformat import MessageFormat

from praefectus.catalogue import FOLDER, SOURCE, languages

PLURALS = ("zero", "one", "two", "few", "many", "other")
# Numbers that between them need every plural form of any language.
SAMPLES = (*range(201), 1_000_000, 0.5, 1.5)


@dataclass
class Message:
    """What a translation has to have in common with its source."""

    arguments: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    plurals: list[set[str]] = field(default_factory=list)


def parse(message: str) -> Message:
    """Find the arguments, tags and plural forms of a message that ICU can read."""
    found = Message()
    _text(message, 0, found)
    return found


def _text(message: str, at: int, found: Message) -> int:
    """Read text up to its end or its closing brace; return the place of that."""
    while at < len(message) and message[at] != "}":
        if message[at] == "{":
            at = _argument(message, at + 1, found)
        elif message[at] == "<" and message[at + 1 : at + 2].isalpha():
            end = message.index(">", at)
            found.tags.add(message[at + 1 : end])
            at = end
        at += 1
    return at


def _argument(message: str, at: int, found: Message) -> int:
    """Read an argument after its opening brace; return the place of its closing brace."""
    end = min(place for place in (message.find(",", at), message.find("}", at)) if place >= 0)
    found.arguments.add(message[at:end].strip())
    if message[end] == "}":
        return end
    stop = min(place for place in (message.find(",", end + 1), message.find("}", end)) if place > 0)
    kind = message[end + 1 : stop].strip()
    if kind not in ("plural", "select", "selectordinal"):
        return message.index("}", stop)
    forms: set[str] = set()
    at = stop + 1
    while message[at] != "}":
        if message[at] == "{":
            forms.add(message[stop + 1 : at].rsplit(maxsplit=1)[-1])
            at = stop = _text(message, at + 1, found)
        at += 1
    if kind == "plural":
        found.plurals.append(forms)
    return at


@cache
def plural_forms(language: str) -> frozenset[str]:
    """Return the plural forms of a language, as ICU's data has them."""
    arms = " ".join(f"{form} {{{form}}}" for form in PLURALS)
    rule = MessageFormat(f"{{n, plural, {arms}}}", language)
    return frozenset(rule.format({"n": number}) for number in SAMPLES)


def parts() -> list[Path]:
    """Return the folders that hold a catalogue of English: that of the page, and those below it."""
    return [path.parent for path in sorted(FOLDER.rglob(f"{SOURCE}.json"))]


def read(path: Path) -> dict[str, str]:
    messages: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return messages


def faults(part: Path, language: str) -> Iterator[str]:
    """Say what the messages of a language lack, one sentence each."""
    english, words = read(part / f"{SOURCE}.json"), read(part / f"{language}.json")
    same = json.loads(path.read_text("utf-8")) if (path := part / "same.json").exists() else {}
    names = set(same.get(language, ()))
    for key in words.keys() - english.keys():
        yield f"{key} is no message of English"
    for key in names - {key for key in english if english[key] == words.get(key)}:
        yield f"{key} is listed in same.json but differs from English"
    for key, source in english.items():
        if key not in words:
            yield f"{key} is missing"
            continue
        wanted, given = parse(source), parse(words[key])
        if given.arguments != wanted.arguments or given.tags != wanted.tags:
            yield f"{key} has other arguments or tags than English"
        if any(plural_forms(language) - forms for forms in given.plurals):
            yield f"{key} lacks a plural form: {', '.join(sorted(plural_forms(language)))}"
        if words[key] == source and key not in names:
            yield f"{key} is the same as in English and not listed in same.json"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("language", nargs="*", help="list what these languages lack")
    asked = parser.parse_args().language
    lacking = 0
    for part in parts():
        name = "" if part == FOLDER else f"{part.name}/"
        count = len(read(part / f"{SOURCE}.json"))
        for language in languages()[1:]:
            wrong = sorted(faults(part, language))
            missing = sum(fault.endswith(" is missing") for fault in wrong)
            lacking += len(wrong)
            share = 100 * (count - missing) // count
            print(f"{name}{language}: {count - missing} of {count} messages ({share} %)", end="")
            print(f", {len(wrong) - missing} with faults" if len(wrong) > missing else "")
            if language in asked:
                print("".join(f"  {fault}\n" for fault in wrong), end="")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
