"""What each decision means, in words, for the game in the terminal."""

from typing import TYPE_CHECKING, Any

from praefectus.cli.facts import card_text

if TYPE_CHECKING:
    from praefectus import Game

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
    "income": "brings sestertii for the colonists you have on the board",
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
    "a number, or words": "take that decision; several in one go, separated by commas",
    "help": "this list, and what each thing you can do now does",
    "why WORDS": "why something can't be done now, and by which rule: why build massilia",
    "show": "the position: players, cards for sale, markers",
    "map": "the board with goods and houses",
    "undo": "take the last decision of this turn back",
    "hint": "what a bot would do",
    "save FILE": "save the game; go on with: praefectus terminal FILE",
    "quit": "leave the game",
}


def describe(game: "Game", action: int) -> str:
    """Say what a decision means and what it changes for the one who takes it."""
    words = game.text(action).split(" ")
    meaning = card_text(words[1]) if words[0] == "play" else VERBS.get(words[0], "")
    effect = describe_effect(game, action)
    return f"{meaning} ({effect})" if effect else meaning


def describe_effect(game: "Game", action: int) -> str:
    """Say what a decision changes at once: sestertii, goods, cards, points.

    Ending a turn is not looked into: it would show what is still hidden.
    """
    if game.text(action) == "end":
        return ""
    seat = game.seat
    after = game.copy()
    after.push(action)
    return difference(game.state()["players"][seat], after.state()["players"][seat])


def difference(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Word the difference between two states of one player."""
    changes = [(after["money"] - before["money"], "sestertii")]
    changes += [(after["goods"][good] - units, good) for good, units in before["goods"].items()]
    parts = [f"{change:+} {what}" for change, what in changes if change]
    taken = list(after["hand"])
    for card in before["hand"]:
        if card in taken:
            taken.remove(card)
    if taken:
        parts.append(f"to your hand: {', '.join(taken)}")
    points = after["points"]["total"] - before["points"]["total"]
    if points:
        parts.append(f"{points:+} points")
    return ", ".join(parts).replace("-", "−") if not taken else ", ".join(parts)
