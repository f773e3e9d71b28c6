"""How the command line words a game: questions, decisions, endings, seats."""

from collections.abc import Sequence
from functools import cache

from praefectus.rules.facts import card_file
from praefectus.wire.view import LegalAction

# What ended a game (`outcome.reason`).
ENDINGS = {"houses": "ended by the 15th house", "cards": "ended by the last card"}

# What is asked for in each phase (`game.phase`).
QUESTIONS = {
    "play": "Which card do you play?",
    "copy": "Whose top card does your Diplomat copy?",
    "tribune": "Bring a colonist from the storehouse to Roma, for 1 food and 1 tool?",
    "architect": "Pick a colonist to move, build a house, or end the turn.",
    "line": "Where does that colonist go?",
    "build": "Build another house, or end the turn.",
    "prefect": "Which province produces? Or take the cash.",
    "keep": "Your storehouse is too small: what do you keep of the goods you receive?",
    "colonist": "Settle colonists, or take the income?",
    "settle": "Settle another colonist, or end the turn.",
    "mercator": "Sell or buy, in two kinds of goods at most, or end the turn.",
    "senator": "Which cards do you buy? Two at most.",
    "consul": "Which card do you buy?",
    "end": "Nothing is left to decide: end the turn, or undo.",
}

# What each decision does, by its first word.
VERBS = {
    "end": "ends the turn; what it brings the others happens now, and it cannot be undone",
    "colonist": "brings a colonist of that kind from the storehouse to Roma",
    "income": "brings sestertii for your colonists on the board",
    "cash": "brings the coins of all turned markers and turns them back",
    "produce": "turns the province's marker: its good for you, and each house there its city's good",
    "move": "picks the colonist to move; land colonists use land lines, sea colonists sea lines",
    "to": "moves the picked colonist onto that line",
    "build": "builds a house in a city beside one of your colonists on a line",
    "settle": "places a colonist from the storehouse in Roma or in a city with a house of yours",
    "sell": "sells that many units to the bank",
    "buy": "buys that many units from the bank",
    "purchase": "takes the card in that place of the display into your hand; the good named pays “any”",
    "copy": "does what the top card of that player's discard pile does",
    "keep": "keeps one unit of that good",
}

COMMANDS = {
    "a number, or words": "take that decision, or several separated by commas: play prefect, cash, end",
    "help": "this list, and what each decision you can take now does",
    "why WORDS": "why something can't be done now, and by which rule: why build massilia",
    "show": "the position: players, cards for sale, markers",
    "map": "the board with goods and houses",
    "undo": "take the last decision of this turn back",
    "points": "everybody's points by god, if the game ended now",
    "save FILE": "save the game; continue it with: praefectus terminal FILE",
    "quit": "leave the game",
}


def seat_name(names: Sequence[str], seat: int) -> str:
    """Name a seat by its player, and by its number if the name alone is ambiguous."""
    name = names[seat]
    if not name:
        return f"seat {seat}"
    return name if names.count(name) == 1 else f"{name} ({seat})"


@cache
def card_texts() -> dict[str, str]:
    """Return what each kind of card does, in a sentence or two."""
    return {card["id"]: card["text"] for card in card_file()["cards"]}


def meaning(text: str) -> str:
    """Say what a decision does, given its words."""
    verb, _, rest = text.partition(" ")
    if verb == "play":  # a face, such as `mercator-3`, is a kind of card with a suffix
        return card_texts()[rest.partition("-")[0]]
    return VERBS[verb]


def effect(decision: LegalAction, seat: int) -> str:
    """Word what a decision of `view.legal_view` immediately changes for the person who takes it."""
    parts = []
    if decision.get("cost"):
        parts.append(f"{decision['cost']} movement")
    for change in (decision["effect"] or {}).get("seats", ()):
        if change["seat"] == seat:
            if "money" in change:
                parts.append(f"{change['money']:+} sestertii")
            parts += [f"{amount:+} {good}" for good, amount in change.get("goods", {}).items()]
            parts += [f"{card} into your hand" for card in change.get("cards", ())]
            if "points" in change:
                parts.append(f"{change['points']['total']:+} points")
    return ", ".join(parts)
