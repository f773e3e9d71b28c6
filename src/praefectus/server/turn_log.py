"""The log of a table in memory: small, and ready to be sent.

Turns are kept as JSON, one line each. Only the last ones are sent often; earlier ones are compressed in blocks, to a tenth.
"""

import zlib
from typing import cast

import orjson

from praefectus.wire.events import LogTurn

_BLOCK_TURNS = 8
_LEVEL = 6


class TurnLog:
    """The turns of one game, the last of which may be replaced as it grows."""

    def __init__(self, turns: int = 0) -> None:
        """Begin after some turns that are not logged."""
        self._before = turns
        self._blocks: list[bytes] = []
        # The turns after the blocks; at least the last one, if there is any.
        self._last: list[bytes] = []

    def __len__(self) -> int:
        return len(self._blocks) * _BLOCK_TURNS + len(self._last)

    def put(self, entry: LogTurn) -> None:
        """Add a turn, or replace the last one."""
        number = entry["turn"] - self._before - len(self._blocks) * _BLOCK_TURNS
        del self._last[number - 1 :]
        if len(self._last) == _BLOCK_TURNS:
            self._blocks.append(zlib.compress(b"\n".join(self._last), _LEVEL))
            self._last.clear()
        # A copy: orjson's own bytes hold on to the buffer they were written into, several times their size.
        self._last.append(bytes(memoryview(orjson.dumps(entry))))

    def after(self, turns: int) -> list[LogTurn]:
        """Return the turns from the one numbered `turns + 1` on; they can be sent but not read."""
        turns = max(turns - self._before, 0)
        first, skipped = divmod(turns, _BLOCK_TURNS)
        lines: list[bytes] = []
        for block in self._blocks[first:]:
            lines += zlib.decompress(block).split(b"\n")
        lines += self._last
        start = skipped if first < len(self._blocks) else turns - len(self._blocks) * _BLOCK_TURNS
        return [cast("LogTurn", orjson.Fragment(line)) for line in lines[start:]]
