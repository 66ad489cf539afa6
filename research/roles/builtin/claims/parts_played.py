"""Who does it and to whom, told in a way that the claim may have turned: "by X", "from A to B", "unlike X"."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from memory.figures.folding import plain
from memory.figures.listing import listed
from research.roles.builtin.claims import scope
from research.roles.builtin.claims.claim_words import Held, Word, words_of
from research.roles.builtin.claims.clauses import Clause
from research.roles.builtin.claims.matched import A_FEW, THERE, Reading, weighed
from research.roles.builtin.claims.slots import LEAD, names_a_thing, slot

_BY = re.compile(r"\bby (?=\w)|(?<![理缘自])由(?=[\u4e00-\u9fff])|被(?=[\u4e00-\u9fff])")


def agent(reading: Reading, claim: str, whole: Held) -> Iterator[str]:
    """ "By X", 由X: the quote names who did it, and the claim names another."""
    best = reading.best
    first = reading.clause.words[0]
    if weighed(reading.clause.words, best) * 2 < len(reading.clause.words):
        return
    for by in _BY.finditer(plain(best.text)):
        behind = [word for word in best.words if word.start >= by.end() - 1]
        if not behind or whole.says(behind[0]) >= THERE:
            continue
        near = behind[:A_FEW]
        others = " ".join(word.text for word in best.words if word not in near)
        if not _BY.search(plain(claim)) and Held.of(others).says(first) >= THERE:
            continue
        if not names_a_thing(behind[0], best.text):
            continue
        if all(whole.says(word) < THERE for word in near) and (_BY.search(plain(claim)) or reading.lacking):
            yield f"the quote says it of {behind[0].text}"


def renamed(reading: Reading, whole: Held) -> Iterator[str]:
    """A word of the claim that in the quote is only the first half of a name for something else (奖 and 奖提名)."""
    words = reading.best.words
    for one, other in pairwise(words):
        touching = one.end == other.start and not one.text.isascii()
        known = (
            bool(other.notions)
            or other.text in MEASURES
            or other.named
            or bool(_COUNTING.match(other.text))
            or other.text in _TITLES
            or other.text[-1] in _MEASURED
        )
        if touching and not known and whole.says(one) >= THERE > whole.says(other) and other.noun and one.noun:
            yield f"the quote speaks of {one.text}{other.text}"


_MEASURED = "量率数额值价度期"
_TITLES = frozenset(
    listed("先生 女士 教授 博士 院士 老师 有限公司 公司 集团 股份 规定 公告 通告 办法 条例 细则 一事 方面")
)
"""What follows a name and leaves it the same."""
_COUNTING = re.compile(r"[一二两三四五六七八九十百千\d]")


def universal(reading: Reading, claim: str, whole: Held) -> Iterator[str]:
    """All schools, of what the quote says of all town schools: the noun stands there behind a word of its own."""
    if not scope.universal(claim):
        return
    things = [word for word in reading.clause.words if names_a_thing(word, reading.clause.text)]
    for one, other in pairwise(reading.best.words):
        beside = reading.best.text[one.end : other.start].strip() in ("", "的") and names_a_thing(
            one, reading.best.text
        )
        if (
            beside
            and whole.says(one) < THERE
            and any(Held.of(other.text).says(word) >= THERE for word in things[:A_FEW])
        ):
            yield f"the quote speaks of {one.text} {other.text}"


MEASURES = frozenset(("全长", "总长", "长度", "面积", "总数", "总额", "平均"))
_WHICH = r"\b{0}\s+(?:of|with|who|that|which|aged|under|over|whose)\s+"


def narrowed(reading: Reading, claim: str, subject: Sequence[Word], whole: Held) -> Iterator[str]:
    """ "Residents of two districts", 申请奖学金的学生: fewer than the claim speaks of."""
    text, said = plain(reading.best.text), plain(claim)
    for word in subject[-1:]:
        if word.text.isascii():
            bare = re.match(rf"(?:the )?{re.escape(word.text)}\s+(?!of|in|with|who|that|which|from|aged|at)", said)
            match = re.match(r"\W*(?:the )?" + _WHICH.format(re.escape(word.text)), text) if bare else None
            after = [each for each in reading.best.words if match and each.start >= match.end()][:1]
        else:
            bare = re.match(rf"(?:该|这)?(?:所有|全部|一切)?{re.escape(word.text)}", said)
            match = re.search(rf"([\u4e00-\u9fff]{{2,}})的{re.escape(word.text)}", text) if bare else None
            after = [each for each in reading.best.words if match and match.start(1) <= each.start < match.end(1)][-1:]
        if after and whole.says(after[0]) < THERE:
            yield f"the quote speaks of {match[0].strip() if match else ''}"


_APART = (
    r"(?:unlike|like|rather than|instead of|not|except|apart from|as opposed to|contrary to) (?:the |"
    r"an? )?{0}|(?:而非|不像|不同于|除了?|并非){0}"
)
_OWNED = (
    r"{0}(?:'s|’s)? (?:subsidiary|parent|unit|arm|rival|partner|supplier|owner)|(?:subsidiary|"
    r"parent|unit|arm|rival|partner|owner) of (?:the )?(?:\w+ )?{0}|"
    r"{0}[\u4e00-\u9fff]{{0,4}}?的(?:子公司|母公司|竞争对手|股东|合作伙伴|供应商|前|丈夫|妻子|"
    r"客户)"
)


def set_apart(word: Word, claim: str, quote: Sequence[Clause], whole: Held) -> Iterator[str]:
    """ "Unlike X", "a subsidiary of X": the quote sets X apart from whom it speaks of."""
    text, said = plain(" ".join(clause.text for clause in quote)), plain(claim)
    for pattern, note in ((_APART, "the quote sets {0} apart"), (_OWNED, "the quote speaks of another than {0}")):
        wanted = pattern.format(re.escape(word.text))
        if re.search(wanted, text) and not re.search(wanted, said):
            yield note.format(word.text)


_PASSIVE = re.compile(
    r"\b(?:was|were|been|being|is|are|be)\s+(?:\w+ly\s+)?\w+(?:ed|en|wn|ld|ght|de|ut)\b|\bby\b|被|由|受|遭|为|是|应|须"
)


def _place_of(word: str, text: str) -> int:
    """Of a whole word."""
    match = re.search(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), text)
    return match.start() if match else -1


_AGENT = (
    r"(?:\bby|\bfrom|\bof|\bfor|\bunder|\bin|被|由|受|对|的|向|在|为|于|至|和|与|给)\s*(?:the |"
    r"an? )?(?:\w+ ){{0,2}}?{0}"
)


_PARTICIPLE = re.compile(r"\W*(?:[a-z]+ed|[a-z]+ing|built|made|born|known)\b")


def swapped(claim: str, found: Sequence[Reading], subject: Sequence[Word]) -> Iterator[str]:
    """The claim's first word is the quote's last: who did it has become to whom it was done."""
    for reading in found[:1]:
        text, said = plain(reading.best.text), plain(claim)
        if _PARTICIPLE.match(text):
            continue
        first = subject[0] if subject else None
        last = _place_of(first.text, text) if first else -1
        if first is None or last < 0 or slot(first, reading.clause.text, reading.clause.words) != LEAD:
            continue
        spots = [_place_of(word.text, text) for word in reading.clause.words if word not in subject]
        spots = [spot for spot in spots if spot >= 0]
        if len(spots) < 2 or any(spot > last for spot in spots) or _PASSIVE.search(said.replace("把", "")):
            continue
        agency = re.search(_AGENT.format(re.escape(first.text)), text)
        if agency is None or _other_verb(text[: agency.start()], claim):
            yield f"{first.text} has another part in it"


def exchanged(reading: Reading, claim: str) -> Iterator[str]:
    """ "A beat B" and "B beat A": two names about one verb, each in the other's place."""
    text, named = (
        plain(reading.best.text),
        [word for word in reading.clause.words if word.named or word is reading.clause.words[0]],
    )
    said = plain(reading.clause.text)
    if _PASSIVE.search(plain(claim)) or _PASSIVE.search(text):
        return
    for one, other in pairwise(named):
        between = [word for word in reading.clause.words if one.end <= word.start < other.start]
        here, there = text.find(one.text), text.find(other.text)
        turned = -1 < there < here and said.find(one.text) < said.find(other.text)
        if turned and between and any(there < text.find(word.text) < here for word in between):
            yield f"{one.text} has another part in it"


def of_another(claim: str, reading: Reading, whole: Held) -> Iterator[str]:
    """他的父亲: somebody beside the one whom the claim speaks of."""
    text, said = reading.best.text, claim
    for match in re.finditer(
        r"(他|她|其)的?(父亲|母亲|妻子|丈夫|儿子|女儿|哥哥|弟弟|姐姐|妹妹|同事|助手|学生|老师)", text
    ):
        if match[2] not in said:
            yield f"the quote says it of {match[2]}"
    for match in re.finditer(
        r"\b(?:his|her|their) (father|mother|wife|husband|son|daughter|brother|sister|colleague)\b", text
    ):
        if match[1] not in said.lower():
            yield f"the quote says it of {match[1]}"


def _other_verb(before: str, claim: str) -> bool:
    """ "From a corner taken by X": what X did is not what the claim says."""
    words = words_of(before)
    return bool(words) and before.isascii() and Held.of(claim).says(words[-1]) < THERE


_FROM_TO = re.compile(
    r"\b(from|to(?= (?:the|an?) ))\s+(?:the\s+|an?\s+)?([a-z][a-z-]*)|(从|由|向|给|到)([\u4e00-\u9fff]{2})"
)


def from_to(claim: str, quote: str) -> Iterator[str]:
    """To whom or from where: the claim's word plays another part in the quote, and another word plays its part."""
    ours, theirs, text = _parts(claim), _parts(quote), plain(quote)
    for role, word in sorted(ours.items()):
        others = theirs.get(role, set())
        others = others - PRONOUNS
        if others and not word & others and any(each in text for each in word):
            yield f"{role} {min(others)}, not {role} {min(word)}"


def _parts(text: str) -> dict[str, set[str]]:
    """With the word behind it: "from the manufacturer X"."""
    found: dict[str, set[str]] = {}
    for match in _FROM_TO.finditer(plain(text)):
        behind = re.match(r" ([a-z][a-z-]*)", plain(text)[match.end() :])
        found.setdefault(match[1] or match[3], set()).update(
            {match[2] or match[4], *(behind.groups() if behind else ())}
        )
    return found


PRONOUNS = frozenset(("them", "it", "him", "her", "which", "whom", "be", "have", "get"))
_SUFFERED = re.compile(
    r"(?P<whom>[\u4e00-\u9fff]{2,8}?)被(?P<who>[\u4e00-\u9fff]{2,6})|(?P<object>[a-z' ]+?) (?:was|"
    r"were|been|is|are) [a-z]+ by (?:the )?(?P<agent>[a-z]+)"
)


def suffered(claim: str, quote: str) -> Iterator[str]:
    """ "A was done by B" told actively has B before A."""
    said, text = plain(claim), plain(quote)
    match = _SUFFERED.search(said)
    if match is None or re.search(r"被|\bby\b", text):
        return
    whom, who = words_of(match["whom"] or match["object"]), words_of(match["who"] or match["agent"])
    if whom and who and -1 < text.find(whom[0].text) < text.find(who[0].text):
        yield f"{who[0].text} has another part in it"
