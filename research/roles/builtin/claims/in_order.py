"""What code may call supported by itself: a claim that one sentence of its quote says in the quote's own words and
order, in whole pieces, with nothing left out between.

The other rules know the faults that were met. Of wrong claims that nobody had met, seven to eleven in a hundred passed
them, and less than one of those keeps to this as well (docs/claims.md, docs/decisions/0026). The rest is for a reader.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.figures import DateMention, Identifier, Quantity
from memory.figures.listing import listed
from memory.figures.reading import read
from memory.figures.words import stem
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.claims.claim_words import Held, notions_of, words_of
from research.roles.builtin.claims.matched import THERE
from research.roles.builtin.claims.partners import PIECE
from research.roles.builtin.claims.rounding import carries
from research.roles.builtin.claims.ties import SENTENCE
from research.roles.builtin.claims.written import normal
from research.terms import Atom, Verdict

_IN_OTHER_WORDS = "Every figure, date and name stands in the quotes, but not told in this way: a reader must decide."
_OF_ONE_SENTENCE = "share of its words and figures that one sentence says in this order, turning nothing"


def left_to_a_reader(
    brief: CheckBrief, cards: Sequence[Card], verdict: Verdict, reason: str, atoms: tuple[Atom, ...]
) -> tuple[Verdict, str, tuple[Atom, ...]]:
    """What isn't called supported stays what it is called."""
    if verdict is not Verdict.SUPPORTED or not brief.words_in_order:
        return verdict, reason, atoms
    kept = max(share_in_order(brief.claim, card.quote) for card in cards)
    if kept >= brief.words_in_order:
        return verdict, reason, atoms
    return Verdict.PARTLY, _IN_OTHER_WORDS, (*atoms, Atom("order", f"{kept:.0%}", False, _OF_ONE_SENTENCE))


def share_in_order(claim: str, quote: str) -> float:
    """0..1: of a sentence's signs, the most that one of the quote's says one after the other; the least of the claim's
    sentences. Below 1 something was put in. 0 where the quote has something between them, what the claim adds may turn
    the sense, a part isn't said at all, or nothing is."""
    whole = Held.of(normal(claim))
    told = [each for each in _sentences(quote) if not _restricted(each, whole)]
    return min(max((_share(each, sentence) for sentence in told), default=0.0) for each in _sentences(claim) or [""])


def _sentences(text: str) -> list[str]:
    return [each for each in SENTENCE.split(normal(text)) if each.strip()]


_Said = str | Quantity | DateMention | Identifier


@dataclass(frozen=True, slots=True)
class _Sign:
    """A word, figure, day or identifier, and in which piece of its sentence it stands."""

    piece: int
    said: _Said

    def carries(self, wanted: "_Sign") -> bool:
        match wanted.said, self.said:
            case str(), str():
                return _same_word(wanted.said, self.said)
            case Quantity(), Quantity():
                return carries(wanted.said, self.said)
            case DateMention(), DateMention():
                return _within(wanted.said, self.said)
            case Identifier(), Identifier():
                return wanted.said.normal == self.said.normal
        return False


def _same_word(one: str, other: str) -> bool:
    if one == other or stem(one) == stem(other):
        return True
    turning = _TURNING.search(one) or _TURNING.search(other)
    return not turning and one.isascii() and other.isascii() and bool(notions_of(one) & notions_of(other))


def _within(wanted: DateMention, told: DateMention) -> bool:
    """A day without its year is the same only in the same words."""
    if not (wanted.start_date and wanted.end_date and told.start_date and told.end_date):
        return wanted.text.strip(" .") == told.text.strip(" .")
    return wanted.start_date <= told.start_date and told.end_date <= wanted.end_date


_PLAIN = frozenset(
    listed(
        "a an the of is are was were be been being has have had does did do its it their his her this these those s "
        "and also said that "
        "的 了 是 为 与 和 及 并 其 该 此 也 在 于 由 所 被 有 共 以 这 那 后 时 中"
    )
)
_OPENING = frozenset(
    listed(
        "in on at for by with under within during among if unless where when who which whose whom from after before "
        "until since over below above between without against"
    )
)
_TURNING = re.compile(
    r"^(?:not|no|never|n't|none|nor|neither|without|hardly|barely|scarcely|only|just|even|some|many|most|few|several|all"
    r"|every|each|any|both|may|might|could|would|will|should|can|cannot|must|more|less|fewer|up|down|first|second|third"
    r"|last|refus\w*|fail\w*|reject\w*|den(?:y|ied|ies)|\w+n't)$"
)
_TURNING_ZH = re.compile(
    r"[不未无没非勿莫否或仅只全均都拟约最第若如但]|拒绝|可能|部分|计划|预计|有望|少数|多数|若干|除外"
)


def _share(claim: str, sentence: str) -> float:
    asked, told = list(_signs(claim)), list(_signs(sentence))
    pairs = _aligned(asked, told)
    ours, theirs = {n for n, _ in pairs}, {n for _, n in pairs}
    said, touched = {asked[n].piece for n in ours}, {told[n].piece for n in theirs}
    beside = [sign for n, sign in enumerate(asked) if n not in ours]
    skipped = [sign for n, sign in enumerate(told) if n not in theirs and sign.piece in touched]
    if skipped or _turns(beside) or any(sign.piece not in said for sign in beside):
        return 0.0
    return len(ours) / len(asked) if asked else 0.0


def _turns(signs: Sequence[_Sign]) -> bool:
    """Figures and days narrow what they stand beside, as do words that open a phrase of their own."""
    words = [sign.said for sign in signs if isinstance(sign.said, str)]
    characters = "".join(word for word in words if not word.isascii())
    return len(words) < len(signs) or any(_turning(word) for word in words) or bool(_TURNING_ZH.search(characters))


def _turning(word: str) -> bool:
    return word in _OPENING or bool(_TURNING.search(word))


_SAID = re.compile(
    r"(?<=said) that\b|(?<=says) that\b|(?<=announced) that\b|(?<=reported) that\b|(?<=confirmed) that\b"
)
"""Who says it stands apart from what is said."""


def _signs(text: str) -> Iterator[_Sign]:
    """In order, without the words that only join others."""
    reading, bare = read(text), list(text)
    found: list[tuple[int, _Said]] = []
    measured: tuple[Quantity | DateMention | Identifier, ...] = (
        *reading.quantities,
        *reading.dates,
        *reading.identifiers,
    )
    for item in measured:
        found.append((item.start, item))
        bare[item.start : item.end] = " " * (item.end - item.start)
    found += [(at, word) for at, word in _words("".join(bare)) if word not in _PLAIN]
    ends = [match.start() for pattern in (PIECE, _SAID) for match in pattern.finditer(text)]
    for at, said in sorted(found, key=lambda each: each[0]):
        yield _Sign(sum(at >= end for end in ends), said)


_RUN = re.compile(r"[a-zà-ɏ][\wà-ɏ'’-]*|\d+|[\u3400-\u9fff]", re.I)


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Chinese by its characters: what a dictionary takes for words changes with what stands beside them."""
    for run in _RUN.finditer(text):
        yield run.start(), run[0].lower()


def _aligned(asked: Sequence[_Sign], told: Sequence[_Sign]) -> list[tuple[int, int]]:
    """A longest common subsequence, as pairs of places."""
    same = [[sign.carries(wanted) for sign in told] for wanted in asked]
    longest = [[0] * (len(told) + 1) for _ in range(len(asked) + 1)]
    for i in reversed(range(len(asked))):
        for j in reversed(range(len(told))):
            taken = longest[i + 1][j + 1] + 1 if same[i][j] else 0
            longest[i][j] = max(longest[i + 1][j], longest[i][j + 1], taken)
    pairs, i, j = [], 0, 0
    while i < len(asked) and j < len(told):
        if same[i][j] and longest[i][j] == longest[i + 1][j + 1] + 1:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] == longest[i][j]:
            i += 1
        else:
            j += 1
    return pairs


_PARTS = re.compile(r"[，；;：]|,(?!\d)")
_RESTRICTS = re.compile(
    r"\W*(?:(?:而|但|其中)?(?:在|对|当|就|按|若|如|凡|除)[^，。；]*$|[^，。；]*的$)"
    r"|\W*(?:in|among|for|at|when|with|under|within|during|of|if|unless|where)\b[^,;.]*$",
    re.I,
)


def _restricted(sentence: str, claim: Held) -> bool:
    """ "Among adults, …", 在轻症患者中，…, 九点以前入场的，…: of whom the rest is said, and not all of it claimed."""
    limits = [words_of(part) for part in _PARTS.split(sentence)[:-1] if _RESTRICTS.match(part.rstrip())]
    return any(claim.says(word) < THERE for words in limits for word in words)
