"""The file of a trained network: reading, checking, writing.

`praefectus-net/1` is a `Net`, `praefectus-net/2` a `TableNet`, `praefectus-net/3` a `SeatNet`, `praefectus-net/4` a `SeatNet` with a `Policy`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import isfinite
from typing import TypedDict

from librt.vecs import vec

from praefectus.bots import files
from praefectus.bots.indices import IN_REMAINING, INPUTS
from praefectus.bots.net import HEADS, Net, Policy, SeatNet, TableNet
from praefectus.bots.registry import BotError

FORMAT = "praefectus-net/1"
TABLE_FORMAT = "praefectus-net/2"
SEAT_FORMAT = "praefectus-net/3"
POLICY_FORMAT = "praefectus-net/4"
FORMATS = (FORMAT, TABLE_FORMAT, SEAT_FORMAT, POLICY_FORMAT)


class NetDocument(TypedDict, total=False):
    """The file of a network; which layers it has depends on the format (`layers`)."""

    format: str
    provenance: Mapping[str, object]
    hidden: int
    wide: int
    first: list[float]
    biases: list[float]
    second: list[float]
    own: list[float]
    others: list[float]
    shared: list[float]
    wide_biases: list[float]
    last: list[float]
    linear: list[float]
    policy: int
    policy_first: list[float]
    policy_biases: list[float]
    policy_second: list[float]
    policy_linear: list[float]


@cache
def load(name: str) -> Net | None:
    """Return the network called `name`, a file of the package or a path; None for an empty name.

    Raises BotError if there is no such file, or it is not a network.
    """
    if not name:
        return None
    return parse(*files.read(name, "a network", *FORMATS))


def parse(text: str, where: str) -> Net:
    """Return the network that a file describes. Raises BotError."""
    try:
        document = json.loads(text)
        format = document["format"]
        if format not in FORMATS:
            known = " or ".join(map(repr, FORMATS))
            raise BotError(f"{where}: expected the format {known}, not {format!r}")
        hidden = _width(document["hidden"], where)
        wide = 1 if format == FORMAT else _width(document["wide"], where)
        policy = _width(document["policy"], where) if format == POLICY_FORMAT else 0
        sizes = layers(format, hidden, wide, policy)
        parts = {name: [float(value) for value in document[name]] for name in sizes}
    except KeyError as missing:
        raise BotError(f"{where}: the network lacks {missing.args[0]!r}") from None
    except BotError:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise BotError(f"{where}: not a file of a network") from None
    if {name: len(part) for name, part in parts.items()} != sizes:
        raise BotError(f"{where}: expected layers of {list(sizes.values())} numbers")
    if not all(isfinite(value) for part in parts.values() for value in part):
        raise BotError(f"{where}: the network's numbers must be finite")
    if format == FORMAT:
        hidden = _leave_out_idle(hidden, parts)
    vectors = [vec[float](part) for part in parts.values()]
    if format == FORMAT:
        first, biases, second, linear = vectors
        return Net(hidden, first, biases, second, linear)
    if format in (SEAT_FORMAT, POLICY_FORMAT):
        first, biases, second, shared, wide_biases, last, linear, *rest = vectors
        net = SeatNet(hidden, wide, first, biases, second, shared, wide_biases, last, linear)
        if rest:
            net.policy = Policy(policy, *rest)
        return net
    first, biases, own, others, wide_biases, last, linear = vectors
    return TableNet(hidden, wide, first, biases, own, others, wide_biases, last, linear)


def _leave_out_idle(hidden: int, parts: dict[str, list[float]]) -> int:
    """Leave out the units of a `Net` that say nothing, whatever the position; return how many are left.

    They cost time and change nothing: what they find is weighed with 0. One is kept in any case.
    """
    heard = [unit for unit in range(hidden) if parts["second"][unit] != 0.0] or [0]
    parts["first"] = [
        parts["first"][row * hidden + unit] for row in range(INPUTS) for unit in heard
    ]
    for name in ("biases", "second"):
        parts[name] = [parts[name][unit] for unit in heard]
    return len(heard)


def _width(units: object, where: str) -> int:
    if not isinstance(units, int) or isinstance(units, bool) or units < 1:
        raise BotError(f"{where}: expected layers of at least one unit")
    return units


def layers(format: str, hidden: int, wide: int, policy: int = 0) -> dict[str, int]:
    """Return the layers of a format in their order, with how many numbers each has."""
    if format == FORMAT:
        return {"first": INPUTS * hidden, "biases": hidden, "second": hidden, "linear": INPUTS}
    if format == POLICY_FORMAT:
        return {
            **layers(SEAT_FORMAT, hidden, wide),
            "policy_first": IN_REMAINING * policy,
            "policy_biases": policy,
            "policy_second": policy * HEADS,
            "policy_linear": IN_REMAINING * HEADS,
        }
    if format == SEAT_FORMAT:
        return {
            "first": IN_REMAINING * hidden,
            "biases": hidden,
            "second": hidden * (HEADS + 2 * wide),
            "shared": (INPUTS - IN_REMAINING) * wide,
            "wide_biases": wide,
            "last": wide,
            "linear": INPUTS,
        }
    return {
        "first": INPUTS * hidden,
        "biases": hidden,
        "own": hidden * wide,
        "others": hidden * wide,
        "wide_biases": wide,
        "last": wide,
        "linear": INPUTS,
    }


def with_policy(
    text: str, policy: int, parts: Mapping[str, Sequence[float]], provenance: Mapping[str, object]
) -> str:
    """Return the text of the file of a `SeatNet` with a policy of so many units, which may take the place of another."""
    document = json.loads(text)
    hidden, wide = int(document["hidden"]), int(document["wide"])
    whole = {name: document[name] for name in layers(SEAT_FORMAT, hidden, wide)} | dict(parts)
    return dump(hidden, wide, whole, provenance, POLICY_FORMAT, policy)


def dump(
    hidden: int,
    wide: int,
    parts: Mapping[str, Sequence[float]],
    provenance: Mapping[str, object],
    format: str = TABLE_FORMAT,
    policy: int = 0,
) -> str:
    """Return the text of the file of a `TableNet` or a `SeatNet`, that with a policy of so many units if there are any."""
    document = {
        "format": format,
        "provenance": provenance,
        "hidden": hidden,
        "wide": wide,
        **({"policy": policy} if policy else {}),
        **{
            name: [round(float(value), 5) for value in parts[name]]
            for name in layers(format, hidden, wide, policy)
        },
    }
    return json.dumps(document) + "\n"
