"""Chinese names made of everyday words, by where they stand: in a list beside a name, behind what they are said to be,
or where a clause begins with what nobody would begin it with.
"""

from collections.abc import Collection, Iterator, Sequence

from memory.figures.listing import listed
from memory.figures.name_parts import NEVER_IN_NAMES
from memory.figures.segmented import Span, Word, closes, heard, opens

_ROLES = frozenset(
    listed(
        "品牌 子品牌 车企 药企 房企 券商 乐队 合作社 制片方 出品方 主办方 承办方 "
        "合作方 赞助方 运营方 发行方 开发商 供应商 承包商 制造商 代工厂 赞助商 运营商 经销商 保荐人 物业 律所 平台 "
        "网站 软件 游戏 餐厅 饭馆 客栈 酒店 公司 集团 母公司 子公司 对手 客队 主队 书店 超市 邻居 竞品 巨头 机构 "
        "工具 框架 系统 客户 品种 型号 车型 机型 产地 作品 专辑 影片 电影 小说 剧集 曲目 宠物"
    )
)
"""What says of a body or a thing what it is, and lets its name follow."""
_NAMINGS = frozenset(
    listed("店名 艺名 化名 原名 网名 笔名 代号 绰号 小名 大名 真名 名叫 名为 叫做 取名 改名 更名 命名为 人称 笔名")
)
"""Whatever follows these is a name, however everyday."""
_WORKERS = tuple("员长师手商工者监官帅理")
"""A word that ends so says of a person what he is."""
_LINKS = frozenset("是为叫")
_VERBAL = ("v", "d", "p", "uj", "ul", "zg")
_STOP = ("v", "d", "p", "c", "uj", "ul", "r", "x", "f", "k", "y")
"""Marks of words that no name goes over, unless they stand inside it."""
_JOINING = frozenset(listed("和 与 及 跟 同 比 较 胜 负 对 超 接替 收购 起诉 击败 状告 控股 入股 联手 牵手 对阵 反超"))
_SELDOM = 150
"""How often a word is said before it says nothing where it stands."""
_SELDOM_TOGETHER = 400
"""The same for one of several words that stand together."""
_OFTEN = 900
"""The same, where another sign says that a name is due."""
_LONGEST_RUN = 3  # words of a name


def standing(words: Sequence[Word], known: Collection[Span]) -> Iterator[Span]:
    """`known` are the names that other rules found."""
    named = {at for start, end in known for at in range(start, end)}
    for at, word in enumerate(words):
        if word.text == "、" and _first(words, at):
            yield from _list(words, at, named)
        if word.text in _JOINING:
            yield from _partners(words, at, named)
        if _says_what(word) and at + 1 < len(words):
            yield from _called(words, at + 1)
        if opens(words, at) and word.han:
            yield from _beginning(words, at)


def _seldom(word: Word, most: int = _SELDOM) -> bool:
    return word.han and len(word.text) > 1 and word.tag not in _NO_NAME and heard(word.text) < most


_NO_NAME = ("m", "t", "q", "i", "l", "rr", "rz", "b")


def _first(words: Sequence[Word], at: int) -> bool:
    """The list's first mark: none stands before it in the clause."""
    for word in reversed(words[:at]):
        if word.text == "、":
            return False
        if word.tag == "x" and not word.han:
            return True
    return True


def _list(words: Sequence[Word], first: int, named: Collection[int]) -> Iterator[Span]:
    """If one item is a name as a whole, all are."""
    items = list(_items(words, first))
    if any(all(at in named for at in range(start, end)) for start, end in items):
        yield from items


def _items(words: Sequence[Word], first: int) -> Iterator[Span]:
    yield from _run_before(words, first)
    at = first
    while at < len(words) and words[at].text == "、":
        end = at + 1
        while end < len(words) and words[end].text != "、" and (words[end].han or words[end].tag == "eng"):
            end += 1
        if end < len(words) and words[end].text == "、":
            if not any(word.tag.startswith(_STOP) for word in words[at + 2 : end]):
                yield from _unless_everyday(words, at + 1, end)
            at = end
        else:
            yield from _run_after(words, at)
            return


def _partners(words: Sequence[Word], at: int, named: Collection[int]) -> Iterator[Span]:
    """What a name is joined with or set against is one: 如家与汉庭."""
    left, right = list(_run_before(words, at)), list(_run_after(words, at))
    for known, other in ((left, right), (right, left)):
        if any(at in named for span in known for at in range(*span)):
            yield from other


def _run_before(words: Sequence[Word], at: int) -> Iterator[Span]:
    start = at
    while start and at - start < _LONGEST_RUN and words[start - 1].han and not words[start - 1].tag.startswith(_STOP):
        start -= 1
    if start == at and at and words[at - 1].han and opens(words, at - 1):
        start = at - 1
    yield from _unless_everyday(words, start, at)


def _run_after(words: Sequence[Word], at: int) -> Iterator[Span]:
    end = at + 1
    while end < len(words) and end - at <= _LONGEST_RUN and words[end].han and not words[end].tag.startswith(_STOP):
        end += 1
    if end == at + 1 and end < len(words) and words[end].han and closes(words, end):
        end += 1
    yield from _unless_everyday(words, at + 1, end)


def _unless_everyday(words: Sequence[Word], start: int, end: int) -> Iterator[Span]:
    """A word that everybody says is no name where it stands alone."""
    if end > start and any(_seldom(word, _OFTEN) or word.unknown for word in words[start:end]):
        yield words[start].start, words[end - 1].end


def _says_what(word: Word) -> bool:
    return (
        word.text in _ROLES
        or word.text in _NAMINGS
        or (len(word.text) > 1 and word.tag.startswith("n") and word.text.endswith(_WORKERS))
    )


def _called(words: Sequence[Word], at: int) -> Iterator[Span]:
    """Behind what it is said to be, up to what it does: 店名一碗香, 合作方是朗诗, 经理丰收说."""
    if words[at].text in _LINKS and at + 1 < len(words):
        at += 1
    end = at
    while end < len(words) and end - at < _LONGEST_RUN and words[end].han and not words[end].tag.startswith(_STOP):
        end += 1
    if end == at and _seldom(words[at], _OFTEN) and at + 1 < len(words) and words[at + 1].tag == "v":
        end = at + 1
    if end == at or (end < len(words) and words[end].han and not words[end].tag.startswith(_VERBAL)):
        return
    named = words[at - 1].text in _NAMINGS or words[at - 2].text in _NAMINGS
    spelt = all(len(word.text) == 1 for word in words[at:end]) and end - at > 1
    if named or spelt or any(_seldom(word, _OFTEN) or word.unknown for word in words[at:end]):
        yield words[at].start, words[end - 1].end


def _beginning(words: Sequence[Word], at: int) -> Iterator[Span]:
    """A clause's subject that holds a word seldom said, or is put together as no dictionary has it."""
    end = at
    while end < len(words) and end - at < _LONGEST_RUN and words[end].han and not words[end].tag.startswith(_STOP):
        end += 1
    if end == at and _seldom(words[at]) and (words[at].tag in _NO_DOING or words[at].unknown):
        end = at + 1
    if end == at or not (end < len(words) and words[end].tag.startswith(_VERBAL)):
        return
    whole = words[at:end]
    most = _SELDOM if len(whole) < 2 else _SELDOM_TOGETHER
    if _could_begin(whole) and any(_odd(word, most) for word in whole):
        yield whole[0].start, whole[-1].end


_NO_DOING = ("z", "o", "r")
"""Marks of words that are no subject: sounds and states."""


def _could_begin(whole: Sequence[Word]) -> bool:
    first = whole[0]
    return first.tag not in _NO_NAME and (len(first.text) > 1 or (first.tag == "n" and _seldom(whole[-1])))


def _odd(word: Word, most: int) -> bool:
    return _seldom(word, most) and not (word.unknown and set(word.text[:1]) & NEVER_IN_NAMES)
