"""Proper names, found conservatively: a missed name costs a retry less, a wrong one blocks a good summary.

No model and no dictionary of the world: capitals, quotation marks, endings and a few closed lists.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memory.figures import gazetteer
from memory.figures.calendar_words import MONTHS, WEEKDAYS
from memory.figures.folding import KEPT, Mask, fold, plain
from memory.figures.identifiers import NOISE
from memory.figures.reading import LONGEST_KEPT
from memory.figures.units import NAMES as UNIT_NAMES
from memory.figures.values import Name

Span = tuple[int, int]

_QUOTED = re.compile(r"《([^《》\n]{1,40})》")
_MARKED = re.compile(r"[“「『]([^“”「」『』\n，。；]{2,16})[”」』]")
_TOKEN = re.compile(r"(?<![A-Za-z0-9_])[A-Za-zÀ-ɏ][A-Za-z0-9À-ɏ&+#]*(?:[-'.][A-Za-z0-9À-ɏ]+)*")
_FISCAL_YEAR = re.compile(r"(?<![A-Za-z0-9])FY ?'?[0-9]{2,4}(?![0-9])")
_SENTENCE_END = re.compile(r"(?:^|[.!?:;。！？：；\n\"“(（*•|-])[\s\"“'(*#>-]*$")
_LATIN_IN_CJK = re.compile(r"(?<![A-Za-z0-9_.-])[A-Za-z][A-Za-z0-9+#-]+(?:\.[A-Za-z]{2,4}(?![A-Za-z]))?")
_PLACE = re.compile("|".join(sorted(gazetteer.PLACES, key=len, reverse=True)))
_ENDS = "|".join(sorted(gazetteer.ORGANISATION_ENDS, key=len, reverse=True))
_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]{3,}")
_END = re.compile(_ENDS)
_BREAK = re.compile(gazetteer.BREAKS)
_REGION = re.compile(r"[\u4e00-\u9fff]{2,4}?(?:自治区|省|市|县)(?![场值面民级委值内外区长])")
_SPEAKER = re.compile(
    rf"(?<![\u4e00-\u9fff])([{gazetteer.SURNAMES}][\u4e00-\u9fff]{{1,2}})(?={gazetteer.SPEAKING})"
    rf"|(?:{gazetteer.OFFICES})([{gazetteer.SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=[，。、：；（\s]"
    rf"|{gazetteer.SPEAKING}|在|于|等|$)"
)
# Characters: the longest Chinese organisation name before its ending, and how far back a sentence's start is sought.
_LONGEST = 10
_BACK = 8
_SHORTEST = 3  # letters: two among Chinese words are as often an abbreviated unit as a name
_DAYS = frozenset(WEEKDAYS) | frozenset(MONTHS)


@lru_cache(maxsize=KEPT)
def names(text: str) -> tuple[Name, ...]:
    """In order, without overlap. A name that begins a sentence and is one plain word is left out, if not seen again."""
    return _kept(text) if len(text) <= LONGEST_KEPT else _found(text)


@lru_cache(maxsize=KEPT)
def _kept(text: str) -> tuple[Name, ...]:
    return _found(text)


def _found(text: str) -> tuple[Name, ...]:
    folded = fold(text)
    mask = Mask(len(folded))
    for match in (*NOISE.finditer(folded), *_FISCAL_YEAR.finditer(folded)):
        mask.take(match.start(), match.end())
    spans = [
        span for found in (_titles(folded), _chinese(folded), _latin(folded)) for span in found if mask.claim(*span)
    ]
    return tuple(Name(text[start:end], plain(text[start:end]), start, end) for start, end in sorted(spans))


def _titles(folded: str) -> Iterator[Span]:
    for match in _QUOTED.finditer(folded):
        yield match.span(1)
    for match in _MARKED.finditer(folded):
        yield match.span(1)


def _chinese(folded: str) -> Iterator[Span]:
    for run in _RUN.finditer(folded):
        for end in reversed(list(_END.finditer(folded, *run.span()))):  # the whole firm before a word inside its name
            start = _organisation_start(folded, run.start(), end.start())
            if end.start() - start >= 2:
                yield start, end.end()
    for match in _SPEAKER.finditer(folded):
        yield match.span(1) if match[1] else match.span(2)
    for match in _PLACE.finditer(folded):
        yield match.span()


def _organisation_start(folded: str, floor: int, end: int) -> int:
    """The nearest break word before the ending, at most ten characters back."""
    start = max(floor, end - _LONGEST)
    for match in _BREAK.finditer(folded, start, end):
        start = match.end()
    return start


def _latin(folded: str) -> Iterator[Span]:
    tokens = list(_TOKEN.finditer(folded))
    inside = {token[0] for token in tokens if _capital(token[0]) and not _opens(folded, token.start())}
    at = 0
    while at < len(tokens):
        last = _run_end(folded, tokens, at)
        if last is None:
            if _technical_in_cjk(folded, tokens[at]):
                yield tokens[at].span()
            at += 1
            continue
        first = _trimmed(folded, tokens, at, last)
        if first <= last and _is_name(folded, tokens, first, last, inside):
            yield tokens[first].start(), tokens[last].end()
        at = last + 1


def _run_end(folded: str, tokens: list["re.Match[str]"], at: int) -> int | None:
    """Index of the last token of the capitalised run that starts here; None if none starts."""
    if not _capital(tokens[at][0]):
        return None
    last = at
    ahead = at + 1
    while ahead < len(tokens) and folded[tokens[ahead - 1].end() : tokens[ahead].start()] in {" ", ". "}:
        gap = folded[tokens[ahead - 1].end() : tokens[ahead].start()]
        if gap == ". " and len(tokens[ahead - 1][0]) > 1 and tokens[ahead - 1][0] not in gazetteer.TITLES:
            break
        if _capital(tokens[ahead][0]):
            last = ahead
        elif tokens[ahead][0] not in gazetteer.JOINING or ahead - last > 2:
            break
        ahead += 1
    return last


def _trimmed(folded: str, tokens: list["re.Match[str]"], first: int, last: int) -> int:
    """Words that open a sentence aren't part of the name behind them; nor is an article."""
    while first <= last and tokens[first][0].lower() in gazetteer.COMMON and not _acronym(tokens[first][0]):
        first += 1
        while first <= last and not _capital(tokens[first][0]):
            first += 1
    return first


def _is_name(folded: str, tokens: list["re.Match[str]"], first: int, last: int, inside: set[str]) -> bool:
    word = tokens[first][0]
    if last > first:
        return any(token[0].lower() not in _DAYS for token in tokens[first : last + 1])
    if word.lower() in _DAYS or len(word) < 2 or _is_unit(folded, tokens[first]):
        return False
    if _acronym(word) or _mixed(word):
        return True
    return not _opens(folded, tokens[first].start()) or word in inside


def _is_unit(folded: str, token: "re.Match[str]") -> bool:
    """kWh is one anywhere; "m" only behind a figure."""
    if UNIT_NAMES.get(token[0].lower()) == token[0]:
        return True
    before = folded[max(0, token.start() - 2) : token.start()].rstrip()
    return token[0].lower() in UNIT_NAMES and bool(before) and before[-1].isdigit()


def _capital(word: str) -> bool:
    return word[0].isupper() or _mixed(word)


def _acronym(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    return len(letters) > 1 and all(char.isupper() for char in letters)


def _mixed(word: str) -> bool:
    """CamelCase, iPhone, H100: shaped like nothing in a dictionary."""
    return any(char.isupper() for char in word[1:]) or (word[0].isupper() and any(char.isdigit() for char in word))


def _opens(folded: str, start: int) -> bool:
    return start == 0 or bool(_SENTENCE_END.search(folded[max(0, start - _BACK) : start]))


def _technical_in_cjk(folded: str, token: "re.Match[str]") -> bool:
    """A Latin word among Chinese ones is nearly always a name, unless it is a unit behind a figure."""
    word = token[0]
    if len(word) < _SHORTEST or _is_unit(folded, token) or word.lower() in UNIT_NAMES:
        return False
    around = folded[max(0, token.start() - 2) : token.start()] + folded[token.end() : token.end() + 2]
    return any("\u4e00" <= char <= "\u9fff" for char in around)
