"""The languages that pages are looked at in."""

import pytest

from praefectus.catalogue import languages

# Latin letters with the most accents, Cyrillic ones, and the other direction.
USUAL = ("hu", "uk", "fa")


def every_language(*also: str, without: str = "") -> pytest.MarkDecorator:
    """Look at a page in every language but one: in the usual ones and `also` always, in the others in `make test-long`."""
    return pytest.mark.parametrize(
        "language",
        [
            pytest.param(each, marks=[] if each in (*USUAL, *also) else pytest.mark.long)
            for each in languages()
            if each != without
        ],
    )
