"""Comparisons: which of two is more. Told the other way round, told as two figures, or not told at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from memory.figures import Direction, Quantity, direction
from memory.figures.folding import plain
from research.roles.builtin.claims.amounts import amounts_of
from research.roles.builtin.claims.claim_words import Held, Word, words_of
from research.roles.builtin.claims.clauses import Clause

_ZH = re.compile(
    r"(?P<a>[^，。；]+?)(?P<op>超过|高于|多于|大于|长于|优于|晚于|后于|低于|少于|小于|短于|早于|先于|不及)(?P<b>[^，。；\d]{2,})"
)
_ZH_BI = re.compile(
    r"(?P<a>[^，。；]+?)(?:显著|明显|要)?[比较](?P<b>[^，。；率例重值]+?(?:的|率)?)(?:更|要|"
    r"还)?(?P<op>[高多长大重贵强快好]|[低少短小轻便宜弱慢差矮]+)"
)
_EN = re.compile(
    r"(?P<a>.+?)\s(?P<op>(?:more|higher|larger|greater|longer|bigger|faster|heavier|dearer|better|"
    r"warmer|older|taller|further|stronger)"
    r"|(?:less|fewer|lower|smaller|shorter|slower|lighter|cheaper|worse|colder|younger|"
    r"weaker))\b(?P<mid>[^.;]{0,40}?)\bthan\b(?P<b>[^.;]+)"
)
_BESIDE = re.compile(
    r"(?:compared (?:with|to)|与|和|同) ?(?P<b>[^,，]+?)(?:相比|"
    r"比较)?[,，] ?(?P<a>[^,，.]+?)\s?(?:is|are|was|were|更|较)?\s?(?P<op>\w*(?:er|more|less)\b|"
    r"[高低多少长短贵重轻大小])"
)
_VERB = re.compile(
    r"(?P<a>.+?)\b(?P<op>outperform\w*|outnumber\w*|exceed\w*|surpass\w*|overt\w+k\w*|"
    r"earn\w* less than|earn\w* more than)\b(?P<b>[^.;]+)"
)
_TIMES_ZH = re.compile(r"(?P<a>[^，。；]+?)是(?P<b>[^，。；]+?)的[\d一二两三四五六七八九十百.]+(?P<op>倍)")
_TIMES_EN = re.compile(
    r"(?P<a>.+?)\b(?:is|are|was|were|ha[sd]|have)\b[^.;]*?(?:times|twice) as (?P<op>\w+) as (?P<b>[^.;]+)"
)
_TIMES_OF = re.compile(r"(?:times|twice) as (?P<op>many|much)\s(?P<a>.+?)\sas\s(?P<b>[^.;]+)")
_LESS = re.compile(
    r"slow|rare|早|先|低|少|小|短|矮|轻|便宜|弱|慢|差|不及|less|fewer|lower|smaller|shorter|slower|lighter|"
    r"cheaper|worse|colder|younger|weaker"
)
_GRADED = re.compile(r"[优强弱好差]|better|worse|stronger|weaker|outperform")
"""Not told by the larger figure: what is better at 14 than at 19 depends on what is counted."""
_NUMBER = re.compile(r"^\s*(?:the |an? )?[\d一二两三四五六七八九十]|^\s*(?:a |one |two |three |ten )")


@dataclass(frozen=True, slots=True)
class _Scale:
    """`more` is said to be above `less`, on what `op` measures."""

    more: tuple[Word, ...]
    less: tuple[Word, ...]
    op: str


def holds(claim: str, quote: Sequence[Clause]) -> bool | None:
    """None: the claim compares, and the quote doesn't tell. True for a claim that compares nothing."""
    wanted = _scale(plain(claim))
    if wanted is None:
        return None if _COMPARING.search(plain(claim)) else True
    by_figures = _by_figures(wanted, quote)
    if by_figures is not None:
        return by_figures
    for clause in _sentences(quote):
        told = _scale(plain(clause))
        if told is not None and (same := _same(wanted, told)) is not None:
            return same
    return None


_COMPARING = re.compile(
    r"[多少高低大小长短]于(?![一二两三四五六七八九十百千万半\d])"
    r"|超过(?![一二两三四五六七八九十百千万亿半])(?=[\u4e00-\u9fff]{2})|\b(?:more|fewer|less) [^.;]{1,30} than (?!\d)"
)
"""Of two that no words tell apart."""


def oriented(claim: str, quote: Sequence[Clause]) -> bool:
    """The quote's two figures bear out which of the two the claim calls more, or which way it says the one moved."""
    told = None
    if (wanted := _scale(plain(claim))) is not None and (told := _by_figures(wanted, quote)) is not None:
        return told
    way = direction(claim)
    return way in (Direction.UP, Direction.DOWN) and way is direction(" ".join(clause.text for clause in quote))


def compares(claim: str) -> bool:
    return _scale(plain(claim)) is not None


def _sentences(quote: Sequence[Clause]) -> list[str]:
    numbers = sorted({clause.sentence for clause in quote})
    whole = [" ".join(clause.text for clause in quote if clause.sentence == number) for number in numbers]
    return [_APART.sub("比", sentence) for sentence in whole]


_APART = re.compile(r"[，,] ?比(?![例赛如较率重])")
"""Before it stands what is compared."""


def _scale(text: str) -> _Scale | None:
    text = _dated(text)
    for pattern in (_TIMES_ZH, _TIMES_OF, _TIMES_EN, _ZH_BI, _ZH, _EN, _VERB, _BESIDE):
        match = pattern.search(text)
        if match is None or _NUMBER.match(match["b"]):
            continue
        left = _told(match["a"] + " " + " ".join(_WHICH.findall(match.groupdict().get("mid", ""))))
        right = _told(match["b"])
        own = tuple(word for word in left if word.text not in match["b"])
        other = tuple(word for word in right if word.text not in match["a"])
        if not own or not other:
            continue
        measure = match["op"] + " ".join(match.groupdict().get("mid", "").split()[:1])
        down = bool(_LESS.search(measure))
        return _Scale(other, own, match["op"]) if down else _Scale(own, other, match["op"])
    return None


_DATED = (
    (re.compile(r"(?:the )?year before last"), "前年"),
    (re.compile(r"(?:than|against|from|to) last(?= *[.,;]?$)"), "than 去年"),
    (re.compile(r"last year"), "去年"),
    (re.compile(r"this year"), "今年"),
    (re.compile(r"(?:the |a )?(?:year (?:before|earlier)|previous year|prior year)|前一年|上一年"), "上年"),
)


def _dated(text: str) -> str:
    """The years in one language's words: 去年 is "last year"."""
    for pattern, year in _DATED:
        text = pattern.sub(year, text)
    return text.replace("上年", "前年") if "去年" in text else text


_WHICH = re.compile(
    r"[首次当][日周月年]|去年|前年|今年|明年|上年|上月|本月|(?:last|this|previous) (?:year|month)|(?:19|20)\d\d"
    r"|第[一二三四五六七八九十\d]+|(?<![a-z])(?:first|second|third|fourth)(?![a-z])"
)


def _told(text: str) -> tuple[Word, ...]:
    """Its words, and the times or ranks by which it tells two apart."""
    times = tuple(Word(match[0], frozenset(), match.start(), match.end(), True) for match in _WHICH.finditer(text))
    return times + words_of(text)


def _same(wanted: _Scale, told: _Scale) -> bool | None:
    ahead = _meets(wanted.more, told.more) + _meets(wanted.less, told.less)
    turned = _meets(wanted.more, told.less) + _meets(wanted.less, told.more)
    if ahead == turned:
        return None
    return ahead > turned


def _meets(ours: Sequence[Word], theirs: Sequence[Word]) -> float:
    held = Held.of(" ".join(word.text for word in theirs))
    return sum(held.says(word) for word in ours) / len(ours) if ours else 0.0


def _by_figures(wanted: _Scale, quote: Sequence[Clause]) -> bool | None:
    """One figure beside each of the two, of one unit."""
    if _GRADED.search(wanted.op):
        return None
    in_clauses = _larger(wanted, [clause.text for clause in quote])
    return _larger(wanted, _sentences(quote)) if in_clauses is None else in_clauses


def _larger(wanted: _Scale, texts: Sequence[str]) -> bool | None:
    more, less = _figure_of(wanted.more, wanted.less, texts), _figure_of(wanted.less, wanted.more, texts)
    if more is None or less is None or more.value == less.value or more.unit != less.unit:
        return None
    return more.value > less.value


def _figure_of(own: Sequence[Word], other: Sequence[Word], texts: Sequence[str]) -> Quantity | None:
    """Of the stretch that speaks of the one rather than of the other."""
    stretches = [found for text in texts for found in _stretches(text)]
    ranked = [(_said(own, held) - _said(other, held), figure) for held, figure in stretches]
    best = max(ranked, key=lambda each: each[0], default=None)
    return best[1] if best and best[0] > 0 else None


def _stretches(text: str) -> Iterator[tuple[Held, Quantity]]:
    """Each figure with the words before it, back to the figure before; a leading one with those behind it."""
    text = _dated(text)
    figures = amounts_of(text)
    begun = 0
    for figure, after in zip_longest(figures, figures[1:]):
        before = text[begun : figure.start]
        behind = text[figure.end : after.start if after else len(text)]
        leads = not words_of(before) and not _WHICH.search(before)
        yield Held.of(behind if leads else before + (behind if after is None and begun == 0 else "")), figure
        begun = figure.end


def _said(words: Sequence[Word], held: Held) -> float:
    return sum(held.says(word) for word in words) / len(words)
