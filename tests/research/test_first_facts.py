"""What a first check takes for residue: the frame of a page, code and tags; and what it doesn't."""

import pytest

from research.management.first_facts import residue


@pytest.mark.parametrize(
    ("around", "text", "left"),
    [
        ("<nav><a>Start page</a> <a>Boats</a></nav>", "Start page Boats The clock", "Start page Boats"),
        ("<footer>All rights reserved</footer>", "The clock. All rights\nreserved", "All rights reserved"),
        ("<div class='cookie-banner'>We use cookies.</div>", "We use cookies. The clock", "We use cookies."),
        ("<nav><a>Boats</a></nav>", "Boats and clocks", None),
        ("<article><footer>By Jane Doe</footer></article>", "By Jane Doe", None),
        ("<p>x</p>", "The tag <div class='a'> was left", "<div class='a'>"),
        ("<p>x</p>", "var menu = 1", "var menu ="),
        ("<p>x</p>", "A function (as in mathematics) of time", None),
    ],
)
def test_what_stands_around_the_matter_is_recognised_in_the_text(around: str, text: str, left: str | None) -> None:
    assert next(residue(f"<html><body>{around}</body></html>".encode(), text), None) == left
