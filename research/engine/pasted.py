"""Marks that a writer or a person put into the words, read as evidence numbers (B-089); addresses go (B-087)."""

import re
from collections.abc import Collection

_ITEM = r"\^?\s*(?:E-|[SE])?\d{1,7}"
_LIST = rf"{_ITEM}(?:\s*(?:[,，、;；]|[-–—~～至])\s*{_ITEM})*"
# In round brackets a bare number is an ordinary number: there only a letter makes a mark.
_LETTERED = r"(?:E-|[SE])\d{1,7}"
_MARK = re.compile(
    rf"\s*(?:[\[［]\s*({_LIST})\s*[\]］]|【\s*({_LIST})\s*】|[(（]\s*({_LETTERED}(?:\s*[,，;；]\s*{_LETTERED})*)\s*[)）])",
    re.I,
)
_RANGE = re.compile(r"(\d+)\s*[-–—~～至]\s*\^?(?:E-|[SE])?(\d+)", re.I)
_NUMBER = re.compile(r"\d+")
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*\)")
_ADDRESS = re.compile(r"<?https?://[^\s<>)）\]】，。；]+>?", re.I)
_WIDE = str.maketrans("０１２３４５６７８９", "0123456789")


def lifted(text: str, known: Collection[int]) -> tuple[str, tuple[int, ...]]:
    """The words without marks and addresses, and the numbers of evidence the marks named, in order. A mark that names
    none goes as well: shown, it would look like a reference. A bracket with a plain number that no evidence has is the
    text's own, like a year."""
    found: list[int] = []

    def take(match: re.Match[str]) -> str:
        marks = next(group for group in match.groups() if group)
        numbers = _numbers(marks)
        plainly = marks.replace(" ", "").isdigit()
        if plainly and not set(numbers) & set(known) and len(marks.strip()) > _LONGEST_PLAIN:
            return match[0]
        found.extend(number for number in numbers if number in known)
        return ""

    words = _ADDRESS.sub("", _LINK.sub(r"\1", _plain_digits(text)))
    words = _MARK.sub(take, words)
    return (words.strip() if words != text else text), tuple(dict.fromkeys(found))


_LONGEST_PLAIN = 3
"""Digits of a plain number in brackets that is taken for a mark though no evidence has it: a year has four."""
_MOST = 100
"""Numbers in one range: a longer one is no list of references."""


def _plain_digits(text: str) -> str:
    """Full-width digits inside brackets only: elsewhere they are the writer's."""
    return re.sub(r"(?<=[\[［【])[^\]］】]{1,40}(?=[\]］】])", lambda match: match[0].translate(_WIDE), text)


def _numbers(marks: str) -> list[int]:
    spread = _RANGE.sub(lambda match: ",".join(_between(int(match[1]), int(match[2]))), marks)
    return [int(number) for number in _NUMBER.findall(spread)]


def _between(first: int, last: int) -> list[str]:
    if last < first or last - first > _MOST:
        return [str(first), str(last)]
    return [str(number) for number in range(first, last + 1)]
