"""Chinese names that no ending and no closed list tells: found as what a dictionary of ordinary words leaves over.

The dictionary is the one that the reader of questions uses, with its marks for persons, places, bodies and products.
A run it doesn't know is more often a name than not. Wrong ones only ask that the word be kept; nothing is compared.
"""

import re
from collections.abc import Iterator, Sequence

from memory.figures import gazetteer, name_parts
from memory.figures.folding import is_cjk
from memory.figures.people import people
from memory.figures.segmented import Span, Word, heard, opens, segmented
from memory.figures.standing import standing

_DOTTED = re.compile(r"[\u4e00-\u9fff]{1,8}(?:[·•][\u4e00-\u9fff]{1,8}){1,5}")
_CALLED = re.compile(
    rf"(?<![\u4e00-\u9fff])[老小大阿][{gazetteer.SURNAMES}珍强明芳英华军平梅兰霞鹿](?![\u4e00-\u9fff]{{0,1}}(?:年|月))"
    rf"|(?<=[的和与、，])[老小大阿][{gazetteer.SURNAMES}]"
    rf"|[{gazetteer.SURNAMES}仇盛温涂][一二三四五]?(?:老师|大爷|大妈|大娘|师傅|先生|女士|叔|嫂|姐|哥|爷|某(?:某)?|总)"
)
_NUMBERED = re.compile(
    r"[\u4e00-\u9fff]{2,4}(?:[0-9一二三四五六七八九十]{1,3})号(?:站|线|机|星|楼|井)?|[0-9一二三四五六七八九十]{1,3}号线"
)
_NAMED_KIND = re.compile(r"[\u4e00-\u9fff]{2,4}号(?=[\u4e00-\u9fff，。；、])")
_LETTERED = re.compile(
    r"[\u4e00-\u9fff]{2,4}(?=[-·]?(?:[A-Z][A-Za-z]+|App\b))|(?<![A-Za-z0-9])[A-Z](?:站|股|座|区|轮|型|级|类|栋|口|档)"
)
# Where somebody goes or comes from, and schools by their number.
_WHERE = re.compile(
    r"(?<=[从自])[\u4e00-\u9fff]{2,3}(?=出发|启程|起飞|运来)|(?<=前往|抵达|飞往|驶往|途经)[\u4e00-\u9fff]{2}"
    r"|[市县区省][一二三四五六七八九]中(?![\u4e00-\u9fff])"
)
_KNOWN = re.compile("|".join(sorted(name_parts.KNOWN, key=len, reverse=True)))
_OFFICER = re.compile(
    rf"(?:{gazetteer.OFFICES}|{name_parts.OFFICES})([{gazetteer.SURNAMES}{name_parts.RARE_SURNAMES}][\u4e00-\u9fff]{{2}})"
)
_NEVER = re.compile("[" + "".join(sorted(name_parts.NEVER_IN_NAMES)) + "]")
_PROPER = ("nr", "ns", "nt", "nz")
_SURELY = ("ns", "nt", "nrt")  # the others the dictionary gives to everyday words, too
_EVERYDAY = 30_000  # how often a character is said that is seldom a surname: 和, 上
_OFTEN = 700  # how often those are said that are everyday words: 东西, 长度
_UNKNOWN = ("nr", "ns", "nt", "nz", "n", "j", "x", "b")
# What may stand before an ending that makes a body or a place of it: "北方" + 钢铁, 汉口 + 站.
_BEFORE_END = ("n", "s", "b", "a", "j", "f", "g", "x", "m", "vn", "q")
# Characters that are no word alone: two beside each other spell a name.
_LONE = frozenset(("g", "ng", "vg", "ag", "tg", "zg", "nrfg"))
_LONGEST_PLACE = 4  # characters of a word that ends as places do
_UNSPELT = 2  # characters of a dotted name's last part that no list of spellings holds
_SELDOM = 400
_LONGEST = 4  # words of a name before its ending


def names(folded: str) -> Iterator[Span]:
    """They may overlap and lie side by side: 青岛 and 西海岸 are two, so that neither has to stand beside the other."""
    words = segmented(folded)
    known = [*_by_shape(folded), *people(words), *_by_words(words)]
    yield from known
    yield from standing(words, known)


def _by_shape(folded: str) -> Iterator[Span]:
    for match in _DOTTED.finditer(folded):
        yield from _dotted(folded, match)
    for pattern in (_CALLED, _NUMBERED, _NAMED_KIND, _LETTERED, _WHERE, _KNOWN):
        for match in pattern.finditer(folded):
            yield match.span()
    for match in _OFFICER.finditer(folded):
        yield match.start(1), match.end(1) - (match[1][-1] in name_parts.NEVER_IN_NAMES)


def _by_words(words: Sequence[Word]) -> Iterator[Span]:
    for at, word in enumerate(words):
        if _proper(word):
            yield _grown(words, at)
        elif word.unknown and word.han and (opens(words, at) or word.tag.startswith(_UNKNOWN)):
            yield from _pieces(word)
        if word.text == "、":
            yield from _beside(words, at)
        if _ends_name(word):
            yield from _body(words, at)
        if word.text in name_parts.WIDE_ENDINGS and at and _owns(words[at - 1]):
            yield words[at - 1].start, word.end
        if at + 1 < len(words) and _lone(words[at + 1]) and (_lone(word) or _of_one(word)):
            yield word.start, words[at + 1].end
        if len(word.text) == 1 and word.text in gazetteer.SURNAMES + name_parts.RARE_SURNAMES:
            yield from _person(words, at)


def _pieces(word: Word) -> Iterator[Span]:
    """What the dictionary put together wrongly, cut where no name goes on."""
    at = word.start
    for piece in _NEVER.split(word.text):
        if len(piece) > 1:
            yield at, at + len(piece)
        at += len(piece) + 1


def _proper(word: Word) -> bool:
    text = word.text
    if len(text) < 2 or not word.han or not word.tag.startswith(_PROPER) or text in name_parts.ORDINARY:
        return False
    return word.unknown or word.tag in _SURELY or heard(text) < _OFTEN


def _grown(words: Sequence[Word], at: int) -> Span:
    """Over single characters that spell foreign names, and the surname before: 卡斯特 利亚诺 斯, 邵 启明."""
    start, end = words[at].start, words[at].end
    if at and words[at - 1].text in name_parts.SPELLING | set(gazetteer.SURNAMES):
        start = words[at - 1].start
    if at + 1 < len(words) and words[at + 1].text in name_parts.SPELLING:
        end = words[at + 1].end
    return start, end


def _lone(word: Word) -> bool:
    return len(word.text) == 1 and word.han and (word.tag in _LONE or word.tag.startswith(_PROPER))


def _of_one(word: Word) -> bool:
    """A word of one character beside such a one: 格 聂."""
    return len(word.text) == 1 and word.tag == "n"


def _beside(words: Sequence[Word], at: int) -> Iterator[Span]:
    """What is listed beside a name is one: 永定、安远."""
    if 0 < at < len(words) - 1:
        left, right = words[at - 1], words[at + 1]
        for known, other in ((left, right), (right, left)):
            if _proper(known) and other.han and len(known.text) == len(other.text):
                yield other.start, other.end


def _ends_name(word: Word) -> bool:
    if word.text in name_parts.ENDINGS:
        return True
    ends = len(word.text) <= _LONGEST_PLACE and word.text.endswith(name_parts.END_CHARACTERS) and is_cjk(word.text[0])
    return ends and (len(word.text) == 1 or heard(word.text) < _OFTEN or word.tag.startswith(_PROPER))


def _body(words: Sequence[Word], at: int) -> Iterator[Span]:
    """The words before an ending, back to what can't belong to a name."""
    first = at
    sure = words[at].text in name_parts.ENDINGS
    while first and at - first < _LONGEST and (_belongs(words[first - 1]) or (sure and _owns(words[first - 1]))):
        first -= 1
    long_enough = len(words[at].text) > 2 and words[at].text not in name_parts.ENDINGS
    if first < at or long_enough:
        yield words[first].start, words[at].end


def _belongs(word: Word) -> bool:
    return word.han and (
        word.tag.startswith(_PROPER)
        or word.unknown
        or (word.tag in _BEFORE_END and word.text not in name_parts.NEVER_BEFORE)
    )


def _owns(word: Word) -> bool:
    """Said too seldom to be what everyday words stand behind: 启航 + 教育, and not 基础 + 教育."""
    return word.han and len(word.text) > 1 and heard(word.text) < _SELDOM and word.text not in name_parts.ORDINARY


def _person(words: Sequence[Word], at: int) -> Iterator[Span]:
    """A surname alone and one or two characters that make no word with what follows: 樊 玉衡, 李 栀 子."""
    if at + 1 >= len(words):
        return
    given = words[at + 1]
    if heard(words[at].text) > _EVERYDAY and (not opens(words, at) or heard(given.text) > _OFTEN):
        return
    if len(given.text) == 2 and given.han and given.text not in name_parts.NEVER_BEFORE:
        if given.tag.startswith(("nr", "ns", "nz", "n", "a", "x")) or given.unknown:
            yield words[at].start, given.end
    elif len(given.text) == 1 and is_cjk(given.text) and given.text not in name_parts.NEVER_IN_NAMES:
        last = words[at + 2] if at + 2 < len(words) else None
        both = last and len(last.text) == 1 and is_cjk(last.text) and last.text not in name_parts.NEVER_IN_NAMES
        yield words[at].start, last.end if last and both else given.end


def _dotted(folded: str, match: "re.Match[str]") -> Iterator[Span]:
    """From the first character that spells foreign names to the last: verbs stand right behind such names."""
    start, end = match.span()
    first, last = folded.find("·", start), folded.rfind("·", start, end)
    while start < first and folded[start] not in name_parts.SPELLING:
        start += 1
    if start == first:
        start = max(match.start(), first - 2)
    stop = last + 1
    while stop < end and folded[stop] in name_parts.SPELLING:
        stop += 1
    yield start, min(end, last + 1 + _UNSPELT) if stop == last + 1 else stop
