"""Denials, directions and opposites: what turns a sentence round while its other words stay.

A denial may be told without one, and an opposite in another clause is no opposite: only where the rest of the clause
agrees is a turn a contradiction, else a doubt.
"""

import re
from collections.abc import Iterator, Sequence

from memory.figures import Direction, direction, negations
from memory.figures.folding import plain
from research.roles.builtin.claims import compared
from research.roles.builtin.claims.amounts import said
from research.roles.builtin.claims.atoms import Finding, found, missed, otherwise
from research.roles.builtin.claims.claim_words import Word, said_notions, words_of
from research.roles.builtin.claims.clauses import Clause, clauses_of
from research.roles.builtin.claims.denied import denied_by_one
from research.roles.builtin.claims.likewise import CONVERSE, OPPOSED, OPPOSITE
from research.roles.builtin.claims.matched import Reading, readings
from research.roles.builtin.claims.written import normal

_NO_DENIAL = re.compile(
    r"变化不大|相差不大|相差无几|不排除|"
    r"(?:not|n't|cannot) (?:be )?rul(?:e|ed) out|禁止|不得|严禁|不准(?=[\u4e00-\u9fff])|不许|拒绝|取消(?!了?资格)|"
    r"否认|否决|没有变化|没有改变|维持不变|保持不变|不变"
    r"|不用(?=[交付])|未满|不再担任"
    r"|无(?=关|效|偿|故|害)|no longer|not allowed|must not|may not|no change|did not change|refus\w+ to|den(?:y"
    r"|ies|ied)",
    re.I,
)
_DENYING = frozenset({"reject", "ban", "exclude", "lose", "free"})


def _denies(text: str) -> bool:
    return bool(negations(_NO_DENIAL.sub("·", normal(text)))) or bool(_AVERTS.search(plain(text)))


_AVERTS = re.compile(r"避免|防止|以免|杜绝|\b(?:prevent|avoid|avert)\w*")


def _denials(ours: str, theirs: str) -> tuple[bool, bool]:
    """Without what both deny in one word, like 不正当: that is part of the matter."""
    one, other = _denied_words(ours), _denied_words(theirs)
    shared = {word for word in one & other if not word.isascii() and len(word) > 1}
    return bool(one - shared), bool(other - shared)


def _denied_words(text: str) -> set[str]:
    rest = _NO_DENIAL.sub("·", normal(text))
    return {rest[each.start : each.end + (1 if each.text in "不非无未" else 0)] for each in negations(rest)}


def turns(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    for word in denied_by_one(claim, " ".join(each.text for each in quote)):
        yield missed("negation", word, "only one of claim and quote denies it")
    for reading in readings(claim, quote):
        ours, place = reading.clause.text, reading.best
        sentence = " ".join(each.text for each in quote if each.sentence == place.sentence)
        denies, denied = _denials(ours, place.text)
        if denies != denied and _licensed(ours, place.text):
            continue
        if denies and not denied:
            denied = _denies(sentence) or bool(said_notions(sentence) & _DENYING - said_notions(ours))
        if denied and not denies:
            other_word = bool(said_notions(ours) & _DENYING - said_notions(sentence))
            denies = (_denies(claim) and bool(reading.lacking)) or other_word
        if other := _denied_otherwise(ours, sentence):
            yield missed("negation", other, "only one of claim and quote denies it")
        elif denies and denied:
            yield found("negation", "not")
        elif denies or denied:
            sure = said(reading.clause, place) >= SAME_BUT_NOT and _denied_once(claim, sentence)
            yield _doubt(sure, "negation", "not", "one of claim and quote denies what the other states")
        single = len(clauses_of(claim)) == 1
        yield from _moved(reading, sentence if single else place.text)


def _denied_once(claim: str, sentence: str) -> bool:
    """By one of the two, and by no other means than the denial: "closed" is "not open", 停止 is 不再."""
    denying, other = (claim, sentence) if _denies(claim) else (sentence, claim)
    by_one = not _denies(other) and any(word.text in plain(other) for word in _behind_denials(denying))
    return by_one and not _TWICE.search(plain(f"{claim} {sentence}")) and not any(_notions_turned(claim, sentence))


def _licensed(ours: str, theirs: str) -> bool:
    """ "Nobody gets in without" is "only with": two denials make none, and one is told by a limit."""
    claimed = len(negations(_NO_DENIAL.sub("·", normal(ours))))
    return claimed == TWICE or (claimed == 1 and bool(_LIMIT.search(plain(theirs))))


TWICE = 2
_LIMIT = re.compile(r"\b(?:only|unless|first time|exempt)\b|方可|才[能可]|首次|第一次|仅限|只有")


def _denied_otherwise(ours: str, theirs: str) -> str:
    """ "Hardy, not early" of what the quote calls early and not hardy: the word behind the denial stands undenied."""
    if not (_denies(ours) and _denies(theirs)):
        return ""
    mine, yours = ([word.text for word in _behind_denials(text)] for text in (ours, theirs))
    return "" if not mine or set(mine) & set(yours) or mine[0] not in plain(theirs) else mine[0]


def _behind_denials(text: str) -> Iterator[Word]:
    low = normal(text)
    for denial in negations(low):
        yield from [word for word in words_of(low) if word.start >= denial.start and word.end > denial.end][:DENIED]


DENIED = 3
"""Words behind a denial that it may deny."""
SAME_BUT_NOT = 0.8
"""Share of the clause's words that the quote says, from which a denial is the difference between the two."""
ONE_MATTER = 0.5
"""The same for a word's opposite, which is itself one that the quote doesn't say."""
_TWICE = re.compile(
    r"\b(?:unless|only|without|until|before|except|first|un\w{5,}|in(?:valid|complete|accurate|correct)\w*"
    r"|never been|all but|by no means|not (?:all|every)|not \w+,? but|rather than)\b"
    r"|stop(?:s|ped)?|ceas\w+|halt\w*|discontinu\w*|停止|中止|终止|停用|除非|方可|方能|才能|只|仅|首次|首个|第一次|必须|[而，]不?是|而非|并非所有|之前|以前|此前|未满|不满|基本"
)
"""A denial may be told without one: "only those who applied" is "nobody who didn't apply"."""


def _doubt(sure: bool, kind: str, text: str, note: str) -> Finding:
    return otherwise(kind, text, note) if sure else missed(kind, text, note)


_AGAINST = {Direction.UP: Direction.DOWN, Direction.DOWN: Direction.UP}


def _moved(reading: Reading, heard: str) -> Iterator[Finding]:
    ours, theirs = reading.clause.text, reading.best.text
    if compared.compares(ours):
        return
    sure = said(reading.clause, reading.best) >= ONE_MATTER and not _TWICE.search(plain(f"{ours} {heard}"))
    sure = sure and _denies(ours) == _denies(heard)
    beside = set(_notions_turned(ours, theirs)) | set(_words_turned(ours, theirs))
    here, there = direction(ours), direction(theirs)
    if here in _AGAINST and there == _AGAINST[here]:
        yield _doubt(sure, "direction", here.value, f"the quote goes {there} where the claim goes {here}")
        return
    if _NO_DENIAL.search(ours) and not _NO_DENIAL.search(heard):
        sure = False
    for word, other in (*_notions_turned(ours, heard), *_words_turned(ours, heard)):
        certain = sure and word not in CONVERSE and (word, other) in beside
        yield _doubt(certain, "opposite", word, f"it has {other} where the claim has {word}")
    if here in _AGAINST:
        yield found("direction", here.value)


_NOT_ALLOWED = re.compile(r"\b(?:no longer|not|never)\s+(?:be\s+)?(?:allowed|permitted)|不再?(?:允许|准许)", re.I)


def _notions_turned(ours: str, heard: str) -> Iterator[tuple[str, str]]:
    said, told = said_notions(ours), said_notions(heard)
    if _NOT_ALLOWED.search(ours):
        said = said - {"permit"} | {"ban"}
    for one, _, other in (pair.partition("|") for pair in OPPOSITE):
        for mine, yours in ((one, other), (other, one)):
            if mine in said and yours not in said and yours in told and mine not in told:
                yield mine, yours


def _words_turned(ours: str, heard: str) -> Iterator[tuple[str, str]]:
    low, far = plain(ours), plain(heard)
    yield from _prefixed(low, far)
    yield from ((mine, yours) for yours, mine in _prefixed(far, low))
    for left, _, right in (pair.partition("|") for pair in OPPOSED):
        for these, those in ((left.split(), right.split()), (right.split(), left.split())):
            word, held = _in(these, low), _in(those, far)
            if word and held and not _in(those, low) and not _in(these, far):
                yield word, held


_PREFIXED = re.compile(r"[无不非未难禁]([\u4e00-\u9fff])|\b(?:un|in|im|ir|il|dis|non-?)([a-z]{4,})\b")


def _prefixed(stated: str, denying: str) -> Iterator[tuple[str, str]]:
    """有效 and 无效, "valid" and "invalid": one word that the other side denies by its first part."""
    for match in _PREFIXED.finditer(denying):
        if match[2]:
            whole, denied = rf"\b{match[2]}\b", match[0]
        else:
            whole, denied = rf"(?<![没未])[有可能合准得](?={match[1]})", match[0]
        if match[0] not in stated and (held := re.search(whole, stated)) and not re.search(whole, denying):
            yield held[0] + (match[1] or ""), denied


def _in(words: Sequence[str], text: str) -> str:
    """Most of these words stand nowhere in most texts: a plain look at the letters spares the pattern."""
    for word in (each.replace("_", " ") for each in words):
        if word in text and (not word.isascii() or re.search(rf"\b{re.escape(word)}\b", text)):
            return word
    return ""
