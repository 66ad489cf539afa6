"""From sections to claims and back. The writer gives evidence numbers; nothing else is a reference."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from memory.figures.folding import plain
from research.engine.claim_parts import Part, of_heading, of_sentence
from research.engine.pasted import lifted
from research.terms import Claim, Decided, Place, Ruling, Section, Sentence, SentenceKind, Unclaimed


def only_known(sections: Sequence[Section], known: Collection[int]) -> tuple[Section, ...]:
    """Numbers that no evidence of this task has are taken out: such a sentence stands uncited, and is checked so."""
    return tuple(
        replace(section, sentences=tuple(_only_known(sentence, known) for sentence in section.sentences))
        for section in sections
    )


def _only_known(sentence: Sentence, known: Collection[int]) -> Sentence:
    """Marks that a writer put into the words become references as well; a quotation's own brackets stay (B-089)."""
    text, marked = (sentence.text, ()) if sentence.kind is SentenceKind.QUOTE else lifted(sentence.text, known)
    kept = tuple(dict.fromkeys(number for number in (*sentence.evidence, *marked) if number in known))
    return replace(sentence, text=text, evidence=kept)


def cited(sections: Sequence[Section]) -> frozenset[int]:
    return frozenset(number for section in sections for sentence in section.sentences for number in sentence.evidence)


def claims_of(sections: Sequence[Section], earlier: Sequence[Claim] = ()) -> tuple[Claim, ...]:
    """All that asserts something. Speculation says itself that nothing carries it (C20). A claim of an earlier version
    keeps its number: by its words, else by its place; a new one gets a number that nobody had."""
    drawn = [claim for claim, part in _drawn(sections) if not part.silent]
    numbers = _kept_numbers(drawn, earlier)
    fresh = max((claim.number for claim in earlier), default=0)
    made = []
    for at, claim in enumerate(drawn):
        if at not in numbers:
            fresh += 1
        made.append(replace(claim, number=numbers.get(at, fresh)))
    return tuple(made)


def unclaimed_of(sections: Sequence[Section]) -> tuple[Unclaimed, ...]:
    return tuple(
        Unclaimed(claim.section, claim.position, claim.text, part.silent)
        for claim, part in _drawn(sections)
        if part.silent
    )


def _drawn(sections: Sequence[Section]) -> Iterator[tuple[Claim, Part]]:
    """Numbered 0: who they are is decided once all are there."""
    for s, section in enumerate(sections):
        whole = tuple(sorted(cited([section])))
        for part in of_heading(section.heading):
            yield _claim(s, 0, section.heading, part, SentenceKind.FACT, whole), part
        for p, sentence in enumerate(section.sentences):
            for part in of_sentence(sentence.text, sentence.kind):
                yield _claim(s, p, sentence.text, part, sentence.kind, sentence.evidence), part


def _claim(section: int, position: int, text: str, part: Part, kind: SentenceKind, evidence: tuple[int, ...]) -> Claim:
    words = text[part.start : part.end]
    return Claim(0, section, position, words, kind, evidence, part.place, part.start, part.end, part.context)


def _kept_numbers(drawn: Sequence[Claim], earlier: Sequence[Claim]) -> dict[int, int]:
    """Exact words first: a sentence that moved is still itself, even if another stands in its place now."""
    left, found = list(earlier), dict[int, int]()
    for same in (_same_words, _same_place):
        for at, claim in enumerate(drawn):
            match = next((old for old in left if at not in found and same(old, claim)), None)
            if match is not None:
                found[at] = match.number
                left.remove(match)
    return found


def _same_words(old: Claim, new: Claim) -> bool:
    return plain(old.said) == plain(new.said) and (old.place is Place.HEADING) == (new.place is Place.HEADING)


def _same_place(old: Claim, new: Claim) -> bool:
    return (old.section, old.position, old.place, old.start) == (new.section, new.position, new.place, new.start)


def folded(sections: Sequence[Section], claims: Sequence[Claim], decisions: Sequence[Decided]) -> tuple[Section, ...]:
    """The report after people decided: edited words replace, removed sentences go, all else stays in its place."""
    decided = {made.claim: made for made in decisions}
    ruled = [(claim, decided[claim.number]) for claim in claims if claim.number in decided]
    return tuple(
        _folded(section, [each for each in ruled if each[0].section == s]) for s, section in enumerate(sections)
    )


def _folded(section: Section, ruled: Sequence[tuple[Claim, Decided]]) -> Section:
    """A removed sentence leaves an empty one behind, so that places of claims stay true; so does a removed heading."""
    heading, sentences = section.heading, list(section.sentences)
    for claim, made in sorted(ruled, key=lambda each: -each[0].start):
        if claim.place is Place.HEADING:
            heading = _replaced(heading, claim, made)
        elif claim.position < len(sentences):
            sentences[claim.position] = _one(sentences[claim.position], claim, made)
    return replace(section, heading=heading, sentences=tuple(sentences))


def _one(sentence: Sentence, claim: Claim, made: Decided) -> Sentence:
    """What a reviewer cited beside the writer's quotes comes in with their decision."""
    text = _replaced(sentence.text, claim, made)
    if not text:
        return replace(sentence, text="", evidence=())
    if made.ruling in (Ruling.APPROVED, Ruling.EDITED):
        cited = tuple(dict.fromkeys((*sentence.evidence, *claim.evidence)))
        kind = SentenceKind.FACT if made.ruling is Ruling.EDITED else sentence.kind
        return replace(sentence, text=text, kind=kind, evidence=cited)
    return sentence if text == sentence.text else replace(sentence, text=text)


def _replaced(text: str, claim: Claim, made: Decided) -> str:
    """Only where the claim's own words still stand: a decision folded twice is folded once."""
    if made.ruling is Ruling.EDITED:
        new = made.text
    elif made.ruling is Ruling.REJECTED and made.effect in ("remove", "both"):
        new = ""
    else:
        return text
    end = claim.end or len(text)
    there = text[claim.start : end] == claim.text
    done = len(new) > len(claim.text) and text.startswith(new, claim.start)
    return text[: claim.start] + new + text[end:] if there and not done else text
