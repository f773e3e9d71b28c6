"""docs/environments.md tells the truth: its table of parts, its columns, its examples."""

import re
from pathlib import Path

from praefectus import dataset
from praefectus.envs.layout import layout_of

TEXT = (Path(__file__).parent.parent.parent / "docs" / "environments.md").read_text(
    encoding="utf-8"
)


def test_the_table_of_parts():
    found = re.findall(
        r"^\| `([\w.]+)` \| (\d+):(\d+) \| (\d+):(\d+) \| (\d+) \| (.*) \|$", TEXT, re.MULTILINE
    )
    for column, map in ((1, "imperium"), (3, "italia")):
        expected = [
            (part.name, part.start, part.start + part.size, part.top, part.text)
            for part in layout_of(map).parts.values()
            if not re.match(r"p[1-4]\.", part.name)
        ]
        assert [
            (row[0], int(row[column]), int(row[column + 1]), int(row[5]), row[6]) for row in found
        ] == expected
        assert f"{layout_of(map).size} " in TEXT


def test_the_columns_of_datasets():
    named = set(re.findall(r"`(\w+)`", TEXT))
    for rows in ("decisions", "observations"):
        assert set(dataset.schema(rows).names) <= named
    gods = {"vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "concordia"}
    assert set(dataset.schema("games").names) <= named | gods


def test_the_examples_run():
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        exec(compile(block, "docs/environments.md", "exec"), {})
