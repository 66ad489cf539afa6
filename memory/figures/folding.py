"""Folding that keeps every offset: one character in, one character out.

NFKC would do the same and more, but it changes lengths, and a figure must slice the text it was found in.
"""

import re
from functools import lru_cache

KEPT = 512
"""Texts that are remembered: a claim with its quotes is compared rule by rule, and folded for each of them."""
_WIDE = {0xFF01 + at: 0x21 + at for at in range(0x5E)}
_SIGNS = {
    ord("　"): " ",
    ord("\u00a0"): " ",
    ord("\u2009"): " ",
    ord("\u202f"): " ",
    ord("￥"): "¥",
    ord("﹪"): "%",
    ord("−"): "-",
    ord("‐"): "-",
    ord("‑"): "-",
    ord("‒"): "–",
    ord("〜"): "~",
    ord("∼"): "~",
    ord("’"): "'",
    ord("‘"): "'",
}
# The full-width comma, semicolon, colon, brackets and marks stay: in Chinese text they end a clause.
_KEPT = {ord(mark) for mark in "，；：（）！？"}
_TABLE = {code: to for code, to in _WIDE.items() if code not in _KEPT} | _SIGNS


# A full-width comma parts thousands only between full-width digits: in 100，200，300 it lists three numbers.
_WIDE_THOUSANDS = re.compile(r"(?<=[０-９])，(?=[０-９]{3}(?![０-９]))")
_THIN_THOUSANDS = re.compile(r"(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))")


def fold(text: str) -> str:
    """Full-width letters, digits and signs to their plain forms, and thousands parted by a comma. Same length."""
    return _WIDE_THOUSANDS.sub(",", _THIN_THOUSANDS.sub(",", text)).translate(_TABLE)


@lru_cache(maxsize=KEPT)
def plain(text: str) -> str:
    """For comparing, not for slicing: folded, lower case, single spaces."""
    return " ".join(fold(text).casefold().split())


def is_cjk(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff" or "\u3400" <= char <= "\u4dbf" or char == "〇"


class Mask:
    """Which characters are taken. The first reading of a character wins: a date's digits are no quantity."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)

    def free(self, start: int, end: int) -> bool:
        return not any(self._taken[start:end])

    def take(self, start: int, end: int) -> None:
        self._taken[start:end] = b"\x01" * (end - start)

    def claim(self, start: int, end: int) -> bool:
        """Take the span if nobody has any of it."""
        if not self.free(start, end):
            return False
        self.take(start, end)
        return True
