"""Tables for the terminal."""

from rich import box
from rich.table import Table


def numbers_table(heading: str, *columns: str) -> Table:
    """Make a table of names with numbers: where room is short names are folded, never numbers."""
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column(heading, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table
