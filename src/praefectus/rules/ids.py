"""The numbers behind the names: goods, gods, card faces, phases, actions, and the cells of a position.

The engine counts in ints; everything outside it speaks in the ids of the name tables here.
The order of a table is the number of its entries and part of the public action numbering.
"""

from typing import Final, Literal, TypeAlias, get_args

Good: TypeAlias = Literal["brick", "food", "tool", "wine", "cloth"]
GOOD_NAMES: Final[tuple[Good, ...]] = get_args(Good)
BRICK: Final = 0
FOOD: Final = BRICK + 1
TOOL: Final = FOOD + 1
WINE: Final = TOOL + 1
CLOTH: Final = WINE + 1
GOOD_COUNT: Final = CLOTH + 1

LAND: Final = 0
SEA: Final = LAND + 1
KIND_COUNT: Final = SEA + 1
ColonistKind: TypeAlias = Literal["land", "sea"]
KIND_NAMES: Final[tuple[ColonistKind, ...]] = get_args(ColonistKind)

God: TypeAlias = Literal["vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva"]
GOD_NAMES: Final[tuple[God, ...]] = get_args(God)
VESTA: Final = 0
JUPITER: Final = VESTA + 1
SATURNUS: Final = JUPITER + 1
MERCURIUS: Final = SATURNUS + 1
MARS: Final = MERCURIUS + 1
MINERVA: Final = MARS + 1
GOD_COUNT: Final = MINERVA + 1

# Card faces: what a card is once somebody owns it.
FACE_NAMES: Final = (
    "tribune",
    "architect",
    "prefect",
    "mercator-3",
    "mercator-5",
    "colonist",
    "senator",
    "consul",
    "mason",
    "farmer",
    "smith",
    "vintner",
    "weaver",
    "diplomat-jupiter",
    "diplomat-saturnus",
    "diplomat-mercurius",
    "diplomat-mars",
)
TRIBUNE: Final = 0
ARCHITECT: Final = TRIBUNE + 1
PREFECT: Final = ARCHITECT + 1
MERCATOR_3: Final = PREFECT + 1
MERCATOR_5: Final = MERCATOR_3 + 1
COLONIST: Final = MERCATOR_5 + 1
SENATOR: Final = COLONIST + 1
CONSUL: Final = SENATOR + 1
MASON: Final = CONSUL + 1
FARMER: Final = MASON + 1
SMITH: Final = FARMER + 1
VINTNER: Final = SMITH + 1
WEAVER: Final = VINTNER + 1
DIPLOMAT_JUPITER: Final = WEAVER + 1
DIPLOMAT_SATURNUS: Final = DIPLOMAT_JUPITER + 1
DIPLOMAT_MERCURIUS: Final = DIPLOMAT_SATURNUS + 1
DIPLOMAT_MARS: Final = DIPLOMAT_MERCURIUS + 1
FACE_COUNT: Final = DIPLOMAT_MARS + 1

# Cards for sale are numbered like faces, but the Saturnus Diplomat is sold at two prices: the face's own number is the one
# of deck I (tool), the number after all faces the one of deck III (food).
DIPLOMAT_SATURNUS_FOOD: Final = FACE_COUNT
SALE_COUNT: Final = DIPLOMAT_SATURNUS_FOOD + 1

# Phases: which decision is asked for. `FINISHED` asks for none.
PhaseName: TypeAlias = Literal[
    "play",
    "copy",
    "tribune",
    "architect",
    "line",
    "build",
    "prefect",
    "keep",
    "colonist",
    "settle",
    "mercator",
    "senator",
    "consul",
    "end",
    "finished",
]
PHASE_NAMES: Final[tuple[PhaseName, ...]] = get_args(PhaseName)
PHASE_PLAY: Final = 0
PHASE_COPY: Final = PHASE_PLAY + 1
PHASE_TRIBUNE: Final = PHASE_COPY + 1
PHASE_ARCHITECT: Final = PHASE_TRIBUNE + 1
PHASE_LINE: Final = PHASE_ARCHITECT + 1
PHASE_BUILD: Final = PHASE_LINE + 1
PHASE_PREFECT: Final = PHASE_BUILD + 1
PHASE_KEEP: Final = PHASE_PREFECT + 1
PHASE_COLONIST: Final = PHASE_KEEP + 1
PHASE_SETTLE: Final = PHASE_COLONIST + 1
PHASE_MERCATOR: Final = PHASE_SETTLE + 1
PHASE_SENATOR: Final = PHASE_MERCATOR + 1
PHASE_CONSUL: Final = PHASE_SENATOR + 1
PHASE_END: Final = PHASE_CONSUL + 1
PHASE_FINISHED: Final = PHASE_END + 1
# Never seen from outside: a card was named, and its action is about to begin.
PHASE_BEGIN: Final = PHASE_FINISHED + 1

# What ended a game (R11.1).
Ending: TypeAlias = Literal["houses", "cards"]
ENDING_NAMES: Final[tuple[str, ...]] = ("", *get_args(Ending))
ENDED_BY_HOUSES: Final = 1
ENDED_BY_CARDS: Final = 2

STOREHOUSE_SPACES: Final = 12
DISPLAY_SLOTS: Final = 7
HOUSES_PER_PLAYER: Final = 15
COLONISTS_PER_KIND: Final = 3
COLONISTS_PER_PLAYER: Final = KIND_COUNT * COLONISTS_PER_KIND
MOST_POINTS: Final = COLONISTS_PER_PLAYER  # movement points: one for each colonist (R5.1)
AMOUNTS_PER_GOOD: Final = (
    STOREHOUSE_SPACES + 1
)  # how many different amounts of a good a player may have: from none to all spaces
MAX_PLAYERS: Final = 5

# The part of the action space that is the same for all boards; `Board` numbers on from BOARD_ACTIONS. `actions.py` has a function
# for each kind of action that gives its number, and functions that say what a number names.
MAX_TRADE: Final = STOREHOUSE_SPACES
ACTION_END: Final = 0
ACTION_PLAY: Final = ACTION_END + 1  # + face
ACTION_COLONIST: Final = ACTION_PLAY + FACE_COUNT  # + kind
ACTION_INCOME: Final = ACTION_COLONIST + KIND_COUNT
ACTION_CASH: Final = ACTION_INCOME + 1
ACTION_COPY: Final = ACTION_CASH + 1  # + seat
ACTION_KEEP: Final = ACTION_COPY + MAX_PLAYERS  # + good
ACTION_SELL: Final = ACTION_KEEP + GOOD_COUNT  # + good * MAX_TRADE + units - 1
ACTION_BUY: Final = ACTION_SELL + GOOD_COUNT * MAX_TRADE  # + good * MAX_TRADE + units - 1
ACTION_PURCHASE: Final = (
    ACTION_BUY + GOOD_COUNT * MAX_TRADE
)  # + slot * PURCHASES_PER_SLOT + (0, or 1 + the good for "any")
PURCHASES_PER_SLOT: Final = 1 + GOOD_COUNT
BOARD_ACTIONS: Final = ACTION_PURCHASE + DISPLAY_SLOTS * PURCHASES_PER_SLOT

# The cells of a position (`State.cells`). Where each value stands is derived from what stands before it, so that a new one
# needs one line. They stand in this module because mypyc knows a derived number as a constant only if all it is derived from
# is in the same module. `AT_` counts from the start of the cells, `OF_` from the start of a player's block.

# The cells of the position.
AT_TURN: Final = 0  # turns completed
AT_SEAT: Final = AT_TURN + 1  # whose turn it is
AT_DECIDER: Final = (
    AT_SEAT + 1
)  # the seat that decides: AT_SEAT, or one that must choose what to keep (R6.4)
AT_PHASE: Final = AT_DECIDER + 1
AT_PRAEFECTUS_MAGNUS: Final = AT_PHASE + 1  # the seat that holds it
AT_CONCORDIA: Final = AT_PRAEFECTUS_MAGNUS + 1  # the seat that took it, or -1
AT_LAST_TURNS: Final = AT_CONCORDIA + 1  # turns left once the end is triggered, else -1
AT_ENDED_BY: Final = AT_LAST_TURNS + 1
AT_DECK_TOP: Final = AT_ENDED_BY + 1  # how many cards of the stack were turned up
AT_OCCUPIED: Final = AT_DECK_TOP + 1  # two masks: land lines and sea lines with a colonist
AT_COINS: Final = AT_OCCUPIED + KIND_COUNT  # mask of the provinces whose marker shows its coins
AT_DISPLAY: Final = AT_COINS + 1  # seven cards for sale, -1 where empty
# The cells of the turn: all as in `clear_turn` between turns.
AT_CARD: Final = (
    AT_DISPLAY + DISPLAY_SLOTS
)  # the face whose action is carried out (a Diplomat: the copied one)
AT_POINTS: Final = AT_CARD + 1  # movement points left (R5.1)
AT_PICKED: Final = AT_POINTS + 1  # the place of the colonist picked to move, or -1
AT_PICKED_KIND: Final = AT_PICKED + 1
AT_TRADED: Final = AT_PICKED_KIND + 1  # mask of the goods already traded (R8.1)
AT_CHOICES: Final = AT_TRADED + 1  # trades or purchases that may still be made
AT_PRODUCED: Final = AT_CHOICES + 1  # the province that produced, or -1
AT_KEEP_ROOM: Final = AT_PRODUCED + 1  # units the decider still has to choose (R3.2)
AT_KEEP_FROM: Final = AT_KEEP_ROOM + 1  # the good chosen last: units are chosen in ascending order
AT_ASKED: Final = AT_KEEP_FROM + 1  # mask of the seats that still have to choose
AT_LOT: Final = AT_ASKED + 1  # five goods to choose from
AT_PLAYERS: Final = AT_LOT + GOOD_COUNT  # the first player's block

# The cells of a player.
OF_MONEY: Final = 0
OF_GOODS: Final = OF_MONEY + 1
OF_STORE: Final = OF_GOODS + GOOD_COUNT  # land and sea colonists in the storehouse
OF_COLONISTS: Final = (
    OF_STORE + KIND_COUNT
)  # places of three land and three sea colonists, each three ascending
OF_HOUSES: Final = OF_COLONISTS + COLONISTS_PER_PLAYER  # mask of cities
OF_HOUSES_LEFT: Final = OF_HOUSES + 1
OF_INTERMEDIATE: Final = OF_HOUSES_LEFT + 1  # points of the intermediate scoring, or -1
OF_HAND: Final = OF_INTERMEDIATE + 1  # cards of each face in the hand
OF_PILE_SIZE: Final = OF_HAND + FACE_COUNT
OF_PILE: Final = OF_PILE_SIZE + 1  # the discard pile from the bottom
PILE_SPACES: Final = 36
PLAYER_SIZE: Final = OF_PILE + PILE_SPACES
