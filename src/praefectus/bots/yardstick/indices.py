"""Where each weight of the evaluation and each input of the network stands in its vector.

Every index is derived from the one before it, so that a new weight or input needs one line here, and a weight also a
name in `weights.NAMES`. Weight files contain names, network files only numbers in order, so that a network trained
before a change of the inputs no longer fits.
"""

from __future__ import annotations

from typing import Final

from praefectus.rules.ids import FACE_COUNT, GOD_COUNT, GOOD_COUNT, MINERVA

# mypyc knows a derived number as a constant only if all it is derived from is in the same module: hence these copies.
GODS: Final = 6
CARD_GODS: Final = GODS - 1  # those whose cards are alike: all but Minerva, who comes last
GOODS: Final = 5
FACES: Final = 17
assert (GODS, CARD_GODS, GOODS, FACES) == (GOD_COUNT, MINERVA, GOOD_COUNT, FACE_COUNT), (
    "a new god, good or face needs weights and inputs of its own"
)

# The weights, in the order of `weights.NAMES`.
CARD_GROWTH: Final = 0  # + god: how much more a card of that god will count
VALUE_GROWTH: Final = CARD_GROWTH + GODS  # + god: by how many more cards a house, … will be counted
PRODUCTION: Final = VALUE_GROWTH + GODS  # + good: a house that produces it
CLUMP: Final = PRODUCTION + GOODS  # a second house in a province
GOOD_WORTH: Final = CLUMP + 1  # + good: the first unit in the storehouse
GOOD_CURVE: Final = GOOD_WORTH + GOODS  # how much less each further unit of a good is worth
MONEY_LOW: Final = GOOD_CURVE + 1  # a sestertius up to 10
MONEY_MIDDLE: Final = MONEY_LOW + 1  # up to 25
MONEY_HIGH: Final = MONEY_MIDDLE + 1  # beyond
BUILD_KIT: Final = MONEY_HIGH + 1  # a brick and a good to build with
COLONIST_KIT: Final = BUILD_KIT + 1  # food and tool while colonists wait
DEMAND: Final = COLONIST_KIT + 1  # a good for which a city without an own house is within reach
HAND_CARD: Final = DEMAND + 1  # + face: a card in the hand rather than in the pile
BESIDE: Final = HAND_CARD + FACES  # a city to build in beside an own colonist
NEAR: Final = BESIDE + 1  # one move away
FULL: Final = NEAR + 1  # each free space below two in the storehouse
MAGNUS: Final = FULL + 1  # holding the Praefectus Magnus
LAST_TURN: Final = MAGNUS + 1  # a last turn still to be played
SPREAD_END: Final = LAST_TURN + 1  # the spread of final points around the estimate, at the end
SPREAD_START: Final = SPREAD_END + 1  # what the start adds to it
RIVALS: Final = SPREAD_START + 1  # a good that a turn gives to an opponent, as a part of its worth
SOON: Final = RIVALS + 1  # the remaining time from which goods and tempo count fully
WEIGHT_COUNT: Final = SOON + 1

# The inputs; `Evaluator.features` fills them, each roughly between 0 and 1.
IN_CARDS: Final = 0  # by god, without Minerva
IN_MINERVA: Final = IN_CARDS + CARD_GODS  # points per house, by good
IN_HOUSES: Final = IN_MINERVA + GOODS  # by good
IN_PROVINCES: Final = IN_HOUSES + GOODS
IN_BUILT: Final = IN_PROVINCES + 1
IN_COLONISTS: Final = IN_BUILT + 1
IN_GOODS: Final = IN_COLONISTS + 1  # by good
IN_MONEY: Final = IN_GOODS + GOODS
IN_HAND: Final = IN_MONEY + 1  # by face
IN_PILE: Final = IN_HAND + FACES
IN_BESIDE: Final = IN_PILE + 1
IN_REACH: Final = IN_BESIDE + 1
IN_ROOM: Final = IN_REACH + 1
IN_REMAINING: Final = IN_ROOM + 1
IN_SOON: Final = IN_REMAINING + 1
IN_WORTH: Final = IN_SOON + 1
IN_LEAD: Final = IN_WORTH + 1  # over the best of the others
IN_ABOVE: Final = IN_LEAD + 1  # the mean
IN_WAIT: Final = IN_ABOVE + 1  # turns until this seat plays
IN_MAGNUS: Final = IN_WAIT + 1
IN_CONCORDIA: Final = IN_MAGNUS + 1
IN_PLAYERS: Final = IN_CONCORDIA + 1
IN_SCORE: Final = IN_PLAYERS + 1  # the lead as the evaluation weighs it
IN_FOR_SALE: Final = IN_SCORE + 1
IN_HOUSES_LEFT: Final = IN_FOR_SALE + 1
IN_RIVALS_HOUSES: Final = IN_HOUSES_LEFT + 1
INPUTS: Final = IN_RIVALS_HOUSES + 1
