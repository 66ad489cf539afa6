"""Comparisons: which of two is more. Told the other way round, told as two figures, or not told at all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.figures import Quantity
from memory.figures.folding import plain
from research.roles.builtin.amounts import amounts_of
from research.roles.builtin.claim_words import Held, Word, words_of
from research.roles.builtin.clauses import Clause

_ZH = re.compile(
    r"(?P<a>[^，。；]+?)(?P<op>超过|高于|多于|大于|长于|优于|低于|少于|小于|短于|不及)(?P<b>[^，。；\d]{2,})"
)
_ZH_BI = re.compile(
    r"(?P<a>[^，。；]+?)(?:显著|明显|要)?比(?P<b>[^，。；率例重值]+?(?:的|率)?)(?:更|要|"
    r"还)?(?P<op>[高多长大重贵强快好]|[低少短小轻便宜弱慢差]+)"
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
_LESS = re.compile(
    r"slow|rare|低|少|小|短|轻|便宜|弱|慢|差|不及|less|fewer|lower|smaller|shorter|slower|lighter|"
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
        return True
    by_figures = _by_figures(wanted, quote)
    if by_figures is not None:
        return by_figures
    for clause in _sentences(quote):
        told = _scale(plain(clause))
        if told is not None and (same := _same(wanted, told)) is not None:
            return same
    return None


def compares(claim: str) -> bool:
    return _scale(plain(claim)) is not None


def _sentences(quote: Sequence[Clause]) -> list[str]:
    numbers = sorted({clause.sentence for clause in quote})
    return [" ".join(clause.text.strip() for clause in quote if clause.sentence == number) for number in numbers]


def _scale(text: str) -> _Scale | None:
    for pattern in (_ZH_BI, _ZH, _EN, _VERB, _BESIDE):
        match = pattern.search(text)
        if match is None or _NUMBER.match(match["b"]):
            continue
        left, right = words_of(match["a"]), words_of(match["b"])
        own = tuple(word for word in left if word.text not in match["b"])
        other = tuple(word for word in right if word.text not in match["a"])
        if not own or not other:
            continue
        measure = match["op"] + " ".join(match.groupdict().get("mid", "").split()[:1])
        down = bool(_LESS.search(measure))
        return _Scale(other, own, match["op"]) if down else _Scale(own, other, match["op"])
    return None


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
    more, less = _figure_of(wanted.more, wanted.less, quote), _figure_of(wanted.less, wanted.more, quote)
    if _GRADED.search(wanted.op):
        return None
    if more is None or less is None or more.value == less.value or more.unit != less.unit:
        return None
    return more.value > less.value


def _figure_of(own: Sequence[Word], other: Sequence[Word], quote: Sequence[Clause]) -> Quantity | None:
    """Of the clause that speaks of the one rather than of the other."""
    parts = [Held.of(part) for place in quote for part in place.text.split("、")]
    ranked = [
        (_said(own, part) - _said(other, part), figures[0])
        for part in parts
        if len(figures := amounts_of(part.text)) == 1
    ]
    best = max(ranked, key=lambda each: each[0], default=None)
    return best[1] if best and best[0] > 0 else None


def _said(words: Sequence[Word], held: Held) -> float:
    return sum(held.says(word) for word in words) / len(words)
