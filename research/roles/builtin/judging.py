"""All findings on one claim, and the verdict they add up to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.figures import Direction, direction, negations
from memory.figures.folding import plain
from reach.words import is_chinese
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin import bearers, compared, scope
from research.roles.builtin.amounts import amounts_in, amounts_of, carries, multiples_in, narrowed
from research.roles.builtin.atoms import Finding, dates_in, found, marks_in, missed, names_in, otherwise
from research.roles.builtin.claim_words import Held, Word, said_notions, share, words_of
from research.roles.builtin.clauses import Clause, clauses_of, normal
from research.roles.builtin.likewise import OPPOSED, OPPOSITE
from research.roles.builtin.matched import readings
from research.terms import Atom, Verdict


@dataclass(frozen=True, slots=True)
class Carried:
    """Share of the claim's content words that its cards hold, and whether that is enough."""

    share: float
    enough: bool


def findings_of(brief: CheckBrief, cards: Sequence[Card]) -> list[Finding]:
    quote = "\n".join(card.quote for card in cards)
    clauses = clauses_of(quote)
    if before := _verbatim(brief.claim, quote):
        return [found("quote", brief.claim), *_reserved(brief.claim, before[0] + brief.claim, brief.claim)]
    return [
        *amounts_in(brief.claim, clauses),
        *multiples_in(brief.claim, clauses),
        *dates_in(normal(brief.claim), clauses),
        *marks_in(brief.claim, cards),
        *names_in(brief.claim, cards),
        *_turns(brief.claim, clauses),
        *_meanings(brief.claim, clauses),
    ]


_CLOSES = '\n。．.!！?？;；,，:：”"」)）'
_ENDS = " \t\n。．.!！;；,，"


def _verbatim(claim: str, quote: str) -> tuple[str] | None:
    """What stands before the claim in its sentence, if the claim is whole clauses of the quote, word by word."""
    words, text = plain(claim).strip(_ENDS), plain(quote)
    at = text.find(words)
    if at < 0 or not words:
        return None
    after = text[at + len(words) : at + len(words) + 1]
    before = re.split(r"[。！？!?\n]|\.\s", text[:at])[-1]
    bounded = (not after or after in _CLOSES) and (not before.strip() or before.rstrip()[-1] in '，,：:；;“"「(（')
    return (before,) if bounded else None


def _reserved(claim: str, heard: str, near: str) -> Iterator[Finding]:
    for kind, word in scope.left_out(_undated(claim), _undated(heard), _undated(near)):
        yield missed(kind, word, "the quote has it, the claim doesn't")


def _undated(text: str) -> str:
    """ "May" is a month here, and so is nothing's hedge."""
    return re.sub(r"\bMay\b", " ", text)


def _meanings(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    """What no figure shows: reserves dropped, ranks and comparisons turned, the right words of somebody else."""
    places = [reading.best for reading in readings(claim, quote)]
    heard = " ".join(place.text for place in quote if place.sentence in {each.sentence for each in places})
    near = " ".join(place.text for place in dict.fromkeys(places))
    yield from _reserved(normal(claim), heard, near)
    causal = scope.causal(claim) and len({place.sentence for place in places}) > 1
    if causal:
        yield missed("cause", claim, "the quote doesn't link the two")
    if rank := scope.ranked_otherwise(claim, near):
        yield missed("rank", rank, "the quote has it, the claim doesn't")
    told = compared.holds(claim, quote)
    if told and compared.compares(claim):
        yield found("comparison", claim)
    if told is None:
        yield missed("comparison", claim)
    elif not told:
        yield otherwise("comparison", claim, "the quote has the two the other way round")
    if scope.superlative(claim) and not (scope.superlative(heard) or scope.capped(claim)):
        yield missed("rank", claim, "the quote doesn't rank it so")
    if not (told and compared.compares(claim)):
        yield from narrowed(claim, list(dict.fromkeys(places)))
    foreign = is_chinese(claim) != is_chinese(heard)
    if not foreign and not (told and compared.compares(claim)):
        for note in dict.fromkeys(bearers.doubts(claim, quote)):
            yield missed("subject", note)


_NO_DENIAL = re.compile(
    r"禁止|不得|严禁|不准|不许|拒绝|取消(?!了?资格)|否认|否决|没有变化|没有改变|维持不变|保持不变|不变|不用(?=[交付])|未满|不再担任"
    r"|no longer|not allowed|must not|may not|no change|did not change|refus\w+ to|den(?:y|ies|ied)",
    re.I,
)
_DENYING = frozenset({"reject", "ban", "exclude", "lose", "free"})


def _denies(text: str) -> bool:
    return bool(negations(_NO_DENIAL.sub("·", normal(text))))


def _denials(ours: str, theirs: str) -> tuple[bool, bool]:
    """Without what both deny in one word, like 不正当: that is part of the matter."""
    one, other = _denied_words(ours), _denied_words(theirs)
    shared = {word for word in one & other if not word.isascii() and len(word) > 1}
    return bool(one - shared), bool(other - shared)


def _denied_words(text: str) -> set[str]:
    rest = _NO_DENIAL.sub("·", normal(text))
    return {rest[each.start : each.end + (1 if each.text in "不非无未" else 0)] for each in negations(rest)}


def _turns(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    for reading in readings(claim, quote):
        ours, place = reading.clause.text, reading.best
        sentence = " ".join(each.text for each in quote if each.sentence == place.sentence)
        denies, denied = _denials(ours, place.text)
        if denies and not denied:
            denied = _denies(sentence) or bool(said_notions(sentence) & _DENYING)
        if denied and not denies:
            denies = (_denies(claim) and bool(reading.lacking)) or bool(said_notions(ours) & _DENYING)
        if denies or denied:
            note = "one of claim and quote denies what the other states"
            yield found("negation", "not") if denies == denied else otherwise("negation", "not", note)
        single = len(clauses_of(claim)) == 1
        yield from _moved(ours, place.text, sentence if single else place.text)


_AGAINST = {Direction.UP: Direction.DOWN, Direction.DOWN: Direction.UP}


def _moved(ours: str, theirs: str, heard: str) -> Iterator[Finding]:
    if compared.compares(ours):
        return
    here, there = direction(ours), direction(theirs)
    if here in _AGAINST and there == _AGAINST[here]:
        note = f"the quote goes {there} where the claim goes {here}"
        yield otherwise("direction", here.value, note)
        return
    said, told = said_notions(ours), said_notions(heard)
    for one, _, other in (pair.partition("|") for pair in OPPOSITE):
        for mine, yours in ((one, other), (other, one)):
            if mine in said and yours not in said and yours in told and mine not in told:
                yield otherwise("opposite", mine, f"it has {yours} where the claim has {mine}")
    low, far = plain(ours), plain(heard)
    for left, _, right in (pair.partition("|") for pair in OPPOSED):
        for these, those in ((left.split(), right.split()), (right.split(), left.split())):
            word, held = _in(these, low), _in(those, far)
            if word and held and not _in(those, low) and not _in(these, far):
                yield otherwise("opposite", word, f"it has {held} where the claim has {word}")
    if here in _AGAINST:
        yield found("direction", here.value)


def _in(words: Sequence[str], text: str) -> str:
    for word in (each.replace("_", " ") for each in words):
        if re.search(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), text):
            return word
    return ""


def carried_by(brief: CheckBrief, cards: Sequence[Card], findings: Sequence[Finding]) -> Carried:
    """Words of one language can't be looked for in another: then notions known in both, figures and names decide."""
    measured = any(each.atom.kind in FIGURES and each.atom.found for each in findings)
    words = _plainly(words_of(normal(brief.claim)), findings) if measured else words_of(normal(brief.claim))
    held = Held.of("\n".join(f"{card.title} {normal(card.quote)}" for card in cards))
    figures = any(each.atom.kind in FIGURES and each.atom.found for each in findings)
    if any(each.atom.kind == "quote" for each in findings):
        return Carried(1.0, True)
    if all(is_chinese(card.quote) != is_chinese(brief.claim) for card in cards):
        if _unsure(brief.claim, clauses_of("\n".join(card.quote for card in cards))):
            return Carried(0.0, False)
        known = [word for word in words if word.notions]
        told = share(known, held)
        if figures:
            return Carried(told, told >= HALF)
        return Carried(told, len(known) >= SOME_WORDS and told >= (1 + brief.carried_words) / 2)
    whole = share(words, held)
    needed = brief.carried_words if figures else (1 + brief.carried_words) / 2
    return Carried(whole, whole >= needed)


def _unsure(claim: str, quote: Sequence[Clause]) -> bool:
    """Across languages no words tell which of two figures of one unit is meant."""
    asked = amounts_of(normal(claim))
    for wanted in asked:
        places = [clause for clause in quote if any(carries(wanted, item) for item in amounts_of(clause.text))]
        rivals = [
            clause
            for clause in quote
            for item in amounts_of(clause.text)
            if item.unit == wanted.unit and not any(carries(other, item) for other in asked)
        ]
        told = said_notions(claim)
        best = max((len(told & clause.held.notions) for clause in places), default=0)
        if rivals and best <= max(len(told & clause.held.notions) for clause in rivals):
            return True
    return False


def _plainly(words: Sequence[Word], findings: Sequence[Finding]) -> tuple[Word, ...]:
    """What a found figure says already: "42 km long", "doubled"."""
    told = " ".join(each.atom.text for each in findings if each.atom.found and each.atom.kind == "number")
    return tuple(word for word in words if word.text not in _DIMENSIONS and word.text not in told)


_DIMENSIONS = frozenset(("long", "wide", "high", "deep", "tall", "old", "heavy", "长", "宽", "高", "深", "重"))
HALF = 0.5
"""Of the words known in both languages, where the figures are the same: the rest are names of things."""
SOME_WORDS = 3
"""Fewer say nothing across languages, where there is no figure."""
FIGURES = frozenset({"number", "date", "identifier", "comparison"})


def judged(findings: Sequence[Finding], carried: Carried) -> tuple[Verdict, str, tuple[Atom, ...]]:
    words = Atom("words", f"{carried.share:.0%}", carried.enough, "share of content words in the quotes")
    atoms = (*(finding.atom for finding in findings), words)
    against = [finding.atom for finding in findings if finding.against]
    if against:
        return Verdict.CONTRADICTED, f"The source says otherwise: {against[0].note}.", atoms
    missing = [finding.atom for finding in findings if not finding.atom.found]
    if not missing and carried.enough:
        return Verdict.SUPPORTED, "Every figure, date and name stands in the quotes, and so do its words.", atoms
    if not carried.enough and len(missing) == len(findings):
        return Verdict.NOT_FOUND, "The quotes speak of something else.", atoms
    said = ", ".join(f"{atom.kind} {atom.text}" for atom in missing) or f"{1 - carried.share:.0%} of its words"
    return Verdict.PARTLY, f"Not in the quotes: {said}.", atoms
