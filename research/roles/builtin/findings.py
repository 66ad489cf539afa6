"""What the evidence brings up that nobody asked for by name: identifiers that recur, and how documents are titled."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory.working import Entry
from reach.words import STOP_WORDS, content_terms, stem, terms
from research.roles.builtin.marks import Mark, marks, normals
from research.roles.builtin.passages import header_pairs
from research.roles.builtin.question import Question
from research.roles.builtin.tuning import TUNING

_RELATES = re.compile(
    r"(?:requires|replaces|superseded[ -]by|obsoletes|obsoleted[ -]by|updates|see[ -]also|取代|替代|参见)[:：]\s*"
    r"(?P<numbers>\d+(?:,\s*\d+)*)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """An identifier with a name to search it by, and what to say beside it."""

    normal: str
    name: str
    beside: str
    weight: float


def brought_up(question: Question, entries: Sequence[Entry], known: str) -> tuple[Mention, ...]:
    """Identifiers that the evidence leads to and `known` doesn't name, most telling first.

    Those in quotes count when documents seen here are titled by their kind, or when several sources mention them:
    "TEP 31" in a quote leads to a document if another one is called "TEP 14 …"; "3.13" beside it doesn't. Those in
    titles count when the title speaks of the question's matter: such a source deserves a closer look. Each must be
    mentioned among words that the question uses, a version beside its matter: a product has many versions.
    """
    titled = {mark.normal: (entry.source, mark) for entry in entries for mark in marks(entry.source)[:1]}
    shapes = {mark.shape: (title, mark) for title, mark in titled.values()}
    taken = normals(known)
    asked = set(content_terms(question.words))
    matter = set(content_terms(_beside_version(question)))
    seen: dict[str, list[_Seen]] = {}
    for entry in entries:
        for mark, beside in _marks(entry):
            near = set(content_terms(beside)) & asked - set(content_terms(mark.text))
            if mark.version and not near & matter:
                continue
            if mark.normal not in taken and near:
                seen.setdefault(mark.normal, []).append(_Seen(mark, entry.source, len(near)))
    found = [
        Mention(normal, _name(all_seen[0].mark, shapes), _beside(question, all_seen[0].mark), _weight(all_seen))
        for normal, all_seen in seen.items()
        if all_seen[0].mark.shape in shapes or (all_seen[0].mark.in_series and _recurs(all_seen))
    ]
    return tuple(sorted(found, key=lambda mention: (-mention.weight, mention.normal)))


@dataclass(frozen=True, slots=True)
class _Seen:
    mark: Mark
    source: str
    near: int


def _recurs(seen: Sequence[_Seen]) -> bool:
    return len({each.source for each in seen}) >= TUNING.recurring


def _weight(seen: Sequence[_Seen]) -> float:
    """Different sources count more than one that repeats itself."""
    return len({each.source for each in seen}) + max(each.near for each in seen)


def _marks(entry: Entry) -> Iterator[tuple[Mark, str]]:
    """Each identifier with the words it is mentioned among. A bare number in a line that relates the page to others of
    its series is one, too, and it is mentioned for what the page is called."""
    for mark in marks(entry.source)[:1]:
        yield mark, f"{entry.source} {entry.quote}" if mark.version else entry.source
    for mark in marks(entry.quote):
        start, end = max(0, mark.start - TUNING.near_chars), mark.end + TUNING.near_chars
        yield mark, entry.quote[start:end]
    series = re.match(r"([A-Za-z]+[ -])\d", entry.source)
    if series:
        for relation in _RELATES.finditer(entry.quote):
            for number in re.findall(r"\d+", relation["numbers"]):
                yield from ((mark, entry.source) for mark in marks(f"{series[1]}{number}"))


def title_lines(about: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The goal's identifier put into the form in which several sources are titled: "… release notes" (title-like)."""
    wanted = marks(about)[:1]
    forms: dict[tuple[str, str], set[str]] = {}
    for entry in entries:
        for mark in marks(entry.source)[:1]:
            form = (entry.source[: mark.start], entry.source[mark.end :])
            forms.setdefault(form, set()).add(mark.normal)
    shared = [form for form, seen in forms.items() if len(seen) >= TUNING.recurring]
    return tuple(f"{before}{mark.text}{after}" for before, after in shared for mark in wanted)


def first_of(about: str) -> tuple[str, ...]:
    """A line of versions as its first one is called: pages speak of 8.5.0 where people say 8.5."""
    named = [mark for mark in marks(about) if mark.version and mark.text.count(".") == 1]
    if not named:
        return ()
    line = about
    for mark in reversed(named):
        line = f"{line[: mark.end]}.0{line[mark.end :]}"
    return (line,)


def new_words(about: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The topic's own last words with what several sources say beside them; then the title of the best source."""
    if not entries:
        return ()
    known = set(content_terms(about))
    seen: dict[str, set[str]] = {}
    for entry in entries:
        for word in terms(entry.source if header_pairs(entry.quote) else f"{entry.source} {entry.quote}"):
            if word not in STOP_WORDS and stem(word) not in known and len(word) > 1 and not word[0].isdigit():
                seen.setdefault(word, set()).add(entry.source)
    shared = sorted(
        (word for word in seen if len(seen[word]) >= TUNING.recurring), key=lambda word: (-len(seen[word]), word)
    )
    best = max(entries, key=lambda entry: (entry.score, -entry.evidence))
    tail = " ".join(about.split()[-2:])
    return (" ".join([tail, *shared[: TUNING.new_words]]), _without_mark(best.source))


def _without_mark(title: str) -> str:
    found = marks(title)
    return title[found[0].end :].strip(" -–—:|") if found and found[0].start == 0 else title


def _name(mark: Mark, shapes: Mapping[str, tuple[str, Mark]]) -> str:
    """As documents of its kind are titled: the version 8.0.0 alone says nothing, "Lark 8.0.0" does."""
    if not mark.version or mark.shape not in shapes:
        return mark.text
    title, other = shapes[mark.shape]
    return f"{title[: other.start].strip()} {mark.normal}".strip()


def _beside(question: Question, mark: Mark) -> str:
    """A version needs its matter named; a document of a series is its own matter."""
    return _beside_version(question) if mark.version else ""


def _beside_version(question: Question) -> str:
    """The subject without its first name, which the version's own name repeats."""
    head, _, rest = question.subject.partition(" ")
    return rest or head
