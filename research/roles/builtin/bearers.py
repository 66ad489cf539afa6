"""Of whom a quote says it. A page that holds every word of a claim may say them of another: each of these rules is a
way to see that, none proves the opposite. So what they doubt is partly carried, not contradicted."""

import re
from collections.abc import Iterator, Sequence

from memory.figures import negated, quantities
from memory.figures.folding import plain
from memory.figures.reading import read
from research.roles.builtin import parts_played
from research.roles.builtin.claim_words import Held, Word
from research.roles.builtin.clauses import Clause
from research.roles.builtin.likewise import EVENTS
from research.roles.builtin.matched import HALF, THERE, Reading, readings, subject_of, unsaid


def doubts(claim: str, quote: Sequence[Clause]) -> Iterator[str]:
    """Notes, each a reason why the quote may speak of another: where its words stand."""
    whole, subject = Held.of(claim), subject_of(claim)
    for reading in readings(claim, quote) if quote else ():
        yield from _unmet(reading, quote)
        yield from _elsewhere(reading, subject, whole, quote)
        yield from _foreign(reading, subject, whole, quote)


def parts_turned(claim: str, quote: Sequence[Clause]) -> Iterator[str]:
    """The same by who does what to whom, which no likeness of wording answers."""
    whole, subject = Held.of(claim), subject_of(claim)
    text = " ".join(clause.text for clause in quote)
    found = readings(claim, quote) if quote else ()
    for reading in found:
        yield from parts_played.agent(reading, claim, whole)
        yield from parts_played.renamed(reading, whole)
        yield from parts_played.narrowed(reading, claim, subject, whole)
        yield from parts_played.exchanged(reading, claim)
        yield from parts_played.of_another(claim, reading, whole)
    for word in subject:
        yield from parts_played.set_apart(word, claim, quote, whole)
    yield from parts_played.swapped(claim, found, subject)
    yield from parts_played.suffered(claim, text)
    yield from parts_played.from_to(claim, text)


def _unmet(reading: Reading, quote: Sequence[Clause]) -> Iterator[str]:
    """A general word whose like the quote would have, in whatever words, if it said so."""
    for word in reading.lacking:
        last = word is reading.clause.words[-1] and word.noun and not quantities(reading.clause.text)
        if (word.notions & EVENTS or last) and not any(place.held.says(word) >= THERE for place in quote):
            yield f"{word.text} is not said"


def _elsewhere(reading: Reading, subject: Sequence[Word], whole: Held, quote: Sequence[Clause]) -> Iterator[str]:
    """What the best clause lacks may stand in another only where the two speak of one: the topic, named before it in
    the same sentence; the subject that a pronoun takes up; or a later clause that says nothing of its own."""
    at = quote.index(reading.best)
    for word in reading.lacking:
        places = [n for n, place in enumerate(quote) if place.held.says(word) >= THERE]
        if places and not any(_joined(word, n, at, reading, subject, whole, quote) for n in places):
            yield f"{word.text} stands beside other words"


def _joined(
    word: Word, n: int, at: int, reading: Reading, subject: Sequence[Word], whole: Held, quote: Sequence[Clause]
) -> bool:
    place, best = quote[n], reading.best
    if negated(place.text) and not negated(reading.clause.text):
        return False
    last = word is reading.clause.words[-1] and not _PRONOUN.search(plain(best.text))
    if place.sentence == best.sentence and n < at:
        return not _lead_of(best, whole) and (
            word in subject or (not last and _PRONOUN.search(plain(best.text)) is not None)
        )
    between = [word for clause in quote[at:n] for word in unsaid(clause, whole)]
    if place.sentence == best.sentence and _WHERE.match(plain(place.text)) and any(word.named for word in between):
        return False
    if place.sentence == best.sentence:
        return not unsaid(place, whole) and not _figures_of_its_own(place, reading)
    return n < at and word in subject and not unsaid(best, whole)


_WHERE = re.compile(r"\s*(?:where|who|which|whose|that)\b")
"""Says it of the name just before, which the claim may not be about."""
_RANK = re.compile(r"第[一二三四五六七八九十\d]+|\b(?:first|second|third|fourth|fifth)\b")


def _figures_of_its_own(place: Clause, reading: Reading) -> bool:
    if set(_RANK.findall(place.text)) - set(_RANK.findall(reading.clause.text)):
        return True
    asked, held = read(reading.clause.text), read(place.text)
    known = {item.value for item in asked.quantities} | {mark.normal for mark in asked.identifiers}
    return any(item.value not in known for item in held.quantities) or any(
        mark.normal not in known for mark in held.identifiers
    )


_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|these|this)\b|[其它此]|他们|它们")


def _lead_of(place: Clause, whole: Held) -> list[Word]:
    """Words before the first one that the claim says, too."""
    lead: list[Word] = []
    for word in place.words:
        if whole.says(word) >= THERE:
            return lead
        lead.append(word)
    return []


def _speaks_of(subject: Sequence[Word], sentence: int, quote: Sequence[Clause]) -> bool:
    held = Held.of(" ".join(place.text for place in quote if place.sentence == sentence))
    return sum(held.says(word) >= THERE for word in subject) * 2 > len(subject)


_IF = re.compile(r"\s*(?:除非|如果|若|当|if\b|unless\b|when\b|although\b|虽然)")


def _lead(best: Clause, whole: Held, quote: Sequence[Clause]) -> list[Word]:
    """Words before the first one of the claim, from the beginning of the sentence: its own subject, if it has one."""
    lead: list[Word] = []
    for place in quote:
        if place.sentence != best.sentence or _IF.match(plain(place.text)) or place.text.rstrip().endswith((":", "：")):
            continue
        for word in place.words:
            if whole.says(word) >= HALF:
                return lead
            lead.append(word)
        if place is best:
            break
    return lead


def _foreign(reading: Reading, subject: Sequence[Word], whole: Held, quote: Sequence[Clause]) -> Iterator[str]:
    """The clause has a subject of its own, and the claim's isn't in it."""
    if not subject or _speaks_of(subject, reading.best.sentence, quote):
        return
    own = [word for word in unsaid(reading.best, whole) if word.named] or _lead(reading.best, whole, quote)
    own = own or unsaid(reading.best, whole)
    if own and any(place.held.says(word) >= THERE for place in quote for word in subject):
        yield f"the quote says it of {own[0].text}"
