"""What a claim says, word by word, and where a quote says it: surface, stem, synonym, characters."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import rjieba

from memory.figures import Direction, direction
from memory.figures.contrast import unread
from memory.figures.folding import plain
from memory.figures.listing import finder, listed
from memory.figures.names import names
from memory.figures.reading import KEPT, read
from memory.figures.words import stem
from research.roles.builtin.claims.glosses import called, english_of, in_english, reads
from research.roles.builtin.claims.likewise import EVENTS, SAME
from research.roles.builtin.spelling import american

_LATIN = re.compile(r"[a-zà-ɏ][a-z0-9à-ɏ+#]*(?:['-][a-z0-9à-ɏ]+)*")
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_SAID_BY_NOBODY = frozenset(
    listed(
        "a an the of in on at to for from by with and or is are was were be been being do does did has have "
        "had this that these those it its there their his her he she they them who which whom whose as than "
        "into over under about some all each every any most many several no not never none nor neither per up "
        "out off also more less so such one's will would shall can could may might must should now then just "
        "only even very still yet ever own both but if while when where after before during since until "
        "between among through against within without via according came come get got s said says our your my "
        "we you i us what how near nearly almost around roughly approximately work works worked vary varies "
        "range ranges take takes took last lasts lasted put puts make makes made give gives gave finish "
        "finished barely although stood stands stand"
    )
)
# Parts of speech, as the dictionary tags them, that carry what is said. The rest is grammar.
_SAYING = ("n", "v", "a", "i", "l", "j", "b", "s", "z", "t", "eng", "f")
_EMPTY_ZH = frozenset(
    listed(
        "是 有 为 在 了 的 也 都 均 共 将 已 等 被 把 让 使 到 于 自 由 与 和 及 或 其 该 此 这 那 这个 该项 "
        "一 个 名 其中 有所 进行 分别 之间 可 会 能 应 须 要 达 达到 来 去 上 中 里 内 外 前 后 下 时 年 月 "
        "日 天 人 目前 现有 今年 去年 当日 截至 约 大约 左右 近 超过 不到 以上 以下 不足 至 为止 以 从 起 全 "
        "各 每 位 次 家 项 只有 只 还是 虽然 但 而 并 并且 因 由于 因此 曾 又 再 仍 就 才 则 所 给 向 对 之 "
        "显示 表示 称 认为 据 根据 处 达成 出 开展 做 作 作为 成为 属 属于 位于 叫 名为 结果 情况 方面 本 "
        "预计 预测 不会 不能 不可 造成 引起 范围 之日 之日起 末 底 全体 成员 赛季 本赛季 地区 期间 "
        "总体 整体 环节 领域 阶段 全年 年度 当年 累计 本次 此次 上述 首 第 至少 最 更 较 比 没有 不 "
        "未 无 非 没 不再 并非 尚未 从未 不得 且 世纪 上世纪 "
        "前后 整 相比 有意"
    )
)


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    notions: frozenset[str]
    start: int
    end: int
    named: bool = False
    """A name, or a word that no dictionary has: it has no synonym, and nothing stands in for it."""
    noun: bool = False


A_PHRASE = 3
"""Characters of a Chinese notion, from which the dictionary may cut it in two."""


def _spread() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in SAME:
        head, *_ = members = line.split()
        for member in members:
            word = member.replace("_", " ")
            for form in _inflected(word) if " " in word else ():
                found.setdefault(form, set()).add(head)
            key = stem(word) if word.isascii() and " " not in word else word
            found.setdefault(key, set()).add(head)
            found.setdefault(word, set()).add(head)
    return {word: frozenset(heads) for word, heads in found.items()}


def _inflected(phrase: str) -> Iterator[str]:
    """ "Turned down", "taking over": the first word of a phrase as a regular verb, and its last as a plural."""
    first, _, rest = phrase.partition(" ")
    root = first.removesuffix("e")
    yield f"{phrase}s"
    yield from (f"{form} {rest}" for form in (f"{first}s", f"{first}es", f"{root}ed", f"{root}ing"))


NOTIONS = _spread()
_PHRASES = finder((word for word in NOTIONS if " " in word or not word.isascii()), r"\b", r"\b")
_SPACED = finder(
    (word for word in NOTIONS if " " in word or (not word.isascii() and len(word) >= A_PHRASE)), r"\b", r"\b"
)


def notions_of(word: str) -> frozenset[str]:
    root = stem(word)
    return NOTIONS.get(word) or NOTIONS.get(root) or NOTIONS.get(_undoubled(root), frozenset())


def _undoubled(root: str) -> str:
    """ "Dropp", "stopp": what an ending leaves behind."""
    return root[:-1] if len(root) > LONG_STEM - 1 and root[-1] == root[-2] else root


@lru_cache(maxsize=KEPT)
def words_of(text: str) -> tuple[Word, ...]:
    """In order; figures, dates and identifiers apart, which are compared by value."""
    low = plain(text)
    labels = [Word(match[0], frozenset(), match.start(), match.end(), True) for match in LABEL.finditer(low)]
    bare = _unread(text, low)
    for label in labels:
        bare = bare[: label.start] + " " * len(label.text) + bare[label.end :]
    for match in _SPACED.finditer(bare):
        meant = NOTIONS[match[0]]
        labels.append(Word(match[0], meant, match.start(), match.end(), noun=not (meant & EVENTS)))
        bare = bare[: match.start()] + " " * len(match[0]) + bare[match.end() :]
    proper = {part for name in names(text) for part in name.normal.split()}
    return tuple(sorted((*labels, *_latin(bare, proper), *_chinese(bare)), key=lambda word: word.start))


def _unread(text: str, low: str) -> str:
    """Each word where it stands in `low`: what is compared by value is blanked, not taken out."""
    if len(text) != len(low):
        return unread(text, read(text))
    pieces = list(low)
    for start, end in read(text).spans():
        pieces[start:end] = " " * (end - start)
    return "".join(pieces)


# "Unit A", 甲厂, 二号线: one letter or figure tells two things apart that share every word.
LABEL = re.compile(
    r"\b(?:unit|version|class|group|phase|section|type|plan|level|stage|release|series|line|zone|team|product|study) "
    r"(?:[a-z](?![a-z])|\d+(?:\.\d+)*)|[甲乙丙丁][\u4e00-\u9fff]|[一二三四五六七八九十\d]+号(?:线|"
    r"楼|车间|机组|院)?|[一二三四]期(?!间)"
    r"|[东西南北][线侧岸]|[一二]审"
)


def _latin(text: str, proper: Collection[str]) -> Iterable[Word]:
    for match in _LATIN.finditer(text):
        word = match[0].removesuffix("'s")
        if word not in _SAID_BY_NOBODY and len(word) > 1:
            yield Word(word, notions_of(word), match.start(), match.end(), word in proper)


def _chinese(text: str) -> Iterable[Word]:
    at = 0
    for word, tag in _whole_names(rjieba.tag(text)):
        start = text.find(word, at)
        at = start + len(word)
        if not _CJK.search(word) or word in _EMPTY_ZH:
            continue
        if word[0] in _GLUED and len(word) >= A_PHRASE and tag.startswith("n"):
            word, start = word[1:], start + 1
        if tag.startswith(_SAYING) or len(word) >= A_PHRASE:
            named = tag.startswith(("nr", "ns", "nz"))
            yield Word(word, NOTIONS.get(word, frozenset()), start, at, named, tag.startswith("n"))


_GLUED = "由被向对与和"
"""What the dictionary takes for the family name of the name that it stands before."""


def _whole_names(tagged: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """A person's name of three characters that the dictionary cut after the second."""
    held = ("", "")
    for word, tag in tagged:
        if held[1] == "nr" and len(held[0]) == 2 and len(word) == 1 and _CJK.match(word) and word not in _EMPTY_ZH:
            held = (held[0] + word, "nr")
            continue
        if held[0]:
            yield held
        held = (word, tag)
    if held[0]:
        yield held


def said_notions(text: str) -> frozenset[str]:
    """All notions that a text touches, phrases included."""
    low = plain(text)
    phrases = [NOTIONS.get(found, frozenset()) for found in _PHRASES.findall(low)]
    return frozenset().union(*phrases, *(word.notions for word in words_of(text)))


@dataclass(frozen=True, slots=True)
class Held:
    """A stretch of a quote, ready to be asked whether it says a word."""

    text: str
    stems: frozenset[str]
    notions: frozenset[str]

    @staticmethod
    @lru_cache(maxsize=KEPT)
    def of(text: str) -> "Held":
        low = plain(text)
        stems = frozenset(
            stem(part)
            for match in _LATIN.finditer(low)
            for part in (match[0], american(match[0]), *match[0].split("-"))
        )
        moved = {Direction.UP: {"rise"}, Direction.DOWN: {"fall"}, Direction.MIXED: {"rise", "fall"}}
        return Held(low, stems, said_notions(text) | moved.get(direction(low), set()))

    def says(self, word: Word) -> float:
        """0..1. Chinese words shorten freely (户均 for 平均每户), so characters in common count; a name must stand."""
        return _said(self, word)

    def _says(self, word: Word) -> float:
        if not _CJK.search(word.text):
            return 1.0 if self._latin(word) or self._in_chinese(word) else 0.0
        if word.text in self.text or word.notions & self.notions:
            return 1.0
        if self.stems and self._in_english(word):
            return 1.0
        if word.text[-1] in _SUFFIXES and len(word.text) > 2 and word.text[:-1] in self.text:
            return 1.0
        return self._characters(word)

    def _latin(self, word: Word) -> bool:
        own = stem(word.text)
        if " " in word.text:
            return word.text in self.text or bool(word.notions & self.notions)
        if own in self.stems or word.notions & self.notions:
            return True
        parts = word.text.split("-")
        if len(parts) > 1 and all(stem(part) in self.stems for part in parts):
            return True
        return _met(own, self.stems)

    def _in_chinese(self, word: Word) -> bool:
        if not _CJK.search(self.text):
            return False
        return called(word.text, self.text) or any(
            _met(stem(american(part)), english_of(self.text)) for part in word.text.split()
        )

    def _in_english(self, word: Word) -> bool:
        if any(_met(each, self.stems) for each in in_english(word.text)):
            return True
        return reads(word.text, self.text) or (word.named and any(called(each, word.text) for each in self.stems))

    def _characters(self, word: Word) -> float:
        there = sum(char in self.text for char in word.text)
        if word.named:
            return 1.0 if there == len(word.text) and len(word.text) > 1 and word.text in self.text else 0.0
        return there / len(word.text) if there == len(word.text) or len(word.text) > 1 else 0.0


@lru_cache(maxsize=KEPT)
def _said(held: Held, word: Word) -> float:
    """The same word is looked for in the same stretch by rule after rule."""
    return held._says(word)


_SUFFIXES = "者率量数性度"
LONG_STEM = 5
"""Letters from which one word may be the beginning of the other: "Denmark" and "Danish" aren't, "produce" is."""


def _met(own: str, stems: Collection[str]) -> bool:
    if own in stems:
        return True
    if len(own) < LONG_STEM:
        return False
    return own in _beginnings(frozenset(stems)) or any(own[:end] in stems for end in range(LONG_STEM, len(own)))


@lru_cache(maxsize=KEPT)
def _beginnings(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(each[:end] for each in stems for end in range(LONG_STEM, len(each) + 1))


def share(words: Sequence[Word], held: Held) -> float:
    return sum(held.says(word) for word in words) / len(words) if words else 1.0


def missing(words: Sequence[Word], held: Held, least: float) -> list[Word]:
    return [word for word in words if held.says(word) < least]
