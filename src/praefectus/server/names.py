"""Names that people give themselves and their tables: readable in every script, visible, and distinct at a table."""

import unicodedata
from collections.abc import Iterable
from itertools import count

NAME_LENGTH = 32
# Of names in records, which other programs may have written.
_RECORD_LENGTH = 64
_LONGEST_READ = 10 * _RECORD_LENGTH
# Between letters of Persian and of Indian scripts, and inside emoji.
_JOINERS = "\u200c\u200d"
# Text or picture: they follow a sign and are no marks to stack.
_SELECTORS = "\ufe0e\ufe0f"
# Letters, marks and signs that show nothing.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Hebrew, Arabic and Tibetan names have as many on one letter.
_MOST_MARKS = 3


def tidy_name(name: str) -> str:
    """Return the name as it is stored: one normal form, single spaces, nothing invisible or unprintable.

    Raises ValueError with a sentence for who gave it.
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidy or len(tidy) > NAME_LENGTH or not all(_is_printable(sign) for sign in tidy):
        raise ValueError(f"a name has 1 to {NAME_LENGTH} printable characters")
    marks, before = 0, " "
    for sign in (*tidy, " "):
        invisible = sign in _JOINERS or sign in _SELECTORS
        if (invisible and (before == " " or before in _JOINERS)) or (
            sign == " " and before in _JOINERS
        ):
            raise ValueError("a name has invisible characters only between two others")
        if unicodedata.category(sign) not in ("Mn", "Me"):
            marks = 0
        elif not invisible:
            marks += 1
            if marks > _MOST_MARKS or before == " ":
                raise ValueError(f"a name has at most {_MOST_MARKS} marks on one character")
        before = sign
    return tidy


def readable_name(name: str) -> str:
    """Return a name of a record as it is shown and stored: shortened if need be, without what is not printable."""
    kept = "".join(sign if _is_printable(sign) else " " for sign in name[:_LONGEST_READ])
    return " ".join(kept.split())[:_RECORD_LENGTH].rstrip()


def _is_printable(sign: str) -> bool:
    # Category C: control, format (bidi overrides among them), surrogate, private, unassigned.
    is_special = unicodedata.category(sign)[0] == "C" and sign not in _JOINERS
    return not is_special and sign not in _BLANK


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number after it if somebody else at the table has one that looks the same."""
    taken = {_key(other) for other in others if other}
    numbered = name
    for number in count(2):
        if not name or _key(numbered) not in taken:
            break
        ending = f" {number}"
        numbered = name[: NAME_LENGTH - len(ending)].rstrip() + ending
    return numbered


def _key(name: str) -> str:
    """Return what two names that look the same have in common: case, width and invisible signs don't count."""
    shown = (sign for sign in name if sign not in _JOINERS + _SELECTORS)
    return unicodedata.normalize("NFKC", "".join(shown)).casefold().replace(" ", "")
