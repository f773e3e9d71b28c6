"""Writes the small fonts of ui/src/lib/theme/fonts: only the letters that a language needs.

The packages' own files for further Latin letters have 33 kB each, for four letters of Hungarian; those for Arabic letters
have 21 kB each, half of it for languages that the page does not speak. Needs `fonttools[woff]`
(pip install "fonttools[woff]") and ui/node_modules; the files it writes are kept in the repository.
"""

from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]

ROOT = Path(__file__).parent.parent
HERE = ROOT / "ui/src/lib/theme/fonts"
PACKAGES = ROOT / "ui/node_modules/@fontsource"
HUNGARIAN = [0x150, 0x151, 0x170, 0x171]
# Letters and marks of Arabic, the letters that Persian adds, both kinds of digits, and what joins or parts letters.
PERSIAN = [
    *(0x60C, 0x61B, 0x61F, *range(0x621, 0x63B), *range(0x640, 0x656), *range(0x660, 0x66E), 0x670),
    *(
        0x67E,
        0x686,
        0x698,
        0x6A9,
        0x6AF,
        0x6C0,
        0x6CC,
        *range(0x6F0, 0x6FA),
        *range(0x200C, 0x200F),
    ),
]
FONTS = {
    "source-sans-3-hungarian-400": (
        "source-sans-3/files/source-sans-3-latin-ext-400-normal.woff2",
        HUNGARIAN,
    ),
    "source-sans-3-hungarian-600": (
        "source-sans-3/files/source-sans-3-latin-ext-600-normal.woff2",
        HUNGARIAN,
    ),
    "cinzel-hungarian-600": ("cinzel/files/cinzel-latin-ext-600-normal.woff2", HUNGARIAN),
    "vazirmatn-persian-400": ("vazirmatn/files/vazirmatn-arabic-400-normal.woff2", PERSIAN),
    "vazirmatn-persian-600": ("vazirmatn/files/vazirmatn-arabic-600-normal.woff2", PERSIAN),
}


def main() -> None:
    """Write all fonts."""
    HERE.mkdir(parents=True, exist_ok=True)
    for name, (source, letters) in FONTS.items():
        options = subset.Options(flavor="woff2", layout_features=["*"])
        font = subset.load_font(str(PACKAGES / source), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=letters)
        subsetter.subset(font)
        subset.save_font(font, str(HERE / f"{name}.woff2"), options)


if __name__ == "__main__":
    main()
