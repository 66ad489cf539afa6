"""Of whom a quote says it. A page that holds every word of a claim may say them of another: each of these rules is a
way to see that, none proves the opposite. So what they doubt is partly carried, not contradicted."""

import re
from collections.abc import Iterator, Sequence

from memory.figures import negated, negations, quantities
from memory.figures.folding import plain
from memory.figures.reading import read
from memory.figures.words import stem
from research.roles.builtin.claims import parts_played
from research.roles.builtin.claims.claim_words import Held, Word
from research.roles.builtin.claims.clauses import Clause
from research.roles.builtin.claims.divided import divided
from research.roles.builtin.claims.likewise import EVENTS, GENERAL
from research.roles.builtin.claims.matched import HALF, THERE, Reading, attributes, readings, subject_of, unsaid
from research.roles.builtin.claims.reckoning import derives
from research.roles.builtin.claims.slots import BARE, LEAD, names_a_thing, slot


def doubts(claim: str, quote: Sequence[Clause]) -> Iterator[str]:
    """Notes, each a reason why the quote may speak of another: where its words stand."""
    whole, subject = Held.of(claim), subject_of(claim)
    for reading in readings(claim, quote) if quote else ():
        yield from _elsewhere(reading, subject, whole, quote)
        yield from _foreign(reading, subject, whole, quote)
        yield from _instead(reading, whole, quote)
        yield from _other_deed(reading, whole, quote)


def parts_turned(claim: str, quote: Sequence[Clause]) -> Iterator[str]:
    """The same by who does what to whom, which no likeness of wording answers."""
    whole, subject = Held.of(claim), subject_of(claim)
    text = " ".join(clause.text for clause in quote)
    found = readings(claim, quote) if quote else ()
    for reading in found:
        yield from parts_played.agent(reading, claim, whole)
        yield from parts_played.renamed(reading, whole)
        yield from parts_played.universal(reading, claim, whole)
        yield from parts_played.narrowed(reading, claim, subject, whole)
        yield from parts_played.exchanged(reading, claim)
        yield from parts_played.of_another(claim, reading, whole)
        yield from divided(reading, [each.best for each in found], whole, quote)
    for word in subject:
        yield from parts_played.set_apart(word, claim, quote, whole)
    yield from parts_played.swapped(claim, found, subject)
    yield from parts_played.suffered(claim, text)
    yield from parts_played.from_to(claim, text)


def _elsewhere(reading: Reading, subject: Sequence[Word], whole: Held, quote: Sequence[Clause]) -> Iterator[str]:
    """What the best clause lacks may stand in another, where nothing of the same kind takes its place in this one."""
    at = quote.index(reading.best)
    for word in reading.lacking:
        places = [n for n, place in enumerate(quote) if place.held.says(word) >= THERE]
        if places and not any(_joined(word, n, at, reading, subject, whole, quote) for n in places):
            yield f"{word.text} stands beside other words"


def _joined(
    word: Word, n: int, at: int, reading: Reading, subject: Sequence[Word], whole: Held, quote: Sequence[Clause]
) -> bool:
    place, best = quote[n], reading.best
    if _denied_there(word, place) and not negated(reading.clause.text):
        return False
    leads_in = n < at and place.sentence == best.sentence and not unsaid(place, whole)
    if leads_in or (attributes(place.text) and (n < at or place.sentence == best.sentence)):
        return True
    between = quote[min(n, at) : max(n, at) + 1]
    if _of_one_subject(word, n, at, reading, quote):
        return True
    if any(rival.named for clause in between for rival in _rivals(clause, whole)):
        return False
    if not names_a_thing(word, reading.clause.text):
        counted = (
            quantities(reading.clause.text)
            and not derives(reading.clause.text)
            and place is not best
            and _figures_of_its_own(place, reading)
        )
        return not counted and (place.sentence == best.sentence or not _rivals(place, whole))
    wanted = slot(word, reading.clause.text, reading.clause.words)
    if wanted == LEAD and any(each.named and best.held.says(each) >= THERE for each in _lead_group(reading)):
        return True
    if any(slot(rival, best.text, best.words) == wanted for rival in _rivals(best, whole)):
        return False
    if wanted not in (LEAD, BARE) and _there(word, place) == wanted:
        return True
    if any(place.held.says(each) >= THERE for each in _deeds(reading)):
        return True
    told = [other for other in unsaid(place, whole) if not names_a_thing(other, place.text)]
    return word in subject or wanted == LEAD or not told or bool(_unsaid_deeds(reading, quote))


def _of_one_subject(word: Word, n: int, at: int, reading: Reading, quote: Sequence[Clause]) -> bool:
    """ "X, seat of the Y, was rebuilt": the clause has no subject of its own, and takes its sentence's."""
    best = reading.best
    if not (n < at and quote[n].sentence == best.sentence and best.words):
        return False
    leads = (
        slot(word, reading.clause.text, reading.clause.words) in (LEAD, "由", "by") and _there(word, quote[n]) == LEAD
    )
    first = best.words[0]
    deed = not first.text.isascii() and best.text.startswith(first.text) and not names_a_thing(first, best.text)
    return leads and (deed or bool(_VERB_FIRST.match(plain(best.text))))


_VERB_FIRST = re.compile(
    r"(?:and |but |also )?(?:was|were|is|are|has|have|had|will|would|can|could|did|does|do|\w+ed)\b"
    r"|(?:并|也|还|已|均|被|将|由|曾)"
)


def _deeds(reading: Reading) -> list[Word]:
    return [word for word in reading.clause.words if not names_a_thing(word, reading.clause.text)]


def _there(word: Word, place: Clause) -> str:
    """The place that a word takes in another clause, where it stands in the same form."""
    own = next((each for each in place.words if stem(each.text) == stem(word.text)), None)
    return slot(own, place.text, place.words) if own else ""


def _denied_there(word: Word, place: Clause) -> bool:
    """What is denied behind a word doesn't touch it."""
    low = plain(place.text)
    at = low.find(word.text)
    return any(at < 0 or each.start < at for each in negations(place.text))


def _lead_group(reading: Reading) -> list[Word]:
    words = reading.clause.words
    return [each for each in words if slot(each, reading.clause.text, words) == LEAD]


def _unsaid_deeds(reading: Reading, quote: Sequence[Clause]) -> list[Word]:
    """What the claim says in words of its own may be what the quote says in others."""
    return [
        word
        for word in reading.lacking
        if not names_a_thing(word, reading.clause.text) and not any(place.held.says(word) >= THERE for place in quote)
    ]


def _instead(reading: Reading, whole: Held, quote: Sequence[Clause]) -> Iterator[str]:
    """The claim's subject isn't in the quote at all, or its deed isn't, and somebody else stands in the clause."""
    strangers = [word for word in unsaid(reading.best, whole) if word.named]
    if not strangers or len(reading.lacking) == len(reading.clause.words):
        return
    missing = [word for word in reading.lacking if not any(place.held.says(word) >= THERE for place in quote)]
    leads = [word for word in missing if slot(word, reading.clause.text, reading.clause.words) == LEAD]
    deeds = _unsaid_deeds(reading, quote) if any(word.named for word in reading.clause.words) else []
    if leads or deeds:
        yield f"the quote says it of {strangers[0].text}"


def _other_deed(reading: Reading, whole: Held, quote: Sequence[Clause]) -> Iterator[str]:
    """ "Opened" of what the quote closed: both words are known, and mean two things."""
    theirs = [word for word in unsaid(reading.best, whole) if len(word.notions) == 1 and word.notions & EVENTS]
    single = len(_deeds(reading)) == 1 and not negated(reading.clause.text)
    for word in _unsaid_deeds(reading, quote) if single else ():
        if (
            len(word.notions) == 1
            and word.notions & EVENTS
            and theirs
            and not any(word.notions & other.notions for other in theirs)
        ):
            yield f"it has {theirs[0].text} where the claim has {word.text}"


def _rivals(place: Clause, whole: Held) -> list[Word]:
    """A general word, "the company", stands for what was named."""
    return [
        word
        for word in unsaid(place, whole)
        if names_a_thing(word, place.text) and not (word.notions & GENERAL and not word.named)
    ]


_RANK = re.compile(r"第[一二三四五六七八九十\d]+|\b(?:first|second|third|fourth|fifth)\b")


def _figures_of_its_own(place: Clause, reading: Reading) -> bool:
    if set(_RANK.findall(place.text)) - set(_RANK.findall(reading.clause.text)):
        return True
    asked, held = read(reading.clause.text), read(place.text)
    known = {item.value for item in asked.quantities} | {mark.normal for mark in asked.identifiers}
    return any(item.value not in known for item in held.quantities) or any(
        mark.normal not in known for mark in held.identifiers
    )


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
