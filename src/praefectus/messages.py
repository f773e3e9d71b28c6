"""The English words for what the engine says in keys and values.

A client in another language words the same keys and values from its own catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from praefectus.rules.facts import load_board, map_names

# Why a text cannot be read as an action; what stands in backquotes or is named is as people type it.
UNREADABLE: Final[Mapping[str, str]] = {
    "verb": "expected one of {verbs}",
    "form": "expected `{form}`",
    "line": "there is no line {name} on {map}",
    "line.order": "the line is written {line}",
    "card": "there is no card {name}",
    "province": "there is no province {name}",
    "city": "there is no city {name}",
    "good": "there is no good {name}",
    "seat": "there is no seat {name}",
}

REFUSALS: Final[Mapping[str, str]] = {
    "architect.building": "once a house is built no colonist moves any more",
    "architect.capital": "no house can be built in {city}",
    "architect.finish-move": "the colonist that was picked has to move first",
    "architect.goods": "a house in {city} costs {good}, and there is none left",
    "architect.money": "a house in {city} costs {price} sestertii, and there are {money}",
    "architect.no-colonist": "no own {kind} colonist stands at {place}",
    "architect.no-free-line": "the {kind} colonist at {place} reaches no free line",
    "architect.no-houses": "no house is left to build",
    "architect.no-points": "no movement points are left",
    "architect.no-way": "no {kind} lines lead to {line}",
    "architect.not-beside": "no own colonist stands on a line that touches {city}",
    "architect.occupied": "a colonist stands on {line} already",
    "architect.own-house": "an own house stands in {city} already",
    "architect.pick-first": "a colonist has to be picked before its line",
    "architect.same-line": "the colonist stands on {line} already",
    "architect.to-city": "a move ends on a line, not in {city}",
    "architect.too-far": "{line} costs {cost} movement points, and {points} are left",
    "architect.wrong-kind": "a {kind} colonist does not use {line}",
    "colonist.cost": "a colonist costs 1 food and 1 tool",
    "colonist.either-or": "a Colonist either settles or brings income, not both",
    "colonist.no-house": "a colonist is placed in the capital or beside an own house, and {city} has none",
    "colonist.no-line": "no {kind} line touches {city}",
    "colonist.none-left": "no {kind} colonist is left in the storehouse",
    "consul.one-card": "a Consul buys one card",
    "diplomat.copy-first": "a Diplomat first names the seat whose card it copies",
    "diplomat.diplomat": "a Diplomat cannot copy the Diplomat of seat {seat}",
    "diplomat.empty": "the discard pile of seat {seat} is empty",
    "diplomat.no-seat": "there is no seat {seat}",
    "diplomat.nothing": "no opponent shows a card that a Diplomat can copy",
    "diplomat.self": "a Diplomat copies an opponent's card, not one's own",
    "keep.choose-first": "the goods to keep have to be chosen first",
    "keep.fill": "the goods that are kept fill all {spaces} free spaces",
    "keep.full": "the storehouse is full",
    "keep.no-choice": "nobody has to choose what to keep",
    "keep.not-received": "no {good} is left of the goods received",
    "keep.order": "goods to keep are chosen in ascending order, and {good} comes too late",
    "keep.wrong-seat": "seat {decider} chooses what to keep, not seat {seat}",
    "market.any-missing": "slot {slot} costs one good of choice besides, which has to be named",
    "market.empty": "slot {slot} is empty",
    "market.goods": "{good} is lacking for the {card} in slot {slot}",
    "market.no-any": "slot {slot} asks for no good of choice here",
    "market.one-any": "slot {slot} asks for one good of choice at most",
    "mercator.money": "{units} {good} cost {price} sestertii, and there are {money}",
    "mercator.not-enough": "{units} {good} cannot be sold, there are {have}",
    "mercator.room": "{units} {good} do not fit, {room} spaces are free",
    "mercator.same-good": "{good} was traded already this turn",
    "mercator.two-goods": "a Mercator trades in two goods at most",
    "prefect.once": "a Prefect does one thing: one province, or the cash",
    "prefect.turned": "the marker of {province} shows its coins",
    "senator.two-cards": "a Senator buys two cards at most",
    "setup.players": "{map} is for {least} to {most} players, not {players}",
    "setup.stack-order": "the {card} is missing, too many or misplaced in deck {deck}",
    "setup.stack-size": "{expected} cards are for sale, not {cards}",
    "setup.tokens": "the cities of letter {letter} have {tokens} {good}, not {dealt}",
    "tribune.once": "a Tribune brings one colonist at most",
    "turn.decide-first": "this card must do one of the things it offers before the turn ends",
    "turn.finished": "the game is over",
    "turn.not-in-hand": "no {card} is in the hand",
    "turn.not-now": "that is not what is to be decided now",
    "turn.play-first": "the turn begins with playing a card",
    "turn.wrong-seat": "it is seat {turn_seat}'s turn, not seat {seat}'s",
    "legal": "allowed",
}

# A rule option's short name, and what it does in one sentence; with choices, the name of each. The page's own catalogue may have
# other words for the same keys.
OPTIONS: Final[Mapping[str, str]] = {
    "option.edition": "Colonist card",
    "option.edition.text": "The rules of the revised or first edition.",
    "option.edition.revised": "Revised",
    "option.edition.first": "First edition",
    "option.intermediate_scoring": "Scoring halfway",
    "option.intermediate_scoring.text": "Score once at each player's first Tribune.",
    "option.off": "Off",
    "option.on": "On",
}

# Why no game can reach a position from outside.
POSITIONS: Final[Mapping[str, str]] = {
    "position.all-cards": "no card is left for sale, but nobody has taken the Concordia card",
    "position.all-houses": "seat {seat} has built all houses but not taken the Concordia card",
    "position.asked": "the seats that are asked what to keep do not match the production",
    "position.between-turns": "cells of a turn are given, but no turn has begun",
    "position.bought": "seat {seat} has bought too many cards this turn",
    "position.bought-early": "seat {seat} has bought more cards than its turns allow",
    "position.capital": "seat {seat} has a house in the capital",
    "position.cards": "the cards that are owned or for sale cannot have come from the decks",
    "position.cash": "the Prefect has neither produced nor taken the cash",
    "position.choices": "too many choices are left for the phase {phase}",
    "position.colonist-city": "a colonist of seat {seat} is in {city} without a house of that seat",
    "position.colonist-line": "a {kind} colonist of seat {seat} is in {city}, which no {kind} line touches",
    "position.deck": "the face-down cards are not those that are left of the decks, in their order",
    "position.decider": "in the phase {phase} only the seat whose turn it is decides",
    "position.display-filled": "the display must be full while cards are face down",
    "position.display-holes": "the cards for sale must fill the display from the left without gaps",
    "position.early-end": "the end cannot have been set off so early",
    "position.ended-by-cards": "seat {seat} cannot have ended the game by taking the last card",
    "position.ended-by-houses": "seat {seat} cannot have ended the game by building its last house",
    "position.first-hand": "seat {seat} lacks the {card} of its first hand",
    "position.houses": "seat {seat} has more than 15 houses",
    "position.intermediate": "seat {seat} has points of an intermediate scoring that is not played",
    "position.keep": "the goods to choose from do not match what seat {seat} received",
    "position.last-turns": "the phase does not match the turns that are left after seat {seat} took the Concordia card",
    "position.leftovers": "the cells of the turn do not fit the phase {phase}",
    "position.magnus-early": "the Praefectus Magnus cannot have moved yet",
    "position.markers-early": "more markers show coins than turns were taken",
    "position.no-colonist": "seat {seat} has no {kind} colonist on the board",
    "position.not-begun": "seat {seat} has had no turn yet, but differs from its start",
    "position.not-built": "the phase build needs a house built in this turn",
    "position.not-over": "the game cannot be over without the Concordia card",
    "position.not-played": "seat {seat} has neither played nor copied the {card}",
    "position.not-settled": "the phase settle needs a colonist settled in this turn",
    "position.nothing-to-copy": "there is no card that the Diplomat could copy",
    "position.phase-card": "the phase {phase} does not belong to the card",
    "position.picked": "no colonist that can move was picked",
    "position.pile-early": "the discard pile of seat {seat} has more cards than the seat had turns",
    "position.pile-size": "the discard pile of seat {seat} is too large",
    "position.points": "there are too many movement points",
    "position.produced": "{province} has produced, but its marker does not show its coins",
    "position.shared-line": "two colonists stand on {line}",
    "position.storehouse": "the storehouse of seat {seat} holds more than 12 goods and colonists",
    "position.traded": "the goods traded do not match the trades left",
    "position.tribune": "a Tribune is in the discard pile of seat {seat}",
    "position.tribune-pile": "after a Tribune the discard pile of seat {seat} must be empty",
    "position.wrong-line": "a {kind} colonist of seat {seat} is on {line}, which is no {kind} line",
}


def _titles() -> dict[str, str]:
    titles: dict[str, str] = {}
    for name in map_names():
        board = load_board(name)
        titles[name] = board.title
        titles.update(zip(board.city_names, board.city_titles, strict=True))
        titles.update(zip(board.province_names, board.province_titles, strict=True))
    return titles


_NAMED: Final = frozenset({"city", "province", "place", "line", "map"})
_TITLES: Final[dict[str, str]] = {}


def title(place: str) -> str:
    """Return the name of a city, province, map or line (both its cities) by its id."""
    parts = place.split("~")
    if not all(part in _TITLES for part in parts):  # boards may have been added
        _TITLES.update(_titles())
    return "–".join(_TITLES.get(part, part) for part in parts)


def word(key: str, values: Mapping[str, str | int]) -> str:
    """Return the English sentence for a message key with its values."""
    named = {name: title(str(value)) if name in _NAMED else value for name, value in values.items()}
    return (REFUSALS.get(key) or POSITIONS[key]).format(**named)
