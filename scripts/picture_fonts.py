"""Writes src/praefectus/data/fonts: the page's fonts as TrueType, for the pictures that the server draws.

Needs `fonttools` and ui/node_modules; the files it writes are kept in the repository. The packages split a face by alphabet;
resvg takes the first file of a family, so the alphabets are put together again.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

ROOT = Path(__file__).parent.parent
PACKAGES = ROOT / "ui/node_modules/@fontsource"
FONTS = ROOT / "src/praefectus/data/fonts"
FACES = {
    "source-sans-3-600": ("source-sans-3", ("latin", "latin-ext", "cyrillic")),
    "vazirmatn-arabic-600": ("vazirmatn", ("arabic",)),
}


def main() -> None:
    """Write all fonts."""
    FONTS.mkdir(exist_ok=True)
    for name, (family, alphabets) in FACES.items():
        with TemporaryDirectory() as folder:
            parts = [
                _unpacked(PACKAGES / family / "files" / f"{family}-{each}-600-normal.woff", folder)
                for each in alphabets
            ]
            whole = Merger().merge(parts) if len(parts) > 1 else TTFont(parts[0])
            whole.save(FONTS / f"{name}.ttf")


def _unpacked(packed: Path, folder: str) -> str:
    font = TTFont(packed)
    font.flavor = None
    path = Path(folder) / f"{packed.stem}.ttf"
    font.save(path)
    return str(path)


if __name__ == "__main__":
    main()
