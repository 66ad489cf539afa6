"""A finished goal in three parts: conclusion, supporting evidence, doubts (R037, R144, R148).

The deterministic summariser quotes; a model's draft is accepted only if it kept every figure, date, name and source.
Nothing is cut inside: what doesn't fit leaves the text whole and stays named by its row id (C13, C33).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memory.working import Entry, label

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Support:
    evidence: int
    text: str


@dataclass(frozen=True, slots=True)
class Summary:
    """`spilled`: rows that left the text for want of room. `doubts_left_out`: how many doubts did."""

    goal: int
    question: str
    outcome: str
    conclusion: str
    support: tuple[Support, ...]
    doubts: tuple[str, ...]
    spilled: tuple[int, ...] = ()
    doubts_left_out: int = 0
    titles: tuple[str, ...] = ()
    """Of its best sources: what the index tells of a goal whose summary a prompt doesn't hold."""

    def text(self) -> str:
        """What enters a prompt, and what a cap is counted on. The question is the goal's and printed with it."""
        lines = [f"Conclusion: {self.conclusion}"] if self.conclusion else []
        if self.support:
            lines += ["Support:", *(f"- [{label(line.evidence)}] {line.text}" for line in self.support)]
        if self.doubts or self.doubts_left_out:
            left_out = (f"- {self.doubts_left_out} more on file",) if self.doubts_left_out else ()
            lines += ["Doubts:", *(f"- {doubt}" for doubt in self.doubts), *left_out]
        if self.spilled:
            lines.append(on_file(self.spilled))
        return "\n".join(lines)


def plain_summary(
    goal: int,
    question: str,
    outcome: str,
    entries: Sequence[Entry],
    doubts: Sequence[str],
    cap_tokens: int,
    count: Count,
) -> Summary:
    """Quotes the best entry as the conclusion and the others as support, strongest first, as far as the cap goes."""
    ranked = sorted(entries, key=lambda entry: (-entry.score, entry.step, entry.evidence))
    whole = Summary(
        goal=goal,
        question=question,
        outcome=outcome,
        conclusion=_conclusion(ranked),
        support=tuple(_support(entry) for entry in ranked[1:]),
        doubts=tuple(doubts),
    )
    return shrink(whole, ranked[:1], cap_tokens, count)


def shrink(summary: Summary, concluding: Sequence[Entry], cap_tokens: int, count: Count) -> Summary:
    """Support goes first, from its end, then doubts, then the conclusion: `concluding` are the rows it quotes.

    Below the size of the archive line nothing can hold: then the bare line remains, the smallest honest text.
    """
    if count(summary.text()) <= cap_tokens:
        return summary
    kept = _most(len(summary.support), lambda many: count(_with_support(summary, many).text()) <= cap_tokens)
    if kept is not None:
        return _with_support(summary, kept)
    bare = _with_support(summary, 0)
    doubts = _most(len(bare.doubts), lambda many: count(_with_doubts(bare, many).text()) <= cap_tokens)
    if doubts is not None:
        return _with_doubts(bare, doubts)
    rows = tuple(entry.evidence for entry in concluding) + bare.spilled
    return replace(_with_doubts(bare, 0), conclusion="", spilled=rows)


def said(draft: Summary, entries: Sequence[Entry]) -> str:
    """What the draft tells a reader, for the assertion that it lost nothing: rows that it names as spilled are told by
    their rows. Eviction is allowed where rewording isn't (C33)."""
    spilled = set(draft.spilled)
    gone = (f"{entry.quote} {label(entry.evidence)}" for entry in entries if entry.evidence in spilled)
    return "\n".join((draft.text(), *gone))


def with_raw_lines(draft: Summary, entries: Sequence[Entry]) -> Summary:
    """The draft with the verbatim quote of each of these entries. May pass the cap: `split` it."""
    raw = tuple(_support(entry) for entry in entries)
    rows = {line.evidence for line in raw}
    return replace(draft, support=tuple(line for line in draft.support if line.evidence not in rows) + raw)


def split(summary: Summary, cap_tokens: int, count: Count) -> tuple[Summary, ...]:
    """One summary too long for the cap as several that fit, none cut: the second digest of C13.

    A single line longer than the cap can't be split without cutting; it leaves the text as a spilled row.
    """
    parts: list[Summary] = []
    empty = replace(summary, conclusion="", support=(), doubts=(), spilled=(), doubts_left_out=0)
    current = replace(empty, conclusion=summary.conclusion, spilled=summary.spilled, doubts=summary.doubts)
    for line in summary.support:
        longer = replace(current, support=(*current.support, line))
        if count(longer.text()) <= cap_tokens:
            current = longer
            continue
        alone = replace(empty, support=(line,))
        if count(alone.text()) <= cap_tokens:
            parts.append(current)
            current = alone
        else:
            current = replace(current, spilled=(*current.spilled, line.evidence))
    return tuple(part for part in (*parts, current) if part.text())


def _most(upper: int, fits: Callable[[int], bool]) -> int | None:
    """The greatest number from `upper` down that fits; None if not even 0 does. Texts grow with the number."""
    for many in range(upper, -1, -1):
        if fits(many):
            return many
    return None


def _with_support(summary: Summary, many: int) -> Summary:
    gone = tuple(line.evidence for line in summary.support[many:])
    return replace(summary, support=summary.support[:many], spilled=summary.spilled + gone)


def _with_doubts(summary: Summary, many: int) -> Summary:
    gone = len(summary.doubts) - many
    return replace(summary, doubts=summary.doubts[:many], doubts_left_out=summary.doubts_left_out + gone)


def _conclusion(ranked: Sequence[Entry]) -> str:
    return f"{_line(ranked[0])} [{label(ranked[0].evidence)}]" if ranked else ""


def _support(entry: Entry) -> Support:
    return Support(entry.evidence, _line(entry))


def _line(entry: Entry) -> str:
    """Title and date stay with the quote, for whoever verifies it (R144)."""
    origin = ", ".join(part for part in (entry.source, entry.published) if part)
    return f"“{entry.quote}” ({origin})" if origin else f"“{entry.quote}”"


def on_file(rows: Sequence[int]) -> str:
    """One short line however many rows left: first, last, how many; all of them stand in the rows."""
    if len(rows) == 1:
        return f"On file, not shown: {label(rows[0])}"
    return f"On file, not shown: {label(rows[0])} … {label(rows[-1])} ({len(rows)} rows)"
