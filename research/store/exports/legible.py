"""Words as the bundled fonts can show them. A PDF for screen readers (PDF/UA-1) may hold no letter without a glyph, so
a quoted page with an emoji or a Korean name in it would cost the whole file.

No list says what the fonts hold: the typesetter itself is asked, and only after it refused a report.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

Shows = Callable[[str], bool]
"""Whether the typesetter takes a text as it is."""
_ON_THE_LETTER_BEFORE = {"Mn", "Mc", "Me", "Cf"}
"""Kinds of marks: a font can hold both and not the two together."""
_NAMED = {"So", "Sk", "Sm", "Sc", "Me"}
"""Kinds whose name tells a reader what they show. That of a letter tells no more than its number."""
_UNSEEN = {"Cf", "Cc"}


def spelled_out(texts: Iterable[str], shows: Shows) -> Callable[[str], str]:
    """What says for each of these texts the same with what can't be shown in brackets: [spool of thread], [U+D55C]."""
    met = {letter for text in texts for letter in _letters(text)}
    chars = set(_refused(sorted(set("".join(met))), shows))
    letters = set(_refused(sorted(each for each in met if len(each) > 1 and not chars.intersection(each)), shows))

    def told(text: str) -> str:
        judged = ((each, _bad(letter, at)) for letter in _letters(text) for at, each in enumerate(letter))
        runs = groupby(judged, key=lambda each: each[1])
        return "".join(_bracketed(run) if bad else "".join(char for char, _bad in run) for bad, run in runs)

    def _bad(letter: str, at: int) -> bool:
        return letter[at] in chars or (at > 0 and (letter in letters or letter[0] in chars))

    return told


def _letters(text: str) -> Iterator[str]:
    """Each with the marks on it."""
    letter = ""
    for char in text:
        if letter and unicodedata.category(char) not in _ON_THE_LETTER_BEFORE:
            yield letter
            letter = ""
        letter += char
    if letter:
        yield letter


def _refused(pieces: Sequence[str], shows: Shows) -> Iterator[str]:
    """By halves, for nearly all are fine. Spaces keep one from being set together with the next."""
    if not pieces or shows(" ".join(pieces)):
        return
    if len(pieces) == 1:
        yield pieces[0]
        return
    middle = len(pieces) // 2
    yield from _refused(pieces[:middle], shows)
    yield from _refused(pieces[middle:], shows)


def _bracketed(run: Iterable[tuple[str, bool]]) -> str:
    words = [word for char, _bad in run if (word := _word(char))]
    return f"[{', '.join(words)}]" if words else ""


def _word(char: str) -> str:
    """Nothing for what no reader sees anyway."""
    name, kind = unicodedata.name(char, ""), unicodedata.category(char)
    if kind in _UNSEEN or name.startswith("VARIATION SELECTOR"):
        return ""
    return name.lower() if kind in _NAMED and name else f"U+{ord(char):04X}"
