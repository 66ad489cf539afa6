"""Folding that keeps every offset: one character in, one character out.

NFKC would do the same and more, but it changes lengths, and a figure must slice the text it was found in.
"""

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


def fold(text: str) -> str:
    """Full-width letters, digits and signs to their plain forms, same length."""
    return text.translate(_TABLE)


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
