"""Words of a text for counting and comparing, English and Chinese alike. Not a tokenizer for models."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache

from reach.settings import TEXT_KEPT_CHARS, TEXTS_KEPT, WORDS_KEPT

CJK = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_LETTER = rf"[^\W_{CJK}]"
_TOKEN = re.compile(rf"[{CJK}]+|{_LETTER}+(?:[._\-'’+:/@]{_LETTER}+)*(?:\+\+|#)?")
_HAN = re.compile(rf"[{CJK}]")
_ASCII_LETTER = re.compile("[A-Za-z]")
_JOINTS = re.compile(r"[-_:/@+]")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+\w*)")

_STOP_EN = """
a about above after again against all also although am an and any are as at be because been before being below between
both but by can could did do does doing down during each either else ever few for from further had has have having he
her here hers him his how however i if in into is it its itself just let like may me might more most much must my
neither no nor not now of off on once only or other our out over own per rather same shall she should since so some
such than that the their them then there these they this those though through thus to too under until up upon us very
was we were what when where whether which while who whom whose why will with within without would yet you your
"""
_STOP_ZH = """
的 了 和 与 及 或 在 是 有 为 被 将 对 从 到 由 于 以 把 让 向 就 都 也 还 又 但 而 且 则 若 如 因 所 其 该 此
这 那 这些 那些 这个 那个 我 你 他 她 它 我们 你们 他们 它们 一个 一种 可以 能够 会 要 等 等等 吗 呢 吧 啊 哪
哪些 哪个 什么 怎么 怎样 如何 为何 为什么 多少 几 何时 是否 以及 关于 根据 按照 通过 进行 其中 之 并 并且 因此
所以 如果 虽然 然而 不过 已 已经 中 上 下 里 内 外 请 请问 有关 没有 不 不是 很 更 最 再 每 各 个 们 着 过 地 得
用 来 去 时 后 前
"""
STOP_WORDS = frozenset(_STOP_EN.split()) | frozenset(_STOP_ZH.split())


# An ending, what stands for it, and the length from which a word is likelier to carry it than to be it.
_ENDINGS = (("ies", "y", 5), ("sses", "ss", 6), ("ing", "", 6), ("ed", "", 5), ("es", "e", 5))
_VOWEL = re.compile("[aeiouy]")
"""What is left of a word has one: "string" is no form of "str"."""


def terms(text: str) -> list[str]:
    """Every word in order, lower-cased, repeated as often as it stands there. A version, an identifier and a hyphenated
    word come whole, followed by their parts; Chinese comes as dictionary words, long ones with the shorter inside."""
    found: list[str] = []
    for token in _TOKEN.findall(unicodedata.normalize("NFKC", text).lower()):
        if token.isascii() or not _HAN.match(token):
            found.extend(_latin(token))
        else:
            found.extend(_dictionary()(token))
    return found


@cache
def _dictionary() -> Callable[[str], list[str]]:
    """Loaded for the first Chinese text: it takes as long as half of all else that a child needs to read a page."""
    import rjieba

    return rjieba.cut_for_search


@lru_cache(maxsize=WORDS_KEPT)
def _latin(token: str) -> tuple[str, ...]:
    word = re.sub(r"['’]s$", "", token)
    version = _VERSION.fullmatch(word)
    if version:
        return (word,) if version[1] == word else (word, version[1])
    dotted = "." in word and not word.replace(".", "").isdigit()
    parts = [part for part in re.split(r"[-_:/@+.]" if dotted else _JOINTS, word) if part]
    return (word, *parts) if len(parts) > 1 else (word,)


def content_terms(text: str) -> list[str]:
    """The words that say something: no stop words, English plurals and verb endings folded."""
    return list(_content_kept(text) if len(text) <= TEXT_KEPT_CHARS else _content(text))


@lru_cache(maxsize=TEXTS_KEPT)
def _content_kept(text: str) -> tuple[str, ...]:
    return _content(text)


def _content(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in terms(text) if word not in STOP_WORDS)


@lru_cache(maxsize=WORDS_KEPT)
def stem(word: str) -> str:
    """Folds the endings that most often part a question's word from the page's. Crude on purpose: both sides get it. Of
    a hyphenated word the last part is inflected."""
    head, hyphen, last = word.rpartition("-")
    if hyphen and head and last.isalpha():
        return f"{head}-{stem(last)}"
    if not word.isascii() or not word.isalpha():
        return word
    for ending, instead, least in _ENDINGS:
        if word.endswith(ending) and len(word) >= least and _VOWEL.search(word, 0, len(word) - len(ending)):
            return (word.removesuffix(ending) + instead).rstrip("e") or word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > len("gas"):
        return stem(word[:-1])
    return word.rstrip("e") or word


def is_chinese(text: str) -> bool:
    """Whether the text reads as Chinese: a Han character carries about two Latin letters' worth."""
    han = len(_HAN.findall(text))
    return han > 0 and han * 2 >= len(_ASCII_LETTER.findall(text))
