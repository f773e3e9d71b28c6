"""Read a dataset back with polars: which first cards win, and what is bought.

praefectus simulate --games 200 --seed 1 --dataset decisions.parquet
python examples/read_dataset.py decisions.parquet
"""

import sys

import polars as pl

decisions = pl.scan_parquet(sys.argv[1]).with_columns(pl.col("text").cast(pl.String))

first_cards = (
    decisions.filter(pl.col("phase").cast(pl.String) == "play", pl.col("turn") == 0)
    .group_by("text")
    .agg(
        pl.len().alias("games"),
        (100 * (pl.col("place") == 1).mean()).round(1).alias("won %"),
        pl.col("points").mean().round(1).alias("points"),
    )
    .sort("games", descending=True)
)
print("The first card of the game, and how its player fared:")
print(first_cards.collect())

purchases = (
    decisions.filter(pl.col("text").str.starts_with("purchase"))
    .group_by("game", "seat", "place")
    .agg(pl.len().alias("bought"))
    .group_by("place")
    .agg(pl.col("bought").mean().round(1))
    .sort("place")
)
print("Cards bought in a game, by the place reached:")
print(purchases.collect())
