"""What ties the things of a claim together: a cause and what came of it, two names and who did what, a statement and
its condition. Where the quote doesn't tie them so, the claim is partly carried: none of it proves the opposite."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from memory.figures import quantities
from memory.figures.folding import plain
from memory.figures.words import stem
from research.roles.builtin.claims.claim_words import Held, Word, words_of
from research.roles.builtin.claims.likewise import EVENTS
from research.roles.builtin.claims.matched import THERE
from research.roles.builtin.claims.rounding import carries

SENTENCE = re.compile(r"(?<=[。！？!?\n])|(?<=[a-z)%\d]\.)\s+(?=[A-Z\d])")


def untied(claim: str, quote: str) -> Iterator[str]:
    for rule in (_behind, _cause, _done_by, _condition, _duty, _both_ways):
        yield from rule(claim, quote)


def deed(word: Word) -> bool:
    return not word.named and (bool(word.notions & EVENTS) or not word.noun)


_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|due to(?! \w+ (?:at|in|on|by)\b)|owing to|thanks to|as a result of"
    r"|(?<!the )following)\b|由于|(?<![原起成])因为?(?![此而素子])"
)
_BRINGS = re.compile(
    r"\b(?:(?:was|were|is|are) causing|caus(?:es|ed)|led to|leads to|result(?:s|ed) in|after which"
    r"|triggered|prompted|so that)\b"
    r"|导致|造成|引发|致使|促使|因此|因而|使得"
)
_LINKS = re.compile(
    r"\s*(?:this|that|these|as a result|therefore|thus|hence|consequently|so\b|because)"
    r"|\s*(?:因此|因而|这|此|为此|受此|由此|所以|结果|从而|于是)",
    re.I,
)


def _cause(claim: str, quote: str) -> Iterator[str]:
    """The claim gives a cause; the quote has it in one sentence and the rest in another, which doesn't link back."""
    told = [sentence for sentence in SENTENCE.split(quote) if sentence.strip()]
    for sentence in SENTENCE.split(claim):
        cause, outcome = _cause_and_outcome(plain(sentence))
        one, other = _best(cause, told), _best(outcome, told)
        if -1 < one != other > -1 and not _LINKS.match(told[max(one, other)]):
            yield f"the quote gives no cause for it: {cause.strip()}"


def _cause_and_outcome(said: str) -> tuple[str, str]:
    """Empty where the sentence gives no cause."""
    if match := _BECAUSE.search(said):
        behind = re.split(r"[，,]|而", said[match.end() :], maxsplit=1)
        return behind[0], said[: match.start()] + " " + " ".join(behind[1:])
    if match := _BRINGS.search(said):
        return said[: match.start()], said[match.end() :]
    return "", ""


def _best(text: str, sentences: Sequence[str]) -> int:
    """-1: none says any of it, or the same as another."""
    words = words_of(text)
    hits = [sum(Held.of(sentence).says(word) >= THERE for word in words) for sentence in sentences]
    most = max(hits, default=0)
    return hits.index(most) if most and hits.count(most) == 1 else -1


_BY = re.compile(
    r"\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly\s+)?(?P<verb>\w+)\s+by\s+(?:the\s+|an?\s+)?(?P<who>[\w-]+)"
)
_BEHIND = re.compile(r"\b(to|by|from|against|for|with) (?:the )?([A-Z][\w-]+)")


def _behind(claim: str, quote: str) -> Iterator[str]:
    """ "Sold to X": the quote has another name there, and X elsewhere."""
    told = set(_BEHIND.findall(quote))
    for role, name in _BEHIND.findall(claim):
        others = sorted(other for each, other in told if each == role and other not in claim)
        if others and (role, name) not in told and name in quote:
            yield f"{role} {others[0]}, not {role} {name}"


_BEI = re.compile(r"(?:被|遭|由)(?P<who>[^，。；、被由]{2,12})")
_TURNED = re.compile(r"\bby\b|被|遭|由|为[^，。]*所")


def _done_by(claim: str, quote: str) -> Iterator[str]:
    """By whom it was done in one of them, it is done to in the other."""
    for passive, active in ((quote, claim), (claim, quote)):
        text, other = plain(passive), plain(active)
        if _TURNED.search(other):
            continue
        for match in _BY.finditer(text):
            verb = re.search(rf"\b{re.escape(stem(match['verb']))}\w*", other)
            if verb and re.search(rf"\b{re.escape(match['who'])}\b", other[verb.end() :]):
                yield f"{match['verb']} by {match['who']}"
        for match in _BEI.finditer(text):
            for one, two in pairwise(words_of(match["who"])):
                if deed(two) and f"{two.text}者" not in other and -1 < other.find(two.text) < other.find(one.text):
                    yield f"{two.text} by {one.text}"


_LEADING = re.compile(
    r"\s*(?:(?:at|above|below|under|over|beyond)\s+[^,]*?(?:above|below|over|under|beyond"
    r"|temperatures?|speeds?|pressures?|loads?|°)"
    r"|if|unless|when(?:ever)?|where|provided|for (?:those|people|patients|users|customers|anyone)\b)"
    r"(?:[^,]|,(?=\d))*,(?!\d)"
    r"|\s*[^，。；]{2,24}(?:以上|以下|以内|条件下|情况下|前提下|环境下|温度下)(?:时)?，"
)
_NARROWING = re.compile(
    r"(?:且|并且|同时)(?P<more>[^，。；]{2,16}?)的|(?P<zh>(?:持有|患有|符合|具有|年满|不满|未满|连续|经)[^，。；]{2,14}的)(?=[\u4e00-\u9fff])"
    r"|\b[a-z]+s (?P<who>(?:who|whose|without|aged|holding|(?:over|under)(?= \d)) (?:[\w'-]+\s+){1,4})"
)


def _condition(claim: str, quote: str) -> Iterator[str]:
    """In front of the sentence that says it, or joined to another condition: a claim without it says more."""
    said = Held.of(claim)
    sentences = [part for part in re.split(r"[；;]|" + SENTENCE.pattern, quote) if part.strip()]
    at = _best(claim, sentences)
    if at < 0:
        return
    text = plain(sentences[at])
    leading = _LEADING.match(text)
    for condition in [
        *([leading[0]] if leading else []),
        *(match[match.lastgroup or 0] for match in _NARROWING.finditer(text)),
    ]:
        words = words_of(condition)
        if sum(said.says(word) >= THERE for word in words) * 2 <= len(words) and not _figure_of(condition, claim):
            yield f"only {condition.strip(' ,，')}"


def _figure_of(condition: str, claim: str) -> bool:
    return any(carries(one, other) for one in quantities(claim) for other in quantities(condition))


_FREE = re.compile(r"\bexempt(?:ed)?\b|\bexcused\b|\bnot subject to\b|豁免|免征|免缴|免于|无需|不必")
_BOUND = re.compile(
    r"(?<!not )\bsubject to\b|\bliable\b|\bobliged\b|\bmust\b|\bhas to\b|\bhave to\b|须|应当|征收|缴纳(?!的)|需要"
)


def _duty(claim: str, quote: str) -> Iterator[str]:
    """Exempt from it, or subject to it."""
    for one, other in ((_FREE, _BOUND), (_BOUND, _FREE)):
        mine, theirs = one.search(plain(claim)), other.search(plain(quote))
        if mine and theirs and not other.search(plain(claim)) and not one.search(plain(quote)):
            yield f"{theirs[0]}, not {mine[0]}"


_UP, _DOWN = "高大多强快长升增", "低小少弱慢短降减"
_THE_MORE = re.compile(rf"越([{_UP}{_DOWN}])[^越。；]*越([{_UP}{_DOWN}])")
_WITH_IT = re.compile(rf"随[着]?[^，。；]*?([{_UP}{_DOWN}])[^，。；]*?而[^，。；]*?([{_UP}{_DOWN}])")


def _both_ways(claim: str, quote: str) -> Iterator[str]:
    """Whether the one grows or shrinks with the other."""
    ours, theirs = _together(claim), _together(quote)
    if ours is not None and theirs is not None and ours != theirs:
        yield "the two go the other way together"


def _together(text: str) -> bool | None:
    match = _THE_MORE.search(text) or _WITH_IT.search(text)
    return (match[1] in _UP) == (match[2] in _UP) if match else None
