"""Reviews in the database."""

import time
import zlib
from dataclasses import dataclass

import orjson
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from praefectus.server.models import review, review_part
from praefectus.server.store import Store
from praefectus.wire.review import ReviewedTurn, ReviewProgress


@dataclass(frozen=True)
class StoredReview:
    """A review that somebody asked for."""

    key: str
    table_id: str | None
    owner: str
    record: str
    length: int
    simulations: int


class ReviewStore:
    """Keeps reviews, part by part."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, stored: StoredReview) -> None:
        """Keep the wish for a review; nothing happens if it is there already."""
        values = {**vars(stored), "asked": time.time()}
        try:
            async with self._store.writing() as connection:
                await connection.execute(insert(review).values(values))
        except IntegrityError:  # somebody else was first
            return

    async def find(self, key: str) -> StoredReview | None:
        """Return a review without what was found."""
        query = select(
            review.c.key,
            review.c.table_id,
            review.c.owner,
            review.c.record,
            review.c.length,
            review.c.simulations,
        ).where(review.c.key == key)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else StoredReview(*row)

    async def unfinished(self, most: int) -> list[tuple[str, str]]:
        """Return reviews that are not complete, by key and owner, the longest waiting first."""
        query = (
            select(review.c.key, review.c.owner)
            .where(review.c.seats.is_(None))
            .order_by(review.c.asked)
            .limit(most)
        )
        async with self._store.reading() as connection:
            return [(str(row.key), str(row.owner)) for row in await connection.execute(query)]

    async def waiting(self, owner: str) -> int:
        """Return how many reviews of dropped records of an owner are not complete."""
        query = (
            select(func.count())
            .select_from(review)
            .where(review.c.owner == owner, review.c.seats.is_(None), review.c.table_id.is_(None))
        )
        async with self._store.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def done(self, key: str) -> int:
        """Return how many turns, from the first on, were looked at."""
        last = (
            select(review_part.c.first, review_part.c.turns)
            .where(review_part.c.key == key)
            .order_by(review_part.c.first.desc())
            .limit(1)
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(last)).first()
        return 0 if row is None else int(row.first) - 1 + len(_unpack(row.turns))

    async def turns(self, key: str, after: int = 0) -> list[ReviewedTurn]:
        """Return the turns that were looked at, from a number on."""
        query = (
            select(review_part.c.turns)
            .where(review_part.c.key == key)
            .order_by(review_part.c.first)
        )
        async with self._store.reading() as connection:
            parts = (await connection.execute(query)).scalars().all()
        turns = [turn for part in parts for turn in _unpack(part)]
        return turns[after:]

    async def add_turns(self, key: str, first: int, turns: str) -> None:
        """Keep the next turns."""
        values = {"key": key, "first": first, "turns": _pack(turns)}
        async with self._store.writing() as connection:
            await connection.execute(insert(review_part).values(values))

    async def complete(self, key: str, seats: str) -> None:
        """Keep the summaries; the review is complete."""
        async with self._store.writing() as connection:
            await connection.execute(
                update(review).where(review.c.key == key).values(seats=_pack(seats))
            )

    async def progress(self, key: str, after: int) -> ReviewProgress | None:
        """Return a review as far as it is; None if nobody asked for it."""
        query = select(review.c.length, review.c.simulations, review.c.seats).where(
            review.c.key == key
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        turns = await self.turns(key)
        return {
            "key": key,
            "asked": True,
            "length": row.length,
            "done": len(turns),
            "simulations": row.simulations,
            "turns": turns[after:],
            "seats": None if row.seats is None else orjson.loads(zlib.decompress(row.seats)),
        }

    async def forget(self, key: str) -> None:
        """Delete a review."""
        async with self._store.writing() as connection:
            await connection.execute(delete(review_part).where(review_part.c.key == key))
            await connection.execute(delete(review).where(review.c.key == key))

    async def forget_outdated(self, before: float) -> None:
        """Delete the reviews of dropped records that were asked for before a time."""
        old = select(review.c.key).where(review.c.table_id.is_(None), review.c.asked < before)
        async with self._store.writing() as connection:
            await connection.execute(delete(review_part).where(review_part.c.key.in_(old)))
            await connection.execute(
                delete(review).where(review.c.table_id.is_(None), review.c.asked < before)
            )


def _pack(text: str) -> bytes:
    return zlib.compress(text.encode())


def _unpack(packed: bytes) -> list[ReviewedTurn]:
    turns: list[ReviewedTurn] = orjson.loads(zlib.decompress(packed))
    return turns
