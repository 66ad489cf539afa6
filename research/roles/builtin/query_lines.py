"""Search lines: keywords only, short, never in question form, never one that was asked before (R206, R207, C9)."""

import re
from collections.abc import Iterable, Sequence

from reach.words import CJK, content_terms
from research.roles.briefs import QueryBrief
from research.roles.builtin.tuning import TUNING
from research.roles.patterns import wording_of
from research.roles.query_form import key_words

_HAN = re.compile(rf"[{CJK}]")
_MARKS = re.compile(r"[?？!！。，,；;：:、\"“”()（）《》<>|]+")


def clip(*parts: str) -> str:
    """One line of at most the allowed length, without a word twice."""
    words: list[str] = []
    for word in _MARKS.sub(" ", " ".join(parts)).split():
        if word.lower() in (held.lower() for held in words):
            continue
        if not _fits([*words, word]):
            break
        words.append(word)
    return " ".join(words)


def _fits(words: Sequence[str]) -> bool:
    line = " ".join(words)
    return len(words) <= TUNING.query_words and (len(line) <= TUNING.query_cjk or not _HAN.search(line))


def same_line(left: str, right: str) -> bool:
    """The same words in any order and form (B-011)."""
    return sorted(set(content_terms(left))) == sorted(set(content_terms(right)))


def worth_asking(lines: Iterable[str], earlier: Sequence[str], brief: QueryBrief) -> list[str]:
    """Fresh lines; those that no report ever cited only once no other is left, and then one at a time (R074).

    Never left out for good: a goal without another line still gets asked about, and a wording may prove itself.
    """
    unpaid = {each.wording for each in brief.unpaid}

    def doubt(line: str) -> int:
        if any(same_line(line, waste) for waste in brief.wasted):
            return 2
        return int(wording_of(line, brief.ask.question) in unpaid)

    formed = (key_words(line, TUNING.query_words, TUNING.query_cjk) for line in lines if line)
    placed = sorted(((doubt(line), line) for line in formed), key=lambda pair: pair[0])
    promising = [line for doubts, line in placed if not doubts]
    doubtful = [line for doubts, line in placed if doubts]
    return fresh(promising, earlier, brief.most) or fresh(doubtful, earlier, 1)


def fresh(lines: Iterable[str], earlier: Sequence[str], most: int) -> list[str]:
    """The first `most` lines that neither repeat each other nor stand in what was asked before."""
    chosen: list[str] = []
    before = [" ".join(text.lower().split()) for text in earlier]
    for line in lines:
        if not line or any(_asked(line, text) for text in before) or any(same_line(line, held) for held in chosen):
            continue
        chosen.append(line)
        if len(chosen) == most:
            break
    return chosen


def _asked(line: str, outcome: str) -> bool:
    """Whether an outcome line tells of this query. It may carry a count or a mark around the query's text."""
    low = " ".join(line.lower().split())
    if low == outcome or same_line(line, outcome):
        return True
    return bool(re.search(rf"(?<![\w.-]){re.escape(low)}(?![\w.-])(?! \w)", outcome))
