"""The data of help pages: boards, cards, gods and rule ids."""

from typing import Any

from praefectus import __version__
from praefectus.document import SCORED
from praefectus.messages import OPTIONS
from praefectus.options import RULE_OPTIONS, RuleOption
from praefectus.rules import RULES_VERSION
from praefectus.rules.facts import card_file, map_file, map_names
from praefectus.wire.answers import ChoiceRef, MapList, MapSummary, OptionRef, Reference

# How many rules each section of docs/rules.md has; a test compares.
_RULES = {"R1": 6, "R2": 2, "R3": 4, "R4": 2, "R5": 7, "R6": 4, "R7": 2, "R8": 2, "R9": 2, "R10": 2, "R11": 4}  # fmt: skip


def make_reference() -> Reference:
    """Return the reference data; it never changes while the server runs."""
    return {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "maps": [map_file(name) for name in map_names()],
        "cards": card_file(),
        "gods": list(SCORED),
        "rules": [
            {"id": f"{section}.{number}", "section": section}
            for section, count in _RULES.items()
            for number in range(1, count + 1)
        ],
        "options": [_option(option) for option in RULE_OPTIONS],
    }


def _option(option: RuleOption) -> OptionRef:
    key = f"option.{option.name}"
    choices: list[ChoiceRef] = [
        {"value": choice, "title": OPTIONS[f"{key}.{choice}"]} for choice in option.choices
    ] or [
        {"value": False, "title": OPTIONS["option.off"]},
        {"value": True, "title": OPTIONS["option.on"]},
    ]
    return {
        "name": option.name,
        "default": option.default,
        "choices": choices,
        "rule": option.rule,
        "title": OPTIONS[key],
        "text": OPTIONS[f"{key}.text"],
    }


def make_map_list() -> MapList:
    """Return the boards there are; they never change while the server runs."""
    return {"maps": [_summary(map_file(name)) for name in map_names()]}


def _summary(file: Any) -> MapSummary:
    meta, topology = file["meta"], file["topology"]
    return {
        "id": meta["id"],
        "name": meta["name"],
        "players": meta["players"],
        "about": meta.get("about"),
        "cities": {city["id"]: city["name"] for city in topology["cities"]},
        "provinces": {province["id"]: province["name"] for province in topology["provinces"]},
    }
