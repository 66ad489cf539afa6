"""The checkable parts of a claim beside its figures: dates, identifiers, names. Each found, missing, or denied."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from memory.figures import DateMention, dates, identifiers, names, quantities
from memory.figures.folding import plain
from memory.figures.lexicon import NOTIONS
from reach.words import is_chinese
from research.roles.briefs import Card
from research.roles.builtin.claims.claim_words import Held, words_of
from research.roles.builtin.claims.clauses import Clause, clauses_of
from research.roles.builtin.claims.matched import subject_of
from research.roles.builtin.claims.written import normal
from research.terms import Atom

_A_DAY = timedelta(days=1)
SOME_DAY = date(2000, 1, 1)
"""Any will do: it gives "March" and 三月 one interval, where neither names its year."""


@dataclass(frozen=True, slots=True)
class Finding:
    atom: Atom
    against: bool = False
    """The quotes hold another value for the same thing."""


def found(kind: str, text: str, note: str = "") -> Finding:
    return Finding(Atom(kind, text.strip(), True, note.strip()))


def missed(kind: str, text: str, note: str = "") -> Finding:
    return Finding(Atom(kind, text.strip(), False, note))


def otherwise(kind: str, text: str, note: str) -> Finding:
    return Finding(Atom(kind, text.strip(), False, note), against=True)


def dates_in(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    """A claim may be coarser than its source (2023 for 24 October 2023), never finer. The date that stands beside the
    claim's words decides: the same year elsewhere on the page is another matter's."""
    held = _dated(quote)
    subject = {word.text for word in subject_of(claim)}
    for clause in clauses_of(claim):
        told = replace(clause, words=tuple(word for word in clause.words if word.text not in subject) or clause.words)
        for wanted in dates(clause.text):
            yield _date_finding(told, wanted, held)


ONE_MATTER = 0.5
"""Share of a clause's words beside another date, from which that date is of the same; a quote's only date is anyhow."""


@dataclass(frozen=True, slots=True)
class _Dated:
    clause: Clause
    mention: DateMention


def _dated(quote: Sequence[Clause]) -> list[_Dated]:
    """A day without a year takes the year named before it in its sentence."""
    made: list[_Dated] = []
    year: date | None = None
    sentence = -1
    for clause in quote:
        if clause.sentence != sentence:
            sentence, year = clause.sentence, None
        for mention in dates(clause.text):
            if mention.start_date is None and year is not None:
                mention = _in_year(clause.text, mention, year)
            elif mention.start_date is not None:
                year = mention.start_date
            made.append(_Dated(clause, mention))
    return made


def _in_year(text: str, mention: DateMention, year: date) -> DateMention:
    """Anchored at the year's end, so that "11月15日" is that year's."""
    anchored = dates(text, SOME_DAY.replace(year=year.year + 1) - _A_DAY)
    return next((each for each in anchored if each.start == mention.start and each.start_date), mention)


def _date_finding(clause: Clause, wanted: DateMention, held: Sequence[_Dated]) -> Finding:
    ranked = sorted(held, key=lambda each: -_near(clause, each.clause))
    top = _near(clause, ranked[0].clause) if ranked else 0.0
    covering = [each for each in ranked if _covers(wanted, each.mention) or _spans(wanted, each, held)]
    if any(_near(clause, each.clause) >= top for each in covering):
        return found("date", wanted.text, covering[0].mention.text)
    apart = [each for each in ranked if _near(clause, each.clause) >= top > 0 and _apart(wanted, each.mention)]
    alone = len(ranked) == 1 or top >= len(clause.words) * ONE_MATTER
    if apart and alone and not covering:
        note = f"it has {apart[0].mention.text.strip()} where the claim has {wanted.text.strip()}"
        return otherwise("date", wanted.text, note)
    return missed("date", wanted.text)


def _near(clause: Clause, place: Clause) -> float:
    """As figures have it: a value that both clauses give ties them closer than any word."""
    values = {item.value for item in quantities(clause.text)} & {item.value for item in quantities(place.text)}
    return 2 * bool(values) + sum(place.held.says(word) * (2 if word.named else 1) for word in clause.words)


def _spans(wanted: DateMention, first: _Dated, held: Sequence[_Dated]) -> bool:
    """From 1990 to 1999 is the nineties."""
    ends = [each.mention for each in held if each.clause.sentence == first.clause.sentence]
    return any(
        wanted.start_date == first.mention.start_date is not None and wanted.end_date == other.end_date is not None
        for other in ends
    )


def _covers(wanted: DateMention, held: DateMention) -> bool:
    if wanted.start_date is None or wanted.end_date is None:
        return _same_day(wanted, held)
    if held.start_date is None or held.end_date is None:
        return False
    within = wanted.start_date <= held.start_date and held.end_date <= wanted.end_date
    return within and wanted.fiscal is held.fiscal


_IN = "in "
"""Before it "March" is a month, and not somebody's name."""


def _same_day(wanted: DateMention, held: DateMention) -> bool:
    """Neither year is known to the claim: 三月 is March, and 3 November is in November."""
    if plain(wanted.text).rstrip(".") == plain(held.text).rstrip("."):
        return True
    ours, theirs = dates(_IN + wanted.text, SOME_DAY), dates(_IN + held.text, SOME_DAY)
    if not ours or not theirs or not (ours[0].start_date and ours[0].end_date):
        return False
    day = theirs[0].start_date
    first, last = ours[0].start_date, ours[0].end_date
    if day is None:
        return False
    return (first.month, first.day) <= (day.month, day.day) <= (last.month, last.day)


def _apart(wanted: DateMention, held: DateMention) -> bool:
    if wanted.start_date is None and held.start_date is None:
        return not _same_day(wanted, held) and not _same_day(held, wanted)
    if not (wanted.start_date and wanted.end_date and held.start_date and held.end_date):
        return False
    return held.end_date < wanted.start_date or wanted.end_date < held.start_date


def marks_in(claim: str, cards: Sequence[Card]) -> Iterator[Finding]:
    """Identifiers may stand in the title: the quote speaks of what its page is called."""
    held = {mark.normal for card in cards for mark in identifiers(f"{card.title}\n{normal(card.quote)}")}
    for mark in identifiers(normal(claim)):
        yield found("identifier", mark.text) if mark.normal in held else missed("identifier", mark.text)


def names_in(claim: str, cards: Sequence[Card]) -> Iterator[Finding]:
    """Whole, or each of its words; a country goes by its people's name, too (Danish, Denmark)."""
    text = plain(" ".join(f"{card.title} {card.quote} {card.publisher}" for card in cards))
    said = set(text.replace("'s", " ").replace("-", " ").split()) | set(text.split())
    bare = {word.strip('.,;:!?()"“”') for word in said}
    marks = [(mark.start, mark.end) for mark in identifiers(claim)]
    marks += [(item.start, item.end) for item in quantities(claim)]
    for name in names(claim):
        if any(start < name.end and name.start < end for start, end in marks):
            continue
        there = name.normal in text or all(_part(part, text, bare) for part in name.normal.split())
        there = there or ((not is_chinese(name.text) or not is_chinese(text)) and _in_other_words(name.normal, text))
        yield found("name", name.text) if there else missed("name", name.text)


def _in_other_words(name: str, text: str) -> bool:
    """Across languages: read aloud, or each of its words translated."""
    held, words = Held.of(text), words_of(name)
    return sum(held.says(word) >= 1 for word in words) * 2 >= len(words) > 0


def _part(part: str, text: str, said: set[str]) -> bool:
    part = part.removesuffix("'s").strip(".")
    if part in said or (not part.isascii() and part in text):
        return True
    return part in _CALLED and any(_CALLED.get(word) == _CALLED[part] for word in said)


_CALLED = {member: line.split()[0] for line in NOTIONS for member in line.split()}
"""What a country, its people and its language are called."""
