"""The network: its file is checked, and it corrects the chances of a position."""

import json
from random import Random

import pytest
from librt.vecs import vec

import praefectus
from praefectus import bots
from praefectus.bots import indices, learning, weights
from praefectus.bots.evaluation import Evaluator
from praefectus.bots.indices import IN_MONEY, IN_REMAINING, IN_SOON, INPUTS
from praefectus.bots.net import HEADS, LEAK, Net

HIDDEN = 3
WIDE = 2
POLICY = 4


def document(**changes):
    sizes = {"first": INPUTS * HIDDEN, "biases": HIDDEN, "second": HIDDEN, "linear": INPUTS}
    zeros = {name: [0.0] * size for name, size in sizes.items()}
    return json.dumps({"format": learning.FORMAT, "hidden": HIDDEN, **zeros, **changes})


def table_document(**changes):
    sizes = learning.layers(learning.TABLE_FORMAT, HIDDEN, WIDE)
    zeros = {name: [0.0] * size for name, size in sizes.items()}
    head = {"format": learning.TABLE_FORMAT, "hidden": HIDDEN, "wide": WIDE}
    return json.dumps({**head, **zeros, **changes})


def chances(game: praefectus.Game, net: Net | None) -> list[float]:
    evaluator = Evaluator(game.position.deal, vec[float](list(weights.load("greedy"))), net)
    out = vec[float]([0.0] * game.players)
    evaluator.chances(game.position, out)
    return list(out)


def test_a_network_of_zeros_changes_nothing():
    game = praefectus.Game.new(seed=1)
    net = learning.parse(document(), "here")
    assert chances(game, net) == pytest.approx(chances(game, None))
    assert sum(chances(game, net)) == pytest.approx(1)


def test_a_network_that_likes_money_favours_the_rich():
    linear = [0.0] * INPUTS
    linear[IN_MONEY] = 5.0
    game = praefectus.Game.new(seed=1)
    plain, changed = (
        chances(game, None),
        chances(game, learning.parse(document(linear=linear), "here")),
    )
    # The last seat begins with the most money (R1.6).
    assert changed[3] > plain[3]
    assert changed[0] < plain[0]


def test_a_network_computes_what_its_file_says():
    net = learning.parse(
        document(first=[0.5] * (INPUTS * HIDDEN), biases=[0.1, -99, 0.2], second=[1, 1, 2]), "here"
    )
    x = [0.0] * INPUTS + [1.0] + [0.0] * (INPUTS - 2) + [2.0]
    assert net.corrections(x, 2)[1] == pytest.approx((1.5 + 0.1) + 2 * (1.5 + 0.2))


def test_units_that_say_nothing_are_left_out():
    rng = Random(1)
    parts = {
        "first": [rng.uniform(-1, 1) for _ in range(INPUTS * HIDDEN)],
        "biases": [0.3, 0.2, 0.1],
        "linear": [rng.uniform(-1, 1) for _ in range(INPUTS)],
    }
    x = [rng.uniform(-1, 1) for _ in range(2 * INPUTS)]
    net = learning.parse(document(**parts, second=[2.0, 0.0, -1.0]), "here")
    first, biases, linear = (vec[float](part) for part in parts.values())
    whole = Net(HIDDEN, first, biases, vec[float]([2.0, 0.0, -1.0]), linear)
    assert net.hidden == 2
    assert net.corrections(x, 2) == whole.corrections(x, 2)  # to the last bit


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_table_network_computes_what_its_file_says(players):
    rng = Random(players)
    sizes = learning.layers(learning.TABLE_FORMAT, HIDDEN, WIDE)
    parts = {name: [rng.uniform(-1, 1) for _ in range(size)] for name, size in sizes.items()}
    net = learning.parse(learning.dump(HIDDEN, WIDE, parts, {}), "here")
    x = [rng.uniform(-1, 1) for _ in range(players * INPUTS)]
    out = net.corrections(x, players)

    def leaky(value):
        return value if value > 0 else LEAK * value

    seats = [x[seat * INPUTS : (seat + 1) * INPUTS] for seat in range(players)]
    units = [
        [
            leaky(
                parts["biases"][j]
                + sum(value * parts["first"][i * HIDDEN + j] for i, value in enumerate(inputs))
            )
            for j in range(HIDDEN)
        ]
        for inputs in seats
    ]
    for seat in range(players):
        rest = [units[other] for other in range(players) if other != seat]
        total = sum(a * b for a, b in zip(seats[seat], parts["linear"], strict=True))
        for k in range(WIDE):
            value = parts["wide_biases"][k]
            for j in range(HIDDEN):
                mean = sum(each[j] for each in rest) / len(rest)
                value += units[seat][j] * parts["own"][j * WIDE + k]
                value += mean * parts["others"][j * WIDE + k]
            total += leaky(value) * parts["last"][k]
        assert out[seat] == pytest.approx(total, abs=0.005)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_seat_network_computes_what_its_file_says(players):
    rng = Random(players)
    sizes = learning.layers(learning.SEAT_FORMAT, HIDDEN, WIDE)
    parts = {name: [rng.uniform(-1, 1) for _ in range(size)] for name, size in sizes.items()}
    text = learning.dump(HIDDEN, WIDE, parts, {}, learning.SEAT_FORMAT)
    net = learning.parse(text, "here")
    x = [rng.uniform(-1, 1) for _ in range(players * INPUTS)]
    # These are the same for all seats of a position.
    for name in ("REMAINING", "SOON", "PLAYERS", "FOR_SALE"):
        at = getattr(indices, f"IN_{name}")
        x[at::INPUTS] = [x[at]] * players
    out = net.corrections(x, players)

    def leaky(value):
        return value if value > 0 else LEAK * value

    seats = [x[seat * INPUTS : (seat + 1) * INPUTS] for seat in range(players)]
    size = HEADS + 2 * WIDE
    begins = []
    for inputs in seats:
        units = [
            leaky(
                parts["biases"][j]
                + sum(inputs[i] * parts["first"][i * HIDDEN + j] for i in range(IN_REMAINING))
            )
            for j in range(HIDDEN)
        ]
        begins.append(
            [
                sum(unit * parts["second"][j * size + k] for j, unit in enumerate(units))
                for k in range(size)
            ]
        )
    for seat, (inputs, begin) in enumerate(zip(seats, begins, strict=True)):
        rest = [begins[other] for other in range(players) if other != seat]
        total = sum(a * b for a, b in zip(inputs, parts["linear"], strict=True))
        total += begin[0] + begin[1] * inputs[IN_REMAINING] + begin[2] * inputs[IN_SOON]
        for k in range(WIDE):
            value = parts["wide_biases"][k] + begin[HEADS + k]
            value += sum(each[HEADS + WIDE + k] for each in rest) / len(rest)
            for i in range(IN_REMAINING, INPUTS):
                value += inputs[i] * parts["shared"][(i - IN_REMAINING) * WIDE + k]
            total += leaky(value) * parts["last"][k]
        assert out[seat] == pytest.approx(total, abs=0.005)


def policy_document(rng: Random) -> tuple[dict[str, list[float]], str]:
    sizes = learning.layers(learning.POLICY_FORMAT, HIDDEN, WIDE, POLICY)
    parts = {name: [rng.uniform(-1, 1) for _ in range(size)] for name, size in sizes.items()}
    return parts, learning.dump(HIDDEN, WIDE, parts, {}, learning.POLICY_FORMAT, POLICY)


def test_a_policy_computes_what_its_file_says():
    parts, text = policy_document(Random(1))
    policy = learning.parse(text, "here").policy
    assert policy is not None
    x = [Random(2).uniform(-1, 1) for _ in range(INPUTS)]
    heads = [0.0] * HEADS
    for k in range(HEADS):
        heads[k] += sum(x[i] * parts["policy_linear"][i * HEADS + k] for i in range(IN_REMAINING))
        for j in range(POLICY):
            unit = parts["policy_biases"][j] + sum(
                x[i] * parts["policy_first"][i * POLICY + j] for i in range(IN_REMAINING)
            )
            unit = unit if unit > 0 else LEAK * unit
            heads[k] += unit * parts["policy_second"][j * HEADS + k]
    found = policy.preference(vec[float]([9.0, *x]), 1, 0.5, 0.25)
    assert found == pytest.approx(heads[0] + 0.5 * heads[1] + 0.25 * heads[2], abs=0.005)


def test_a_policy_says_the_same_whatever_it_compares_with():
    _, text = policy_document(Random(1))
    rng = Random(3)
    positions = [
        vec[float]([rng.choice([0.0, 0.25, 1.0]) for _ in range(INPUTS)]) for _ in range(6)
    ]
    times = [(0.5, 0.25), (0.5, 0.25), (0.5, 1.0), (0.75, 1.0), (0.75, 1.0), (0.5, 0.25)]
    one, other = (learning.parse(text, "here").policy for _ in range(2))
    assert one is not None
    assert other is not None
    for x, (remaining, soon) in zip(positions, times, strict=True):
        other.begin()
        alone = other.preference(x, 0, remaining, soon)
        assert one.preference(x, 0, remaining, soon) == alone


def test_a_policy_corrects_the_worth_of_turns_and_no_chance():
    game = praefectus.Game.new(seed=1)
    parts, text = policy_document(Random(1))
    with_policy = learning.parse(text, "here")
    values = {name: parts[name] for name in learning.layers(learning.SEAT_FORMAT, HIDDEN, WIDE)}
    plain = learning.parse(learning.dump(HIDDEN, WIDE, values, {}, learning.SEAT_FORMAT), "here")
    assert plain.policy is None
    assert chances(game, with_policy) == chances(game, plain)
    vector = vec[float](list(weights.load("greedy")))
    one, other = (Evaluator(game.position.deal, vector, net) for net in (plain, with_policy))
    assert one.turn_worth(game.position, 0, 1.0) == one.seat_worth(game.position, 0, 1.0)
    assert other.turn_worth(game.position, 0, 1.0) != one.turn_worth(game.position, 0, 1.0)
    # With the last turn it can be counted what a turn brings.
    assert other.turn_worth(game.position, 0, 0.0) == one.turn_worth(game.position, 0, 0.0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "there is no file of a network"),
        ("[", "not a file of a network"),
        ('{"format": "x"}', "expected the format"),
        ('{"format": "praefectus-net/1"}', "the network lacks 'hidden'"),
        (document(hidden=0), "at least one unit"),
        (document(second=[1.0]), "expected layers of"),
        (table_document(wide=3), "expected layers of"),
        ('{"format": "praefectus-net/2", "hidden": 1}', "the network lacks 'wide'"),
        ('{"format": "praefectus-net/3", "hidden": 1, "wide": 1}', "the network lacks 'first'"),
        ('{"format": "praefectus-net/4", "hidden": 1, "wide": 1}', "the network lacks 'policy'"),
        (document(second=[1.0, 2.0, float("inf")]), "must be finite"),
    ],
)
def test_a_missing_or_corrupt_network_is_one_sentence(tmp_path, text, sentence):
    path = tmp_path / "net.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(bots.BotError, match=sentence):
        bots.make(f"search:sims=1,net={path}")


def test_features_are_those_of_the_seats_whatever_the_deck():
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    evaluator = Evaluator(game.position.deal, vec[float](list(weights.load("greedy"))))
    features = evaluator.features(game.position)
    assert len(features) == 2 * (INPUTS + 1)
    assert all(abs(value) < 20 for value in features)
